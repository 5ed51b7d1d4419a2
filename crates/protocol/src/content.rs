//! Messages of the model's API and their blocks.

use crate::ids::{ApiMessageId, ToolUseId};
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{Extra, Reader, Wire, WireError, wire_enum, wire_struct};

wire_struct! {
    /// An answer of the model in the format of its API. On the wire it usually has one block.
    pub struct ApiMessage {
        /// Shared by all frames of one answer.
        id: Option<ApiMessageId>,
        /// Always `message`.
        kind: Option<String> = "type",
        /// Always `assistant`.
        role: Option<String>,
        /// The model; `<synthetic>` when the CLI wrote the message itself.
        model: Option<String>,
        content: Vec<ContentBlock>,
        /// Why the model stopped; null while blocks are still being streamed.
        stop_reason: Option<String>,
        stop_sequence: Option<String>,
        stop_details: Option<RawJson>,
        usage: Option<Usage>,
        container: Option<RawJson>,
        /// Changes that the API made to the context.
        context_management: Option<RawJson>,
        /// Diagnostics from the API about the request.
        diagnostics: Option<RawJson>,
    }

    /// A message on the user's side: a prompt, or results of tools.
    pub struct UserMessage {
        /// Always `user`.
        role: Option<String>,
        content: Content,
    }

    /// Plain text.
    pub struct TextBlock {
        text: String,
        citations: Option<RawJson>,
    }

    /// A call of a tool.
    pub struct ToolUseBlock {
        id: ToolUseId,
        name: String,
        /// The input; parse it with the types of [`crate::tool`].
        input: RawJson,
        caller: Option<RawJson>,
    }

    /// The result of a call.
    pub struct ToolResultBlock {
        tool_use_id: ToolUseId,
        content: Option<Content>,
        /// Whether the call failed; often absent on success.
        is_error: Option<bool>,
    }

    /// Thinking of the model.
    pub struct ThinkingBlock {
        /// The text; may be empty.
        thinking: String,
        /// Proves to the API that the model wrote it.
        signature: Option<String>,
    }

    /// Redacted thinking.
    pub struct RedactedThinkingBlock {
        data: String,
    }

    /// An image.
    pub struct ImageBlock {
        source: Source,
    }

    /// A document.
    pub struct DocumentBlock {
        source: Source,
        title: Option<String>,
        /// Context about the document for the model.
        context: Option<String>,
        citations: Option<RawJson>,
    }

    /// A tool found by tool search.
    pub struct ToolReferenceBlock {
        tool_name: String,
    }

    /// A block of the API that is passed through unparsed.
    pub struct PassThroughBlock {
        /// The ID of the block, if it has one.
        id: Option<String>,
        name: Option<String>,
        input: Option<RawJson>,
        tool_use_id: Option<ToolUseId>,
        content: Option<RawJson>,
    }

    /// Bytes in the message.
    pub struct Base64Source {
        media_type: String,
        data: String,
    }

    /// Bytes at a URL.
    pub struct UrlSource {
        url: String,
    }

    /// A file uploaded to the API.
    pub struct FileSource {
        file_id: String,
    }

    /// Text in the message.
    pub struct TextSource {
        media_type: Option<String>,
        data: String,
    }

    /// Blocks as the source of a document.
    pub struct ContentSource {
        content: Content,
    }
}

