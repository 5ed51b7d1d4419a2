//! The command line.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::programs;

/// Compare the simulator and the real CLI in a set of scenarios
///
/// Without a mode, the simulator is compared with golden data (in both dialects, and with every
/// mutant), and the real CLI with its golden data in a smoke set and where a fixture is stale.
#[derive(Debug, Parser)]
#[command(name = "conformance")]
pub(crate) struct Options {
    /// Play only scenarios of this area, or whose name contains this (repeatable)
    #[arg(long)]
    pub(crate) only: Vec<String>,
    /// Path of the simulator [default: the one in the target directory]
    #[arg(long, value_name = "PATH")]
    pub(crate) sim: Option<PathBuf>,
    /// Number of scenarios played at a time
    #[arg(long, default_value_t = 4)]
    pub(crate) jobs: usize,
    /// Play every scenario live with every pinned version; fail if a fixture is stale or differs
    #[arg(long)]
    pub(crate) full: bool,
    /// Play scenarios with a stale fixture with the pinned versions, and write fixtures/golden
    #[arg(long)]
    pub(crate) update_golden: bool,
    /// With --update-golden: also play scenarios whose fixture is current, and add new outputs
    #[arg(long, requires = "update_golden")]
    pub(crate) again: bool,
    /// With --update-golden: number of times each scenario is played
    #[arg(long, default_value_t = 2, requires = "update_golden")]
    pub(crate) plays: usize,
    /// Write docs/conformance.md
    #[arg(long)]
    pub(crate) docs: bool,
    /// Compare a program with a live reference: sim, a pinned version, none, or all
    #[arg(long)]
    pub(crate) program: Option<String>,
    /// Pinned version used as the live reference, and simulated by the simulator
    #[arg(long, value_name = "VERSION")]
    pub(crate) reference: Option<String>,
    /// Compare another binary of the CLI with the live reference
    #[arg(long, value_name = "PATH")]
    pub(crate) cli: Option<PathBuf>,
    /// Play the live reference twice and compare the two
    #[arg(long)]
    pub(crate) twice: bool,
    /// Write recordings of live plays into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// Write recordings of the live reference into fixtures/recordings/VERSION/NAME.ndjson
    #[arg(long)]
    pub(crate) record: bool,
    /// Run only the official SDKs against the simulator (or against --cli)
    #[arg(long)]
    pub(crate) sdks: bool,
    /// Play only through pilothouse-sdk, compared with the same program over bare pipes
    #[arg(long)]
    pub(crate) through_sdk: bool,
    /// With --through-sdk: play only the scenarios in through.txt
    #[arg(long, requires = "through_sdk")]
    pub(crate) short: bool,
    /// Run only the mutants of the simulator; each must be detected
    #[arg(long)]
    pub(crate) mutants: bool,
    /// Print every difference, not only the first ones
    #[arg(long)]
    pub(crate) details: bool,
}

impl Options {
    /// Whether programs are compared with a reference that is played in the same run.
    pub(crate) fn is_live(&self) -> bool {
        self.program.is_some()
            || self.reference.is_some()
            || self.cli.is_some()
            || self.twice
            || self.keep.is_some()
            || self.record
    }

    /// The simulator to play.
    pub(crate) fn simulator(&self, directory: &Path) -> PathBuf {
        let built = || programs::built_simulator(directory);
        self.sim.clone().unwrap_or_else(built)
    }
}
