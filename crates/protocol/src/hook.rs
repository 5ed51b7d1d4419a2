//! Hooks: what the CLI tells a host at certain moments, and what the host may answer.

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
    /// Names a callback; chosen by the host when it registers hooks.
    pub struct HookCallbackId;
}

wire_string! {
    /// What a callback that fails does to the action it guards.
    pub enum HookFailure {
        /// The action goes on.
        "continue" => Continue,
        /// The action is blocked.
        "block" => Block,
    }
}

wire_struct! {
    /// A registered hook fired. The CLI waits for the answer, 600 s unless the matcher says otherwise.
    pub struct HookCallback {
        callback_id: HookCallbackId,
        input: HookInput,
        /// The call it is about; a random id for events without a tool.
        tool_use_id: Option<ToolUseId>,
        issued_at: Option<i64>,
        deadline_ms: Option<i64>,
    }

    /// Which callbacks to call for which occasions of an event.
    #[derive(Default)]
    pub struct HookMatcher {
        /// Exact names split by `|` or `,`, or a regular expression; empty or `*` matches all.
        matcher: Option<String>,
        hook_callback_ids: crate::wire::Present<HookCallbackId> = "hookCallbackIds",
        /// How many seconds the CLI waits.
        timeout: Option<f64>,
        on_failure: Option<HookFailure> = "onFailure",
    }
}

impl HookMatcher {
    /// Calls these callbacks on every occasion.
    pub fn all(callbacks: impl IntoIterator<Item = HookCallbackId>) -> Self {
        Self {
            hook_callback_ids: callbacks.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Calls them only where the matcher fits.
    #[must_use]
    pub fn matching(mut self, matcher: impl Into<String>) -> Self {
        self.matcher = Some(matcher.into());
        self
    }

    /// Makes the CLI wait this long.
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
