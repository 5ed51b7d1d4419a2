//! The commands with programs that a machine may lack: the real CLI, and shells.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of tests are tests"
)]

mod cli;
mod commands;
mod completions;
mod doctor;
#[allow(dead_code, reason = "some of it is for the tests with the simulator")]
#[path = "../it/host.rs"]
mod host;
#[allow(dead_code, reason = "some of it is for the tests with the simulator")]
#[path = "../it/pty.rs"]
mod pty;
#[path = "../scenes/scenes.rs"]
mod scenes;
#[allow(dead_code, reason = "some of it is for the tests with the simulator")]
#[path = "../it/support.rs"]
mod support;
#[allow(dead_code, reason = "crates need different things")]
#[path = "../../../sdk/tests/shared/trials.rs"]
mod trials;

use std::convert::identity;
use std::process::ExitCode;

use trials::{Need, tests};

fn main() -> ExitCode {
    let shell = |name: &str| Need::programs([name.into()]).or_skip_in_ci();
    let cli = tests![
        &Need::real_cli(),
        identity: commands::a_real_cli_without_a_login_has_its_code_and_its_way_out,
        commands::the_person_allows_denies_and_stops_with_the_real_cli,
        commands::a_hosted_session_of_the_real_cli_is_steered,
        commands::a_session_of_the_real_cli_is_recorded_and_checked,
        commands::a_recording_of_the_real_cli_plays_in_a_terminal,
        doctor::the_real_cli_is_verified_and_its_wrappers_are_seen_through,
    ];
    let bash = tests![&shell("bash"), identity: completions::bash_completes_commands_and_flags];
    let fish = tests![&shell("fish"), identity: completions::fish_completes_commands_and_flags];
    let zsh = tests![&shell("zsh"), identity: completions::zsh_loads_the_completions];
    trials::run([cli, bash, fish, zsh].into_iter().flatten())
}
