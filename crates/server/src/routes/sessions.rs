//! Sessions over HTTP: made, changed, removed.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::NoContent;
use pilothouse_api::session::{
    ChangeLifecycle, CreateSession, ForkSession, RemovedSession, SessionSummary, UpdateSession,
};

use super::body::{Created, Payload};
use super::query::{Query, parameters};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::{AllowedFlags, Input};
use crate::validate;
use crate::worktree::Removal;

type Answer<T> = Result<Json<T>, Problem>;

pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Payload(create): Payload<CreateSession>,
) -> Result<Created<SessionSummary>, Problem> {
    validate::check_create(&create, AllowedFlags::of(&app.config))?;
    super::trust::check_create(&app, &caller, &create).await?;
    let (blocks, attached) = app.uploads.attach_first(create.message.as_ref()).await?;
    let created = app
        .registry
        .create(caller.command_id(), create, blocks, caller.who());
    let summary = created.await?;
    attached.logged(None).await;
    Ok(Created(summary))
}

pub(super) async fn get(State(app): State<App>, Path(id): Path<String>) -> Answer<SessionSummary> {
    app.registry
        .ask(&id, |reply| Input::Summary { reply })
        .await
        .map(Json)
}

pub(super) async fn update(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(update): Payload<UpdateSession>,
) -> Answer<SessionSummary> {
    validate::check_update(&update)?;
    let session = app.registry.get(&id).await?;
    session.update(update, caller.who()).await.map(Json)
}

parameters! {
    pub(super) struct RemoveQuery {
        /// What happens to the worktree; it is removed if it is clean when absent.
        worktree: Option<Removal>,
    }
}

pub(super) async fn remove(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<RemoveQuery>,
) -> Result<NoContent, Problem> {
    app.registry
        .remove(&id, query.worktree.unwrap_or(Removal::WhenClean))
        .await
        .map(|()| NoContent)
}

pub(super) async fn fork(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(fork): Payload<ForkSession>,
) -> Result<Created<SessionSummary>, Problem> {
    let (blocks, attached) = app.uploads.attach_first(fork.message.as_ref()).await?;
    let forked = app
        .registry
        .fork(&id, caller.command_id(), fork, blocks, caller.who());
    let summary = forked.await?;
    attached.logged(None).await;
    Ok(Created(summary))
}

pub(super) async fn removed(State(app): State<App>) -> Answer<Vec<RemovedSession>> {
    app.registry.removed().await.map(Json)
}

pub(super) async fn restore(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Answer<SessionSummary> {
    app.registry.restore(&id).await.map(Json)
}

pub(super) async fn lifecycle(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(body): Payload<ChangeLifecycle>,
) -> Answer<SessionSummary> {
    app.registry
        .ask(&id, |reply| Input::Lifecycle {
            action: body.action,
            who: caller.who(),
            reply,
        })
        .await
        .map(Json)
}
