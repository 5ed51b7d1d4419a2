//! Stopping a turn.

use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;

use tokio::sync::Notify;

/// The reason why a turn stops early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The host interrupted the turn, or an answer required it.
    Interrupt,
    /// A message with priority `now` preempts the turn.
    Now,
    /// The process received a signal to stop.
    Signal,
}

/// The abort flag of one turn, shared by all of its tasks.
#[derive(Debug, Clone, Default)]
pub(super) struct Abort(Rc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    reason: Cell<Option<Reason>>,
    notify: Notify,
}

/// The future was dropped because the turn was aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aborted;

impl Abort {
    pub(super) fn set(&self, reason: Reason) {
        if self.0.reason.get().is_none() {
            self.0.reason.set(Some(reason));
            self.0.notify.notify_waiters();
        }
    }

    pub(super) fn reason(&self) -> Option<Reason> {
        self.0.reason.get()
    }

    pub(super) fn is_set(&self) -> bool {
        self.reason().is_some()
    }

    /// Resolves when the flag is set.
    pub(super) async fn wait(&self) {
        loop {
            let notified = self.0.notify.notified();
            tokio::pin!(notified);
            notified.as_mut().enable();
            if self.is_set() {
                return;
            }
            notified.await;
        }
    }

    /// Runs the future unless the flag is set first.
    pub(super) async fn guard<T>(&self, future: impl Future<Output = T>) -> Result<T, Aborted> {
        tokio::select! {
            biased;
            () = self.wait() => Err(Aborted),
            value = future => Ok(value),
        }
    }
}
