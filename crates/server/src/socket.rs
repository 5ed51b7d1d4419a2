//! The WebSocket of a browser: live views of many sessions, and the list.

mod pace;
mod wire;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use pilothouse_api::socket::{SocketCommand, SocketUpdate};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, mpsc};
use tokio::task::AbortHandle;

use crate::app::App;
use crate::auth::guard::Caller;
use crate::problem::Problem;
use crate::session::Input;
use crate::store::Store;
use pace::Line;
use wire::Wire;

/// How many updates may wait for a browser's network.
const WAITING: usize = 64;
/// How many snapshots may be on their way to a browser: they are long, and one that asks for all sessions and reads
/// nothing must not have all of them in the host's memory.
const SNAPSHOTS: usize = 8;
/// How many sessions one browser may show at a time.
const WATCHED: usize = 500;
/// What is read of a socket at once. Commands are short, each socket keeps a buffer of this size, and the library fills
/// it with zeros before every look at the socket: its usual 128 KiB are most of what a watching browser costs.
const READ_BYTES: usize = 1024;
/// The longest command a browser may send.
const COMMAND_BYTES: usize = 64 * 1024;

pub(crate) async fn upgrade(
    State(app): State<App>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .protocols([wire::DEFLATE, wire::PLAIN])
        .read_buffer_size(READ_BYTES)
        .max_message_size(COMMAND_BYTES)
        .max_frame_size(COMMAND_BYTES);
    let protocol = upgrade.selected_protocol().cloned();
    let wire = Wire::named(protocol.as_ref().and_then(|name| name.to_str().ok()));
    // Counted from here: a server that ends between the handshake and the socket's task must wait for its close frame.
    let tracked = app.tasks.token();
    upgrade.on_upgrade(async move |socket| {
        serve(app, caller, wire, socket).await;
        drop(tracked);
    })
}

async fn serve(app: App, caller: Caller, wire: Wire, socket: WebSocket) {
    let _open = app.metrics.open_socket();
    let (updates, outgoing) = mpsc::channel::<Outgoing>(WAITING);
    let mut browser = Browser {
        app: Arc::clone(&app),
        updates,
        snapshots: Arc::new(Semaphore::new(SNAPSHOTS)),
        watched: HashMap::new(),
        list: None,
    };
    let host = app.host_info(&caller.device).await;
    browser
        .tell(&SocketUpdate::Hello {
            host: Box::new(host),
        })
        .await;
    let line = Line {
        socket,
        wire,
        app,
        device: caller.device.id,
    };
    line.run(&mut browser, outgoing).await;
    browser.stop();
}

/// An update on its way to a browser.
struct Outgoing {
    text: Utf8Bytes,
    /// What it takes of the room that a session gives to a slow reader.
    _room: Option<OwnedSemaphorePermit>,
}

impl From<String> for Outgoing {
    fn from(text: String) -> Self {
        let text = text.into();
        Self { text, _room: None }
    }
}

/// One connected browser.
struct Browser {
    app: App,
    updates: mpsc::Sender<Outgoing>,
    snapshots: Arc<Semaphore>,
    watched: HashMap<String, AbortHandle>,
    list: Option<AbortHandle>,
}

