//! Requests from the host.

mod hook_events;
mod layer;
mod queries;
mod servers;
mod settings;

use std::rc::Rc;

use serde_json::{Value, json};

use super::abort::{Abort, Reason};
use super::initialize;
use super::mutant::Mutant;
use super::session::{Shared, Sim};

/// The response to a request.
enum Reply {
    Payload(Value),
    Empty,
    Error(String, Option<&'static str>),
    /// The response is sent later by another function.
    Later,
}

impl From<Result<Value, String>> for Reply {
    fn from(result: Result<Value, String>) -> Self {
        match result {
            Ok(payload) => Self::Payload(payload),
            Err(error) => Self::Error(error, None),
        }
    }
}

impl Sim {
    /// Handles a request. `Some` is the exit code if it ends the session.
    pub(super) fn control(self: &Shared, frame: &Value) -> Option<i32> {
        let id = frame.get("request_id").cloned();
        let request = &frame["request"];
        let subtype = request["subtype"].as_str().unwrap_or_default();
        let known = &self.dialect.catalog.control_requests;
        if known
            .as_ref()
            .is_some_and(|known| !known.iter().any(|name| name == subtype))
        {
            return None;
        }
        let reply = match subtype {
            "initialize" => {
                initialize::start(self, id.as_ref(), request);
                Reply::Later
            }
            "interrupt" => {
                self.interrupt(id.as_ref(), request);
                Reply::Later
            }
            "end_session" => {
                self.succeed(id.as_ref(), None);
                return Some(0);
            }
            "set_permission_mode" => self.set_permission_mode(id.as_ref(), request),
            "set_model" => self.set_model(id.as_ref(), request),
            "set_max_thinking_tokens" => set_max_thinking_tokens(request),
            "rewind_files" => self.rewind_files(request).into(),
            "stop_task" => {
                self.stop_task(request["task_id"].as_str().unwrap_or_default());
                Reply::Payload(json!({}))
            }
            "background_tasks" => Reply::Payload(self.background_tasks(request)),
            "cancel_async_message" => Reply::Payload(self.cancel_message(request)),
            "side_question" => {
                self.side_question(id.clone(), request);
                Reply::Later
            }
            name if name.starts_with("mcp_") => self.server_request(id.as_ref(), name, request),
            name => self.other_request(name, request),
        };
        match reply {
            Reply::Payload(payload) => self.succeed(id.as_ref(), Some(payload)),
            Reply::Empty => self.succeed(id.as_ref(), None),
            Reply::Error(error, code) => self.fail(id.as_ref(), &error, code),
            Reply::Later => {}
        }
        None
    }

    fn interrupt(self: &Rc<Self>, id: Option<&Value>, request: &Value) {
        let late_cancel = self.is_mutant(Mutant::CancelAfterResponse);
        if !late_cancel {
            self.cancel_open_requests();
            self.cancel_server_calls();
        }
        let mut cancelled = None;
        if request["cancel_queued"] == true {
            let waiting: Vec<String> = self.queued_uuids();
            self.state.borrow_mut().queue.clear();
            for uuid in &waiting {
                self.lifecycle(uuid, "cancelled");
            }
            cancelled = Some(waiting);
        }
        if self.features().interrupt_stops_agents && !self.state.borrow().spares_agents {
            self.kill_agents();
        }
        let still = self.queued_uuids();
        if !self.features().interrupt_reports_queue {
            self.succeed(id, None);
        } else if self.is_mutant(Mutant::NoStillQueued) {
            self.succeed(id, Some(json!({})));
        } else {
            let mut payload = json!({ "still_queued": still });
            if let Some(cancelled) = cancelled {
                payload["cancelled"] = json!(cancelled);
            }
            self.succeed(id, Some(payload));
        }
        if late_cancel {
            self.cancel_open_requests();
        }
        if self.state.borrow().turn.is_some() {
            self.abort_turn(Reason::Interrupt);
        } else if !still.is_empty() {
            self.state.borrow_mut().interrupted_before_start = true;
        }
    }

    /// Withdraws open requests to the host because the turn is aborted.
    pub(super) fn cancel_open_requests(&self) {
        let open: Vec<String> = {
            let state = self.state.borrow();
            let mine = state.pending.iter().filter(|pending| {
                matches!(
                    pending.frame["request"]["subtype"].as_str(),
                    Some("can_use_tool" | "hook_callback" | "elicitation")
                )
            });
            mine.map(|pending| pending.id.clone()).collect()
        };
        for id in open {
            self.cancel(&id);
        }
    }

    /// The host withdraws its own request.
    pub(super) fn cancel_host_request(&self, frame: &Value) {
        let Some(id) = frame["request_id"].as_str() else {
            return;
        };
        let abort = self.state.borrow_mut().host_requests.remove(id);
        if let Some(abort) = abort {
            abort.set(Reason::Interrupt);
        }
    }

    /// Registers a request of the host as cancellable.
    fn cancellable(&self, id: Option<&Value>) -> Abort {
        let abort = Abort::default();
        if let Some(id) = id.and_then(Value::as_str) {
            self.state
                .borrow_mut()
                .host_requests
                .insert(id.to_owned(), abort.clone());
        }
        abort
    }

    fn side_question(self: &Rc<Self>, id: Option<Value>, request: &Value) {
        let question = request["question"].as_str().unwrap_or_default().to_owned();
        let abort = self.cancellable(id.as_ref());
        let sim = Rc::clone(self);
        self.system(
            "control_request_progress",
            json!({ "request_id": id, "status": "started" }),
        );
        tokio::task::spawn_local(async move {
            let reply = crate::script::reply(&question, 0).unwrap_or_default();
            let mut text = String::new();
            for block in reply {
                let paused = match block {
                    crate::script::Block::Sleep { s } => abort.guard(sim.pause(s.duration())).await,
                    crate::script::Block::Text(block) => {
                        text.push_str(&block.text);
                        Ok(())
                    }
                    _ => Ok(()),
                };
                if paused.is_err() {
                    sim.fail(id.as_ref(), "Side question cancelled", None);
                    return;
                }
            }
            sim.succeed(
                id.as_ref(),
                Some(json!({ "response": text, "synthetic": false })),
            );
        });
    }

    fn background_tasks(&self, request: &Value) -> Value {
        let tool_use_id = request["tool_use_id"].as_str();
        let moved = self.move_to_background(tool_use_id);
        if tool_use_id.is_some() && !moved {
            return json!({ "backgrounded": false });
        }
        json!({})
    }

    fn cancel_message(&self, request: &Value) -> Value {
        let uuid = request["message_uuid"].as_str().unwrap_or_default();
        let found = {
            let mut state = self.state.borrow_mut();
            let position = state.queue.iter().position(|message| message.uuid == uuid);
            position
                .and_then(|position| state.queue.remove(position))
                .is_some()
        };
        if found {
            self.lifecycle(uuid, "cancelled");
        }
        json!({ "cancelled": found })
    }
}

fn set_max_thinking_tokens(request: &Value) -> Reply {
    let tokens = &request["max_thinking_tokens"];
    let display = &request["thinking_display"];
    let display_fits = match display.as_str() {
        Some(name) => ["summarized", "omitted", "highlights"].contains(&name),
        None => display.is_null(),
    };
    if (tokens.is_null() || tokens.is_i64() || tokens.is_u64()) && display_fits {
        return Reply::Empty;
    }
    Reply::Error(
        "set_max_thinking_tokens: max_thinking_tokens must be an integer or null and thinking_display \
         must be \"summarized\", \"omitted\", \"highlights\", or null"
            .to_owned(),
        None,
    )
}
