//! Steering a session: stop, mode, model, name, queue.

use crate::ids::{MessageUuid, SessionId};
use crate::permission::PermissionMode;
use crate::wire::{Nullable, wire_string, wire_struct};

wire_string! {
    /// How thinking is shown.
    pub enum ThinkingDisplay {
        /// In short.
        "summarized" => Summarized,
        /// Not at all.
        "omitted" => Omitted,
        /// What matters of it.
        "highlights" => Highlights,
    }
}

wire_struct! {
    /// Stops the turn. Queued messages stay, unless told otherwise, and run at once.
    #[derive(Default)]
    pub struct Interrupt {
        cancel_queued: Option<bool>,
        /// Why: `interrupt`, `user-cancel`, …
        reason: Option<String>,
        /// A waiting message is to be sent now.
        send_now: Option<bool>,
        message_uuid: Option<MessageUuid>,
        /// Only if the turn answers these.
        for_user_message_uuids: Vec<MessageUuid>,
        /// What runs in the background goes on.
        spare_background_tasks: Option<bool>,
        /// Since when the worker runs.
        worker_epoch: Option<i64>,
    }

    /// The receipt of an interrupt. Empty from older CLIs.
    #[derive(Default)]
    pub struct InterruptResponse {
        /// Messages that are still queued and run next.
        still_queued: Vec<MessageUuid>,
        cancelled: Vec<MessageUuid>,
        put_back: Vec<MessageUuid>,
        send_now: Option<String>,
        /// What became of the turn: `stopped`, `idle` or `spared`.
        turn: Option<String>,
    }

    /// Changes the mode.
    #[derive(Default)]
    pub struct SetPermissionMode {
        mode: PermissionMode,
        ultraplan: Option<bool>,
        from_settings: Option<bool>,
    }

    /// The mode now.
    #[derive(Default)]
    pub struct SetPermissionModeResponse {
        /// The mode; older CLIs do not say.
        mode: Option<PermissionMode>,
    }

    /// Changes the model.
    #[derive(Default)]
    pub struct SetModel {
        /// The model; absent, null and `default` mean the session's default.
        model: Nullable<String>,
        system_prompt: Option<String>,
        /// Only if it is the model in use.
        only_if_model_is_current: Option<bool>,
    }

    /// The model now.
    #[derive(Default)]
    pub struct SetModelResponse {
        /// Its id; older CLIs do not say.
        model: Option<String>,
    }

    /// Changes how much the model thinks.
    #[derive(Default)]
    pub struct SetMaxThinkingTokens {
        /// At most so many tokens; null resets, absent keeps.
        max_thinking_tokens: Nullable<i64>,
        /// How thinking is shown; null resets, absent keeps.
        thinking_display: Nullable<ThinkingDisplay>,
    }

    /// Names the session.
    #[derive(Default)]
    pub struct RenameSession {
        title: String,
        /// Who names it: `remote` or `host`.
        source: Option<String>,
        session_id: Option<SessionId>,
        /// The tabs of the browser are named too.
        names_chrome_tab_group: Option<bool>,
    }

    /// Colors the session. Over a pipe 2.1.325 answers that it does not know this.
    #[derive(Default)]
    pub struct SetColor {
        color: String,
    }

    /// Takes a queued message back.
    #[derive(Default)]
    pub struct CancelAsyncMessage {
        message_uuid: MessageUuid,
    }

    /// Whether it was still there.
    #[derive(Default)]
    pub struct CancelAsyncMessageResponse {
        cancelled: bool,
    }

    /// Says whether anybody watches.
    #[derive(Default)]
    pub struct SetHasSubscribers {
        /// Somebody does; null means unknown.
        has_subscribers: Nullable<bool>,
    }
}

impl SetPermissionMode {
    /// Changes to a mode.
    pub fn new(mode: PermissionMode) -> Self {
        Self {
            mode,
            ..Self::default()
        }
    }
}

impl SetModel {
    /// Changes to a model.
    pub fn new(model: impl Into<String>) -> Self {
        Self {
            model: Nullable::Value(model.into()),
            ..Self::default()
        }
    }

    /// Changes to the session's default.
    pub fn to_default() -> Self {
        Self {
            model: Nullable::Null,
            ..Self::default()
        }
    }
}

impl SetMaxThinkingTokens {
    /// Lets the model think at most so many tokens.
    pub fn new(tokens: i64) -> Self {
        Self {
            max_thinking_tokens: Nullable::Value(tokens),
            ..Self::default()
        }
    }

    /// Changes how thinking is shown.
    pub fn display(display: ThinkingDisplay) -> Self {
        Self {
            thinking_display: Nullable::Value(display),
            ..Self::default()
        }
    }

    /// Goes back to what the session had.
    pub fn reset() -> Self {
        Self {
            max_thinking_tokens: Nullable::Null,
            ..Self::default()
        }
    }
}

impl RenameSession {
    /// Gives the session a name.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }
}

impl CancelAsyncMessage {
    /// Takes back the message with this id.
    pub fn new(message_uuid: impl Into<MessageUuid>) -> Self {
        Self {
            message_uuid: message_uuid.into(),
            ..Self::default()
        }
    }
}

impl SetHasSubscribers {
    /// Says whether anybody watches.
    pub fn new(watched: bool) -> Self {
        Self {
            has_subscribers: Nullable::Value(watched),
            ..Self::default()
        }
    }
}

impl SetColor {
    /// Gives the session a color.
    pub fn new(color: impl Into<String>) -> Self {
        Self {
            color: color.into(),
            ..Self::default()
        }
    }
}
