//! What a hosted session shows is what its CLI does, with the simulator.

use crate::harness::Harness;
use crate::scenes;

async fn harness() -> Harness {
    Harness::start().await
}

#[tokio::test]
async fn model_and_effort_follow_commands() {
    scenes::model_and_effort_follow_commands(harness().await).await;
}

#[tokio::test]
async fn a_rename_reaches_the_cli() {
    scenes::a_rename_reaches_the_cli(harness().await).await;
}

#[tokio::test]
async fn a_session_begins_in_the_default_mode_of_the_cli() {
    let begins = scenes::a_session_begins_in_the_default_mode_of_the_cli;
    begins(harness().await, "acceptEdits", "acceptEdits").await;
    begins(harness().await, "bypassPermissions", "default").await;
}

#[tokio::test]
async fn a_foreground_agent_is_heard_inside_its_call() {
    scenes::a_foreground_agent_is_heard_inside_its_call(harness().await).await;
}

#[tokio::test]
async fn calls_behind_a_request_wait() {
    scenes::calls_behind_a_request_wait(harness().await).await;
}

#[tokio::test]
async fn the_end_of_a_background_agent_is_a_line() {
    scenes::the_end_of_a_background_agent_is_a_line(harness().await).await;
}
