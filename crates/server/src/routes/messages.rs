//! What people say to a session, over HTTP: messages, answers, stops.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pilothouse_view::api::host::Scope;
use pilothouse_view::api::message::{
    AnswerAsk, AskAnswered, NewMessage, SendWhen, SentMessage, UpdateQueued,
};
use pilothouse_view::api::session::{Interrupt, Interruption, ReleaseHeld};
use pilothouse_view::session::ScheduleKind;
use serde_json::json;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::Input;
use crate::wishes;

pub(super) async fn send(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(message): Json<NewMessage>,
) -> Result<Json<SentMessage>, Problem> {
    caller.need(Scope::Control)?;
    wishes::check_message(&message)?;
    let blocks = app.uploads.of_message(Some(&message))?;
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
) -> Result<Json<Interruption>, Problem> {
    let Json(interrupt) = body.unwrap_or_default();
    // A stop alone is safe. Discarding messages or letting them run is not.
    caller.need(if interrupt == Interrupt::default() {
        Scope::Answer
    } else {
        Scope::Control
    })?;
    app.registry
        .ask(&id, |reply| Input::Interrupt {
            interrupt,
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
}

pub(super) async fn release_held(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Option<Json<ReleaseHeld>>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
    let Json(ReleaseHeld { messages }) = body.unwrap_or_default();
    app.registry
        .ask(&id, |reply| Input::ReleaseHeld {
            messages,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn discard_held(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    caller.need(Scope::Control)?;
    app.registry
        .ask(&id, |reply| Input::DiscardHeld {
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Cancels a cron job or a wake-up. Only the model can (2.1.325), so it is asked to.
pub(super) async fn cancel_schedule(
    State(app): State<App>,
    caller: Caller,
    Path((id, schedule)): Path<(String, String)>,
) -> Result<Json<SentMessage>, Problem> {
    caller.need(Scope::Control)?;
    let view = app.registry.ask(&id, |reply| Input::View { reply }).await?;
    let mut schedules = view.schedules.into_iter();
    let found = schedules.find(|known| known.id == schedule);
    let found = found.ok_or_else(|| Problem::not_found("schedule"))?;
    let text = match found.schedule {
        ScheduleKind::Cron => format!(
            "Cancel the scheduled job {}: call CronDelete with this id, and do nothing else.",
            found.id
        ),
        ScheduleKind::Wakeup => {
            "Cancel the pending wake-up: call ScheduleWakeup with stop: true, and do nothing else."
                .to_owned()
        }
    };
    let message = NewMessage {
        text,
        when: SendWhen::Steer,
        ..NewMessage::default()
    };
    app.registry
        .ask(&id, |reply| Input::Send {
            message,
            blocks: Vec::new(),
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
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
            scope: caller.0.scope,
            who: caller.who(),
            reply,
        })
        .await?;
    if remembered.is_empty() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(Json(AskAnswered { remembered }).into_response())
}
