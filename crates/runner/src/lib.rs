//! A small process that owns one Claude Code CLI and its log, and its client.

pub mod socket;
