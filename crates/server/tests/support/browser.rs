//! A browser as far as the server sees one: a socket, and the views that come through it.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use pilothouse_api::session::SessionSummary;
use pilothouse_api::socket::{SocketCommand, SocketUpdate};
use pilothouse_view::ask::Ask;
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::harness::LIMIT;

/// A connected browser with the view of the session it shows.
pub(crate) struct Browser {
    socket: WebSocketStream<TcpStream>,
    /// The view, as the snapshots and changes so far have it.
    pub(crate) view: SessionView,
    /// How many snapshots came; a resumed subscription gets none.
    pub(crate) snapshots: u32,
    /// Everything that came, as it came, when somebody wants it.
    pub(crate) heard: Option<Vec<serde_json::Value>>,
    session: String,
}

impl Browser {
    pub(crate) async fn connect(address: SocketAddr, bearer: &str) -> Self {
        Self::try_connect(address, bearer).await.unwrap()
    }

    /// Fails when the server is gone.
    pub(crate) async fn try_connect(
        address: SocketAddr,
        bearer: &str,
    ) -> Result<Self, tokio_tungstenite::tungstenite::Error> {
        let mut request = format!("ws://{address}/api/ws").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("authorization", bearer.parse().unwrap());
        headers.insert("sec-websocket-protocol", "pilothouse.v1".parse().unwrap());
        let stream = TcpStream::connect(address).await?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        let mut browser = Self {
            socket,
            view: SessionView::default(),
            snapshots: 0,
            heard: None,
            session: String::new(),
        };
        match browser.next().await {
            Some(SocketUpdate::Hello { .. }) => Ok(browser),
            _ => Err(tokio_tungstenite::tungstenite::Error::ConnectionClosed),
        }
    }

    /// Says something to the server.
    pub(crate) async fn say(&mut self, command: &SocketCommand) {
        let text = serde_json::to_string(command).unwrap();
        // A server that is gone is noticed when nothing more comes.
        self.socket.send(Message::text(text)).await.ok();
    }

