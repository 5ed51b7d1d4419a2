//! Outputs of hook callbacks.

use super::HookSpecificOutput;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The older form of a decision.
    pub enum HookDecision {
        /// Allows the action.
        "approve" => Approve,
        /// Blocks the action.
        "block" => Block,
    }
}

wire_struct! {
    /// The output of a callback. An empty output makes no decision.
    #[derive(Default)]
    pub struct HookOutput {
        proceed: Option<bool> = "continue",
        /// The output is not shown.
        suppress_output: Option<bool> = "suppressOutput",
        stop_reason: Option<String> = "stopReason",
        decision: Option<HookDecision>,
        reason: Option<String>,
        system_message: Option<String> = "systemMessage",
        /// Written to the terminal: OSC 0, 1, 2, 9, 99, 777 or BEL only.
        terminal_sequence: Option<String> = "terminalSequence",
        /// The output specific to the event.
        hook_specific_output: Option<HookSpecificOutput> = "hookSpecificOutput",
        /// The CLI does not wait; for callbacks of a host the same as no decision.
        is_async: Option<bool> = "async",
        /// The timeout of asynchronous work.
        async_timeout: Option<f64> = "asyncTimeout",
    }
}

impl HookOutput {
    /// Makes no decision.
    pub fn proceed() -> Self {
        Self::default()
    }

    /// Blocks the action with a reason. For `Stop`, the reason makes the model continue.
    pub fn block(reason: impl Into<String>) -> Self {
        Self {
            decision: Some(HookDecision::Block),
            reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Lets the CLI continue while the callback works in the host. The same as no decision.
    pub fn asynchronous() -> Self {
        Self {
            is_async: Some(true),
            ..Self::default()
        }
    }

    /// Ends the turn with a reason.
    pub fn end_turn(reason: impl Into<String>) -> Self {
        Self {
            proceed: Some(false),
            stop_reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Returns the output of an event. It must be the event that fired, or the call is not run.
    pub fn specific(output: impl Into<HookSpecificOutput>) -> Self {
        Self {
            hook_specific_output: Some(output.into()),
            ..Self::default()
        }
    }

    /// Shows a message to the user.
    #[must_use]
    pub fn with_system_message(mut self, message: impl Into<String>) -> Self {
        self.system_message = Some(message.into());
        self
    }
}
