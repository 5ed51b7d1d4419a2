//! What people say to a session, over HTTP: messages, answers, stops.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, NoContent, Response};
use pilothouse_api::host::Scope;
use pilothouse_api::message::{
    AnswerAsk, AskAnswered, NewMessage, SendWhen, SentMessage, UpdateQueued,
};
use pilothouse_api::session::{Interrupt, Interruption, ReleaseHeld};
use pilothouse_view::session::ScheduleKind;
use serde_json::json;

use super::body::Payload;
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::Input;

pub(super) async fn send(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(mut message): Payload<NewMessage>,
) -> Result<Json<SentMessage>, Problem> {
    message.uuid.get_or_insert(caller.command_id().to_string());
    let (blocks, attached) = app.uploads.attach(&message).await?;
    let sent: SentMessage = app
        .registry
        .ask(&id, |reply| Input::Send {
            message,
            blocks,
            who: caller.who(),
            reply,
        })
        .await?;
    attached.logged(Some(sent.uuid.clone())).await;
    Ok(Json(sent))
}

pub(super) async fn update_queued(
    State(app): State<App>,
    caller: Caller,
    Path((id, uuid)): Path<(String, String)>,
    Payload(update): Payload<UpdateQueued>,
) -> Result<NoContent, Problem> {
    app.registry
        .ask(&id, |reply| Input::UpdateQueued {
            uuid,
            update,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(NoContent)
}

pub(super) async fn withdraw(
    State(app): State<App>,
    caller: Caller,
    Path((id, uuid)): Path<(String, String)>,
) -> Result<NoContent, Problem> {
    app.registry
        .ask(&id, |reply| Input::Withdraw {
            uuid,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(NoContent)
}

pub(super) async fn interrupt(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    body: Option<Payload<Interrupt>>,
) -> Result<Json<Interruption>, Problem> {
    let interrupt = body.map_or_else(Interrupt::default, |Payload(interrupt)| interrupt);
    // A stop alone is safe. Discarding messages or letting them run is not.
    if interrupt != Interrupt::default() {
        caller.need(Scope::Control)?;
    }
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
    body: Option<Payload<ReleaseHeld>>,
) -> Result<NoContent, Problem> {
    let messages = body.and_then(|Payload(release)| release.messages);
    app.registry
        .ask(&id, |reply| Input::ReleaseHeld {
            messages,
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(NoContent)
}

pub(super) async fn discard_held(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<NoContent, Problem> {
    app.registry
        .ask(&id, |reply| Input::DiscardHeld {
            who: caller.who(),
            reply,
        })
        .await?;
    Ok(NoContent)
}

/// Cancels a cron job or a wake-up. Only the model can (2.1.325), so it is asked to.
pub(super) async fn cancel_schedule(
    State(app): State<App>,
    caller: Caller,
    Path((id, schedule)): Path<(String, String)>,
) -> Result<Json<SentMessage>, Problem> {
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
        uuid: Some(caller.command_id().to_string()),
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
    Payload(answer): Payload<AnswerAsk>,
) -> Result<Response, Problem> {
    let remembered = match &answer {
        AnswerAsk::Allow { remember, .. } => pilothouse_view::remembered(&json!(remember), None),
        _ => Vec::new(),
    };
    app.registry
        .ask(&id, |reply| Input::Answer {
            ask,
            answer,
            scope: caller.device.scope,
            who: caller.who(),
            reply,
        })
        .await?;
    if remembered.is_empty() {
        return Ok(NoContent.into_response());
    }
    Ok(Json(AskAnswered { remembered }).into_response())
}
