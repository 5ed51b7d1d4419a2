//! Tells people who are elsewhere: a session waits for them, or has ended what it did.
//!
//! One task watches the list of sessions. What it finds goes to browsers by push,
//! and to the webhooks and ntfy topics of the settings.

mod target;
mod watch;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use pilothouse_api::push::{PushKind, PushMessage};
use pilothouse_api::session::{Asking, SessionSummary};
use pilothouse_api::settings::NotifyTarget;
use pilothouse_view::ask::Ask;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::asking;
use crate::outgoing::Outgoing;

pub(crate) use watch::watch;

/// How many notifications may be on their way at a time; more are dropped.
const WAITING: usize = 256;
/// How many asks are remembered as told.
const TOLD: usize = 10_000;

/// Sends notifications.
pub(crate) struct Notifier {
    app: App,
    outgoing: Outgoing,
    under_way: Arc<Semaphore>,
    /// Session and ask of those that were told.
    told: Mutex<HashSet<(String, String)>>,
    /// Sessions that will be looked at in a moment, and why.
    expected: Mutex<Vec<(String, PushKind)>>,
}

impl Notifier {
    pub(crate) fn new(app: App) -> Arc<Self> {
        Arc::new(Self {
            app,
            outgoing: Outgoing::default(),
            under_way: Arc::new(Semaphore::new(WAITING)),
            told: Mutex::default(),
            expected: Mutex::default(),
        })
    }

    /// Says whether an ask was not told yet, and remembers that it is now.
    fn is_new(&self, session: &str, ask: &str) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= TOLD {
            told.clear();
        }
        told.insert((session.to_owned(), ask.to_owned()))
    }

    /// Forgets that a request was told, so that it is told when it is made again.
    fn forget(&self, session: &str, ask: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.remove(&(session.to_owned(), ask.to_owned()));
    }

    /// Notes that a session will be looked at; false when that is so already.
    fn expect(&self, session: &str, kind: PushKind) -> bool {
        let mut expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        let new = !expected
            .iter()
            .any(|found| found.0 == session && found.1 == kind);
        if new {
            expected.push((session.to_owned(), kind));
        }
        new
    }

    fn expected(&self, session: &str, kind: PushKind) {
        let mut expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        expected.retain(|found| found.0 != session || found.1 != kind);
    }

    /// Sends a message to everybody who wants it, in the background.
    fn tell(self: &Arc<Self>, message: PushMessage) {
        // Attempts are few and short, so what is under way is soon done or given up.
        let Ok(room) = Arc::clone(&self.under_way).try_acquire_owned() else {
            tracing::warn!("a notification was dropped: too many are under way");
            return;
        };
        let notifier = Arc::clone(self);
        tokio::spawn(async move {
            notifier.send(&message).await;
            drop(room);
        });
    }

    async fn send(&self, message: &PushMessage) {
        let push = self.app.push.send(&self.outgoing, message);
        let settings = self.app.settings().get();
        let link = self.app.session_link(&message.session);
        let wanting = settings.notify.iter();
        let posts = wanting
            .filter(|target| wants(target, message.kind))
            .filter_map(|target| target::post(target, message, &link));
        tokio::join!(push, self.outgoing.deliver_all(posts));
    }
}

fn wants(target: &NotifyTarget, kind: PushKind) -> bool {
    match kind {
        PushKind::Ask => target.asks,
        PushKind::Ended | PushKind::Failed => target.ends,
    }
}

/// What is told of a session that has ended what it did.
fn ended(kind: PushKind, summary: &SessionSummary, waiting: u32) -> PushMessage {
    let problem = summary.problem.clone().filter(|_| kind == PushKind::Failed);
    let last_line = Some(summary.last_line.clone()).filter(|line| !line.is_empty());
    PushMessage {
        kind,
        session: summary.id.clone(),
        title: summary.title.clone(),
        project: summary.project.clone(),
        at: summary.at,
        ask: None,
        tool: None,
        text: problem.or(last_line),
        one_tap: false,
        waiting,
    }
}

/// The notification of a session that cannot start before a person decided about its project's settings.
fn trust_question(summary: &SessionSummary, waiting: u32) -> PushMessage {
    let asking = asking::about_trust(summary.at);
    request(summary, asking, waiting)
}

/// The notification of a request.
fn asked(summary: &SessionSummary, ask: &Ask, waiting: u32) -> PushMessage {
    PushMessage {
        ask: Some(ask.id.as_str().to_owned()),
        one_tap: ask.one_tap(),
        ..request(summary, asking::of_ask(ask), waiting)
    }
}

fn request(summary: &SessionSummary, asking: Asking, waiting: u32) -> PushMessage {
    PushMessage {
        kind: PushKind::Ask,
        session: summary.id.clone(),
        title: summary.title.clone(),
        project: summary.project.clone(),
        at: asking.since,
        ask: None,
        tool: Some(asking::label(&asking)),
        text: asking.text,
        one_tap: false,
        waiting,
    }
}
