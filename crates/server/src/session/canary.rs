//! Bugs that tests give to the session, to find out whether the simulated worlds notice them.
//!
//! This is test code: no program contains the switch or the bugs.

use std::cell::Cell;

/// A bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Canary {
    /// A write is acknowledged when it is asked for, before it is synced.
    EarlyAcknowledgement,
    /// What a death left is sent again under a new id.
    ResendWithoutUuid,
    /// An answer goes to the request that was opened last.
    AnswerToAnotherRequest,
    /// The queue sends held messages too.
    SendHeld,
    /// A message that comes while the process ends wakes nothing.
    LostWake,
    /// Changes are published although a rule's answer is being written.
    PublishBeforeRule,
    /// A message that is known from the log is taken again.
    ForgottenKey,
    /// Requests to a process that is gone stay open.
    UnansweredCall,
    /// A process that waits for an answer is parked.
    ParkWhileAsking,
    /// A message that the CLI gave back keeps its uuid.
    TakenBackUnderOldUuid,
    /// A stop reports the queue as held without holding it.
    StopWithoutHold,
    /// A setting that the CLI agreed to is not kept.
    ForgottenSetting,
    /// The slot of a start that failed is not given back.
    LeakedSlot,
    /// A runner that cannot be reached counts as gone.
    UnreachableIsGone,
}

/// Every bug, and the seed of a world that notices it.
pub(super) const CANARIES: [(Canary, u64); 14] = [
    (Canary::EarlyAcknowledgement, 1),
    (Canary::ResendWithoutUuid, 1),
    (Canary::AnswerToAnotherRequest, 160),
    (Canary::SendHeld, 1),
    (Canary::LostWake, 20),
    (Canary::PublishBeforeRule, 1),
    (Canary::ForgottenKey, 15),
    (Canary::UnansweredCall, 1),
    (Canary::ParkWhileAsking, 1),
    (Canary::TakenBackUnderOldUuid, 1),
    (Canary::StopWithoutHold, 1),
    (Canary::ForgottenSetting, 1),
    (Canary::LeakedSlot, 25),
    (Canary::UnreachableIsGone, 10),
];

thread_local! {
    static CANARY: Cell<Option<Canary>> = const { Cell::new(None) };
}

/// Gives the sessions of this thread a bug, or none.
pub(super) fn set(canary: Option<Canary>) {
    CANARY.set(canary);
}

pub(super) fn has(canary: Canary) -> bool {
    CANARY.get() == Some(canary)
}
