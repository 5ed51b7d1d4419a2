//! Sessions over HTTP.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pilothouse_view::api::host::Scope;
use pilothouse_view::api::message::{
    AnswerAsk, AskAnswered, NewMessage, SentMessage, UpdateQueued,
};
use pilothouse_view::api::session::{
    ChangeLifecycle, ControlCall, CreateSession, ForkSession, InboxItem, Interrupt, Rewind,
    RewindReport, SessionSummary, UpdateSession,
};
use pilothouse_view::{Entry, EntryBody, EntryPage, SessionView};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::Input;
use crate::worktree::Removal;

type Answer<T> = Result<Json<T>, Problem>;

/// The most entries on one page.
const PAGE: usize = 500;

/// Passes a control request to the CLI of a session.
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
    let who = caller.who();
    app.registry
        .ask(id, |reply| Input::Control { call, who, reply })
        .await
}

pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Json(create): Json<CreateSession>,
) -> Result<(StatusCode, Json<SessionSummary>), Problem> {
    caller.need(Scope::Control)?;
    let summary = app.registry.create(create, caller.who()).await?;
    Ok((StatusCode::CREATED, Json(summary)))
}

pub(super) async fn get(
    State(app): State<App>,
    _: Caller,
    Path(id): Path<String>,
) -> Answer<SessionSummary> {
    app.registry
        .ask(&id, |reply| Input::Summary { reply })
        .await
        .map(Json)
}

