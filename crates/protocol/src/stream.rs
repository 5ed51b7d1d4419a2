//! The events of the model's stream (`stream_event`, with partial messages enabled).

use crate::content::{ApiMessage, ContentBlock};
use crate::ids::{ApiMessageId, MessageUuid, SessionId, ToolUseId};
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{Extra, wire_enum, wire_struct};

wire_struct! {
    /// One event of the model's stream.
    pub struct StreamEventMessage {
        event: StreamEvent,
        /// The call that started the sending subagent; absent on the main thread.
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
        /// Why an interrupted turn continues.
        resume_reason: Option<String>,
        thinking_display: Option<String>,
        /// On a `message_stop` created by the CLI: blocks from this index on never get an assistant message.
        abandoned_blocks: Option<Box<AbandonedBlocks>>,
        /// Several runs of text were joined into this one.
        text_runs_joined: Option<bool>,
        /// Rows that will follow.
        owed_rows: Vec<String>,
    }

    /// The blocks of a cut stream that were abandoned.
    pub struct AbandonedBlocks {
        api_message_id: Option<ApiMessageId>,
        from_block_index: u32,
    }

    /// The start of a message.
    pub struct MessageStart {
        /// The message so far: no content, initial usage.
        message: ApiMessage,
    }

    /// The start of a block.
    pub struct ContentBlockStart {
        index: u32,
        /// The block so far, usually empty.
        content_block: ContentBlock,
    }

    /// An increment of a block.
    pub struct ContentBlockDelta {
        index: u32,
        delta: BlockDelta,
    }

    /// The end of a block.
    pub struct ContentBlockStop {
        index: u32,
    }

    /// A change of the message: stop reason, final usage.
    pub struct MessageDelta {
        delta: MessageDeltaBody,
        usage: Option<Usage>,
        /// Changes that the API made to the context.
        context_management: Option<RawJson>,
    }

    /// The body of a [`MessageDelta`].
    pub struct MessageDeltaBody {
        stop_reason: Option<String>,
        stop_sequence: Option<String>,
        stop_details: Option<RawJson>,
        container: Option<RawJson>,
    }

    /// The end of a message.
    pub struct MessageStop {
    }

    /// A keep-alive from the API.
    pub struct Ping {
    }

    /// An error in the middle of a stream.
    pub struct StreamError {
        error: Option<RawJson>,
    }

    /// An increment of text.
    pub struct TextDelta {
        text: String,
    }

    /// An increment of a tool's input.
    pub struct InputJsonDelta {
        /// A fragment of JSON text, cut at any position.
        partial_json: String,
    }

    /// An increment of thinking.
    pub struct ThinkingDelta {
        thinking: String,
        /// An estimate of the thinking tokens so far.
        estimated_tokens: Option<u64>,
    }

    /// The signature of a thinking block.
    pub struct SignatureDelta {
        signature: String,
    }

    /// A new citation of a text block.
    pub struct CitationsDelta {
        citation: RawJson,
    }
}

wire_enum! {
    /// An event of the model's API.
    pub enum StreamEvent by "type" {
        /// The start of a message.
        "message_start" => MessageStart(Box<MessageStart>),
        /// The start of a block.
        "content_block_start" => ContentBlockStart(Box<ContentBlockStart>),
        /// An increment of a block.
        "content_block_delta" => ContentBlockDelta(ContentBlockDelta),
        /// The end of a block.
        "content_block_stop" => ContentBlockStop(ContentBlockStop),
        /// A change of the message.
        "message_delta" => MessageDelta(Box<MessageDelta>),
        /// The end of a message.
        "message_stop" => MessageStop(MessageStop),
        /// A keep-alive.
        "ping" => Ping(Ping),
        /// An error in the stream.
        "error" => Error(StreamError),
    }

    /// The increment of a block.
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
    /// Wraps an event in an empty envelope.
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
