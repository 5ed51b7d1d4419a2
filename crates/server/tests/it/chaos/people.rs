//! People who never give up: each sits in front of a session, sends, answers and comes back whenever the line breaks.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pilothouse_api::socket::{SocketCommand, SocketUpdate};
use pilothouse_view::SessionView;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use crate::browser::Browser;
use crate::client::{Response, request};

/// How long somebody waits who found no server, or was refused.
const PAUSE: Duration = Duration::from_millis(20);
/// How long an answer may take before it is asked for again: a server may be stopped in the middle of it.
const PATIENCE: Duration = Duration::from_secs(20);

/// How the server is reached, wherever it is now.
pub(super) struct Line {
    reached: watch::Sender<(SocketAddr, String)>,
    /// Something was heard by somebody.
    pub(super) news: Notify,
    /// Everybody is to connect again.
    pub(super) cut: Notify,
}

impl Line {
    pub(super) fn new(address: SocketAddr, bearer: &str) -> Self {
        Self {
            reached: watch::Sender::new((address, bearer.to_owned())),
            news: Notify::new(),
            cut: Notify::new(),
        }
    }

    pub(super) fn moved(&self, address: SocketAddr, bearer: &str) {
        self.reached.send_replace((address, bearer.to_owned()));
    }

    fn now(&self) -> (SocketAddr, String) {
        self.reached.borrow().clone()
    }

    /// Sends a request once; none when no answer came.
    async fn call(&self, method: &str, path: &str, body: &Value) -> Option<Response> {
        let (address, bearer) = self.now();
        let headers = [("authorization", bearer.as_str())];
        let body = body.to_string();
        let asked = request(address, method, path, &headers, &body);
        tokio::time::timeout(PATIENCE, asked).await.ok()?.ok()
    }
}

/// A message that somebody sends until it is acknowledged.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) uuid: String,
    pub(super) is_acknowledged: bool,
}

/// Somebody in front of a session.
pub(super) struct Person {
    pub(super) session: String,
    line: Arc<Line>,
    pub(super) view: watch::Sender<SessionView>,
    pub(super) sent: Mutex<Vec<Sent>>,
    /// How often an answer was accepted, by request.
    pub(super) accepted: Mutex<BTreeMap<String, u32>>,
    /// The next connection begins with nothing.
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
            reloads: AtomicBool::new(false),
        });
        tokio::spawn(Arc::clone(&person).watch());
        tokio::spawn(Arc::clone(&person).answer());
        person
    }

    /// Sends a message until the server says that it has it.
    pub(super) fn send(self: &Arc<Self>, uuid: String, text: String) {
        let index = {
            let mut sent = self.sent.lock().unwrap();
            sent.push(Sent {
                uuid: uuid.clone(),
                is_acknowledged: false,
            });
            sent.len() - 1
        };
        let person = Arc::clone(self);
        tokio::spawn(async move {
            let path = format!("/api/sessions/{}/messages", person.session);
            let body = json!({"uuid": uuid, "text": text});
            loop {
                let answer = person.line.call("POST", &path, &body).await;
                if answer.is_some_and(|answer| answer.status == 200) {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
            }
            person.sent.lock().unwrap()[index].is_acknowledged = true;
            person.line.news.notify_waiters();
        });
    }

    /// Wakes the session, as somebody does who reads why it did not start.
    pub(super) async fn wake(&self) {
        let path = format!("/api/sessions/{}/lifecycle", self.session);
        let wake = json!({"action": "wake"});
        self.line.call("POST", &path, &wake).await;
    }

    /// Loads the page anew at the next connection.
    pub(super) fn reload(&self) {
        self.reloads.store(true, Ordering::Relaxed);
    }

    /// Keeps the session in view, over as many connections as it takes.
    async fn watch(self: Arc<Self>) {
        loop {
            let (address, bearer) = self.line.now();
            let connecting = Browser::try_connect(address, &bearer);
            if let Ok(Ok(browser)) = tokio::time::timeout(PATIENCE, connecting).await {
                tokio::select! {
                    () = self.look(browser) => {}
                    () = self.line.cut.notified() => {}
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Follows one connection to its end, from where the one before it ended.
    async fn look(&self, mut browser: Browser) {
        browser.view = match self.reloads.swap(false, Ordering::Relaxed) {
            true => SessionView::default(),
            false => self.view.borrow().clone(),
        };
        browser.show(&self.session).await;
        while let Some(update) = browser.receive().await {
            match &update {
                SocketUpdate::Refused { .. } => return,
                SocketUpdate::Dropped { session, .. } => {
                    let command = SocketCommand::Subscribe {
                        session: session.clone(),
                        after: Some(browser.view.seq),
                    };
                    browser.say(&command).await;
                }
                _ => {}
            }
            browser.take(update);
            self.view.send_replace(browser.view.clone());
            self.line.news.notify_waiters();
        }
    }

    /// Allows whatever is asked, from two devices at the same time.
    async fn answer(self: Arc<Self>) {
        let mut views = self.view.subscribe();
        loop {
            let asks: Vec<String> = {
                let view = views.borrow_and_update();
                view.asks.iter().map(|ask| ask.id.to_string()).collect()
            };
            for ask in asks {
                let path = format!("/api/sessions/{}/asks/{ask}", self.session);
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
                // It was refused, or nobody heard it.
                tokio::time::sleep(PAUSE).await;
            } else if views.changed().await.is_err() {
                return;
            }
        }
    }
}
