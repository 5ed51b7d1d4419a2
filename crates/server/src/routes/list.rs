//! The list of sessions, page by page.

use axum::Json;
use axum::extract::{Query, State};
use pilothouse_view::api::session::SessionPage;
use serde::Deserialize;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::store::Listed;

/// How many sessions are on a page unless another number is asked for, and at most.
const PAGE: usize = 200;
const MOST: usize = 1000;

#[derive(Deserialize)]
pub(super) struct ListQuery {
    archived: Option<bool>,
    project: Option<String>,
    cursor: Option<String>,
    limit: Option<usize>,
}

pub(super) async fn list(
    State(app): State<App>,
    _: Caller,
    Query(query): Query<ListQuery>,
) -> Result<Json<SessionPage>, Problem> {
    let after = match query.cursor.as_deref().map(|cursor| cursor.split_once('-')) {
        None => None,
        Some(parts) => {
            let wrong = || {
                Problem::invalid("The cursor is not one of this list.")
                    .detail("Begin without a cursor.")
            };
            let (at, id) = parts.ok_or_else(wrong)?;
            Some((at.parse().map_err(|_| wrong())?, id.to_owned()))
        }
    };
    let listed = Listed {
        archived: query.archived,
        project: query.project,
        after,
        limit: query.limit.unwrap_or(PAGE).clamp(1, MOST),
    };
    super::kept::off_thread(&app, move |store| store.page_of_sessions(&listed))
        .await
        .map(Json)
}
