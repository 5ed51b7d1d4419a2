//! A prompt.

use crate::content::{Content, ContentBlock};
use crate::ids::{MessageUuid, SessionId, ToolUseId};
use crate::message::{HumanOrigin, MessageOrigin};
use crate::raw::RawJson;
use crate::wire::{Extra, Nullable, wire_enum, wire_string, wire_struct};

wire_string! {
    /// When a prompt is processed.
    pub enum Priority {
        /// Immediately: the running turn is stopped.
        "now" => Now,
        /// When the running turn ends, or within it after the result of a tool.
        "next" => Next,
        /// After all other prompts.
        "later" => Later,
    }
}

wire_struct! {
    /// A prompt. The constructors set everything that the CLI requires.
    pub struct UserInput {
        /// The content. Any role except `user` makes the CLI exit.
        message: PromptMessage,
        /// The call that started the subagent it came from; null from a host.
        parent_tool_use_id: Nullable<ToolUseId>,
        /// The ID of the prompt, used in receipts, the queue and results. A prompt with a repeated ID is ignored.
        uuid: Option<MessageUuid>,
        /// The conversation; may be empty.
        session_id: Option<SessionId>,
        priority: Option<Priority>,
        /// `false` appends the prompt without a turn.
        should_query: Option<bool> = "shouldQuery",
        /// The source; a person, for typed text.
        origin: Option<MessageOrigin>,
        is_synthetic: Option<bool> = "isSynthetic",
        /// The text is used verbatim: no `@path`, no slash command.
        client_composed: Option<bool>,
        /// Pasted text that is not part of the message.
        pasted_content: Vec<Content>,
        /// Pasted text that is part of the message.
        inline_pastes: Vec<String>,
        timestamp: Option<String>,
        /// The structured result of a tool; history only.
        tool_use_result: Option<RawJson>,
        /// The prompt returns to the queue if the turn is interrupted within this time.
        requeue_if_interrupted_within_ms: Option<u64>,
        /// The keyword for more thinking was typed.
        ultrathink_typed: Option<bool>,
        /// The text was not typed.
        text_not_typed: Option<bool>,
        initiator: Option<String>,
        seeded_summon: Option<bool>,
        file_attachments: Option<RawJson>,
        tool_states: Option<RawJson>,
        is_replay: Option<bool> = "isReplay",
    }

    /// The content of a prompt.
    pub struct PromptText {
        content: Content,
    }
}

wire_enum! {
    /// The content of a prompt by role.
    pub enum PromptMessage by "role" {
        /// The user's role: the only one that the CLI accepts here.
        "user" => User(PromptText),
    }
}

impl UserInput {
    /// Creates a prompt from plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::content(Content::Text(text.into()))
    }

    /// Creates a prompt from blocks: text, images, documents.
    pub fn blocks(blocks: impl IntoIterator<Item = ContentBlock>) -> Self {
        Self::content(Content::Blocks(blocks.into_iter().collect()))
    }

    /// Creates a prompt from any content.
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

    /// Sets the ID of the prompt. Always recommended: without it there is no receipt and no result that names the
    /// prompt.
    #[must_use]
    pub fn with_uuid(mut self, uuid: impl Into<MessageUuid>) -> Self {
        self.uuid = Some(uuid.into());
        self
    }

    /// Sets when the prompt is processed.
    #[must_use]
    pub fn with_priority(mut self, priority: Priority) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Marks the prompt as typed by a person.
    #[must_use]
    pub fn from_human(mut self) -> Self {
        self.origin = Some(MessageOrigin::Human(HumanOrigin::default()));
        self
    }

    /// Uses the text verbatim.
    #[must_use]
    pub fn verbatim(mut self) -> Self {
        self.client_composed = Some(true);
        self
    }

    /// Appends the prompt to the conversation without a turn.
    #[must_use]
    pub fn without_turn(mut self) -> Self {
        self.should_query = Some(false);
        self
    }

    /// Returns the content, or `None` if the role is not the user's.
    pub fn said(&self) -> Option<&Content> {
        match &self.message {
            PromptMessage::User(text) => Some(&text.content),
            PromptMessage::Unknown(_) | PromptMessage::Malformed(_) => None,
        }
    }
}
