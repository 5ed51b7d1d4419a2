//! Hooks: inputs that the CLI sends to a host, and the outputs that it accepts.

mod event;
mod input;
mod output;
mod specific;

pub use event::HookEvent;
pub use input::*;
pub use output::{HookDecision, HookOutput};
pub use specific::*;

use crate::ids::ToolUseId;
use crate::wire::{wire_id, wire_string, wire_struct};

wire_id! {
    /// The ID of a callback; chosen by the host when it registers hooks.
    pub struct HookCallbackId;
}

wire_string! {
    /// What happens to the guarded action when a callback fails.
    pub enum HookFailure {
        /// The action continues.
        "continue" => Continue,
        /// The action is blocked.
        "block" => Block,
    }
}

wire_struct! {
    /// A call of a registered hook. The CLI waits for the response, 600 s unless the matcher sets a timeout.
    pub struct HookCallback {
        callback_id: HookCallbackId,
        input: HookInput,
        /// The tool call; a random ID for events without a tool.
        tool_use_id: Option<ToolUseId>,
        issued_at: Option<i64>,
        deadline_ms: Option<i64>,
    }

    /// The callbacks to call, and when to call them.
    #[derive(Default)]
    pub struct HookMatcher {
        /// Exact names split by `|` or `,`, or a regular expression; empty or `*` matches all.
        matcher: Option<String>,
        hook_callback_ids: crate::wire::Present<HookCallbackId> = "hookCallbackIds",
        /// The timeout in seconds.
        timeout: Option<f64>,
        on_failure: Option<HookFailure> = "onFailure",
    }
}

impl HookMatcher {
    /// Calls these callbacks for every event.
    pub fn all(callbacks: impl IntoIterator<Item = HookCallbackId>) -> Self {
        Self {
            hook_callback_ids: callbacks.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Calls them only if the matcher matches.
    #[must_use]
    pub fn matching(mut self, matcher: impl Into<String>) -> Self {
        self.matcher = Some(matcher.into());
        self
    }

    /// Sets the timeout.
    #[must_use]
    pub fn timeout_seconds(mut self, seconds: f64) -> Self {
        self.timeout = Some(seconds);
        self
    }

    /// Blocks the guarded action when a callback fails.
    #[must_use]
    pub fn block_on_failure(mut self) -> Self {
        self.on_failure = Some(HookFailure::Block);
        self
    }
}