pub(super) async fn update(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(update): Json<UpdateSession>,
) -> Answer<SessionSummary> {
    caller.need(Scope::Control)?;
    let update = Box::new(update);
    app.registry
        .ask(&id, |reply| Input::Update {
            update,
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
}

#[derive(Deserialize)]
pub(super) struct RemoveQuery {
    worktree: Option<String>,
}

pub(super) async fn remove(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<RemoveQuery>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
    let removal = match query.worktree.as_deref() {
        None => Removal::WhenClean,
        Some("keep") => Removal::Keep,
        Some("remove") => Removal::Force,
        Some(_) => return Err(Problem::invalid("worktree is keep or remove.")),
    };
    app.registry
        .remove(&id, removal)
        .await
        .map(|()| StatusCode::NO_CONTENT)
}

pub(super) async fn fork(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(fork): Json<ForkSession>,
) -> Result<(StatusCode, Json<SessionSummary>), Problem> {
    caller.need(Scope::Control)?;
    let summary = app.registry.fork(&id, fork, caller.who()).await?;
    Ok((StatusCode::CREATED, Json(summary)))
}

pub(super) async fn attachment(
    State(app): State<App>,
    _: Caller,
    Path((id, entry, index)): Path<(String, String, u32)>,
) -> Result<Response, Problem> {
    let found = app
        .registry
        .ask(&id, |reply| Input::Attachment {
            entry,
            index,
            reply,
        })
        .await?;
    // Whatever a message or a tool brought is shown, never run.
    let headers = [
        (header::CONTENT_TYPE, found.media_type.as_str()),
        (
            header::CONTENT_SECURITY_POLICY,
            "sandbox; default-src 'none'",
        ),
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    Ok((headers, found.bytes).into_response())
}

pub(super) async fn restore(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<SessionSummary> {
    caller.need(Scope::Control)?;
    app.registry.restore(&id).await.map(Json)
}

pub(super) async fn view(
    State(app): State<App>,
    _: Caller,
    Path(id): Path<String>,
) -> Answer<SessionView> {
    app.registry
        .ask(&id, |reply| Input::View { reply })
        .await
        .map(Json)
}

#[derive(Deserialize)]
pub(super) struct PageQuery {
    #[serde(default)]
    before: String,
    limit: Option<usize>,
}

pub(super) async fn entries(
    State(app): State<App>,
    _: Caller,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Answer<EntryPage> {
    let limit = query.limit.unwrap_or(PAGE).clamp(1, PAGE);
    app.registry
        .ask(&id, |reply| Input::Page {
            before: query.before,
            limit,
            reply,
        })
        .await
        .map(Json)
}

pub(super) async fn entry(
    State(app): State<App>,
    _: Caller,
    Path((id, entry)): Path<(String, String)>,
) -> Answer<Entry> {
    app.registry
        .ask(&id, |reply| Input::Entry { id: entry, reply })
        .await
        .map(Json)
}

pub(super) async fn send(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(message): Json<NewMessage>,
) -> Answer<SentMessage> {
    caller.need(Scope::Control)?;
    let blocks = app.uploads.blocks(&message.uploads)?;
    if message.text.trim().is_empty() && blocks.is_empty() {
        return Err(Problem::invalid("A message needs a text or an attachment."));
    }
    app.registry
        .ask(&id, |reply| Input::Send {
            message,
            blocks,
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
}

pub(super) async fn update_queued(
    State(app): State<App>,
    caller: Caller,
    Path((id, uuid)): Path<(String, String)>,
    Json(update): Json<UpdateQueued>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
    app.registry
        .ask(&id, |reply| Input::UpdateQueued {
            uuid,
            update,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn withdraw(
    State(app): State<App>,
    caller: Caller,
    Path((id, uuid)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
    app.registry
        .ask(&id, |reply| Input::Withdraw {
            uuid,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn interrupt(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Option<Json<Interrupt>>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Answer)?;
    let cancel_queued = body.is_some_and(|Json(body)| body.cancel_queued);
    app.registry
        .ask(&id, |reply| Input::Interrupt {
            cancel_queued,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn answer(
    State(app): State<App>,
    caller: Caller,
    Path((id, ask)): Path<(String, String)>,
    Json(answer): Json<AnswerAsk>,
) -> Result<Response, Problem> {
    caller.need(Scope::Answer)?;
    let remembered = match &answer {
        AnswerAsk::Allow { remember, .. } => pilothouse_view::remembered(&json!(remember), None),
        _ => Vec::new(),
    };
    app.registry
        .ask(&id, |reply| Input::Answer {
            ask,
            answer,
            who: caller.who(),
            reply,
        })
        .await?;
    if remembered.is_empty() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(Json(AskAnswered { remembered }).into_response())
}

pub(super) async fn lifecycle(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(body): Json<ChangeLifecycle>,
) -> Answer<SessionSummary> {
    caller.need(Scope::Control)?;
    app.registry
        .ask(&id, |reply| Input::Lifecycle {
            action: body.action,
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
}

pub(super) async fn control(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(call): Json<ControlCall>,
) -> Answer<Value> {
    caller.need(Scope::Control)?;
    app.registry
        .ask(&id, |reply| Input::Control {
            call,
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
}

pub(super) async fn rewind(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(rewind): Json<Rewind>,
) -> Answer<RewindReport> {
    caller.need(Scope::Control)?;
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
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
    call_cli(&app, &caller, &id, "stop_task", json!({"task_id": task})).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets a tool that runs go on in the background.
pub(super) async fn background_task(
    State(app): State<App>,
    caller: Caller,
    Path((id, task)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
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
    Ok(StatusCode::NO_CONTENT)
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

/// Everything that waits for a person, across sessions.
pub(super) async fn inbox(State(app): State<App>, _: Caller) -> Answer<Vec<InboxItem>> {
    let mut items = Vec::new();
    for summary in app
        .store
        .busy_summaries()?
        .into_iter()
        .filter(|summary| summary.asks > 0)
    {
        let view = app
            .registry
            .ask(&summary.id, |reply| Input::View { reply })
            .await?;
        items.extend(view.asks.into_iter().map(|ask| InboxItem {
            session: summary.id.clone(),
            title: summary.title.clone(),
            project: summary.project.clone(),
            ask,
        }));
    }
    Ok(Json(items))
}
