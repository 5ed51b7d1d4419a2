//! Cancelled calls of MCP tools.

use std::rc::Rc;
use std::time::Duration;

use serde_json::json;

use crate::cli::session::Sim;

/// The maximum time that a turn waits for the host's responses to cancellations.
const CANCEL_GRACE: Duration = Duration::from_secs(1);

/// Cancels the call on the server when dropped.
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
    /// Unregisters a call; returns whether it was still running.
    fn end_server_call(&self, server: &str, id: u64) -> bool {
        let mut state = self.state.borrow_mut();
        let before = state.server_calls.len();
        state
            .server_calls
            .retain(|call| *call != (server.to_owned(), id));
        before != state.server_calls.len()
    }

    /// Cancels a call on a server; the host responds to this too.
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
            // The server may ignore it.
            let _ignored = super::handshake::server_answer(open).await;
            sim.cancels_open.set(sim.cancels_open.get() - 1);
            sim.cancel_answered.notify_waiters();
        });
    }

    /// Waits for the host's responses to cancellations, before the turn continues.
    pub(in crate::cli) async fn await_cancels(&self) {
        let answered = async {
            while self.cancels_open.get() > 0 && self.features().awaits_cancelled_calls {
                self.cancel_answered.notified().await;
            }
        };
        // The turn continues if the host does not respond.
        let _unanswered = tokio::time::timeout(CANCEL_GRACE, answered).await;
    }

    /// Sends cancellations of timed-out calls, after the conversation has continued.
    pub(in crate::cli) fn send_late_cancels(self: &Rc<Self>) {
        let late = std::mem::take(&mut self.state.borrow_mut().late_cancels);
        for (server, id, reason) in late {
            self.cancel_server_call(&server, id, &reason);
        }
    }

    /// Cancels all running calls on their servers because the turn was aborted.
    pub(in crate::cli) fn cancel_server_calls(self: &Rc<Self>) {
        let calls = std::mem::take(&mut self.state.borrow_mut().server_calls);
        for (server, id) in calls {
            self.cancel_server_call(&server, id, &self.abort_reason());
        }
    }

    /// The reason for cancelling a call when the turn is aborted.
    pub(super) fn abort_reason(&self) -> String {
        self.message("mcp_abort_reason", &[])
    }
}
