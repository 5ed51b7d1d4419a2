//! A prompt.

use crate::content::{Content, ContentBlock};
use crate::ids::{MessageUuid, SessionId, ToolUseId};
use crate::message::{HumanOrigin, MessageOrigin};
use crate::raw::RawJson;
use crate::wire::{Extra, Nullable, wire_enum, wire_string, wire_struct};

wire_string! {
    /// When a prompt is taken up.
    pub enum Priority {
        /// At once: the running turn stops.
        "now" => Now,
        /// When the running turn ends, or folded into it after a tool's result.
        "next" => Next,
        /// After all others.
        "later" => Later,
    }
}

wire_struct! {
    /// A prompt. The constructors give it everything the CLI insists on.
    pub struct UserInput {
        /// What is said. Any role but `user` ends the CLI.
        message: PromptMessage,
        /// The call that started the subagent it came from; null from a host.
        parent_tool_use_id: Nullable<ToolUseId>,
        /// Identifies the prompt: receipts, the queue and results name it. A repeated one is swallowed.
        uuid: Option<MessageUuid>,
        /// The conversation; may be empty.
        session_id: Option<SessionId>,
        priority: Option<Priority>,
        /// False appends it without a turn.
        should_query: Option<bool> = "shouldQuery",
        /// Who said it; a person, for typed text.
        origin: Option<MessageOrigin>,
        is_synthetic: Option<bool> = "isSynthetic",
        /// It is taken as written: no `@path`, no slash command.
        client_composed: Option<bool>,
        /// Pastes that are kept out of the message.
        pasted_content: Vec<Content>,
        /// Pastes that are still in the message.
        inline_pastes: Vec<String>,
        timestamp: Option<String>,
        /// The structured result of a tool; history only.
        tool_use_result: Option<RawJson>,
        /// It goes back to the queue when the turn is stopped so soon.
        requeue_if_interrupted_within_ms: Option<u64>,
        /// The word for thinking hard was typed.
        ultrathink_typed: Option<bool>,
        /// The text was not typed.
        text_not_typed: Option<bool>,
        initiator: Option<String>,
        seeded_summon: Option<bool>,
        file_attachments: Option<RawJson>,
        tool_states: Option<RawJson>,
        is_replay: Option<bool> = "isReplay",
    }

    /// What is said.
    pub struct PromptText {
        content: Content,
    }
}

wire_enum! {
    /// What is said, and in whose role.
    pub enum PromptMessage by "role" {
        /// The user's: the only one the CLI takes here.
        "user" => User(PromptText),
    }
}

impl UserInput {
    /// Makes a prompt of plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::content(Content::Text(text.into()))
    }

    /// Makes a prompt of blocks: text, pictures, documents.
    pub fn blocks(blocks: impl IntoIterator<Item = ContentBlock>) -> Self {
        Self::content(Content::Blocks(blocks.into_iter().collect()))
    }

    /// Makes a prompt of any content.
    pub fn content(content: Content) -> Self {
        Self {
            message: PromptMessage::User(PromptText {
                content,
                extra: Extra::default(),
            }),
            parent_tool_use_id: Nullable::Null,
            uuid: None,
            session_id: None,
            priority: None,
            should_query: None,
            origin: None,
            is_synthetic: None,
            client_composed: None,
            pasted_content: Vec::new(),
            inline_pastes: Vec::new(),
            timestamp: None,
            tool_use_result: None,
            requeue_if_interrupted_within_ms: None,
            ultrathink_typed: None,
            text_not_typed: None,
            initiator: None,
            seeded_summon: None,
            file_attachments: None,
            tool_states: None,
            is_replay: None,
            extra: Extra::default(),
        }
    }

    /// Identifies the prompt. Always worth doing: without it there is no receipt and no result that names it.
    #[must_use]
    pub fn with_uuid(mut self, uuid: impl Into<MessageUuid>) -> Self {
        self.uuid = Some(uuid.into());
        self
    }

    /// Says when it is taken up.
    #[must_use]
    pub fn with_priority(mut self, priority: Priority) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Says that a person typed it.
    #[must_use]
    pub fn from_human(mut self) -> Self {
        self.origin = Some(MessageOrigin::Human(HumanOrigin::default()));
        self
    }

    /// Has it taken as written.
    #[must_use]
    pub fn verbatim(mut self) -> Self {
        self.client_composed = Some(true);
        self
    }

    /// Appends it to the conversation without a turn.
    #[must_use]
    pub fn without_turn(mut self) -> Self {
        self.should_query = Some(false);
        self
    }

    /// Returns what is said; nothing if the role is not the user's.
    pub fn said(&self) -> Option<&Content> {
        match &self.message {
            PromptMessage::User(text) => Some(&text.content),
            PromptMessage::Unknown(_) | PromptMessage::Malformed(_) => None,
        }
    }
}
