//! Messages of the model's API and their blocks.

use crate::ids::{ApiMessageId, ToolUseId};
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{Extra, Reader, Wire, WireError, wire_enum, wire_struct};

wire_struct! {
    /// An answer of the model, as its API shapes it. On the wire it mostly carries one block.
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
        /// Why the model stopped; null while blocks are still coming.
        stop_reason: Option<String>,
        stop_sequence: Option<String>,
        stop_details: Option<RawJson>,
        usage: Option<Usage>,
        container: Option<RawJson>,
        /// What the API edited in the context.
        context_management: Option<RawJson>,
        /// What the API found out about the request.
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
        /// Its input; read it with the lenses of [`crate::tool`].
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
        /// Proves to the API that it is the model's own.
        signature: Option<String>,
    }

    /// Thinking that may not be shown.
    pub struct RedactedThinkingBlock {
        data: String,
    }

    /// A picture.
    pub struct ImageBlock {
        source: Source,
    }

    /// A document.
    pub struct DocumentBlock {
        source: Source,
        title: Option<String>,
        /// What the model should know about it.
        context: Option<String>,
        citations: Option<RawJson>,
    }

    /// A tool that was found by a search for tools.
    pub struct ToolReferenceBlock {
        tool_name: String,
    }

    /// A block of the API that is passed on unread.
    pub struct PassThroughBlock {
        /// Identifies the block, where it has an id.
        id: Option<String>,
        name: Option<String>,
        input: Option<RawJson>,
        tool_use_id: Option<ToolUseId>,
        content: Option<RawJson>,
    }

    /// Bytes in the message itself.
    pub struct Base64Source {
        media_type: String,
        data: String,
    }

    /// Bytes elsewhere.
    pub struct UrlSource {
        url: String,
    }

    /// A file given to the API before.
    pub struct FileSource {
        file_id: String,
    }

    /// Text in the message itself.
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
        /// Thinking that may not be shown.
        "redacted_thinking" => RedactedThinking(RedactedThinkingBlock),
        /// A picture.
        "image" => Image(ImageBlock),
        /// A document.
        "document" => Document(DocumentBlock),
        /// A tool that was found.
        "tool_reference" => ToolReference(ToolReferenceBlock),
        /// A found text with its source.
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
        /// Result of an editor run by the API.
        "text_editor_code_execution_tool_result" => TextEditorCodeExecutionToolResult(PassThroughBlock),
        /// Result of a search for tools.
        "tool_search_tool_result" => ToolSearchToolResult(PassThroughBlock),
        /// A call of a tool on an MCP server, made by the API.
        "mcp_tool_use" => McpToolUse(PassThroughBlock),
        /// Its result.
        "mcp_tool_result" => McpToolResult(PassThroughBlock),
        /// A file put into the container.
        "container_upload" => ContainerUpload(PassThroughBlock),
        /// A compaction made by the API.
        "compaction" => Compaction(PassThroughBlock),
        /// An answer of a fallback model.
        "fallback" => Fallback(PassThroughBlock),
        /// A system text in the middle of a conversation.
        "mid_conv_system" => MidConversationSystem(PassThroughBlock),
    }

    /// Where bytes are.
    pub enum Source by "type" {
        /// In the message.
        "base64" => Base64(Base64Source),
        /// At an address.
        "url" => Url(UrlSource),
        /// In a file of the API.
        "file" => File(FileSource),
        /// In the message, as text.
        "text" => Text(TextSource),
        /// In blocks.
        "content" => Content(ContentSource),
    }
}

impl ToolResultBlock {
    /// Returns all text in the result, blocks joined by line breaks.
    pub fn text(&self) -> String {
        self.content.as_ref().map(Content::text).unwrap_or_default()
    }

    /// Returns whether the call failed.
    pub fn failed(&self) -> bool {
        self.is_error == Some(true)
    }
}

impl ContentBlock {
    /// Makes a block of text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextBlock {
            text: text.into(),
            citations: None,
            extra: Extra::default(),
        })
    }

    /// Makes a picture.
    pub fn image(source: Source) -> Self {
        let extra = Extra::default();
        Self::Image(ImageBlock { source, extra })
    }

    /// Makes a document.
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
    /// Makes a source of bytes that are in the message, as base64.
    pub fn base64(media_type: impl Into<String>, data: impl Into<String>) -> Self {
        Self::Base64(Base64Source {
            media_type: media_type.into(),
            data: data.into(),
            extra: Extra::default(),
        })
    }

    /// Makes a source of plain text that is in the message.
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
    /// Returns all text in it, blocks joined by line breaks.
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
            // An empty list is written back as one, so it is exact here.
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
