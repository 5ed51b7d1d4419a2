//! The CLI's own conversations.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use pilothouse_api::project::StoredPage;

use super::query::{Query, parameters};
use crate::app::App;
use crate::blocking::blocking;
use crate::cli_transcripts::Wanted;
use crate::problem::Problem;

parameters! {
    pub(super) struct StoredQuery {
        /// Only of this directory.
        project: Option<String>,
        /// Only conversations with these words.
        q: Option<String>,
        /// Only conversations in which this pull request was made: its number or its address.
        pr: Option<String>,
        /// `next` of the previous page.
        cursor: Option<String>,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    Query(query): Query<StoredQuery>,
) -> Result<Json<StoredPage>, Problem> {
    let wanted = Wanted {
        project: query.project.filter(|project| !project.is_empty()),
        query: query.q,
        pull_request: query.pr.filter(|name| !name.trim().is_empty()),
        cursor: query.cursor,
    };
    let registry = Arc::clone(&app.registry);
    blocking(move || {
        let hosted = registry.hosted()?;
        registry.shared.transcripts.page(&wanted, &hosted).map(Json)
    })
    .await
}
