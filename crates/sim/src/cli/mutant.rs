//! Mutants: deliberate defects of the simulator, which the conformance suite must detect.
//!
//! They require the feature `mutants`; without it `--sim-mutant` is an unknown option and no defect is ever active.

use serde_json::Value;

use super::flags::Options;
use super::session::Sim;

macro_rules! mutants {
    ($($variant:ident $name:literal,)*) => {
        /// A deliberate defect; `conformance/mutants.toml` describes each.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Mutant {
            $($variant),*
        }

        impl Mutant {
            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }
        }

        /// The names that `--sim-mutant` accepts.
        #[cfg(feature = "mutants")]
        pub const MUTANTS: &[&str] = &[$($name),*];
    };
}

mutants! {
    NoEcho "no-echo",
    NoReplay "no-replay",
    BatchedResults "batched-results",
    CancelAfterResponse "cancel-after-response",
    OneInit "one-init",
    WholeMessage "whole-message",
    CompletedBeforeResult "completed-before-result",
    ParallelAsks "parallel-asks",
    LateAnswer "late-answer",
    NoStillQueued "no-still-queued",
    UnmergedQueue "unmerged-queue",
    CleanExit "clean-exit",
    DenyEndsTurn "deny-ends-turn",
    RulesForgotten "rules-forgotten",
    HookAfterAsk "hook-after-ask",
    NoInitialized "no-initialized",
    StopAfterMessage "stop-after-message",
}

impl Options {
    fn is_mutant(&self, mutant: Mutant) -> bool {
        cfg!(feature = "mutants") && self.value("sim-mutant") == Some(mutant.name())
    }
}

impl Sim {
    /// Whether this defect is active.
    pub(super) fn is_mutant(&self, mutant: Mutant) -> bool {
        self.options.is_mutant(mutant)
    }

    /// Holds back a frame or block that the active mutant writes later.
    pub(super) fn hold_back(&self, value: Value) {
        self.held_back.borrow_mut().push(value);
    }

    /// Takes the frames and blocks that the active mutant held back.
    pub(super) fn take_held_back(&self) -> Vec<Value> {
        std::mem::take(&mut *self.held_back.borrow_mut())
    }
}
