//! What an in-process server receives and answers.

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
        /// What the client can do.
        capabilities: Option<JsonObject>,
        client_info: Option<Implementation> = "clientInfo",
    }

    /// Who a client or a server is.
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
        /// What the server can do.
        capabilities: ServerCapabilities,
        server_info: Implementation = "serverInfo",
        /// What the model should know about the server.
        instructions: Option<String>,
    }

    /// What a server can do.
    #[derive(Default)]
    pub struct ServerCapabilities {
        tools: Option<JsonObject>,
        resources: Option<JsonObject>,
        prompts: Option<JsonObject>,
        logging: Option<JsonObject>,
        /// It can do what is not part of MCP.
        experimental: Option<JsonObject>,
    }

    /// Result of `tools/list`.
    #[derive(Default)]
    pub struct ListToolsResult {
        /// The tools; written even when there are none.
        tools: Present<McpTool>,
        next_cursor: Option<String> = "nextCursor",
    }

    /// A tool that a server offers.
    #[derive(Default)]
    pub struct McpTool {
        /// Its name, without the server's prefix.
        name: String,
        title: Option<String>,
        /// What it does; the model reads it.
        description: Option<String>,
        /// JSON schema of its input. The CLI does not check inputs against it.
        input_schema: JsonObject = "inputSchema",
        output_schema: Option<JsonObject> = "outputSchema",
        annotations: Option<McpToolAnnotations>,
        /// For the client: `anthropic/alwaysLoad`, `anthropic/searchHint`, `anthropic/requiresUserInteraction`, …
        meta: Option<JsonObject> = "_meta",
    }

    /// What a tool may touch, as its server claims.
    #[derive(Default)]
    pub struct McpToolAnnotations {
        title: Option<String>,
        /// It changes nothing; the CLI may then run several calls at once.
        read_only_hint: Option<bool> = "readOnlyHint",
        destructive_hint: Option<bool> = "destructiveHint",
        /// Calling it twice is like calling it once.
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

    /// Result of `tools/call`. A tool that failed is a result too, with `is_error`.
    #[derive(Default)]
    pub struct CallToolResult {
        /// What the model sees; written even when empty.
        content: Present<McpContentBlock>,
        structured_content: Option<JsonObject> = "structuredContent",
        is_error: Option<bool> = "isError",
        /// For the client: `claude/endTurn`, …
        meta: Option<JsonObject> = "_meta",
    }

    /// What the CLI would learn by the handshake, sent ahead with `initialize`.
    #[derive(Default)]
    pub struct ServerManifest {
        /// Result of `initialize`, as the server gave it.
        initialize_result: JsonObject = "initializeResult",
        /// Result of `tools/list`; absent when there are no tools or several pages.
        tools_list_result: Option<JsonObject> = "toolsListResult",
    }

    /// Text.
    #[derive(Default)]
    pub struct McpText {
        text: String,
        /// For whom it is, and how much it matters.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }

    /// Bytes of a picture or a sound.
    #[derive(Default)]
    pub struct McpMedia {
        data: String,
        mime_type: String = "mimeType",
        /// For whom it is, and how much it matters.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }

    /// A resource in the message itself.
    #[derive(Default)]
    pub struct McpEmbeddedResource {
        /// The resource: `uri`, `mimeType`, and `text` or `blob`.
        resource: JsonObject,
        /// For whom it is, and how much it matters.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }

    /// The address of a resource.
    #[derive(Default)]
    pub struct McpResourceLink {
        uri: String,
        name: Option<String>,
        title: Option<String>,
        description: Option<String>,
        mime_type: Option<String> = "mimeType",
        size: Option<u64>,
        /// For whom it is, and how much it matters.
        annotations: Option<RawJson>,
        meta: Option<JsonObject> = "_meta",
    }
}

wire_enum! {
    /// A piece of a tool's result.
    pub enum McpContentBlock by "type" {
        /// Text.
        "text" => Text(McpText),
        /// A picture.
        "image" => Image(McpMedia),
        /// A sound.
        "audio" => Audio(McpMedia),
        /// A resource in the message itself.
        "resource" => Resource(McpEmbeddedResource),
        /// The address of a resource.
        "resource_link" => ResourceLink(McpResourceLink),
    }
}

impl InitializeResult {
    /// Makes the answer of a server that has tools and nothing else.
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
    /// Makes a tool.
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
    /// Makes a piece of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(McpText {
            text: text.into(),
            ..McpText::default()
        })
    }

    /// Makes a picture from bytes in base64.
    pub fn image(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image(McpMedia {
            data: data.into(),
            mime_type: mime_type.into(),
            ..McpMedia::default()
        })
    }
}

impl CallToolResult {
    /// Makes a result that went well.
    pub fn new(content: impl IntoIterator<Item = McpContentBlock>) -> Self {
        Self {
            content: content.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Makes a result of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([McpContentBlock::text(text)])
    }

    /// Makes the result of a tool that failed; the model reads the text.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: Some(true),
            ..Self::text(text)
        }
    }
}

impl ListToolsResult {
    /// Lists tools.
    pub fn new(tools: impl IntoIterator<Item = McpTool>) -> Self {
        Self {
            tools: tools.into_iter().collect(),
            ..Self::default()
        }
    }
}