    /// Returns what the server says next; none when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<SocketUpdate> {
        let next = timeout(LIMIT, self.receive()).await;
        next.expect("nothing came from the server")
    }

    /// Returns what the server sends next, however long that takes; none when the connection has ended.
    pub(crate) async fn receive(&mut self) -> Option<SocketUpdate> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => {
                    if let Some(heard) = &mut self.heard {
                        heard.push(serde_json::from_str(&text).unwrap());
                    }
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Shows a session: from a snapshot, or with the view at hand from its sequence on.
    pub(crate) async fn subscribe(&mut self, session: &str, after: Option<u64>) {
        session.clone_into(&mut self.session);
        let session = session.to_owned();
        self.say(&SocketCommand::Subscribe { session, after }).await;
        let before = self.snapshots;
        let mut resumed = false;
        while self.snapshots == before && !resumed {
            let update = self.next().await.expect("the connection ended");
            if let SocketUpdate::Refused { problem, .. } = &update {
                panic!("the session is not shown: {problem}");
            }
            resumed = matches!(update, SocketUpdate::Resumed { .. });
            self.take(update);
        }
    }

    /// Shows a session from where the view is, without waiting for the answer.
    pub(crate) async fn show(&mut self, session: &str) {
        session.clone_into(&mut self.session);
        let after = Some(self.view.seq).filter(|seq| *seq > 0);
        let session = session.to_owned();
        self.say(&SocketCommand::Subscribe { session, after }).await;
    }

    /// Takes the view of another browser over, as a page that lost its connection does.
    pub(crate) async fn resume(&mut self, session: &str, view: SessionView) {
        let after = view.seq;
        self.view = view;
        self.subscribe(session, Some(after)).await;
    }

    /// Alters the view by what came.
    pub(crate) fn take(&mut self, update: SocketUpdate) {
        match update {
            SocketUpdate::Snapshot { session, view } if session == self.session => {
                self.snapshots += 1;
                self.view = *view;
            }
            SocketUpdate::Changes { session, sets } if session == self.session => {
                for set in &sets {
                    if set.seq > self.view.seq {
                        self.view.apply_set(set);
                    }
                }
            }
            _ => {}
        }
    }

    /// Waits until the view is as wanted; none when the connection ended before that.
    pub(crate) async fn try_until(
        &mut self,
        what: &str,
        wanted: impl Fn(&SessionView) -> bool,
    ) -> Option<()> {
        while !wanted(&self.view) {
            let Ok(update) = timeout(LIMIT, self.receive()).await else {
                panic!("{what} did not come to pass: {}", outline(&self.view));
            };
            let update = update?;
            // A browser that was too slow comes back by itself, as the page does.
            let again = match &update {
                SocketUpdate::Dropped { session, .. } if *session == self.session => {
                    Some(SocketCommand::Subscribe {
                        session: session.clone(),
                        after: Some(self.view.seq),
                    })
                }
                _ => None,
            };
            self.take(update);
            if let Some(again) = again {
                self.say(&again).await;
            }
        }
        Some(())
    }

    /// Waits until the view is as wanted.
    pub(crate) async fn until(
        &mut self,
        what: &str,
        wanted: impl Fn(&SessionView) -> bool,
    ) -> &SessionView {
        let done = self.try_until(what, wanted).await;
        assert!(done.is_some(), "the connection ended before {what}");
        &self.view
    }

    /// Waits until so many turns have ended and nothing runs or waits.
    pub(crate) async fn until_turns(&mut self, turns: usize) -> &SessionView {
        self.until(&format!("{turns} turns"), |view| {
            let waits = view.queue.iter().any(|message| !message.held);
            ended_turns(view) >= turns && is_idle(view) && !waits
        })
        .await
    }

    /// Waits until a turn has ended and nothing runs or waits.
    pub(crate) async fn until_idle(&mut self) -> &SessionView {
        self.until_turns(1).await
    }

    /// Waits for an open ask.
    pub(crate) async fn until_ask(&mut self) -> Ask {
        let view = self.until("an ask", |view| !view.asks.is_empty()).await;
        view.asks[0].clone()
    }

    /// Watches the list of sessions until one is as wanted.
    pub(crate) async fn until_summary(
        &mut self,
        session: &str,
        wanted: impl Fn(&SessionSummary) -> bool,
    ) -> SessionSummary {
        self.say(&SocketCommand::WatchSessions).await;
        loop {
            let update = self.next().await.expect("the connection ended");
            let found = match update {
                SocketUpdate::Sessions { sessions } => {
                    sessions.into_iter().find(|found| found.id == session)
                }
                SocketUpdate::SessionSet { session: found } if found.id == session => Some(*found),
                other => {
                    self.take(other);
                    None
                }
            };
            if let Some(found) = found.filter(&wanted) {
                return found;
            }
        }
    }
}

/// How many turns have ended, as far as this view goes back.
pub(crate) fn ended_turns(view: &SessionView) -> usize {
    let turns = view.entries.iter();
    turns
        .filter(|entry| matches!(entry.body, EntryBody::Turn(_)))
        .count()
}

pub(crate) fn is_idle(view: &SessionView) -> bool {
    matches!(view.liveness.activity, Activity::Idle)
}

/// Everything the model said, in order.
pub(crate) fn said(view: &SessionView) -> Vec<&str> {
    let entries = view.entries.iter();
    entries
        .filter_map(|entry| match &entry.body {
            EntryBody::Text(text) => Some(text.text.as_str()),
            _ => None,
        })
        .collect()
}

/// Everything people said, in order.
pub(crate) fn asked(view: &SessionView) -> Vec<&str> {
    let entries = view.entries.iter();
    entries
        .filter_map(|entry| match &entry.body {
            EntryBody::User(user) => Some(user.text.text.as_str()),
            _ => None,
        })
        .collect()
}

/// A view without what depends on how it was reached: readers are not told of records that change nothing.
pub(crate) fn settled(view: &SessionView) -> SessionView {
    SessionView {
        seq: 0,
        at: 0,
        ..view.clone()
    }
}

/// A view in a few lines, for the message of a test that fails.
pub(crate) fn outline(view: &SessionView) -> String {
    let mut text = format!(
        "seq {} activity {:?} asks {} queue {}\n",
        view.seq,
        view.liveness.activity,
        view.asks.len(),
        view.queue.len()
    );
    for entry in &view.entries {
        let body = format!("{:?}", entry.body);
        text.extend(body.chars().take(160));
        text.push('\n');
    }
    text
}
