//! A small process that owns one Claude Code CLI and its log, and its client.
//!
//! # Parts
//!
//! - [`launch`] starts a runner that outlives whoever starts it; [`main`] is what the program
//!   does that becomes one. The runner starts the CLI, appends to the log and serves one socket.
//! - [`Client`] talks to a runner over its [`socket`]; [`find`] tells where it listens.
//!
//! The log itself is in `pilothouse-log`, the mark of its processes in `pilothouse-process`.
//!
//! # Life of a session
//!
//! A runner takes the log's lock, counts a new epoch, starts the CLI with the session's mark in
//! its environment and logs a `spawn`. From then on each line in either direction is in the log
//! before anyone sees it. It ends with the CLI: when that ends by itself, when a client or a
//! signal says so, or when it has been idle with nobody attached for the configured time. At the
//! end all descendants and all that carry the mark are ended, an `exit` is logged, and every
//! client is told.
//!
//! When the runner is killed, the CLI gets SIGTERM from the kernel (Linux). The next one to open
//! the log for writing, a runner or a server, ends what is left, cuts a torn tail and logs the
//! missing `exit`.
//!
//! # What is safe when
//!
//! A record is in its file before anyone sees it, so the death of processes loses nothing.
//! Asks and results of the CLI, and writes that ask for it, are also on the disk before anyone
//! sees them; the rest of the log follows with the next of these. When the disk is full, a
//! reserve is given up, the turn is interrupted, and messages are refused until there is room;
//! what still does not fit stays in the CLI's memory, which is not read until then.
//!
//! # Platforms
//!
//! On macOS there is no parent-death signal and no subreaper: a CLI whose runner is killed ends
//! when it notices that its stdin is closed, and orphans of restricted programs are not found.

mod client;
mod config;
mod discovery;
mod launch;
mod memory_trim;
mod runner;
pub mod socket;

pub use client::{Client, ClientError, Durability, Event, Events, Written};
pub use config::{Config, RESERVE_BYTES};
pub use discovery::{Found, find, listen, listening, socket_name, socket_path};
pub use launch::{Launched, Program, launch, main};
