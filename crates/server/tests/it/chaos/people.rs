//! People who never give up. Each watches one session, sends, answers, and connects again whenever the connection ends.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pilothouse_api::session::SessionSummary;
use pilothouse_api::socket::{SocketCommand, SocketUpdate};
use pilothouse_view::SessionView;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use crate::browser::{Browser, outline};
use crate::client::{Response, request};

/// How long a client waits before it tries again after a failure.
const RETRY_AFTER: Duration = Duration::from_millis(20);
/// After how long a client sends a request again: a server may be stopped while it handles one.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The way to the server, wherever it listens now.
pub(super) struct Line {
    server: watch::Sender<(SocketAddr, String)>,
    /// Counts what people received.
    news: watch::Sender<u64>,
    /// Ends all connections.
    pub(super) cut: Notify,
    /// The list of sessions, as somebody sees it who has it open all the time.
    pub(super) list: Mutex<BTreeMap<String, SessionSummary>>,
}

impl Line {
    pub(super) fn new(address: SocketAddr, bearer: &str) -> Arc<Self> {
        let line = Arc::new(Self {
            server: watch::Sender::new((address, bearer.to_owned())),
            news: watch::Sender::new(0),
            cut: Notify::new(),
            list: Mutex::default(),
        });
        tokio::spawn(Arc::clone(&line).watch_list());
        line
    }

    pub(super) fn moved(&self, address: SocketAddr, bearer: &str) {
        self.server.send_replace((address, bearer.to_owned()));
    }

    /// Reports each time somebody receives something.
    pub(super) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    fn tell(&self) {
        self.news.send_modify(|count| *count += 1);
    }

    fn server(&self) -> (SocketAddr, String) {
        self.server.borrow().clone()
    }

    /// Sends a request once; returns none without a response.
    async fn call(&self, method: &str, path: &str, body: &Value) -> Option<Response> {
        self.call_with(method, path, body, None).await
    }

    async fn call_with(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        key: Option<&str>,
    ) -> Option<Response> {
        let (address, bearer) = self.server();
        let mut headers = vec![("authorization", bearer.as_str())];
        headers.extend(key.map(|key| ("idempotency-key", key)));
        let body = body.to_string();
        let sent = request(address, method, path, &headers, &body);
        tokio::time::timeout(REQUEST_TIMEOUT, sent).await.ok()?.ok()
    }

    async fn connect(&self) -> Option<Browser> {
        let (address, bearer) = self.server();
        let connecting = Browser::try_connect(address, &bearer);
        let connected = tokio::time::timeout(REQUEST_TIMEOUT, connecting).await;
        connected.ok()?.ok()
    }

    /// Keeps the list of sessions open, over as many connections as it takes.
    async fn watch_list(self: Arc<Self>) {
        loop {
            if let Some(mut browser) = self.connect().await {
                browser.say(&SocketCommand::WatchSessions).await;
                tokio::select! {
                    () = self.follow_list(browser) => {}
                    () = self.cut.notified() => {}
                }
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    async fn follow_list(&self, mut browser: Browser) {
        while let Some(update) = browser.receive().await {
            let mut list = self.list.lock().unwrap();
            match update {
                SocketUpdate::Sessions { sessions } => {
                    let sessions = sessions.into_iter();
                    *list = sessions.map(|found| (found.id.clone(), found)).collect();
                }
                SocketUpdate::SessionSet { session } => {
                    list.insert(session.id.clone(), *session);
                }
                SocketUpdate::SessionRemoved { session } => {
                    list.remove(&session);
                }
                _ => continue,
            }
            drop(list);
            self.tell();
        }
    }
}

/// How a client makes sure that a message is sent once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Once {
    ByUuid,
    ByKey,
}

/// A message that a client sends until it is acknowledged.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    /// Words that are in the text of this message and in no other.
    pub(super) tag: String,
    pub(super) is_acknowledged: bool,
    /// The devices from which it was sent. A lost index loses devices, and a key belongs to a device.
    pub(super) devices: BTreeSet<String>,
    pub(super) once: Once,
    /// Why it is not acknowledged yet.
    pub(super) refusal: String,
}

impl Sent {
    /// How often the message may be there: once, however often it was sent.
    pub(super) fn copies(&self) -> usize {
        match self.once {
            Once::ByUuid => 1,
            Once::ByKey => self.devices.len().max(1),
        }
    }
}

/// What a client sends.
pub(super) struct Message {
    pub(super) tag: String,
    pub(super) text: String,
    pub(super) once: Once,
    pub(super) steers: bool,
}

/// Somebody in front of a session.
pub(super) struct Person {
    pub(super) session: String,
    line: Arc<Line>,
    pub(super) view: watch::Sender<SessionView>,
    pub(super) sent: Mutex<Vec<Sent>>,
    /// How often an answer was accepted, by request.
    pub(super) accepted: Mutex<BTreeMap<String, u32>>,
    /// How often the turn was stopped.
    pub(super) stops: Mutex<usize>,
    /// The next connection begins without a view.
    reloads: AtomicBool,
}

impl Person {
    pub(super) fn new(session: String, line: Arc<Line>) -> Arc<Self> {
        let person = Arc::new(Self {
            session,
            line,
            view: watch::Sender::new(SessionView::default()),
            sent: Mutex::default(),
            accepted: Mutex::default(),
            stops: Mutex::default(),
            reloads: AtomicBool::new(false),
        });
        tokio::spawn(Arc::clone(&person).watch());
        tokio::spawn(Arc::clone(&person).answer());
        person
    }

