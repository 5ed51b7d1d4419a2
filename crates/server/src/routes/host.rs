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
use crate::blocking::blocking;
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
    blocking(move || {
        let mut used = app.store.projects()?;
        if let Some(offered) = app.offered_project()
            && !used.iter().any(|(path, ..)| *path == offered)
        {
            used.push((offered, 0, 0));
        }
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
        projects.collect::<Result<_, Problem>>().map(Json)
    })
    .await
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
    let nodes = blocking(move || files::list(&root, "")).await?;
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
    let root = blocking(move || {
        let is_listed = root.is_absolute() && root.is_dir();
        is_listed
            .then_some(root)
            .ok_or_else(|| Problem::not_found("directory"))
    });
    files::suggest(root.await?, query.query.unwrap_or_default())
        .await
        .map(Json)
}

/// Clones a repository. The clone goes on when the client disconnects: it may take minutes.
pub(super) async fn clone(
    Payload(body): Payload<CloneProject>,
) -> Result<Json<ClonedProject>, Problem> {
    let cloning = blocking(move || {
        let parent = body.parent.map_or_else(files::home, PathBuf::from);
        git::Cloning::new(&body.address, &parent)
    });
    let cloned = tokio::spawn(cloning.await?.run())
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
    blocking(move || app.uploads.add(&name, &body).map(Json)).await
}
