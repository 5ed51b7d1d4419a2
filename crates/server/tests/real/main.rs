//! Hosts with programs that a machine may lack: the real CLI, curl, Node.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "most of the ground is for the other tests")]

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/client.rs"]
mod client;
mod examples;
#[path = "../support/ground.rs"]
mod ground;
#[path = "../../../sdk/tests/shared/programs.rs"]
mod programs;
mod sessions;
#[path = "../../../sdk/tests/shared/trials.rs"]
mod trials;

use std::process::ExitCode;

use trials::{Need, in_runtime, tests};

fn main() -> ExitCode {
    let sessions = tests![
        &Need::real_cli(),
        in_runtime: sessions::the_real_cli_is_asked_parked_woken_and_forked,
        sessions::the_real_cli_killed_in_the_middle_of_an_answer_gives_it_again,
        sessions::a_conversation_of_the_real_cli_is_found_shown_and_resumed,
    ];
    let curl = tests![
        &Need::programs(examples::curl()),
        in_runtime: examples::the_example_with_curl_runs_a_session_and_answers_its_ask,
    ];
    let node = tests![
        &Need::programs(examples::node()),
        in_runtime: examples::the_example_in_typescript_fits_the_types_and_runs_a_session,
    ];
    trials::run([sessions, curl, node].into_iter().flatten())
}