impl Browser {
    async fn on_command(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(SocketCommand::Subscribe { session, .. })
                if self.watched.len() >= WATCHED && !self.watched.contains_key(&session) =>
            {
                let problem = "Too many sessions are shown on one socket.".to_owned();
                let session = Some(session);
                self.try_tell(&SocketUpdate::Refused { session, problem });
            }
            Ok(SocketCommand::Subscribe { session, after }) => self.subscribe(session, after),
            Ok(SocketCommand::Unsubscribe { session }) => {
                if let Some(task) = self.watched.remove(&session) {
                    task.abort();
                }
            }
            Ok(SocketCommand::WatchSessions) => self.watch_list(),
            Ok(SocketCommand::Ping) => self.try_tell(&SocketUpdate::Pong),
            Err(error) => {
                let problem = format!("The command was not understood: {error}.");
                self.try_tell(&SocketUpdate::Refused {
                    session: None,
                    problem,
                });
            }
        }
    }

    /// Tells something unless the browser is behind already: the loop that reads commands also empties the queue,
    /// so it must not wait for room in it.
    fn try_tell(&self, update: &SocketUpdate) {
        if let Ok(text) = serde_json::to_string(update) {
            // A browser that asks without reading gets no answer.
            drop(self.updates.try_send(Outgoing::from(text)));
        }
    }

    /// Forwards a session's updates in a task of its own, so that a slow session holds up no other.
    fn subscribe(&mut self, session: String, after: Option<u64>) {
        let (app, updates, name) = (Arc::clone(&self.app), self.updates.clone(), session.clone());
        let snapshots = Arc::clone(&self.snapshots);
        let task = tokio::spawn(async move {
            // It is never closed, so there is always a turn.
            let Ok(turn) = snapshots.acquire_owned().await else {
                return;
            };
            if let Err(problem) = forward(&app, &name, after, &updates, turn).await {
                let update = SocketUpdate::Refused {
                    session: Some(name),
                    problem: problem.to_string(),
                };
                send(&updates, &update).await;
            }
        });
        if let Some(before) = self.watched.insert(session, task.abort_handle()) {
            before.abort();
        }
    }

    fn watch_list(&mut self) {
        let (app, updates) = (Arc::clone(&self.app), self.updates.clone());
        let task = tokio::spawn(async move { forward_list(&app, &updates).await });
        if let Some(before) = self.list.replace(task.abort_handle()) {
            before.abort();
        }
    }

    async fn tell(&self, update: &SocketUpdate) {
        send(&self.updates, update).await;
    }

    fn stop(&self) {
        self.watched
            .values()
            .chain(&self.list)
            .for_each(AbortHandle::abort);
    }
}

async fn forward(
    app: &App,
    session: &str,
    after: Option<u64>,
    updates: &mpsc::Sender<Outgoing>,
    turn: OwnedSemaphorePermit,
) -> Result<(), Problem> {
    let mut subscription = app
        .registry
        .ask(session, |reply| Input::Subscribe { after, reply })
        .await?;
    let first = serde_json::to_string(&subscription.first).map_err(Problem::internal)?;
    let first = Outgoing {
        text: first.into(),
        _room: Some(turn),
    };
    // A browser that is gone ends its own loop.
    drop(updates.send(first).await);
    while let Some(update) = subscription.updates.recv().await {
        let update = Outgoing {
            text: update.text,
            _room: Some(update.room),
        };
        if updates.send(update).await.is_err() {
            return Ok(());
        }
    }
    let reason = "too far behind, or the session is gone".to_owned();
    send(
        updates,
        &SocketUpdate::Dropped {
            session: session.to_owned(),
            reason,
        },
    )
    .await;
    Ok(())
}

/// Sends the list and then what changes in it; a reader that missed something gets the list again.
async fn forward_list(app: &App, updates: &mpsc::Sender<Outgoing>) {
    let mut changes = app.registry.watch();
    let mut removals = app.registry.watch_removals();
    loop {
        match app.store.run(Store::summaries).await {
            Ok(sessions) => send(updates, &SocketUpdate::Sessions { sessions }).await,
            Err(problem) => tracing::error!(%problem, "cannot read the list of sessions"),
        }
        loop {
            let changed = tokio::select! {
                changed = changes.recv() => changed,
                removed = removals.recv() => match removed {
                    Ok(session) => {
                        send(updates, &SocketUpdate::SessionRemoved { session }).await;
                        continue;
                    }
                    Err(_) => break,
                },
            };
            match changed {
                Ok(summary) => {
                    send(
                        updates,
                        &SocketUpdate::SessionSet {
                            session: Box::new(summary),
                        },
                    )
                    .await
                }
                Err(broadcast::error::RecvError::Lagged(_)) => break,
                Err(broadcast::error::RecvError::Closed) => return,
            }
        }
    }
}

/// Sends an update; a browser that is gone ends its own loop.
async fn send(updates: &mpsc::Sender<Outgoing>, update: &SocketUpdate) {
    match serde_json::to_string(update) {
        Ok(text) => drop(updates.send(Outgoing::from(text)).await),
        Err(error) => tracing::error!(%error, "an update could not be written"),
    }
}
