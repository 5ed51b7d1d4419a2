//! Sessions with the real CLI and the scripted model on loopback.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of tests are tests"
)]

mod announcement;
#[path = "../shared/programs.rs"]
mod programs;
mod rules;
mod sessions;
#[path = "../shared/side_by_side.rs"]
mod side_by_side;
#[allow(dead_code, reason = "most of it is for the tests with the simulator")]
#[path = "../it/support.rs"]
mod support;
#[allow(
    dead_code,
    unused_imports,
    reason = "some of it is for the tests without the CLI"
)]
#[path = "../rules/table.rs"]
mod table;
mod trial;
#[allow(dead_code, reason = "crates need different things")]
#[path = "../shared/trials.rs"]
mod trials;

use std::process::{Command, ExitCode};

use pilothouse_sdk::CliVersion;

use trials::{Need, in_runtime, real_cli, tests};

fn main() -> ExitCode {
    let version = version();
    let is_version = |fits: fn(&CliVersion) -> bool| version.as_ref().is_some_and(fits);
    let cli = Need::real_cli();
    let newer = Need::real_cli().only_if(
        is_version(|version| *version >= CliVersion::new(2, 1, 300)),
        "this CLI is too old for agents in the background",
    );
    let pinned = Need::real_cli().only_if(
        is_version(rules::are_for),
        "the committed verdicts are those of another version of the CLI",
    );
    let sessions = tests![
        &cli,
        in_runtime: sessions::asks_hooks_and_tools_work,
        sessions::the_message_of_a_denial_that_interrupts_reaches_the_model,
        sessions::an_interrupt_stops_a_stream,
        sessions::nothing_is_left_after_close_kill_and_drop,
        sessions::a_conversation_is_found_on_disk_and_goes_on,
        sessions::the_programs_of_the_documents_run,
    ];
    let agents = tests![
        &newer,
        in_runtime: sessions::a_run_ends_when_its_agent_in_the_background_has_ended,
    ];
    let rules = tests![
        &pinned,
        in_runtime: rules::the_verdicts_of_the_cli_are_those_committed,
    ];
    trials::run([sessions, agents, rules].into_iter().flatten())
}

/// The version of the CLI, if it is installed.
fn version() -> Option<CliVersion> {
    std::env::var_os("PILOTHOUSE_REAL_CLI")?;
    let output = Command::new(real_cli()).arg("--version").output().unwrap();
    String::from_utf8_lossy(&output.stdout).parse().ok()
}
