//! Search over the text of all sessions.

use axum::Json;
use axum::extract::State;
use pilothouse_api::project::SearchPage;

use super::query::{Query, parameters, unknown_cursor};
use crate::app::App;
use crate::problem::Problem;
use crate::store::Search;

parameters! {
    pub(super) struct SearchQuery {
        /// Words, phrases in quotes, prefixes with a star.
        q: Option<String>,
        /// Only in this session.
        session: Option<String>,
        /// Only in this project.
        project: Option<String>,
        /// `next` of the previous page.
        cursor: Option<String>,
    }
}

pub(super) async fn search(
    State(app): State<App>,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchPage>, Problem> {
    let skip = match query.cursor.as_deref() {
        Some(cursor) => cursor.parse().map_err(|_| unknown_cursor())?,
        None => 0,
    };
    let page = app.store.run(move |store| {
        store.search(&Search {
            query: query.q.as_deref().unwrap_or_default(),
            session: query.session.as_deref(),
            project: query.project.as_deref(),
            skip,
        })
    });
    page.await.map(Json)
}
