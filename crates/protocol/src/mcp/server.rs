//! Messages that an in-process server receives and sends.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{Present, wire_enum, wire_struct};

/// The version of MCP that the CLI asks for.
pub const PROTOCOL_VERSION: &str = "2025-11-25";

wire_struct! {
    /// Parameters of `initialize`.
    #[derive(Default)]
    pub struct InitializeParams {
        protocol_version: Option<String> = "protocolVersion",
        /// Capabilities of the client.
        capabilities: Option<JsonObject>,
        client_info: Option<Implementation> = "clientInfo",
    }

    /// Name and version of a client or server.
    #[derive(Default)]
    pub struct Implementation {
        name: String,
        version: Option<String>,
        title: Option<String>,
        description: Option<String>,
        website_url: Option<String> = "websiteUrl",
    }

    /// Result of `initialize`.
    #[derive(Default)]
    pub struct InitializeResult {
        protocol_version: String = "protocolVersion",
        /// Capabilities of the server.
        capabilities: ServerCapabilities,
        server_info: Implementation = "serverInfo",
        /// Instructions for the model about the server.
        instructions: Option<String>,
    }

    /// Capabilities of a server.
    #[derive(Default)]
    pub struct ServerCapabilities {
        tools: Option<JsonObject>,
        resources: Option<JsonObject>,
        prompts: Option<JsonObject>,
        logging: Option<JsonObject>,
        /// Capabilities that are not part of MCP.
        experimental: Option<JsonObject>,
    }

    /// Result of `tools/list`.
    #[derive(Default)]
    pub struct ListToolsResult {
        /// The tools; written even if empty.
        tools: Present<McpTool>,
        next_cursor: Option<String> = "nextCursor",
    }

    /// A tool of a server.
    #[derive(Default)]
    pub struct McpTool {
        /// Its name, without the server's prefix.
        name: String,
        title: Option<String>,
        /// The description for the model.
        description: Option<String>,
        /// JSON schema of its input. The CLI does not check inputs against it.
        input_schema: JsonObject = "inputSchema",
        output_schema: Option<JsonObject> = "outputSchema",
        annotations: Option<McpToolAnnotations>,
        /// For the client: `anthropic/alwaysLoad`, `anthropic/searchHint`, `anthropic/requiresUserInteraction`, …
        meta: Option<JsonObject> = "_meta",
    }

    /// Hints about the effects of a tool, as claimed by its server.
    #[derive(Default)]
    pub struct McpToolAnnotations {
        title: Option<String>,
        /// The tool changes nothing; the CLI may then run several calls at once.
        read_only_hint: Option<bool> = "readOnlyHint",
        destructive_hint: Option<bool> = "destructiveHint",
        /// Repeating a call has no further effect.
        idempotent_hint: Option<bool> = "idempotentHint",
        open_world_hint: Option<bool> = "openWorldHint",
    }

    /// Parameters of `tools/call`.
    #[derive(Default)]
    pub struct CallToolParams {
        /// The tool, without the server's prefix.
        name: String,
        arguments: Option<JsonObject>,
        /// From the client: `claudecode/toolUseId`, `progressToken`.
        meta: Option<JsonObject> = "_meta",
    }

    /// Result of `tools/call`. A failed call has a result too, with `is_error`.
    #[derive(Default)]
    pub struct CallToolResult {
        /// The content for the model; written even if empty.
        content: Present<McpContentBlock>,
        structured_content: Option<JsonObject> = "structuredContent",
        is_error: Option<bool> = "isError",
        /// For the client: `claude/endTurn`, …
        meta: Option<JsonObject> = "_meta",
    }

    /// Results of the handshake, sent ahead with `initialize`.
    #[derive(Default)]
    pub struct ServerManifest {
        /// Result of `initialize`, as returned by the server.
        initialize_result: JsonObject = "initializeResult",
        /// Result of `tools/list`; absent if there are no tools or several pages.
        tools_list_result: Option<JsonObject> = "toolsListResult",
    }

    /// Text.
    #[derive(Default)]
    pub struct McpText {
        text: String,
        /// The audience and the priority.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }

    /// The bytes of an image or audio.
    #[derive(Default)]
    pub struct McpMedia {
        data: String,
        mime_type: String = "mimeType",
        /// The audience and the priority.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }

    /// A resource in the message.
    #[derive(Default)]
    pub struct McpEmbeddedResource {
        /// The resource: `uri`, `mimeType`, and `text` or `blob`.
        resource: JsonObject,
        /// The audience and the priority.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }

    /// A link to a resource.
    #[derive(Default)]
    pub struct McpResourceLink {
        uri: String,
        name: Option<String>,
        title: Option<String>,
        description: Option<String>,
        mime_type: Option<String> = "mimeType",
        size: Option<u64>,
        /// The audience and the priority.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }
}

wire_enum! {
    /// A block of a tool's result.
    pub enum McpContentBlock by "type" {
        /// Text.
        "text" => Text(McpText),
        /// An image.
        "image" => Image(McpMedia),
        /// Audio.
        "audio" => Audio(McpMedia),
        /// A resource in the message.
        "resource" => Resource(McpEmbeddedResource),
        /// A link to a resource.
        "resource_link" => ResourceLink(McpResourceLink),
    }
}

impl InitializeResult {
    /// Creates the result of a server that offers only tools.
    pub fn with_tools(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            protocol_version: PROTOCOL_VERSION.into(),
            capabilities: ServerCapabilities {
                tools: Some(JsonObject::default()),
                ..ServerCapabilities::default()
            },
            server_info: Implementation {
                name: name.into(),
                version: Some(version.into()),
                ..Implementation::default()
            },
            ..Self::default()
        }
    }
}

impl McpTool {
    /// Creates a tool.
    pub fn new(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: JsonObject,
    ) -> Self {
        Self {
            name: name.into(),
            description: Some(description.into()),
            input_schema,
            ..Self::default()
        }
    }
}

impl McpContentBlock {
    /// Creates a text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(McpText {
            text: text.into(),
            ..McpText::default()
        })
    }

    /// Creates an image block from base64 bytes.
    pub fn image(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image(McpMedia {
            data: data.into(),
            mime_type: mime_type.into(),
            ..McpMedia::default()
        })
    }
}

impl CallToolResult {
    /// Creates a successful result.
    pub fn new(content: impl IntoIterator<Item = McpContentBlock>) -> Self {
        Self {
            content: content.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Creates a result with one text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([McpContentBlock::text(text)])
    }

    /// Creates the result of a failed call; the model reads the text.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: Some(true),
            ..Self::text(text)
        }
    }
}

impl ListToolsResult {
    /// Creates a list of tools.
    pub fn new(tools: impl IntoIterator<Item = McpTool>) -> Self {
        Self {
            tools: tools.into_iter().collect(),
            ..Self::default()
        }
    }
}
