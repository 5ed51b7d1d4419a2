//! Requests that steer a session: interrupt, mode, model, title, queue.

use crate::ids::{MessageUuid, SessionId};
use crate::permission::PermissionMode;
use crate::wire::{Nullable, wire_string, wire_struct};

wire_string! {
    /// How thinking is shown.
    pub enum ThinkingDisplay {
        /// A summary.
        "summarized" => Summarized,
        /// Not shown.
        "omitted" => Omitted,
        /// The highlights.
        "highlights" => Highlights,
    }
}

wire_struct! {
    /// Stops the turn. Queued messages stay and run immediately, unless they are cancelled.
    #[derive(Default)]
    pub struct Interrupt {
        cancel_queued: Option<bool>,
        /// The reason: `interrupt`, `user-cancel`, …
        reason: Option<String>,
        /// Sends a waiting message now.
        send_now: Option<bool>,
        message_uuid: Option<MessageUuid>,
        /// Only if the turn answers these messages.
        for_user_message_uuids: Vec<MessageUuid>,
        /// Background tasks continue.
        spare_background_tasks: Option<bool>,
        /// The start time of the worker.
        worker_epoch: Option<i64>,
    }

    /// The receipt of an interrupt. Older CLIs send an empty one.
    #[derive(Default)]
    pub struct InterruptResponse {
        /// Messages that are still queued and run next.
        still_queued: Vec<MessageUuid>,
        cancelled: Vec<MessageUuid>,
        put_back: Vec<MessageUuid>,
        send_now: Option<String>,
        /// The effect on the turn: `stopped`, `idle` or `spared`.
        turn: Option<String>,
    }

    /// Changes the permission mode.
    #[derive(Default)]
    pub struct SetPermissionMode {
        mode: PermissionMode,
        ultraplan: Option<bool>,
        from_settings: Option<bool>,
    }

    /// The current permission mode.
    #[derive(Default)]
    pub struct SetPermissionModeResponse {
        /// The mode; absent from older CLIs.
        mode: Option<PermissionMode>,
    }

    /// Changes the model.
    #[derive(Default)]
    pub struct SetModel {
        /// The model; absent, null and `default` mean the session's default.
        model: Nullable<String>,
        system_prompt: Option<String>,
        /// Only if this is the current model.
        only_if_model_is_current: Option<bool>,
    }

    /// The current model.
    #[derive(Default)]
    pub struct SetModelResponse {
        /// The ID; absent from older CLIs.
        model: Option<String>,
    }

    /// Changes how much the model thinks.
    #[derive(Default)]
    pub struct SetMaxThinkingTokens {
        /// The maximum number of tokens; null resets it, absent keeps it.
        max_thinking_tokens: Nullable<i64>,
        /// How thinking is shown; null resets it, absent keeps it.
        thinking_display: Nullable<ThinkingDisplay>,
    }

    /// Renames the session.
    #[derive(Default)]
    pub struct RenameSession {
        title: String,
        /// Who renames it: `remote` or `host`.
        source: Option<String>,
        session_id: Option<SessionId>,
        /// Also renames the tabs of the browser.
        names_chrome_tab_group: Option<bool>,
    }

    /// Sets the color of the session. Over a pipe, 2.1.325 responds that it does not support this.
    #[derive(Default)]
    pub struct SetColor {
        color: String,
    }

    /// Removes a message from the queue.
    #[derive(Default)]
    pub struct CancelAsyncMessage {
        message_uuid: MessageUuid,
    }

    /// Whether the message was still queued.
    #[derive(Default)]
    pub struct CancelAsyncMessageResponse {
        cancelled: bool,
    }

    /// Sets whether the session has viewers.
    #[derive(Default)]
    pub struct SetHasSubscribers {
        /// True if there are viewers; null means unknown.
        has_subscribers: Nullable<bool>,
    }
}

impl SetPermissionMode {
    /// Creates a request for this mode.
    pub fn new(mode: PermissionMode) -> Self {
        Self {
            mode,
            ..Self::default()
        }
    }
}

impl SetModel {
    /// Creates a request for this model.
    pub fn new(model: impl Into<String>) -> Self {
        Self {
            model: Nullable::Value(model.into()),
            ..Self::default()
        }
    }

    /// Creates a request for the session's default model.
    pub fn to_default() -> Self {
        Self {
            model: Nullable::Null,
            ..Self::default()
        }
    }
}

impl SetMaxThinkingTokens {
    /// Sets the maximum number of thinking tokens.
    pub fn new(tokens: i64) -> Self {
        Self {
            max_thinking_tokens: Nullable::Value(tokens),
            ..Self::default()
        }
    }

    /// Sets how thinking is shown.
    pub fn display(display: ThinkingDisplay) -> Self {
        Self {
            thinking_display: Nullable::Value(display),
            ..Self::default()
        }
    }

    /// Resets both to the session's defaults.
    pub fn reset() -> Self {
        Self {
            max_thinking_tokens: Nullable::Null,
            ..Self::default()
        }
    }
}

impl RenameSession {
    /// Creates a request with this title.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }
}

impl CancelAsyncMessage {
    /// Creates a request for the message with this ID.
    pub fn new(message_uuid: impl Into<MessageUuid>) -> Self {
        Self {
            message_uuid: message_uuid.into(),
            ..Self::default()
        }
    }
}

impl SetHasSubscribers {
    /// Creates a request with this value.
    pub fn new(watched: bool) -> Self {
        Self {
            has_subscribers: Nullable::Value(watched),
            ..Self::default()
        }
    }
}

impl SetColor {
    /// Creates a request with this color.
    pub fn new(color: impl Into<String>) -> Self {
        Self {
            color: color.into(),
            ..Self::default()
        }
    }
}
