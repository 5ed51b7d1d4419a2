//! A simulated Claude Code CLI and a scripted Messages API, for tests and demos.
//!
//! Both use the same script format ([`script`]), so the same conversation can run through the simulator ([`cli`]) or
//! through the real CLI with a scripted model on loopback ([`model`]).

pub mod cli;
pub mod model;
pub mod script;
