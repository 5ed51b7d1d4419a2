//! What a world consists of: its seed, its faults, its people and its length.

use std::fmt;

use super::dice::Dice;
use crate::session::canary::Canary;

/// Something that can go wrong. Each world enables a random subset, so that rare ones meet in some worlds alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The server is killed, between any two effects too.
    ServerDies,
    /// Everything ends at once; what was not synced may be lost.
    PowerCut,
    RunnerKilled,
    /// The runner is stopped (SIGSTOP) for a while.
    RunnerHangs,
    CliDies,
    /// The CLI leaves requests unanswered.
    CliSilent,
    /// The CLI refuses settings.
    CliRefuses,
    /// The CLI takes long to start.
    CliSlow,
    ConnectionLost,
    /// A write fails (EPERM, EIO) and was not made.
    WriteFails,
    /// A sync fails: the writer gives up.
    SyncFails,
    DiskFull,
    /// Bytes at the end of the log change while the machine is off.
    BytesRot,
    /// The index vanishes or is an older one.
    IndexLost,
    /// The CLI cannot be started.
    StartFails,
    /// A start is refused before it begins.
    PrepareFails,
    /// Other sessions have all slots.
    SlotsTaken,
    /// Minutes pass.
    LongWaits,
}

const FAULTS: [Fault; 18] = [
    Fault::ServerDies,
    Fault::PowerCut,
    Fault::RunnerKilled,
    Fault::RunnerHangs,
    Fault::CliDies,
    Fault::CliSilent,
    Fault::CliRefuses,
    Fault::CliSlow,
    Fault::ConnectionLost,
    Fault::WriteFails,
    Fault::SyncFails,
    Fault::DiskFull,
    Fault::BytesRot,
    Fault::IndexLost,
    Fault::StartFails,
    Fault::PrepareFails,
    Fault::SlotsTaken,
    Fault::LongWaits,
];

/// A set of faults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Faults(u32);

impl Faults {
    pub(super) fn has(self, fault: Fault) -> bool {
        self.0 & (1 << fault as u32) != 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Fault> {
        FAULTS.into_iter().filter(move |fault| self.has(*fault))
    }

    pub(super) fn without(self, fault: Fault) -> Self {
        Self(self.0 & !(1 << fault as u32))
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// All that decides what happens in a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) faults: Faults,
    pub(super) people: usize,
    /// How many events there are until the faults stop.
    pub(super) steps: u32,
    /// A bug that the machine is given.
    pub(super) canary: Option<Canary>,
}

impl Plan {
    pub(super) fn of(seed: u64) -> Self {
        let mut dice = Dice::new(seed, 0);
        // Few faults let a world come far, many let them meet.
        let faults = match dice.below(8) {
            0 => 0,
            1..=4 => dice.draw() & dice.draw(),
            _ => dice.draw(),
        };
        let all = (1 << FAULTS.len()) - 1;
        Self {
            seed,
            faults: Faults(faults as u32 & all),
            people: 1 + dice.below(2),
            steps: 100 + dice.below(300) as u32,
            canary: None,
        }
    }

    pub(super) fn with_canary(seed: u64, canary: Canary) -> Self {
        let canary = Some(canary);
        Self {
            canary,
            ..Self::of(seed)
        }
    }
}
