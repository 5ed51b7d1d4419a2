//! Making a project run something that nobody accepted.

use serde_json::{Value, json};

use crate::harness::Harness;
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Projects that run programs",
        vec![
            attack!(
                a_device_of_scope_control_accepts_nothing_for_a_project,
                "Accept the settings of a project with a device of scope control",
                "Accepting new items takes an admin; starting without them does not"
            ),
            elsewhere(
                "pilothouse-server::it trust::a_session_is_not_made_before_a_person_decided",
                "Bring hooks or MCP servers with a project, and wait for a session",
                "No session is made or woken before a person decided",
            ),
            elsewhere(
                "pilothouse-server trust::tests::servers_above_the_project_ask_also_above_the_repository",
                "Put `.mcp.json` into a directory above the project",
                "All directories that the CLI reads are checked, up to the root of the file system",
            ),
            elsewhere(
                "pilothouse-server trust::tests::a_script_that_a_hook_names_belongs_to_the_hook",
                "Change the script that an accepted hook runs",
                "Scripts in the project that a command names belong to its fingerprint",
            ),
            elsewhere(
                "pilothouse-server trust::tests::only_what_is_new_or_changed_asks_again",
                "Add a rule or a hook to accepted settings",
                "Every item has a fingerprint, which is compared at every start",
            ),
            elsewhere(
                "pilothouse-server trust::tests::something_else_than_what_was_shown_is_not_accepted",
                "Change the settings between the question and the answer",
                "The answer carries the fingerprint of what was shown",
            ),
            elsewhere(
                "pilothouse-server trust::tests::what_cannot_be_read_is_shown_and_never_accepted",
                "Hide settings behind a device, a pipe or a huge file",
                "A file that cannot be read can only be left out",
            ),
            elsewhere(
                "pilothouse-server trust::tests::a_worktree_has_the_items_of_its_project_and_those_of_the_main_checkout",
                "Bring other settings on the branch of a worktree",
                "A worktree is compared with what was accepted for its project",
            ),
            elsewhere(
                "pilothouse-server trust::tests::scheduled_prompts_ask_until_they_are_accepted_and_not_when_they_ran",
                "Bring a `scheduled_tasks.json` whose prompts Claude Code sends by itself",
                "Scheduled prompts are items of the trust question",
            ),
            elsewhere(
                "pilothouse-server::real trust::without_the_settings_nothing_of_the_project_runs_or_is_read",
                "The same in a session that starts without the project's settings",
                "Schedules are disabled there, because the CLI runs them with any setting sources",
            ),
        ],
    )
}

async fn a_device_of_scope_control_accepts_nothing_for_a_project() {
    let harness = Harness::start().await;
    let project = harness.home().join("project");
    std::fs::create_dir(&project).unwrap();
    let server = json!({"mcpServers": {"db": {"command": "db-server"}}}).to_string();
    std::fs::write(project.join(".mcp.json"), server).unwrap();
    let path = format!("/api/projects/trust?path={}", project.display());
    let report = harness.ok("GET", &path, Value::Null).await;
    let bearer = harness.bearer_with("control").await;
    let headers = [("authorization", bearer.as_str())];
    let create = |choice: Value| json!({"project": project, "projectSettings": choice});
    let shown = &report["fingerprint"];
    for (path, body) in [
        (
            "/api/projects/trust",
            json!({"path": project, "fingerprint": shown}),
        ),
        ("/api/sessions", create(json!({"use": shown}))),
    ] {
        let body = body.to_string();
        let answer = crate::client::request(harness.address(), "POST", path, &headers, &body);
        assert_eq!(answer.await.unwrap().status, 403, "{path}");
    }
    let report = harness.ok("GET", &path, Value::Null).await;
    assert_eq!(report["state"], "untrusted");
}
