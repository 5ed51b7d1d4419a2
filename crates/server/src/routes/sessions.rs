//! Sessions over HTTP: made, changed, removed.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use pilothouse_view::api::host::Scope;
use pilothouse_view::api::session::{
    ChangeLifecycle, CreateSession, ForkSession, SessionSummary, UpdateSession,
};
use serde::Deserialize;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::{AllowedFlags, Input};
use crate::wishes;
use crate::worktree::Removal;

type Answer<T> = Result<Json<T>, Problem>;

pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Json(create): Json<CreateSession>,
) -> Result<(StatusCode, Json<SessionSummary>), Problem> {
    caller.need(Scope::Control)?;
    wishes::check_create(&create, AllowedFlags::of(&app.config))?;
    super::trust::check_create(&app, &caller, &create).await?;
    let blocks = app.uploads.of_message(create.message.as_ref())?;
    let created = app.registry.create(create, blocks, caller.who());
    let summary = created.await?;
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
    wishes::check_update(&update)?;
    let session = app.registry.get(&id).await?;
    session.update(update, caller.who()).await.map(Json)
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
    wishes::check_fork(&fork)?;
    let blocks = app.uploads.of_message(fork.message.as_ref())?;
    let forked = app.registry.fork(&id, fork, blocks, caller.who());
    let summary = forked.await?;
    Ok((StatusCode::CREATED, Json(summary)))
}

pub(super) async fn restore(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Answer<SessionSummary> {
    caller.need(Scope::Control)?;
    app.registry.restore(&id).await.map(Json)
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
