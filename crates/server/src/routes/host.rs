//! The host, projects, uploads, files.

use std::path::Path;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use pilothouse_view::api::host::{HostInfo, Scope};
use pilothouse_view::api::message::Upload;
use pilothouse_view::api::project::{FileNode, Project};
use serde::Deserialize;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::trust::Place;
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
    let listed = tokio::task::spawn_blocking(move || {
        let projects = used.into_iter().map(|(path, sessions, used_at)| {
            let directory = Path::new(&path);
            Ok(Project {
                name: directory
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default(),
                is_git: directory.join(".git").exists(),
                branch: files::branch(directory),
                trust: trust::report(&app.store, &Place::of(&path))?.state,
                path,
                sessions,
                used_at,
            })
        });
        projects.collect::<Result<_, Problem>>()
    });
    listed.await.map_err(Problem::internal)?.map(Json)
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
