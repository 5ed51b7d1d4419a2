//! Trust over HTTP: what a project would run, and the decision about it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use pilothouse_api::host::Scope;
use pilothouse_api::project::{ProjectSettings, TrustProject, TrustReport};
use pilothouse_api::session::{CreateSession, DecideProjectSettings, SessionSummary};

use super::body::Payload;
use super::query::{Query, parameters};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::problem::Problem;
use crate::store::Store;
use crate::trust::{self, Place};

type Answer<T> = Result<Json<T>, Problem>;

parameters! {
    pub(super) struct TrustQuery {
        /// The directory.
        path: Option<String>,
    }
}

/// What a directory would run. A device of scope view can ask about directories that have sessions.
pub(super) async fn report(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<TrustQuery>,
) -> Answer<TrustReport> {
    let asked = query.path.unwrap_or_default();
    if caller.need(Scope::Control).is_err() {
        let projects = app.store.run(Store::projects).await?;
        let known = projects.iter().any(|(path, ..)| *path == asked);
        if !known {
            return Err(Problem::not_found("project"));
        }
    }
    report_of(&app, asked).await.map(Json)
}

/// Accepts exactly what was shown.
pub(super) async fn accept(
    State(app): State<App>,
    Payload(body): Payload<TrustProject>,
) -> Answer<TrustReport> {
    let shared = app.registry.shared.clone();
    let path = body.path.clone();
    blocking(move || shared.accept(&Place::of(&body.path), &body.fingerprint)).await?;
    report_of(&app, path).await.map(Json)
}

pub(super) async fn forget(
    State(app): State<App>,
    Query(query): Query<TrustQuery>,
) -> Answer<TrustReport> {
    let path = query.path.unwrap_or_default();
    let store = Arc::clone(&app.store);
    let report = blocking(move || {
        let place = Place::of(&path);
        trust::forget(&store, &place)?;
        trust::report(&store, &place)
    });
    report.await.map(Json)
}

/// What the directory of a session would run.
pub(super) async fn report_of_session(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Answer<TrustReport> {
    app.registry.trust_report(&id).await.map(Json)
}

/// Starts or restarts a session with its project's settings, or without them.
pub(super) async fn decide(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(body): Payload<DecideProjectSettings>,
) -> Answer<SessionSummary> {
    let choice = body.project_settings;
    if choice != ProjectSettings::LeaveOut && !app.registry.is_settled(&id).await? {
        caller.need(Scope::Admin)?;
    }
    let decided = app
        .registry
        .decide_project_settings(&id, choice, caller.who());
    decided.await.map(Json)
}

/// Accepting items of a project is a standing permission, so it takes an admin.
pub(super) async fn check_create(
    app: &App,
    caller: &Caller,
    create: &CreateSession,
) -> Result<(), Problem> {
    if !matches!(create.project_settings, Some(ProjectSettings::Use(_))) {
        return Ok(());
    }
    if app.registry.accepts_nothing_new(create).await? {
        return Ok(());
    }
    caller.need(Scope::Admin)
}

async fn report_of(app: &App, path: String) -> Result<TrustReport, Problem> {
    let store = Arc::clone(&app.store);
    blocking(move || trust::report(&store, &Place::of(&path))).await
}
