//! The host, projects, uploads, files.

use std::path::Path;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use pilothouse_view::api::host::{HostInfo, Scope};
use pilothouse_view::api::message::Upload;
use pilothouse_view::api::project::{FileNode, Project, TrustProject, TrustReport};
use serde::Deserialize;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::{files, trust};

pub(super) async fn host(State(app): State<App>, caller: Caller) -> Json<HostInfo> {
    Json(app.host_info(&caller.0).await)
}

pub(super) async fn projects(
    State(app): State<App>,
    _: Caller,
) -> Result<Json<Vec<Project>>, Problem> {
    let mut used = app.store.projects()?;
    if let Some(offered) = app.offered_project()
        && !used.iter().any(|(path, ..)| *path == offered)
    {
        used.push((offered, 0, 0));
    }
    let projects = used
        .into_iter()
        .map(|(path, sessions, used_at)| {
            let directory = Path::new(&path);
            Ok(Project {
                name: directory
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default(),
                is_git: directory.join(".git").exists(),
                branch: files::branch(directory),
                trust: trust::report(&app.store, &path)?.state,
                path,
                sessions,
                used_at,
            })
        })
        .collect::<Result<_, Problem>>()?;
    Ok(Json(projects))
}

#[derive(Deserialize)]
pub(super) struct PathQuery {
    #[serde(default)]
    pub(super) path: String,
}

/// Directories on the host, to choose a project from.
pub(super) async fn browse(
    _: State<App>,
    caller: Caller,
    Query(query): Query<PathQuery>,
) -> Result<Json<Vec<FileNode>>, Problem> {
    caller.need(Scope::Control)?;
    let root = if query.path.is_empty() {
        files::home()
    } else {
        query.path.into()
    };
    let nodes = files::list(&root, "")?;
    Ok(Json(
        nodes.into_iter().filter(|node| node.directory).collect(),
    ))
}

/// What a directory would run by itself. Who may only look learns this of directories that have sessions.
pub(super) async fn trust_report(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PathQuery>,
) -> Result<Json<TrustReport>, Problem> {
    if caller.need(Scope::Control).is_err() {
        let projects = app.store.projects()?;
        let known = projects.iter().any(|(path, ..)| *path == query.path);
        if !known {
            return Err(Problem::not_found("project"));
        }
    }
    trust::report(&app.store, &query.path).map(Json)
}

/// Trusts exactly what was shown; something else that came in between is refused.
pub(super) async fn trust(
    State(app): State<App>,
    caller: Caller,
    Json(body): Json<TrustProject>,
) -> Result<Json<TrustReport>, Problem> {
    caller.need(Scope::Admin)?;
    let report = trust::report(&app.store, &body.path)?;
    if report.fingerprint.is_empty() {
        return Err(Problem::conflict(
            "unreadable",
            "Nobody can tell what this directory would run: one of its files cannot be read.",
        )
        .detail("Look at the file that the report names, and mend or remove it."));
    }
    if report.fingerprint != body.fingerprint {
        return Err(Problem::conflict(
            "changed",
            "What this directory would run has changed since it was shown.",
        )
        .detail("Look at it again before you trust it."));
    }
    app.store.trust(&report.path, &report.fingerprint)?;
    trust::report(&app.store, &body.path).map(Json)
}

pub(super) async fn distrust(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<PathQuery>,
) -> Result<Json<TrustReport>, Problem> {
    caller.need(Scope::Admin)?;
    app.store.distrust(&query.path)?;
    trust::report(&app.store, &query.path).map(Json)
}

#[derive(Deserialize)]
pub(super) struct NameQuery {
    #[serde(default)]
    name: String,
}

pub(super) async fn upload(
    State(app): State<App>,
    caller: Caller,
    Query(query): Query<NameQuery>,
    body: Bytes,
) -> Result<Json<Upload>, Problem> {
    caller.need(Scope::Control)?;
    app.uploads.add(&query.name, &body).map(Json)
}
