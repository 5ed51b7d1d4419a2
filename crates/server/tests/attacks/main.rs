//! Attacks on a running server, and the table of them in docs/security.md.
//!
//! Each module is an area with a table of attacks. To add one: write `async fn a_sentence()` and its row in `area`, then run
//! `PILOTHOUSE_UPDATE=1 cargo test -p pilothouse-server --test attacks documentation` to write the table in docs/security.md.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "part of the harness is for the other tests")]

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/client.rs"]
mod client;
mod data_files;
mod devices;
mod flags;
mod git;
#[path = "../support/harness.rs"]
mod harness;
mod loopback;
#[path = "../../../sdk/tests/shared/programs.rs"]
mod programs;
mod rules;
mod scopes;
mod sign_in;
mod socket;
mod table;
mod terminal;
#[path = "../../../sdk/tests/shared/trials.rs"]
#[allow(
    unused_macros,
    unused_imports,
    reason = "this suite has a macro of its own"
)]
mod trials;
mod trust;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Files must be private by themselves: the mask of a service or a shell is often open.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    table::run(vec![
        sign_in::area(),
        scopes::area(),
        rules::area(),
        flags::area(),
        git::area(),
        loopback::area(),
        socket::area(),
        devices::area(),
        data_files::area(),
        terminal::area(),
        trust::area(),
    ])
}
