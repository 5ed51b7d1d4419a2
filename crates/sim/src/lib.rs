//! A simulated Claude Code CLI and a scripted Messages API, for tests and demos.
//!
//! One script format ([`script`]) drives both, so the same conversation can run through the
//! simulator ([`cli`]) or through the real CLI with a scripted model on loopback ([`model`]).

pub mod cli;
pub mod model;
pub mod script;
