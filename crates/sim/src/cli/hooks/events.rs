//! Hooks that do not concern a tool call, and those after one.

use std::rc::Rc;

use serde_json::{Value, json};

use super::Reply;
use crate::cli::call::Call;
use crate::cli::clock::uuid;
use crate::cli::queue::UserMessage;
use crate::cli::result::{Outcome, TurnEnd};
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

/// The decision of the Stop hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum StopOutcome {
    End,
    GoOn,
    Prevented,
}

impl Sim {
    /// Runs the UserPromptSubmit hooks; one may block the message.
    pub(in crate::cli) async fn prompt_hooks(
        self: &Rc<Self>,
        turn: &Turn,
        batch: &[UserMessage],
    ) -> Option<TurnEnd> {
        if batch.iter().all(|message| message.origin.is_some()) {
            return None;
        }
        let prompt = batch
            .iter()
            .map(UserMessage::text)
            .collect::<Vec<_>>()
            .join("\n");
        for callback in self.callbacks("UserPromptSubmit", "") {
            let fields = json!({ "prompt": prompt });
            let reply = self
                .call_hook(&turn.abort, &callback, "UserPromptSubmit", fields, None)
                .await
                .ok()?;
            let Reply::Output(output) = reply else {
                continue;
            };
            self.hook_messages("UserPromptSubmit", "", &output);
            if output["decision"] == "block" {
                let reason = output["reason"].as_str().unwrap_or_default();
                return Some(self.blocked_prompt(turn, &prompt, reason));
            }
        }
        self.prompt_commands(turn, &prompt).await
    }

    pub(in crate::cli) fn blocked_prompt(
        &self,
        turn: &Turn,
        prompt: &str,
        reason: &str,
    ) -> TurnEnd {
        self.emit_init(&turn.uuids.borrow());
        let text = format!(
            "UserPromptSubmit operation blocked by hook:\n{reason}\n\nOriginal prompt: {prompt}"
        );
        self.system(
            "informational",
            json!({
                "content": text,
                "level": "warning",
                "prevent_continuation": true,
                "prompt_submit_outcome": {
                    "kind": "blocked_by_hook", "prompt_kept": false, "reason": reason,
                },
            }),
        );
        let is_reported = self.features().reports_blocked_prompts;
        TurnEnd::new(Outcome::Local {
            text: if is_reported { text } else { String::new() },
            command: None,
        })
    }

    /// Runs the Stop hooks at the end of a turn.
    pub(in crate::cli) async fn stop_hooks(
        self: &Rc<Self>,
        turn: &Turn,
        text: &str,
    ) -> StopOutcome {
        let mut outcome = StopOutcome::End;
        text.clone_into(&mut turn.text.borrow_mut());
        for callback in self.callbacks("Stop", "") {
            let fields = json!({
                "stop_hook_active": turn.stop_hook_active.get(),
                "last_assistant_message": text,
                "background_tasks": self.state.borrow().tasks.background(),
                "session_crons": [],
            });
            let called = self
                .call_hook(&turn.abort, &callback, "Stop", fields, None)
                .await;
            let Ok(Reply::Output(output)) = called else {
                continue;
            };
            self.hook_messages("Stop", "", &output);
            if output["continue"] == false {
                outcome = StopOutcome::Prevented;
            } else if output["decision"] == "block" {
                self.stop_feedback(turn, output["reason"].as_str().unwrap_or_default());
                outcome = StopOutcome::GoOn;
            }
        }
        if outcome == StopOutcome::End {
            return self.stop_commands(turn, text).await;
        }
        outcome
    }

    /// Sends the reason of a Stop hook to the model and continues the turn.
    pub(in crate::cli) fn stop_feedback(&self, turn: &Turn, reason: &str) {
        turn.stop_hook_active.set(true);
        let text = format!("Stop hook feedback:\n{reason}");
        let content = json!([{ "type": "text", "text": text }]);
        turn.count_user_frame();
        let uuid = self.user_frame(content.clone(), json!({ "isSynthetic": true }));
        self.record_user(&json!({ "role": "user", "content": content }), &uuid, None);
        self.system(
            "notification",
            json!({
                "key": "stop-hook-error",
                "text": "Stop hook error occurred · ctrl+o to see",
                "priority": "immediate",
            }),
        );
        turn.answer_next(text);
    }