    /// The state of the session in a few lines, for the message of a test that fails.
    pub(super) fn outline(&self) -> String {
        let sent = self.sent.lock().unwrap();
        let refused = sent.iter().filter(|sent| !sent.is_acknowledged);
        let refused: Vec<_> = refused.map(|sent| (&sent.tag, &sent.refusal)).collect();
        format!(
            "not acknowledged {refused:?}, {}",
            outline(&self.view.borrow())
        )
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/sessions/{}/{rest}", self.session)
    }

    /// Sends a message until the server acknowledges it.
    pub(super) fn send(self: &Arc<Self>, message: Message) {
        let index = {
            let mut sent = self.sent.lock().unwrap();
            sent.push(Sent {
                tag: message.tag.clone(),
                is_acknowledged: false,
                devices: BTreeSet::new(),
                once: message.once,
                refusal: String::new(),
            });
            sent.len() - 1
        };
        let person = Arc::clone(self);
        tokio::spawn(async move {
            let path = person.path("messages");
            let mut body = json!({"text": message.text});
            if message.steers {
                body["when"] = json!("steer");
            }
            let key = match message.once {
                Once::ByKey => Some(message.tag.as_str()),
                Once::ByUuid => {
                    body["uuid"] = json!(uuid::Uuid::new_v4().to_string());
                    None
                }
            };
            loop {
                let (_, device) = person.line.server();
                person.sent.lock().unwrap()[index].devices.insert(device);
                let answer = person.line.call_with("POST", &path, &body, key).await;
                if answer.as_ref().is_some_and(|answer| answer.status == 200) {
                    break;
                }
                let refusal = answer.map_or("no response".to_owned(), |answer| answer.body);
                person.sent.lock().unwrap()[index].refusal = refusal;
                tokio::time::sleep(RETRY_AFTER).await;
            }
            person.sent.lock().unwrap()[index].is_acknowledged = true;
            person.line.tell();
        });
    }

    /// Starts the process of the session, if the server can.
    pub(super) async fn wake(&self) {
        let path = self.path("lifecycle");
        let wake = json!({"action": "wake"});
        self.line.call("POST", &path, &wake).await;
    }

    /// Kills the process of the session and starts another, until the server has done it.
    pub(super) async fn restart(&self) {
        let path = self.path("lifecycle");
        let restart = json!({"action": "restart"});
        loop {
            let answer = self.line.call("POST", &path, &restart).await;
            if answer.is_some_and(|answer| answer.status == 200) {
                return;
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// Stops the turn once, whatever the server answers.
    pub(super) async fn stop(&self) {
        *self.stops.lock().unwrap() += 1;
        let path = self.path("interrupt");
        self.line.call("POST", &path, &json!({})).await;
    }

    /// Sends what a stop held.
    pub(super) async fn release(&self) {
        let path = self.path("held");
        self.line.call("POST", &path, &json!({})).await;
    }

    /// Loads the page again at the next connection.
    pub(super) fn reload(&self) {
        self.reloads.store(true, Ordering::Relaxed);
    }

    /// Keeps the session in view, over as many connections as it takes.
    async fn watch(self: Arc<Self>) {
        loop {
            if let Some(browser) = self.line.connect().await {
                tokio::select! {
                    () = self.follow(browser) => {}
                    () = self.line.cut.notified() => {}
                }
            }
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }

    /// Follows one connection to its end, from where the one before it ended.
    async fn follow(&self, mut browser: Browser) {
        browser.view = match self.reloads.swap(false, Ordering::Relaxed) {
            true => SessionView::default(),
            false => self.view.borrow().clone(),
        };
        browser.show(&self.session).await;
        while let Some(update) = browser.receive().await {
            match &update {
                SocketUpdate::Refused { .. } => return,
                SocketUpdate::Dropped { .. } => browser.show(&self.session).await,
                _ => {}
            }
            browser.take(update);
            self.view.send_replace(browser.view.clone());
            self.line.tell();
        }
    }

    /// Allows every request, from two devices at the same time.
    async fn answer(self: Arc<Self>) {
        let mut views = self.view.subscribe();
        loop {
            let asks: Vec<String> = {
                let view = views.borrow_and_update();
                view.asks.iter().map(|ask| ask.id.to_string()).collect()
            };
            for ask in asks {
                let path = self.path(&format!("asks/{ask}"));
                let allow = json!({"kind": "allow"});
                let (one, two) = tokio::join!(
                    self.line.call("POST", &path, &allow),
                    self.line.call("POST", &path, &allow)
                );
                let accepted = [one, two].into_iter().flatten();
                let accepted = accepted.filter(|answer| answer.status == 204).count();
                *self.accepted.lock().unwrap().entry(ask).or_default() += accepted as u32;
            }
            let is_open = !views.borrow().asks.is_empty();
            if is_open {
                // The server refused it or could not be reached.
                tokio::time::sleep(RETRY_AFTER).await;
            } else if views.changed().await.is_err() {
                return;
            }
        }
    }
}
