//! The list of sessions, page by page.

use axum::Json;
use axum::extract::State;
use pilothouse_api::session::SessionPage;

use super::query::{Query, Within, parameters, unknown_cursor};
use crate::app::App;
use crate::problem::Problem;
use crate::store::Listed;

/// The sessions of a page for which no limit is given.
const PAGE: usize = 200;
/// The highest limit.
const MOST: u64 = 1000;

parameters! {
    pub(super) struct ListQuery {
        /// Only archived sessions, or only others; both when absent.
        archived: Option<bool>,
        /// Only of this directory.
        project: Option<String>,
        /// `next` of the previous page.
        cursor: Option<String>,
        /// The most sessions on the page.
        limit: Option<Within<1, MOST>>,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    Query(query): Query<ListQuery>,
) -> Result<Json<SessionPage>, Problem> {
    let after = match query.cursor.as_deref().map(|cursor| cursor.split_once('-')) {
        None => None,
        Some(parts) => {
            let (at, id) = parts.ok_or_else(unknown_cursor)?;
            let at = at.parse().map_err(|_| unknown_cursor())?;
            Some((at, id.to_owned()))
        }
    };
    let listed = Listed {
        archived: query.archived,
        project: query.project,
        after,
        limit: query.limit.map_or(PAGE, Within::as_usize),
    };
    app.store
        .run(move |store| store.page_of_sessions(&listed))
        .await
        .map(Json)
}