    /// Runs the PostToolUse or PostToolUseFailure hooks of a call.
    pub(in crate::cli) async fn post_tool_use(
        self: &Rc<Self>,
        turn: &Turn,
        call: &Call,
        response: &Value,
        is_error: bool,
        duration_ms: u64,
    ) {
        let event = if is_error {
            "PostToolUseFailure"
        } else {
            "PostToolUse"
        };
        for callback in self.callbacks(event, &call.name) {
            let mut fields = json!({ "tool_name": call.name, "tool_input": call.input });
            if is_error {
                let error = response.as_str().unwrap_or_default();
                fields["tool_use_id"] = call.id.clone().into();
                fields["error"] = error.strip_prefix("Error: ").unwrap_or(error).into();
                fields["is_interrupt"] = false.into();
            } else {
                fields["tool_response"] = response.clone();
                fields["tool_use_id"] = call.id.clone().into();
            }
            fields["duration_ms"] = duration_ms.into();
            let called = self
                .call_hook(&turn.abort, &callback, event, fields, Some(&call.id))
                .await;
            if let Ok(Reply::Output(output)) = called {
                self.hook_messages(event, &call.name, &output);
                if output["continue"] == false {
                    let reason = output["stopReason"].as_str().unwrap_or_default();
                    *turn.hook_stop.borrow_mut() = Some(reason.to_owned());
                }
            }
        }
        self.post_tool_use_commands(call, response, is_error).await;
    }

    /// Runs the PostToolBatch hooks after all tools of a reply.
    pub(in crate::cli) async fn post_tool_batch(self: &Rc<Self>, turn: &Turn, calls: Vec<Value>) {
        for callback in self.callbacks("PostToolBatch", "") {
            let fields = json!({ "tool_calls": calls });
            let id = format!("hook-{}", uuid());
            // The output has no visible effect here.
            let _answer = self
                .call_hook(&turn.abort, &callback, "PostToolBatch", fields, Some(&id))
                .await;
        }
    }

    /// Runs the MessageDisplay hooks without waiting for their outputs.
    pub(in crate::cli) fn notify_display(self: &Rc<Self>, turn: &Turn, text: &str) {
        for callback in self.callbacks("MessageDisplay", "") {
            let message_id = uuid();
            let fields = json!({
                "turn_id": self.state.borrow().prompt_id,
                "message_id": message_id,
                "index": 0,
                "final": true,
                "delta": text,
            });
            let (sim, abort) = (Rc::clone(self), turn.abort.clone());
            tokio::task::spawn_local(async move {
                let id = format!("{message_id}-0");
                // The output has no visible effect here.
                let _answer = sim
                    .call_hook(&abort, &callback, "MessageDisplay", fields, Some(&id))
                    .await;
            });
        }
    }

    /// Runs the hooks of an event and waits for them.
    pub(in crate::cli) async fn await_hooks(
        self: &Rc<Self>,
        turn: &Turn,
        event: &'static str,
        subject: &str,
        fields: &Value,
    ) {
        for callback in self.callbacks(event, subject) {
            // A blocking output has no effect in this mode.
            let _answer = self
                .call_hook(&turn.abort, &callback, event, fields.clone(), None)
                .await;
        }
    }
}

impl Sim {
    /// Runs the PermissionRequest hooks; returns the first decision.
    pub(in crate::cli) async fn permission_request_hooks(
        self: &Rc<Self>,
        turn: &Turn,
        call: &Call,
        suggestions: Option<Value>,
    ) -> Option<Value> {
        for callback in self.callbacks("PermissionRequest", &call.name) {
            let mut fields = json!({ "tool_name": call.name, "tool_input": call.input });
            if let Some(suggestions) = &suggestions {
                fields["permission_suggestions"] = suggestions.clone();
            }
            let called = self
                .call_hook(
                    &turn.abort,
                    &callback,
                    "PermissionRequest",
                    fields,
                    Some(&call.id),
                )
                .await;
            let Ok(Reply::Output(output)) = called else {
                continue;
            };
            let decision = &output["hookSpecificOutput"]["decision"];
            if decision["behavior"].is_string() {
                return Some(decision.clone());
            }
        }
        self.permission_request_commands(call).await
    }
}
