//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// Runs one set of scenarios against the simulator and the real CLI, and tells how they differ.
#[derive(Debug, Parser)]
#[command(name = "conformance")]
pub(crate) struct Options {
    /// Only scenarios whose name contains this, or whose area is this (may be given again)
    #[arg(long)]
    pub(crate) only: Vec<String>,
    /// Which program to compare with the reference: sim, a pinned version, none, or all
    #[arg(long, default_value = "all")]
    pub(crate) program: String,
    /// The pinned version to compare with, which the simulator then speaks as; the first when absent
    #[arg(long, value_name = "VERSION")]
    pub(crate) reference: Option<String>,
    /// Another binary of the CLI to compare with the reference instead
    #[arg(long, value_name = "PATH")]
    pub(crate) cli: Option<PathBuf>,
    /// The simulator, when it is not the one in the target directory
    #[arg(long, value_name = "PATH")]
    pub(crate) sim: Option<PathBuf>,
    /// How many scenarios run at a time
    #[arg(long, default_value_t = 4)]
    pub(crate) jobs: usize,
    /// Takes what the real CLI said in an earlier run, where there was one; for quick loops only
    #[arg(long)]
    pub(crate) cached: bool,
    /// Runs the reference twice and compares the two
    #[arg(long)]
    pub(crate) twice: bool,
    /// Writes what was said as recordings into this directory
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// Writes what the real CLI said into fixtures/recordings/VERSION/NAME.ndjson
    #[arg(long)]
    pub(crate) record: bool,
    /// Writes docs/conformance.md
    #[arg(long)]
    pub(crate) docs: bool,
    /// Runs the official SDKs against the simulator instead (or against `--cli`)
    #[arg(long)]
    pub(crate) sdks: bool,
    /// Plays the scenarios through pilothouse-sdk and compares with the same program over bare pipes
    #[arg(long)]
    pub(crate) through_sdk: bool,
    /// With `--through-sdk`: only the scenarios that through.txt names, some of each area
    #[arg(long, requires = "through_sdk")]
    pub(crate) short: bool,
    /// Runs the mutants of the simulator instead; each must be noticed
    #[arg(long)]
    pub(crate) mutants: bool,
    /// Prints every difference, not only the first ones
    #[arg(long)]
    pub(crate) details: bool,
}
