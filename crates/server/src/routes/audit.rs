//! The list of decisions about permission requests.

use axum::Json;
use axum::extract::State;
use pilothouse_api::audit::AuditPage;

use super::query::{Query, Within, parameters, unknown_cursor};
use crate::app::App;
use crate::problem::Problem;
use crate::store::{AUDIT_PAGE, Store};

parameters! {
    pub(super) struct AuditQuery {
        /// Only of this session.
        session: Option<String>,
        /// `next` of the previous page.
        cursor: Option<String>,
        /// The most decisions on the page.
        limit: Option<Within<1, { AUDIT_PAGE as u64 }>>,
    }
}

pub(super) async fn audit(
    State(app): State<App>,
    Query(query): Query<AuditQuery>,
) -> Result<Json<AuditPage>, Problem> {
    if query
        .cursor
        .as_deref()
        .is_some_and(|cursor| !Store::is_audit_cursor(cursor))
    {
        return Err(unknown_cursor());
    }
    let page = app.store.run(move |store| {
        store.audit(
            query.session.as_deref(),
            query.cursor.as_deref(),
            query.limit.map(Within::as_u32),
        )
    });
    page.await.map(Json)
}
