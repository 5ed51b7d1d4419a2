//! Processes the outputs of tool hooks.

use std::rc::Rc;

use serde_json::{Value, json};

use super::Reply;
use crate::cli::abort::Aborted;
use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

/// The decision of a PreToolUse hook.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli) enum ToolHook {
    None,
    Allow,
    Ask(String),
    Deny(String),
    /// The call is deferred to the host that continues the session.
    Defer,
    /// The hook failed: the tool is not run.
    Broken(String),
}

/// The combined outcome of all PreToolUse hooks of a call.
#[derive(Debug)]
pub(in crate::cli) struct PreToolUse {
    pub(in crate::cli) decision: ToolHook,
    pub(in crate::cli) input: Option<Value>,
}

/// Returns whether the present fields have the right types.
pub(super) fn is_well_formed(output: &Value) -> bool {
    let text = |value: &Value| value.is_null() || value.is_string();
    let flag = |value: &Value| value.is_null() || value.is_boolean();
    text(&output["decision"])
        && text(&output["reason"])
        && text(&output["systemMessage"])
        && text(&output["stopReason"])
        && flag(&output["continue"])
        && (output["hookSpecificOutput"].is_null() || output["hookSpecificOutput"].is_object())
        && matches!(
            output["decision"].as_str(),
            None | Some("approve" | "block" | "allow" | "deny" | "ask")
        )
}

impl Sim {
    /// Runs the PreToolUse hooks of a call.
    pub(in crate::cli) async fn pre_tool_use(
        self: &Rc<Self>,
        turn: &Turn,
        call: &Call,
    ) -> Result<PreToolUse, Aborted> {
        let mut outcome = PreToolUse {
            decision: ToolHook::None,
            input: None,
        };
        for callback in self.callbacks("PreToolUse", &call.name) {
            let input = outcome
                .input
                .clone()
                .unwrap_or_else(|| Value::Object(call.input.clone()));
            let fields = json!({
                "tool_name": call.name, "tool_input": input, "tool_use_id": call.id,
            });
            let reply = self
                .call_hook(&turn.abort, &callback, "PreToolUse", fields, Some(&call.id))
                .await?;
            self.apply_pre_tool_use(turn, &call.name, &callback.id, reply, &mut outcome);
            if matches!(outcome.decision, ToolHook::Deny(_) | ToolHook::Broken(_)) {
                break;
            }
        }
        self.pre_tool_use_commands(call, &mut outcome).await;
        Ok(outcome)
    }

    fn apply_pre_tool_use(
        &self,
        turn: &Turn,
        tool: &str,
        callback: &str,
        reply: Reply,
        outcome: &mut PreToolUse,
    ) {
        let output = match reply {
            Reply::Output(output) => output,
            Reply::Failed { reason, blocks } => {
                self.hook_failed(callback, &reason, blocks, outcome);
                return;
            }
            Reply::TimedOut => {
                outcome.decision = ToolHook::Broken(
                    "PreToolUse hook did not respond before its timeout (host client may be \
                     unreachable). The tool call was not executed; other configured hooks may not \
                     have completed."
                        .to_owned(),
                );
                return;
            }
            Reply::Superseded => {
                outcome.decision = ToolHook::Deny(
                    "The SDK host reconnected before its PreToolUse hook answered, so this tool call \
                     was not executed. No one denied it; retry the same tool call."
                        .to_owned(),
                );
                return;
            }
            Reply::Closed => return,
        };
        if let Some(notice) = notice_of("PreToolUse", tool, &output) {
            turn.notices.borrow_mut().push(notice);
        }
        if output["continue"] == false {
            let reason = output["stopReason"].as_str().unwrap_or_default();
            *turn.hook_stop.borrow_mut() = Some(reason.to_owned());
        }
        let specific = &output["hookSpecificOutput"];
        if specific["updatedInput"].is_object() {
            outcome.input = Some(specific["updatedInput"].clone());
        }
        let reason = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let why = reason(&specific["permissionDecisionReason"]);
        let decision = match (
            specific["permissionDecision"].as_str(),
            output["decision"].as_str(),
        ) {
            (Some("allow"), _) | (None, Some("approve")) => ToolHook::Allow,
            (Some("deny"), _) => ToolHook::Deny(why),
            (Some("ask"), _) => ToolHook::Ask(why),
            (Some("defer"), _) => ToolHook::Defer,
            (None, Some("block")) => ToolHook::Deny(reason(&output["reason"])),
            _ => return,
        };
        outcome.decision = decision;
    }

    fn hook_failed(&self, callback: &str, reason: &str, blocks: bool, outcome: &mut PreToolUse) {
        if reason == "wrong event" {
            outcome.decision = ToolHook::Broken(
                "PreToolUse hook failed with an unexpected error. The tool call was not executed; other \
                 configured hooks may not have completed."
                    .to_owned(),
            );
            return;
        }
        if reason != "invalid output" {
            self.hook_warning(callback, blocks);
        }
        let failed = failure_text(callback);
        if blocks {
            outcome.decision = ToolHook::Deny(format!(
                "[callback]: failed; blocking because onFailure is \"block\"\n{failed}"
            ));
        }
    }

    /// Shows the message of a hook to the user.
    pub(super) fn hook_messages(&self, event: &str, subject: &str, output: &Value) {
        if let Some(notice) = notice_of(event, subject, output) {
            self.system("informational", notice);
        }
    }

    /// Shows the messages of hooks about a call that continues.
    pub(in crate::cli) fn flush_notices(&self, turn: &Turn) {
        for notice in turn.notices.borrow_mut().drain(..) {
            self.system("informational", notice);
        }
    }

    /// Warns about an invalid hook output, before the output is echoed.
    pub(in crate::cli) fn warn_of_bad_answer(&self, request: &Value, response: &Value) {
        let is_hook = request["subtype"] == "hook_callback"
            && request["input"]["hook_event_name"] == "PreToolUse"
            && response["subtype"] != "error";
        let payload = &response["response"];
        if !is_hook || (payload.is_object() && is_well_formed(payload)) {
            return;
        }
        let callback = request["callback_id"].as_str().unwrap_or_default();
        let blocks = self.state.borrow().hooks.blocks_on_failure(callback);
        self.hook_warning(callback, blocks);
    }

    fn hook_warning(&self, callback: &str, blocks: bool) {
        let effect = if blocks {
            "onFailure is \"block\", so this failure counts as a block."
        } else {
            "Its answer was treated as empty."
        };
        self.system(
            "informational",
            json!({
                "content": format!("PreToolUse: {} {effect}", failure_text(callback)),
                "level": "warning",
                "tag": "hook_callback_failed",
            }),
        );
    }
}

fn failure_text(callback: &str) -> String {
    format!(
        "Hook callback {callback} failed: the SDK host replied with an error or an invalid answer."
    )
}

fn notice_of(event: &str, subject: &str, output: &Value) -> Option<Value> {
    let message = output["systemMessage"].as_str()?;
    let name = if subject.is_empty() {
        event.to_owned()
    } else {
        format!("{event}:{subject}")
    };
    Some(json!({ "content": format!("{name} says: {message}"), "level": "notice" }))
}
