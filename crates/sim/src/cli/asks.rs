//! Requests from the CLI to the host, and their responses.

use std::rc::Rc;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::abort::{Abort, Aborted};
use super::clock::uuid;
use super::mutant::Mutant;
use super::session::Sim;
use crate::script::ExitWhen;

/// An open request to the host.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) id: String,
    pub(super) frame: Value,
    sender: oneshot::Sender<Answer>,
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Answer {
    /// The payload, `None` if the response had no `response` key.
    Success(Option<Value>),
    Error(String),
    /// Stdin was closed before a response arrived.
    Closed,
    /// The host sent `initialize` again with new hooks.
    Superseded,
}

/// A request that was sent; dropping it unregisters it.
#[derive(Debug)]
pub(super) struct Open {
    sim: Rc<Sim>,
    pub(super) id: String,
    receiver: oneshot::Receiver<Answer>,
}

impl Pending {
    fn subtype(&self) -> &str {
        self.frame["request"]["subtype"]
            .as_str()
            .unwrap_or_default()
    }
}

impl Sim {
    /// Sends a request to the host.
    pub(super) fn open(self: &Rc<Self>, request: Value) -> Open {
        let id = uuid();
        let frame = json!({ "type": "control_request", "request_id": id, "request": request });
        let frame = self.without_omissions(frame).unwrap_or_default();
        let (sender, receiver) = oneshot::channel();
        let is_ask = frame["request"]["subtype"] == "can_use_tool";
        if is_ask {
            self.set_session_state("requires_action");
        }
        self.emit(&frame);
        if is_ask {
            self.exit_if(ExitWhen::Ask);
        }
        let ended = self.state.borrow().input_ended;
        let pending = Pending {
            id: id.clone(),
            frame,
            sender,
        };
        if ended {
            // No response can arrive any more; a dropped receiver needs none.
            let _gone = pending.sender.send(Answer::Closed);
        } else {
            self.state.borrow_mut().pending.push(pending);
        }
        Open {
            sim: Rc::clone(self),
            id,
            receiver,
        }
    }

    /// Processes a response of the host. With [`Mutant::LateAnswer`], the second response replaces the first.
    pub(super) fn receive_answer(self: &Rc<Self>, frame: Value) {
        if !self.is_mutant(Mutant::LateAnswer) {
            self.settle(&frame);
            return;
        }
        let sim = Rc::clone(self);
        let held = self.take_held_back();
        self.hold_back(frame.clone());
        let is_same =
            |held: &Value| held["response"]["request_id"] == frame["response"]["request_id"];
        if held.iter().any(is_same) {
            self.settle(&frame);
            return;
        }
        tokio::task::spawn_local(async move {
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            sim.settle(&frame);
        });
    }

    /// Passes a response of the host to its request. Unknown and late ones are dropped.
    fn settle(self: &Rc<Self>, frame: &Value) {
        let response = &frame["response"];
        let Some(id) = response["request_id"].as_str() else {
            return;
        };
        let pending = {
            let mut state = self.state.borrow_mut();
            let Some(position) = state.pending.iter().position(|pending| pending.id == id) else {
                return;
            };
            state.pending.remove(position)
        };
        self.warn_of_bad_answer(&pending.frame["request"], response);
        let is_success = response["subtype"] != "error";
        let echoes = self.replays() && is_success && !self.is_mutant(Mutant::NoEcho);
        let is_handshake = pending.frame["request"]["message"]["method"] == "initialize";
        let is_late = is_handshake && self.features().echoes_handshake_late;
        if self.features().grants_before_echo && pending.subtype() == "can_use_tool" {
            self.apply_grants(&response["response"]);
        }
        if echoes && !is_late {
            self.echo(frame);
        }
        let answer = if response["subtype"] == "error" {
            Answer::Error(
                response["error"]
                    .as_str()
                    .unwrap_or("Unknown error")
                    .to_owned(),
            )
        } else {
            Answer::Success(response.get("response").cloned())
        };
        // The requester may have been stopped in the meantime.
        let _gone = pending.sender.send(answer);
        if echoes && is_late {
            let (sim, frame) = (Rc::clone(self), frame.clone());
            tokio::task::spawn_local(async move {
                tokio::task::yield_now().await;
                sim.echo(&frame);
            });
        }
        self.leave_requires_action();
    }

    fn leave_requires_action(&self) {
        let open = self
            .state
            .borrow()
            .pending
            .iter()
            .any(|ask| ask.subtype() == "can_use_tool");
        if !open && self.state.borrow().session_state == "requires_action" {
            self.set_session_state("running");
        }
    }

    /// Stdin was closed: no open request will get a response.
    pub(super) fn close_pending(&self) {
        let pending = std::mem::take(&mut self.state.borrow_mut().pending);
        for pending in pending {
            // The requester may have been stopped in the meantime.
            let _gone = pending.sender.send(Answer::Closed);
        }
    }

    /// Withdraws open hook callbacks because the host registered new hooks.
    pub(super) fn supersede_hooks(&self) {
        let withdrawn: Vec<Pending> = {
            let mut state = self.state.borrow_mut();
            let (hooks, others) = std::mem::take(&mut state.pending)
                .into_iter()
                .partition(|pending| pending.subtype() == "hook_callback");
            state.pending = others;
            hooks
        };
        for pending in withdrawn {
            self.emit(&json!({ "type": "control_cancel_request", "request_id": pending.id }));
            // The requester may have been stopped in the meantime.
            let _gone = pending.sender.send(Answer::Superseded);
        }
    }

    /// The open permission requests, as listed in the response to a second `initialize`.
    pub(super) fn pending_permissions(&self) -> Vec<Value> {
        let state = self.state.borrow();
        let asks = state
            .pending
            .iter()
            .filter(|pending| pending.subtype() == "can_use_tool");
        asks.map(|pending| {
            let mut frame = pending.frame.clone();
            if let Some(request) = frame["request"].as_object_mut() {
                request.remove("server_policy_ask_only");
            }
            frame
        })
        .collect()
    }

    /// Cancels a request.
    pub(super) fn cancel(&self, id: &str) {
        let position = self
            .state
            .borrow()
            .pending
            .iter()
            .position(|pending| pending.id == id);
        if let Some(position) = position {
            self.state.borrow_mut().pending.remove(position);
            self.emit(&json!({ "type": "control_cancel_request", "request_id": id }));
            self.leave_requires_action();
        }
    }
}

impl Open {
    /// Waits for the response; an aborted turn withdraws the request.
    pub(super) async fn answer(mut self, abort: &Abort) -> Result<Answer, Aborted> {
        let result = abort.guard(&mut self.receiver).await;
        match result {
            Ok(answer) => Ok(answer.unwrap_or(Answer::Closed)),
            Err(Aborted) => {
                self.sim.cancel(&self.id);
                Err(Aborted)
            }
        }
    }

    /// Waits for the response without withdrawing the request when the turn is aborted.
    pub(super) async fn answer_quietly(&mut self) -> Answer {
        (&mut self.receiver).await.unwrap_or(Answer::Closed)
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Ok(mut state) = self.sim.state.try_borrow_mut() {
            state.pending.retain(|pending| pending.id != self.id);
        }
    }
}
