//! The server over real sockets.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "the harness serves tests that come and go")]

mod api;
#[path = "../support/browser.rs"]
mod browser;
mod chaos;
mod cli_transcripts;
#[path = "../support/client.rs"]
mod client;
mod damage;
mod decides;
mod demo;
mod described;
mod export;
mod faults;
mod files;
mod full_disk;
#[path = "../support/harness.rs"]
mod harness;
mod index;
mod life;
mod login;
mod many;
mod namespace;
mod notify;
mod openapi;
mod outside;
mod process_slots;
#[path = "../../../sdk/tests/shared/programs.rs"]
mod programs;
mod receiver;
mod refused;
mod rules;
#[path = "../support/truth.rs"]
mod scenes;
mod schema;
mod scopes;
mod sessions;
mod sockets;
mod start;
mod stop;
mod trust;
mod truth;
mod untruncated;
mod upgrade;
mod wake;
