//! The files of a session's project, and how they differ from the last commit.

use std::collections::HashSet;
use std::path::PathBuf;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use pilothouse_api::project::{FileNode, FileSuggestion, WorkingDiff};

use super::query::{Query, parameters};
use crate::app::App;
use crate::blocking::blocking;
use crate::problem::Problem;
use crate::session::Input;
use crate::{files, git};

parameters! {
    pub(super) struct FileQuery {
        /// The path, relative to the directory of the session.
        path: Option<String>,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<FileQuery>,
) -> Result<Json<Vec<FileNode>>, Problem> {
    let root = root(&app, &id).await?;
    let path = query.path.unwrap_or_default();
    files::tree(&root, &path).await.map(Json)
}

pub(super) async fn content(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<FileQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let root = root(&app, &id).await?;
    let path = query.path.unwrap_or_default();
    blocking(move || files::content(&root, &path, &headers)).await
}

parameters! {
    pub(super) struct SuggestQuery {
        /// The text after `@`.
        query: Option<String>,
    }
}

/// Files of the project that fit what is being typed after `@`.
pub(super) async fn suggest(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<SuggestQuery>,
) -> Result<Json<Vec<FileSuggestion>>, Problem> {
    let root = root(&app, &id).await?;
    files::suggest(root, query.query.unwrap_or_default())
        .await
        .map(Json)
}

/// The working tree against the last commit.
pub(super) async fn diff(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<WorkingDiff>, Problem> {
    let root = root(&app, &id).await?;
    let view = app.registry.ask(&id, |reply| Input::View { reply }).await?;
    let written: HashSet<String> = view.files.into_iter().map(|file| file.path).collect();
    Ok(Json(git::working_diff(&root, written).await))
}

/// The directory a session works in.
async fn root(app: &App, id: &str) -> Result<PathBuf, Problem> {
    let summary = app
        .registry
        .ask(id, |reply| Input::Summary { reply })
        .await?;
    Ok(summary.worktree.unwrap_or(summary.project).into())
}
