//! The tool calls of one reply: concurrent ones, and those that wait for each other.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use serde_json::{Value, json};
use tokio::sync::Notify;

use super::{Call, Ended, run};
use crate::cli::session::Shared;
use crate::cli::tools;
use crate::cli::turn::Turn;

/// The calls of one reply.
pub(in crate::cli) struct Batch {
    sim: Shared,
    turn: Rc<Turn>,
    waiting: RefCell<VecDeque<Call>>,
    running_safe: Cell<usize>,
    running_alone: Cell<usize>,
    is_held: Cell<bool>,
    finished: Notify,
    done: RefCell<Vec<Value>>,
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Batch").finish_non_exhaustive()
    }
}

impl Batch {
    pub(in crate::cli) fn new(sim: &Shared, turn: &Rc<Turn>) -> Self {
        Self {
            sim: Rc::clone(sim),
            turn: Rc::clone(turn),
            waiting: RefCell::default(),
            running_safe: Cell::new(0),
            running_alone: Cell::new(0),
            is_held: Cell::new(sim.features().runs_tools_after_message),
            finished: Notify::new(),
            done: RefCell::default(),
        }
    }

    /// Adds a call, which starts immediately if no other call prevents it.
    pub(in crate::cli) fn add(self: &Rc<Self>, call: Call) {
        self.waiting.borrow_mut().push_back(call);
        self.pump();
    }

    /// Starts the calls that were held until the message was complete.
    pub(in crate::cli) fn release(self: &Rc<Self>) {
        self.is_held.set(false);
        self.pump();
    }

    fn pump(self: &Rc<Self>) {
        if self.is_held.get() {
            return;
        }
        loop {
            let next = {
                let mut waiting = self.waiting.borrow_mut();
                let Some(call) = waiting.front() else { return };
                let is_safe = tools::is_concurrency_safe(&self.sim, call);
                let is_free =
                    self.running_alone.get() == 0 && (is_safe || self.running_safe.get() == 0);
                if !is_free && !self.turn.abort.is_set() {
                    return;
                }
                let Some(call) = waiting.pop_front() else {
                    return;
                };
                (call, is_safe)
            };
            self.start(next.0, next.1);
        }
    }

    fn start(self: &Rc<Self>, call: Call, is_safe: bool) {
        let running = if is_safe {
            &self.running_safe
        } else {
            &self.running_alone
        };
        running.set(running.get() + 1);
        let batch = Rc::clone(self);
        tokio::task::spawn_local(async move {
            batch.drive(call).await;
            let running = if is_safe {
                &batch.running_safe
            } else {
                &batch.running_alone
            };
            running.set(running.get() - 1);
            batch.pump();
            batch.finished.notify_waiters();
        });
    }

    async fn drive(&self, mut call: Call) {
        let ended = if self.turn.abort.is_set() {
            Ended::Aborted {
                while_running: false,
                asked: false,
            }
        } else {
            run(&self.sim, &self.turn, &mut call).await
        };
        if let Some(content) = self.sim.emit_ended(&self.turn, &call, ended) {
            self.done.borrow_mut().push(json!({
                "tool_name": call.name,
                "tool_input": call.input,
                "tool_use_id": call.id,
                "tool_response": content,
            }));
        }
    }

    fn is_idle(&self) -> bool {
        self.waiting.borrow().is_empty()
            && self.running_safe.get() == 0
            && self.running_alone.get() == 0
    }

    /// Resolves when every call has its result.
    pub(in crate::cli) async fn wait(self: &Rc<Self>) {
        loop {
            let notified = self.finished.notified();
            tokio::pin!(notified);
            notified.as_mut().enable();
            if self.turn.abort.is_set() {
                self.release();
            }
            if self.is_idle() {
                self.sim.flush_results();
                return;
            }
            notified.await;
        }
    }

    /// Runs the hooks for the end of the whole batch.
    pub(in crate::cli) async fn report_done(&self) {
        let done = std::mem::take(&mut *self.done.borrow_mut());
        if !done.is_empty() {
            self.sim.post_tool_batch(&self.turn, done).await;
        }
    }
}
