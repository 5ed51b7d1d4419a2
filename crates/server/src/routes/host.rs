//! The host, projects, uploads, files.

use std::path::{Path, PathBuf};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use pilothouse_api::host::HostInfo;
use pilothouse_api::message::Upload;
use pilothouse_api::project::{CloneProject, ClonedProject, FileNode, FileSuggestion, Project};

use super::body::{Payload, RawBody};
use super::query::{Query, parameters};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::trust::Place;
use crate::{files, git, trust};

pub(super) async fn health() -> Response {
    "ok\n".into_response()
}

pub(super) async fn host(State(app): State<App>, caller: Caller) -> Json<HostInfo> {
    Json(app.host_info(&caller.device).await)
}

pub(super) async fn projects(State(app): State<App>) -> Result<Json<Vec<Project>>, Problem> {
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

parameters! {
    pub(super) struct BrowseQuery {
        /// The directory; the home directory when absent.
        path: Option<String>,
    }
}

/// Directories on the host, to choose a project from.
pub(super) async fn browse(
    Query(query): Query<BrowseQuery>,
) -> Result<Json<Vec<FileNode>>, Problem> {
    let path = query.path.filter(|path| !path.is_empty());
    let root = path.map_or_else(files::home, PathBuf::from);
    let nodes = files::list(&root, "")?;
    Ok(Json(
        nodes.into_iter().filter(|node| node.directory).collect(),
    ))
}

parameters! {
    pub(super) struct SuggestQuery {
        /// The directory.
        path: Option<String>,
        /// The text after `@`.
        query: Option<String>,
    }
}

/// Files of a directory that has no session yet.
pub(super) async fn suggest(
    Query(query): Query<SuggestQuery>,
) -> Result<Json<Vec<FileSuggestion>>, Problem> {
    let root = PathBuf::from(query.path.unwrap_or_default());
    if !root.is_absolute() || !root.is_dir() {
        return Err(Problem::not_found("directory"));
    }
    files::suggested(root, query.query.unwrap_or_default())
        .await
        .map(Json)
}

/// Clones a repository. The clone goes on when the one who asked hangs up: it may take minutes.
pub(super) async fn clone(
    Payload(body): Payload<CloneProject>,
) -> Result<Json<ClonedProject>, Problem> {
    let parent = body.parent.map_or_else(files::home, PathBuf::from);
    let cloning = git::Cloning::new(&body.address, &parent)?;
    let cloned = tokio::spawn(cloning.run())
        .await
        .map_err(Problem::internal)??;
    let path = cloned.to_string_lossy().into_owned();
    Ok(Json(ClonedProject { path }))
}

parameters! {
    pub(super) struct NameQuery {
        /// The name of the file.
        name: Option<String>,
    }
}

pub(super) async fn upload(
    State(app): State<App>,
    Query(query): Query<NameQuery>,
    RawBody(body): RawBody,
) -> Result<Json<Upload>, Problem> {
    let name = query.name.unwrap_or_default();
    app.uploads.add(&name, &body).map(Json)
}
