//! Every message of the Claude Code stream-json protocol, typed, with nothing lost.
pub mod log;
