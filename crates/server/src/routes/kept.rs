//! What the host keeps beside sessions: search, audit, usage, settings.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use pilothouse_api::audit::AuditPage;
use pilothouse_api::host::Scope;
use pilothouse_api::project::{SearchPage, StoredPage};
use pilothouse_api::settings::HostSettings;
use pilothouse_api::usage::UsageReport;

use super::body::Payload;
use super::query::{Query, Within, parameters};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::blocking::blocking;
use crate::cli_transcripts::Wanted;
use crate::problem::Problem;
use crate::store::{AUDIT_PAGE, Search, Store};

/// How many days of usage are told when nobody says how many.
const DAYS: u32 = 30;
/// The most days of usage.
const MOST_DAYS: u64 = 3660;

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
    let page = off_thread(&app, move |store| {
        store.search(&Search {
            query: query.q.as_deref().unwrap_or_default(),
            session: query.session.as_deref(),
            project: query.project.as_deref(),
            skip,
        })
    });
    page.await.map(Json)
}

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
    let page = off_thread(&app, move |store| {
        store.audit(
            query.session.as_deref(),
            query.cursor.as_deref(),
            query.limit.map(Within::as_u32),
        )
    });
    page.await.map(Json)
}

parameters! {
    pub(super) struct UsageQuery {
        /// How many days, up to today.
        days: Option<Within<1, MOST_DAYS>>,
    }
}

pub(super) async fn usage(
    State(app): State<App>,
    Query(query): Query<UsageQuery>,
) -> Result<Json<UsageReport>, Problem> {
    let days = query.days.map_or(DAYS, Within::as_u32);
    let day_budget_usd = app.settings().get().day_budget_usd;
    let report = off_thread(&app, move |store| {
        Ok(UsageReport {
            rows: store.usage(days)?,
            today_usd: store.spent_today()?,
            day_budget_usd,
        })
    });
    report.await.map(Json)
}

parameters! {
    pub(super) struct StoredQuery {
        /// Only of this directory.
        project: Option<String>,
        /// Only conversations with these words.
        q: Option<String>,
        /// `next` of the previous page.
        cursor: Option<String>,
    }
}

/// The CLI's own conversations.
pub(super) async fn stored(
    State(app): State<App>,
    Query(query): Query<StoredQuery>,
) -> Result<Json<StoredPage>, Problem> {
    let wanted = Wanted {
        project: query.project.filter(|project| !project.is_empty()),
        query: query.q,
        cursor: query.cursor,
    };
    let registry = Arc::clone(&app.registry);
    blocking(move || {
        let hosted = registry.hosted()?;
        registry.shared.transcripts.page(&wanted, &hosted).map(Json)
    })
    .await
}

/// The settings. Addresses of notifications are secrets: whoever has one can write there.
pub(super) async fn settings(State(app): State<App>, caller: Caller) -> Json<HostSettings> {
    let mut settings = (*app.settings().get()).clone();
    if caller.need(Scope::Admin).is_err() {
        settings.notify.clear();
    }
    Json(settings)
}

pub(super) async fn put_settings(
    State(app): State<App>,
    Payload(settings): Payload<HostSettings>,
) -> Result<Json<HostSettings>, Problem> {
    app.settings().put(settings)?;
    // A higher limit may make room for a session that waits.
    app.registry.shared.slots.limit_changed();
    Ok(Json((*app.settings().get()).clone()))
}

fn unknown_cursor() -> Problem {
    Problem::invalid("The cursor is not one of this list.").detail("Begin without a cursor.")
}

/// Runs a query that may take a while where it holds up nothing else.
pub(super) async fn off_thread<T: Send + 'static>(
    app: &App,
    query: impl FnOnce(&Store) -> rusqlite::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let store = Arc::clone(&app.store);
    blocking(move || Ok(query(&store)?)).await
}
