//! A session as server-sent events, for scripts: the same updates as on the socket.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use pilothouse_api::socket::SocketUpdate;
use tokio::sync::mpsc;

use super::query::{Query, Whole, parameters};
use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::{Input, Subscription};

/// How many events may wait for the network of a reader.
const WAITING: usize = 64;
/// How often a line is sent that says nothing, so that proxies see that the connection lives.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// How long a reader may take to make room.
const PATIENCE: Duration = Duration::from_secs(30);

parameters! {
    pub(super) struct EventsQuery {
        /// Continue after this sequence, if the server still has what followed.
        after: Option<Whole>,
    }
}

pub(super) async fn events(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let last = headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok()?.parse().ok());
    let after = last.or(query.after.map(Whole::get));
    let subscription = app
        .registry
        .ask(&id, |reply| Input::Subscribe { after, reply })
        .await?;
    let (sender, frames) = mpsc::channel(WAITING);
    let open = app.metrics.open_stream();
    let mut revoked = app.auth.watch_revocation(&caller.device.id).await?;
    let closing = app.closing.clone();
    tokio::spawn(async move {
        let device = caller.device.id;
        tokio::select! {
            () = feed(subscription, sender) => {}
            () = closing.cancelled() => {}
            () = revoked.wait_for(&device) => {}
        }
        drop(open);
    });
    let mut response = Body::from_stream(Frames(frames)).into_response();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        // Asks proxies of the nginx kind not to hold events back.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Sends what there is and what comes, until the reader is gone or too slow; it comes back by its last id.
async fn feed(mut subscription: Subscription, sender: mpsc::Sender<Bytes>) {
    let Ok(text) = serde_json::to_string(&subscription.first) else {
        return;
    };
    let (name, seq) = describe(&subscription.first);
    if !send(&sender, event(name, seq, &text)).await {
        return;
    }
    loop {
        let update = match tokio::time::timeout(KEEP_ALIVE, subscription.updates.recv()).await {
            Ok(Some(update)) => update,
            Ok(None) => return,
            Err(_) => {
                if !send(&sender, Bytes::from_static(b": here\n\n")).await {
                    return;
                }
                continue;
            }
        };
        if !send(&sender, event("changes", Some(update.seq), &update.text)).await {
            return;
        }
    }
}

async fn send(sender: &mpsc::Sender<Bytes>, bytes: Bytes) -> bool {
    matches!(
        tokio::time::timeout(PATIENCE, sender.send(bytes)).await,
        Ok(Ok(()))
    )
}

/// The name of an update as an event, and the sequence after it.
fn describe(update: &SocketUpdate) -> (&'static str, Option<u64>) {
    match update {
        SocketUpdate::Snapshot { view, .. } => ("snapshot", Some(view.seq)),
        SocketUpdate::Resumed { after, .. } => ("resumed", Some(*after)),
        _ => ("update", None),
    }
}

/// One event; its id is the sequence after which a reader that lost the connection goes on.
fn event(name: &str, seq: Option<u64>, text: &str) -> Bytes {
    let id = seq.map_or_else(String::new, |seq| format!("id: {seq}\n"));
    Bytes::from(format!("event: {name}\n{id}data: {text}\n\n"))
}

/// The events as the body of an answer.
struct Frames(mpsc::Receiver<Bytes>);

impl Stream for Frames {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(Ok))
    }
}
