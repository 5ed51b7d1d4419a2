//! Cancelled calls of servers' tools.

use std::rc::Rc;
use std::time::Duration;

use serde_json::json;

use crate::cli::session::Sim;

/// How long a turn waits at most for the host to answer its cancelled calls.
const CANCEL_GRACE: Duration = Duration::from_secs(1);

/// Tells the server that its call is not waited for any more.
pub(super) struct CancelOnDrop {
    pub(super) sim: Rc<Sim>,
    pub(super) server: String,
    pub(super) id: u64,
    pub(super) is_done: bool,
    pub(super) reason: String,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        let was_running = self.sim.end_server_call(&self.server, self.id);
        if !was_running || self.is_done {
            return;
        }
        let late = (self.server.clone(), self.id, self.reason.clone());
        self.sim.state.borrow_mut().late_cancels.push(late);
    }
}

impl Sim {
    /// Forgets a call; returns whether it was still running.
    fn end_server_call(&self, server: &str, id: u64) -> bool {
        let mut state = self.state.borrow_mut();
        let before = state.server_calls.len();
        state
            .server_calls
            .retain(|call| *call != (server.to_owned(), id));
        before != state.server_calls.len()
    }

    /// Tells a server that a call is not waited for any more; the host answers that too.
    fn cancel_server_call(self: &Rc<Self>, server: &str, id: u64, reason: &str) {
        let open = self.open_message(
            server,
            json!({
                "method": "notifications/cancelled",
                "params": { "requestId": id, "reason": reason },
                "jsonrpc": "2.0",
            }),
        );
        let sim = Rc::clone(self);
        self.cancels_open.set(self.cancels_open.get() + 1);
        tokio::task::spawn_local(async move {
            // The server need not agree.
            let _ignored = super::handshake::server_answer(open).await;
            sim.cancels_open.set(sim.cancels_open.get() - 1);
            sim.cancel_answered.notify_waiters();
        });
    }

    /// Waits for the host to answer that calls were cancelled, before the turn goes on.
    pub(in crate::cli) async fn await_cancels(&self) {
        let answered = async {
            while self.cancels_open.get() > 0 && self.features().awaits_cancelled_calls {
                self.cancel_answered.notified().await;
            }
        };
        // A host that does not answer is not waited for.
        let _unanswered = tokio::time::timeout(CANCEL_GRACE, answered).await;
    }

    /// Tells servers of calls that took too long, once the conversation has gone on.
    pub(in crate::cli) fn send_late_cancels(self: &Rc<Self>) {
        let late = std::mem::take(&mut self.state.borrow_mut().late_cancels);
        for (server, id, reason) in late {
            self.cancel_server_call(&server, id, &reason);
        }
    }

    /// Tells the servers of all running calls that the turn has stopped.
    pub(in crate::cli) fn cancel_server_calls(self: &Rc<Self>) {
        let calls = std::mem::take(&mut self.state.borrow_mut().server_calls);
        for (server, id) in calls {
            self.cancel_server_call(&server, id, &self.abort_reason());
        }
    }

    /// Why a server's call is withdrawn when the turn stops.
    pub(super) fn abort_reason(&self) -> String {
        self.message("mcp_abort_reason", &[])
    }
}
