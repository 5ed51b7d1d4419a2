//! The model's stream, event by event (`stream_event`, with partial messages on).

use crate::content::{ApiMessage, ContentBlock};
use crate::ids::{ApiMessageId, MessageUuid, SessionId, ToolUseId};
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{Extra, wire_enum, wire_struct};

wire_struct! {
    /// One event of the model's stream.
    pub struct StreamEventMessage {
        /// The event.
        event: StreamEvent = "event",
        /// The call that started the subagent this came from; absent on the main thread.
        parent_tool_use_id: Option<ToolUseId> = "parent_tool_use_id",
        /// The conversation.
        session_id: Option<SessionId> = "session_id",
        /// This line.
        uuid: Option<MessageUuid> = "uuid",
        /// The message being streamed; on every event from start to stop (2.1.325).
        api_message_id: Option<ApiMessageId> = "api_message_id",
        /// Milliseconds to the first token; on `message_start`.
        ttft_ms: Option<u64> = "ttft_ms",
        /// The prompt this turn answers; on the turn's first event.
        user_message_uuid: Option<MessageUuid> = "user_message_uuid",
        /// Every prompt this turn has consumed so far.
        user_message_uuids: Vec<MessageUuid> = "user_message_uuids",
        /// Why a turn that was cut off goes on.
        resume_reason: Option<String> = "resume_reason",
        /// How thinking is shown.
        thinking_display: Option<String> = "thinking_display",
        /// On a `message_stop` made by the CLI: blocks from this index on never get an assistant message.
        abandoned_blocks: Option<Box<AbandonedBlocks>> = "abandoned_blocks",
        /// Several runs of text were joined into this one.
        text_runs_joined: Option<bool> = "text_runs_joined",
        /// Rows that are still to come.
        owed_rows: Vec<String> = "owed_rows",
    }

    /// Which blocks of a cut stream were given up.
    pub struct AbandonedBlocks {
        /// The message that was cut.
        api_message_id: Option<ApiMessageId> = "api_message_id",
        /// The first block given up.
        from_block_index: u32 = "from_block_index",
    }

    /// A message begins.
    pub struct MessageStart {
        /// The message so far: no content, first usage.
        message: ApiMessage = "message",
    }

    /// A block begins.
    pub struct ContentBlockStart {
        /// Which block of the message.
        index: u32 = "index",
        /// The block so far, mostly empty.
        content_block: ContentBlock = "content_block",
    }

    /// A block grows.
    pub struct ContentBlockDelta {
        /// Which block of the message.
        index: u32 = "index",
        /// What is added.
        delta: BlockDelta = "delta",
    }

    /// A block is complete.
    pub struct ContentBlockStop {
        /// Which block of the message.
        index: u32 = "index",
    }

    /// The message as a whole changes: why it stopped, final usage.
    pub struct MessageDelta {
        /// What changed.
        delta: MessageDeltaBody = "delta",
        /// Usage so far.
        usage: Option<Usage> = "usage",
        /// What the API edited in the context.
        context_management: Option<RawJson> = "context_management",
    }

    /// The body of a [`MessageDelta`].
    pub struct MessageDeltaBody {
        /// Why the model stopped.
        stop_reason: Option<String> = "stop_reason",
        /// The sequence that stopped it.
        stop_sequence: Option<String> = "stop_sequence",
        /// More about the stop.
        stop_details: Option<RawJson> = "stop_details",
        /// The container of the message.
        container: Option<RawJson> = "container",
    }

    /// A message is complete.
    pub struct MessageStop {
    }

    /// A sign of life from the API.
    pub struct Ping {
    }

    /// An error in the middle of a stream.
    pub struct StreamError {
        /// What the API said.
        error: Option<RawJson> = "error",
    }

    /// Text was added.
    pub struct TextDelta {
        /// The text.
        text: String = "text",
    }

    /// A piece of a tool's input was added.
    pub struct InputJsonDelta {
        /// A piece of JSON text, cut anywhere.
        partial_json: String = "partial_json",
    }

    /// Thinking was added.
    pub struct ThinkingDelta {
        /// The text.
        thinking: String = "thinking",
        /// An estimate of the tokens thought so far.
        estimated_tokens: Option<u64> = "estimated_tokens",
    }

    /// The signature of a thinking block.
    pub struct SignatureDelta {
        /// The signature.
        signature: String = "signature",
    }

    /// A citation was added to a text block.
    pub struct CitationsDelta {
        /// The citation.
        citation: RawJson = "citation",
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
