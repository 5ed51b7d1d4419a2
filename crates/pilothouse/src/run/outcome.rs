//! The exit code of a task.

use pilothouse_protocol::message::{AssistantError, ResultSubtype, TerminalReason};
use pilothouse_sdk::TurnResult;

use crate::exit;

/// What is known of a task when it ends.
#[derive(Debug, Default)]
pub(super) struct Ending {
    /// The last result.
    pub(super) result: Option<Box<TurnResult>>,
    /// What an answer said went wrong with the API.
    pub(super) error: Option<AssistantError>,
    /// Ctrl-C was pressed.
    pub(super) interrupted: bool,
    /// The person stopped it at an ask.
    pub(super) stopped: bool,
}

impl Ending {
    pub(super) fn code(&self) -> u8 {
        if self.interrupted {
            return exit::INTERRUPTED;
        }
        let Some(result) = &self.result else {
            return exit::ERROR;
        };
        if self.stopped {
            return exit::DENIED;
        }
        if self.is_limit(result) {
            return exit::LIMIT;
        }
        if result.failed() {
            return match self.error {
                Some(AssistantError::AuthenticationFailed) => exit::NO_CLI,
                _ => exit::ERROR,
            };
        }
        if result.permission_denials.is_empty() {
            0
        } else {
            exit::DENIED
        }
    }

    fn is_limit(&self, result: &TurnResult) -> bool {
        matches!(
            result.subtype,
            ResultSubtype::ErrorMaxTurns | ResultSubtype::ErrorMaxBudget
        ) || matches!(
            result.terminal_reason,
            Some(
                TerminalReason::MaxTurns
                    | TerminalReason::BudgetExhausted
                    | TerminalReason::BlockingLimit
            )
        ) || (result.failed()
            && (result.api_error_status == Some(429)
                || self.error == Some(AssistantError::RateLimit)))
    }
}
