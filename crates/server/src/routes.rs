//! The HTTP API, built from one table of operations.

mod audit;
mod body;
mod control;
mod devices;
mod doctor;
mod events;
mod export;
mod files;
#[cfg(test)]
mod generated;
mod host;
mod list;
mod login;
mod messages;
mod operation;
mod push;
pub(crate) mod query;
mod replay;
mod resources;
mod rules;
mod search;
mod sessions;
mod settings;
pub(crate) mod shape;
mod table;
mod transcripts;
mod trust;
mod usage;
mod views;
mod wire;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::auth::guard::{Caller, gate};
use crate::problem::{Problem, make_problems};
use crate::{idempotency, metrics, timeouts, ui};

pub(crate) use operation::Operation;
pub(crate) use table::OPERATIONS;

pub(crate) fn router(app: App) -> Router {
    let mut router = Router::new();
    for operation in OPERATIONS {
        let admitted = (app.clone(), operation);
        let route = (operation.mount)()
            .route_layer(DefaultBodyLimit::max(operation.body_bytes))
            .route_layer(from_fn_with_state(admitted, serve));
        router = router.route(operation.path, route);
    }
    router
        .fallback(other)
        .layer(from_fn(make_problems))
        .layer(from_fn_with_state(app.clone(), gate))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app)
}

/// Authenticates a request, checks its scope, and calls the handler within the time limit of the operation.
async fn serve(
    State((app, operation)): State<(App, &'static Operation)>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let (mut parts, body) = request.into_parts();
    if let Some(scope) = operation.access.required() {
        let caller = Caller::authenticate(&parts, &app).await?;
        caller.need(scope)?;
        parts.extensions.insert(caller);
    }
    let request = Request::from_parts(parts, body);
    let answer = idempotency::once(app, operation, request, next);
    tokio::time::timeout(operation.time_limit, answer)
        .await
        .map_err(|_| timeouts::too_slow())?
}

/// Answers paths that are not in the table: the page, or a problem below `/api`.
async fn other(uri: Uri, headers: HeaderMap) -> Response {
    match uri.path().strip_prefix("/api") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => {
            Problem::not_found("address").into_response()
        }
        _ => ui::serve(uri, headers).await,
    }
}
