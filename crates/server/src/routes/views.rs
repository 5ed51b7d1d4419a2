//! What a session shows, over HTTP: its view, its entries, what waits for a person.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, NoContent, Response};
use pilothouse_api::session::{InboxItem, LookAt};
use pilothouse_view::ask::Ask;
use pilothouse_view::{Entry, EntryPage, SessionView};

use super::body::Payload;
use super::query::{Query, Within, parameters};
use crate::app::App;
use crate::asking;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::Input;
use crate::store::Store;

type Answer<T> = Result<Json<T>, Problem>;

/// The most entries on one page.
const PAGE: u64 = 500;

pub(super) async fn view(State(app): State<App>, Path(id): Path<String>) -> Answer<SessionView> {
    app.registry
        .ask(&id, |reply| Input::View { reply })
        .await
        .map(Json)
}

parameters! {
    pub(super) struct PageQuery {
        /// The oldest known entry; the newest entries when absent.
        before: Option<String>,
        /// The most entries on the page.
        limit: Option<Within<1, PAGE>>,
    }
}

pub(super) async fn entries(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Answer<EntryPage> {
    let limit = query.limit.map_or(PAGE as usize, Within::as_usize);
    app.registry
        .ask(&id, |reply| Input::Page {
            before: query.before.unwrap_or_default(),
            limit,
            reply,
        })
        .await
        .map(Json)
}

pub(super) async fn entry(
    State(app): State<App>,
    Path((id, entry)): Path<(String, String)>,
) -> Answer<Entry> {
    app.registry
        .ask(&id, |reply| Input::Entry { id: entry, reply })
        .await
        .map(Json)
}

pub(super) async fn attachment(
    State(app): State<App>,
    Path((id, entry, index)): Path<(String, String, u32)>,
) -> Result<Response, Problem> {
    let found = app
        .registry
        .ask(&id, |reply| Input::Attachment {
            entry,
            index,
            reply,
        })
        .await?;
    // Whatever a message or a tool brought is shown, never run.
    let headers = [
        (header::CONTENT_TYPE, found.media_type.as_str()),
        (
            header::CONTENT_SECURITY_POLICY,
            "sandbox; default-src 'none'",
        ),
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    Ok((headers, found.bytes).into_response())
}

/// Everything that waits for a person, across sessions.
pub(super) async fn inbox(State(app): State<App>) -> Answer<Vec<InboxItem>> {
    let mut items = Vec::new();
    let busy = app.store.run(Store::busy_summaries).await?;
    for summary in busy.iter().filter(|summary| summary.requests() > 0) {
        let item = |asking, ask: Option<Ask>| InboxItem {
            session: summary.id.clone(),
            title: summary.title.clone(),
            project: summary.project.clone(),
            asking,
            one_tap: ask.as_ref().is_some_and(Ask::one_tap),
            ask,
        };
        if summary.is_undecided() {
            let since = summary.liveness.since;
            items.push(item(asking::about_trust(since), None));
        }
        if summary.asks > 0 {
            let view = app
                .registry
                .ask(&summary.id, |reply| Input::View { reply })
                .await?;
            let asks = view.asks.into_iter();
            items.extend(asks.map(|ask| item(asking::of_ask(&ask), Some(ask))));
        }
    }
    Ok(Json(items))
}

pub(super) async fn look_at(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Payload(look): Payload<LookAt>,
) -> Result<NoContent, Problem> {
    let who = caller.who();
    let turns = look.turns;
    app.registry
        .ask(&id, |reply| Input::LookAt { turns, who, reply })
        .await?;
    Ok(NoContent)
}
