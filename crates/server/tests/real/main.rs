//! Hosts with programs that a machine may lack: the real CLI, curl, Node.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]
#![allow(dead_code, reason = "most of the harness is for the other tests")]

#[path = "../support/browser.rs"]
mod browser;
#[path = "../support/client.rs"]
mod client;
mod examples;
#[path = "../support/harness.rs"]
mod harness;
#[path = "../../../sdk/tests/shared/programs.rs"]
mod programs;
mod rules;
#[path = "../support/truth.rs"]
mod scenes;
mod sessions;
mod stop;
#[path = "../../../sdk/tests/shared/trials.rs"]
mod trials;
mod trust;
mod truth;

use std::process::ExitCode;

use trials::{Need, in_runtime, tests};

fn main() -> ExitCode {
    let sessions = tests![
        &Need::real_cli(),
        in_runtime: sessions::the_real_cli_is_asked_parked_woken_and_forked,
        sessions::the_real_cli_killed_in_the_middle_of_an_answer_gives_it_again,
        sessions::a_conversation_of_the_real_cli_is_found_shown_and_resumed,
        sessions::the_real_cli_names_a_session_after_its_first_message,
        rules::a_link_behind_a_change_of_directory_is_asked_about,
        truth::model_and_effort_follow_commands,
        truth::a_rename_reaches_the_cli,
        truth::a_denial_that_stops_holds_all_messages,
        truth::a_session_begins_in_the_default_mode_of_the_cli,
        truth::a_foreground_agent_is_heard_inside_its_call,
        truth::calls_behind_a_request_wait,
        truth::a_plan_is_in_its_request_and_can_be_edited,
        truth::the_end_of_a_background_agent_is_a_line,
        truth::hooks_of_settings_are_rows,
        stop::a_stop_of_the_real_cli_holds_messages_and_leaves_agents_running,
        stop::a_stop_while_the_real_cli_starts_holds_the_message,
        stop::a_wakeup_of_the_real_cli_keeps_its_session_awake,
        trust::a_project_with_only_claude_md_starts_with_it_and_asks_nothing,
        trust::without_the_settings_nothing_of_the_project_runs_or_is_read,
        trust::a_rule_saved_by_always_allow_leaves_the_project_trusted,
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
