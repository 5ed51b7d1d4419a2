//! The model's stream, event by event (`stream_event`, with partial messages on).

use crate::content::{ApiMessage, ContentBlock};
use crate::ids::{ApiMessageId, MessageUuid, SessionId, ToolUseId};
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{Extra, wire_enum, wire_struct};

wire_struct! {
    /// One event of the model's stream.
    pub struct StreamEventMessage {
        event: StreamEvent,
        /// The call that started the subagent this came from; absent on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        session_id: Option<SessionId>,
        uuid: Option<MessageUuid>,
        /// The message being streamed; on every event from start to stop (2.1.325).
        api_message_id: Option<ApiMessageId>,
        /// Milliseconds to the first token; on `message_start`.
        ttft_ms: Option<u64>,
        /// The prompt this turn answers; on the turn's first event.
        user_message_uuid: Option<MessageUuid>,
        /// Every prompt this turn has consumed so far.
        user_message_uuids: Vec<MessageUuid>,
        /// Why a turn that was cut off goes on.
        resume_reason: Option<String>,
        thinking_display: Option<String>,
        /// On a `message_stop` made by the CLI: blocks from this index on never get an assistant message.
        abandoned_blocks: Option<Box<AbandonedBlocks>>,
        /// Several runs of text were joined into this one.
        text_runs_joined: Option<bool>,
        /// Rows that are still to come.
        owed_rows: Vec<String>,
    }

    /// Which blocks of a cut stream were given up.
    pub struct AbandonedBlocks {
        api_message_id: Option<ApiMessageId>,
        from_block_index: u32,
    }

    /// A message begins.
    pub struct MessageStart {
        /// The message so far: no content, first usage.
        message: ApiMessage,
    }

    /// A block begins.
    pub struct ContentBlockStart {
        index: u32,
        /// The block so far, mostly empty.
        content_block: ContentBlock,
    }

    /// A block grows.
    pub struct ContentBlockDelta {
        index: u32,
        delta: BlockDelta,
    }

    /// A block is complete.
    pub struct ContentBlockStop {
        index: u32,
    }

    /// The message as a whole changes: why it stopped, final usage.
    pub struct MessageDelta {
        delta: MessageDeltaBody,
        usage: Option<Usage>,
        /// What the API edited in the context.
        context_management: Option<RawJson>,
    }

    /// The body of a [`MessageDelta`].
    pub struct MessageDeltaBody {
        stop_reason: Option<String>,
        stop_sequence: Option<String>,
        stop_details: Option<RawJson>,
        container: Option<RawJson>,
    }

    /// A message is complete.
    pub struct MessageStop {
    }

    /// A sign of life from the API.
    pub struct Ping {
    }

    /// An error in the middle of a stream.
    pub struct StreamError {
        error: Option<RawJson>,
    }

    /// Text was added.
    pub struct TextDelta {
        text: String,
    }

    /// A piece of a tool's input was added.
    pub struct InputJsonDelta {
        /// A piece of JSON text, cut anywhere.
        partial_json: String,
    }

    /// Thinking was added.
    pub struct ThinkingDelta {
        thinking: String,
        /// An estimate of the tokens thought so far.
        estimated_tokens: Option<u64>,
    }

    /// The signature of a thinking block.
    pub struct SignatureDelta {
        signature: String,
    }

    /// A citation was added to a text block.
    pub struct CitationsDelta {
        citation: RawJson,
    }
}

wire_enum! {
    /// An event of the model's API.
    pub enum StreamEvent by "type" {
        /// A message begins.
        "message_start" => MessageStart(Box<MessageStart>),
        /// A block begins.
        "content_block_start" => ContentBlockStart(Box<ContentBlockStart>),
        /// A block grows.
        "content_block_delta" => ContentBlockDelta(ContentBlockDelta),
        /// A block is complete.
        "content_block_stop" => ContentBlockStop(ContentBlockStop),
        /// The message as a whole changes.
        "message_delta" => MessageDelta(Box<MessageDelta>),
        /// A message is complete.
        "message_stop" => MessageStop(MessageStop),
        /// A sign of life.
        "ping" => Ping(Ping),
        /// An error in the stream.
        "error" => Error(StreamError),
    }

    /// What a block grows by.
    pub enum BlockDelta by "type" {
        /// Text.
        "text_delta" => Text(TextDelta),
        /// A tool's input.
        "input_json_delta" => InputJson(InputJsonDelta),
        /// Thinking.
        "thinking_delta" => Thinking(ThinkingDelta),
        /// The signature of thinking.
        "signature_delta" => Signature(SignatureDelta),
        /// A citation.
        "citations_delta" => Citations(CitationsDelta),
    }
}

impl StreamEventMessage {
    /// Puts an event into an empty envelope.
    pub fn around(event: StreamEvent) -> Self {
        Self {
            event,
            parent_tool_use_id: None,
            session_id: None,
            uuid: None,
            api_message_id: None,
            ttft_ms: None,
            user_message_uuid: None,
            user_message_uuids: Vec::new(),
            resume_reason: None,
            thinking_display: None,
            abandoned_blocks: None,
            text_runs_joined: None,
            owed_rows: Vec::new(),
            extra: Extra::default(),
        }
    }
}

impl crate::message::Stamped for StreamEventMessage {
    fn session_id(&self) -> Option<&SessionId> {
        self.session_id.as_ref()
    }

    fn uuid(&self) -> Option<&MessageUuid> {
        self.uuid.as_ref()
    }
}
