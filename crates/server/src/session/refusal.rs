//! Why a session refuses a call.

use std::fmt;

use crate::problem::Problem;

/// Why a session refuses a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Refusal {
    /// The session has no process.
    NotLive,
    /// The process ended before it answered.
    Ended,
    /// The CLI did not answer in time.
    Unanswered,
    /// The CLI takes no more input: it is ending, or does not read.
    InputClosed,
    /// The log could not be written.
    NotWritten(String),
    /// The disk is full.
    DiskFull,
    /// The session cannot be parked now.
    Busy,
    /// All of so many processes are in use.
    NoRoom(u32),
    /// The CLI could not be started.
    CannotStart(String),
    /// The CLI's history of the conversation is gone.
    HistoryMissing,
    /// The CLI's history lacks the newest messages.
    HistoryShort,
    /// Another process has the conversation open.
    HeldElsewhere(u32),
    /// The request was answered, or the CLI withdrew it.
    Settled,
    /// The message does not wait in the queue.
    Sent,
    /// The message is not held.
    NotHeld(String),
    /// The CLI answered with an error.
    ByCli(String),
    /// The CLI did not confirm a stop.
    Unresponsive,
    /// The CLI did not answer `initialize`.
    Silent,
    /// The runner lives and cannot be attached to.
    Unreachable(String),
    /// Several processes in a row ended without finishing a turn.
    KeepsEnding,
    /// What another part of the server refuses.
    Problem(Box<Problem>),
}

impl Refusal {
    /// Whether the same call can succeed later. Such a refusal is not stored under an idempotency key.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Settled | Self::Sent | Self::NotHeld(_) | Self::ByCli(_) => false,
            Self::Problem(problem) => problem.is_transient(),
            _ => true,
        }
    }

    /// Whether a person must decide about a project's settings first.
    pub(super) fn is_trust_question(&self) -> bool {
        matches!(self, Self::Problem(problem) if problem.is_trust_question())
    }

    /// What happened and what to do, as sentences.
    pub(super) fn sentence(&self) -> String {
        match (self, self.detail()) {
            (Self::Problem(problem), _) => problem.to_string(),
            (_, Some(detail)) => format!("{self}. {detail}"),
            (_, None) => format!("{self}."),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotLive => "notLive",
            Self::Ended => "ended",
            Self::Unanswered => "unanswered",
            Self::InputClosed | Self::NotWritten(_) => "notWritten",
            Self::DiskFull => "diskFull",
            Self::Busy => "busy",
            Self::NoRoom(_) => "noRoom",
            Self::CannotStart(_) => "cannotStart",
            Self::HistoryMissing => "historyMissing",
            Self::HistoryShort => "historyShort",
            Self::HeldElsewhere(_) => "heldElsewhere",
            Self::Settled => "settled",
            Self::Sent => "sent",
            Self::NotHeld(_) => "notHeld",
            Self::ByCli(_) => "refused",
            Self::Unresponsive => "unresponsive",
            Self::Silent => "silent",
            Self::Unreachable(_) => "unreachable",
            Self::KeepsEnding => "keepsEnding",
            Self::Problem(_) => "problem",
        }
    }

    /// One sentence without its period.
    fn title(&self) -> String {
        let title = match self {
            Self::NotLive => "The session has no process",
            Self::Ended => "The session's process ended",
            Self::Unanswered => "The CLI has not answered yet",
            Self::InputClosed => "The CLI takes no more input",
            Self::NotWritten(why) => return format!("It could not be written: {why}"),
            Self::DiskFull => "The disk is full",
            Self::Busy => {
                "The session is busy: it works, waits for an answer, or has messages or a schedule"
            }
            Self::NoRoom(limit) => return format!("All {limit} processes are in use"),
            Self::CannotStart(why) => return format!("The CLI could not be started: {why}"),
            Self::HistoryMissing => "The CLI's history of this conversation is gone",
            Self::HistoryShort => {
                "The CLI's history of this conversation lacks its newest messages"
            }
            Self::HeldElsewhere(pid) => {
                return format!("Another program (process {pid}) has this conversation open");
            }
            Self::Settled => "This was answered already, or the CLI withdrew it",
            Self::Sent => "This message does not wait any more",
            Self::NotHeld(id) => return format!("The message {id} is not held"),
            Self::Unresponsive => "Claude did not stop",
            Self::Silent => "The CLI has not answered since it was started",
            Self::Unreachable(why) => {
                return format!("The session's process cannot be reached: {why}");
            }
            Self::KeepsEnding => "The CLI keeps ending unexpectedly",
            Self::Problem(problem) => {
                return problem.to_string().trim_end_matches('.').to_owned();
            }
            Self::ByCli(why) => return format!("The CLI refused: {}", why.trim_end_matches('.')),
        };
        title.to_owned()
    }

    /// What to do about it.
    fn detail(&self) -> Option<&'static str> {
        Some(match self {
            Self::NotLive => "Send a message to wake it.",
            Self::Unanswered => {
                "The change holds as soon as it agrees. If it does not, restart the session."
            }
            Self::InputClosed | Self::NotWritten(_) => "Nothing was lost; try again.",
            Self::Busy => "Stop it first, or close it.",
            Self::NoRoom(_) => "It starts as soon as another session ends or is parked.",
            Self::CannotStart(_) => "Run `pilothouse doctor` to see what is wrong.",
            Self::HistoryMissing => "Start fresh with a digest of what was said.",
            Self::HistoryShort => {
                "Fork what is left of it, or start fresh with a digest of what was said."
            }
            Self::HeldElsewhere(_) => "End it there, or fork the session.",
            Self::Unresponsive => "Kill and resume it: the conversation continues where it was.",
            Self::Silent => "Restart the session, or run `pilothouse doctor` to see what is wrong.",
            Self::Unreachable(_) => "Close the session to end it; the next message starts another.",
            Self::KeepsEnding => "Send a message to try again.",
            _ => return None,
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Problem(Box::new(problem))
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let refusal = match refusal {
            Refusal::DiskFull => return Self::disk_full(),
            Refusal::Problem(problem) => return *problem,
            refusal => refusal,
        };
        let mut problem = Self::conflict(refusal.code(), format!("{refusal}."));
        if let Some(detail) = refusal.detail() {
            problem = problem.detail(detail);
        }
        if refusal.is_transient() {
            problem = problem.transient();
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_final_refusals_can_be_stored_under_a_key() {
        for refusal in [
            Refusal::NotLive,
            Refusal::Ended,
            Refusal::Unanswered,
            Refusal::InputClosed,
            Refusal::NotWritten("the disk failed".to_owned()),
            Refusal::DiskFull,
            Refusal::Busy,
            Refusal::NoRoom(8),
            Refusal::CannotStart("no such file".to_owned()),
            Refusal::HistoryMissing,
            Refusal::HistoryShort,
            Refusal::HeldElsewhere(7),
        ] {
            assert!(refusal.is_transient(), "{refusal}");
        }
        for refusal in [
            Refusal::Settled,
            Refusal::Sent,
            Refusal::NotHeld("u1".to_owned()),
            Refusal::ByCli("no such model".to_owned()),
        ] {
            assert!(!refusal.is_transient(), "{refusal}");
        }
    }
}