wire_enum! {
    /// One block of a message.
    pub enum ContentBlock by "type" {
        /// Plain text.
        "text" => Text(TextBlock),
        /// A call of a tool.
        "tool_use" => ToolUse(ToolUseBlock),
        /// The result of a call.
        "tool_result" => ToolResult(ToolResultBlock),
        /// Thinking.
        "thinking" => Thinking(ThinkingBlock),
        /// Redacted thinking.
        "redacted_thinking" => RedactedThinking(RedactedThinkingBlock),
        /// An image.
        "image" => Image(ImageBlock),
        /// A document.
        "document" => Document(DocumentBlock),
        /// A tool that was found.
        "tool_reference" => ToolReference(ToolReferenceBlock),
        /// A search result: text with its source.
        "search_result" => SearchResult(PassThroughBlock),
        /// A call of one of the API's own tools.
        "server_tool_use" => ServerToolUse(PassThroughBlock),
        /// Results of a web search.
        "web_search_tool_result" => WebSearchToolResult(PassThroughBlock),
        /// Result of a web fetch.
        "web_fetch_tool_result" => WebFetchToolResult(PassThroughBlock),
        /// Result of an advisor.
        "advisor_tool_result" => AdvisorToolResult(PassThroughBlock),
        /// Result of code run by the API.
        "code_execution_tool_result" => CodeExecutionToolResult(PassThroughBlock),
        /// Result of a shell run by the API.
        "bash_code_execution_tool_result" => BashCodeExecutionToolResult(PassThroughBlock),
        /// Result of a file edit run by the API.
        "text_editor_code_execution_tool_result" => TextEditorCodeExecutionToolResult(PassThroughBlock),
        /// Result of a tool search.
        "tool_search_tool_result" => ToolSearchToolResult(PassThroughBlock),
        /// A call of a tool on an MCP server, made by the API.
        "mcp_tool_use" => McpToolUse(PassThroughBlock),
        /// Result of a call made by the API on an MCP server.
        "mcp_tool_result" => McpToolResult(PassThroughBlock),
        /// A file uploaded to the container.
        "container_upload" => ContainerUpload(PassThroughBlock),
        /// A compaction by the API.
        "compaction" => Compaction(PassThroughBlock),
        /// An answer of a fallback model.
        "fallback" => Fallback(PassThroughBlock),
        /// System text in the middle of a conversation.
        "mid_conv_system" => MidConversationSystem(PassThroughBlock),
    }

    /// The location of bytes.
    pub enum Source by "type" {
        /// In the message.
        "base64" => Base64(Base64Source),
        /// At a URL.
        "url" => Url(UrlSource),
        /// In an uploaded file.
        "file" => File(FileSource),
        /// In the message, as text.
        "text" => Text(TextSource),
        /// In blocks.
        "content" => Content(ContentSource),
    }
}

impl ToolResultBlock {
    /// Returns the text of the result, with blocks joined by line breaks.
    pub fn text(&self) -> String {
        self.content.as_ref().map(Content::text).unwrap_or_default()
    }

    /// Returns whether the call failed.
    pub fn failed(&self) -> bool {
        self.is_error == Some(true)
    }
}

impl ContentBlock {
    /// Creates a text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextBlock {
            text: text.into(),
            citations: None,
            extra: Extra::default(),
        })
    }

    /// Creates an image block.
    pub fn image(source: Source) -> Self {
        let extra = Extra::default();
        Self::Image(ImageBlock { source, extra })
    }

    /// Creates a document block.
    pub fn document(source: Source, title: Option<String>) -> Self {
        Self::Document(DocumentBlock {
            source,
            title,
            context: None,
            citations: None,
            extra: Extra::default(),
        })
    }
}

impl Source {
    /// Creates a source from base64 bytes.
    pub fn base64(media_type: impl Into<String>, data: impl Into<String>) -> Self {
        Self::Base64(Base64Source {
            media_type: media_type.into(),
            data: data.into(),
            extra: Extra::default(),
        })
    }

    /// Creates a source from plain text.
    pub fn text(data: impl Into<String>) -> Self {
        Self::Text(TextSource {
            media_type: Some("text/plain".into()),
            data: data.into(),
            extra: Extra::default(),
        })
    }
}

/// Text, or blocks.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Plain text.
    Text(String),
    /// Blocks.
    Blocks(Vec<ContentBlock>),
}

impl Content {
    /// Returns the text, with blocks joined by line breaks.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Blocks(blocks) => {
                let texts = blocks.iter().filter_map(|block| match block {
                    ContentBlock::Text(block) => Some(block.text.as_str()),
                    _ => None,
                });
                texts.collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Returns the blocks; plain text has none.
    pub fn blocks(&self) -> &[ContentBlock] {
        match self {
            Self::Text(_) => &[],
            Self::Blocks(blocks) => blocks,
        }
    }
}

impl serde::Serialize for Content {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawJson::from_wire(self).serialize(serializer)
    }
}

impl Wire for Content {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if raw.starts_with('[') {
            // An empty list is written back as one, so no text needs to be kept.
            let (blocks, exact) =
                reader.apart(|reader| reader.nested(|reader| Vec::read(raw, reader)));
            let blocks: Vec<_> = blocks?;
            reader.exact &= exact || blocks.is_empty();
            return Ok(Self::Blocks(blocks));
        }
        String::read(raw, reader)
            .map(Self::Text)
            .map_err(|_| WireError::expected("text or a list of blocks", raw))
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => text.write(out),
            Self::Blocks(blocks) => blocks.write(out),
        }
    }
}
