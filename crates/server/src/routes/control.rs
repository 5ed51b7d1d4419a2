//! What the CLI of a session is asked to do, over HTTP: control requests, rewinding, tasks.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::NoContent;
use pilothouse_api::session::{ControlCall, Rewind, RewindReport, StoppedTasks};
use pilothouse_view::{EntryBody, Json as AnyJson, SessionView};
use serde_json::{Value, json};

use super::body::Payload;
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::Input;
use crate::validate;

type Answer<T> = Result<Json<T>, Problem>;

/// Passes a control request to the CLI of a session.
async fn pass(app: &App, caller: &Caller, id: &str, call: ControlCall) -> Result<Value, Problem> {
    let who = caller.who();
    app.registry
        .ask(id, |reply| Input::Control { call, who, reply })
        .await
}

/// Asks the CLI of a session for something that has a route of its own.
async fn call_cli(
    app: &App,
    caller: &Caller,
    id: &str,
    subtype: &str,
    request: Value,
) -> Result<Value, Problem> {
    let call = ControlCall {
        subtype: subtype.to_owned(),
        request: request.into(),
    };
    pass(app, caller, id, call).await
}

pub(super) async fn control(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(call): Payload<ControlCall>,
) -> Answer<AnyJson> {
    validate::check_control(&call)?;
    let answer = pass(&app, &caller, &id, call).await?;
    Ok(Json(answer.into()))
}

pub(super) async fn rewind(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(rewind): Payload<Rewind>,
) -> Answer<RewindReport> {
    let request = json!({"user_message_id": rewind.message, "dry_run": rewind.dry_run});
    let report = call_cli(&app, &caller, &id, "rewind_files", request).await?;
    let files = report["filesChanged"].as_array().into_iter().flatten();
    Ok(Json(RewindReport {
        can_rewind: report["canRewind"].as_bool().unwrap_or_default(),
        files: files
            .filter_map(|file| file.as_str().map(str::to_owned))
            .collect(),
        insertions: report["insertions"].as_u64().unwrap_or_default(),
        deletions: report["deletions"].as_u64().unwrap_or_default(),
        problem: report["error"].as_str().map(str::to_owned),
    }))
}

pub(super) async fn stop_task(
    State(app): State<App>,
    caller: Caller,
    Path((id, task)): Path<(String, String)>,
) -> Result<NoContent, Problem> {
    call_cli(&app, &caller, &id, "stop_task", json!({"task_id": task})).await?;
    Ok(NoContent)
}

/// Stops every agent that runs in the background. Shells go on: each has its own stop.
pub(super) async fn stop_agents(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<StoppedTasks> {
    let view = app.registry.ask(&id, |reply| Input::View { reply }).await?;
    let agents = view.jobs.iter().filter(|job| job.is_background_agent());
    let mut stopped = Vec::new();
    for task in agents.map(|job| job.id.as_str()) {
        call_cli(&app, &caller, &id, "stop_task", json!({"task_id": task})).await?;
        stopped.push(task.to_owned());
    }
    Ok(Json(StoppedTasks { stopped }))
}

/// Lets a tool that runs go on in the background.
pub(super) async fn background_task(
    State(app): State<App>,
    caller: Caller,
    Path((id, task)): Path<(String, String)>,
) -> Result<NoContent, Problem> {
    let view = app.registry.ask(&id, |reply| Input::View { reply }).await?;
    let request = json!({"tool_use_id": tool_of_task(&view, &task)});
    let answer = call_cli(&app, &caller, &id, "background_tasks", request).await?;
    if answer["backgrounded"] == false {
        return Err(Problem::conflict(
            "notBackgrounded",
            "The CLI cannot put this into the background now.",
        )
        .detail("A command can be moved once it has run for some seconds."));
    }
    Ok(NoContent)
}

/// The tool call by which the CLI knows a task; a task that is none may be a tool call itself.
fn tool_of_task(view: &SessionView, task: &str) -> String {
    let job = view.jobs.iter().find(|job| job.id.as_str() == task);
    let entry = job.and_then(|job| job.entry.as_ref());
    let found = view
        .entries
        .iter()
        .find(|known| Some(&known.id) == entry)
        .and_then(|known| match &known.body {
            EntryBody::Tool(call) => Some(call.tool_use_id.clone()),
            _ => None,
        });
    found.unwrap_or_else(|| task.to_owned())
}
