//! What a callback answers.

use super::HookSpecificOutput;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The older way to decide.
    pub enum HookDecision {
        /// Lets the action pass.
        "approve" => Approve,
        /// Stops the action.
        "block" => Block,
    }
}

wire_struct! {
    /// The answer of a callback. The empty one has no opinion.
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
        /// What only this event takes.
        hook_specific_output: Option<HookSpecificOutput> = "hookSpecificOutput",
        /// The CLI does not wait; for callbacks of a host the same as no opinion.
        is_async: Option<bool> = "async",
        /// How long something asynchronous may take.
        async_timeout: Option<f64> = "asyncTimeout",
    }
}

impl HookOutput {
    /// Has no opinion.
    pub fn proceed() -> Self {
        Self::default()
    }

    /// Blocks the action and says why. For `Stop` the reason makes the model go on.
    pub fn block(reason: impl Into<String>) -> Self {
        Self {
            decision: Some(HookDecision::Block),
            reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Lets the CLI go on without waiting for the callback's work, which goes on in the host. The same as no opinion.
    pub fn asynchronous() -> Self {
        Self {
            is_async: Some(true),
            ..Self::default()
        }
    }

    /// Ends the turn and says why.
    pub fn end_turn(reason: impl Into<String>) -> Self {
        Self {
            proceed: Some(false),
            stop_reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Answers with what the event takes. It must be the output of the event that fired, or the call is not run.
    pub fn specific(output: impl Into<HookSpecificOutput>) -> Self {
        Self {
            hook_specific_output: Some(output.into()),
            ..Self::default()
        }
    }

    /// Shows something to the person.
    #[must_use]
    pub fn with_system_message(mut self, message: impl Into<String>) -> Self {
        self.system_message = Some(message.into());
        self
    }
}
