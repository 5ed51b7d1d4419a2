//! What people say to a session, over HTTP: messages, answers, stops.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use pilothouse_view::api::host::Scope;
use pilothouse_view::api::message::{
    AnswerAsk, AskAnswered, NewMessage, SentMessage, UpdateQueued,
};
use pilothouse_view::api::session::Interrupt;
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
