//! Decides about a call: hooks, rules, the mode, and finally the host.

mod answer;

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::Call;
use crate::cli::abort::{Aborted, Reason};
use crate::cli::asks::Answer;
use crate::cli::hooks::ToolHook;
use crate::cli::mutant::Mutant;
use crate::cli::permission::{Denial, Verdict};
use crate::cli::session::Shared;
use crate::cli::tools::{self, ToolResult};
use crate::cli::turn::Turn;

const INVALID: &str = "The canUseTool callback returned an invalid permission result. Expected \
    {behavior: 'allow', updatedInput?: object} or {behavior: 'deny', message: string}. \
    updatedPermissions may hold at most 4096 updates, rules and directories in all.";

/// The decision.
#[derive(Debug)]
pub(in crate::cli) enum Permit {
    /// The call runs; the value goes into the result's `tool_result_meta`.
    Granted(Value),
    Refused(ToolResult),
}

fn accept(source: &str, reason_type: Option<&str>) -> Value {
    decision("accept", source, reason_type)
}

fn decision(decision: &str, source: &str, reason_type: Option<&str>) -> Value {
    let mut value = json!({ "decision": decision, "source": source });
    if let Some(reason_type) = reason_type {
        value["reason_type"] = reason_type.into();
    }
    json!({ "permission_decision": value })
}

fn refusal(message: &str, source: &str, reason_type: Option<&str>, kind: &str) -> ToolResult {
    let mut result = ToolResult::error(message);
    let mut meta = json!({ "non_execution_kind": kind });
    if let (Value::Object(meta), Value::Object(decision)) =
        (&mut meta, decision("reject", source, reason_type))
    {
        meta.extend(decision);
    }
    result.meta = Some(Box::new(meta));
    result
}

/// Decides whether the call may run, with a request to the host if necessary.
pub(super) async fn permit(
    sim: &Shared,
    turn: &Rc<Turn>,
    call: &mut Call,
    hook: ToolHook,
) -> Result<Permit, Aborted> {
    let verdict = sim.verdict(call);
    if let Verdict::Deny(denial) = &verdict {
        return Ok(denied(sim, turn, call, denial));
    }
    let asks_person = tools::needs_person(&call.name);
    match hook {
        ToolHook::Deny(reason) if !sim.features().counts_hook_denials => {
            return Ok(Permit::Refused(ToolResult::error(&reason)));
        }
        ToolHook::Deny(reason) => {
            turn.deny(call);
            let message = format!("PreToolUse:{} hook error: {reason}", call.name);
            return Ok(Permit::Refused(refusal(
                &message,
                "hook",
                Some("hook"),
                "permission-rule",
            )));
        }
        ToolHook::Broken(message) => return Ok(Permit::Refused(ToolResult::error(&message))),
        ToolHook::Allow if !asks_person => {
            return Ok(Permit::Granted(accept("hook", Some("hook"))));
        }
        ToolHook::Ask(reason) => {
            let fields = json!({
                "decision_reason": reason,
                "decision_reason_type": "hook",
                "decision_reason_hook_event": "PreToolUse",
                "decision_reason_hook_source": "settings",
            });
            let fields = match fields {
                Value::Object(fields) => fields,
                _ => Map::new(),
            };
            return ask(sim, turn, call, fields).await;
        }
        ToolHook::None | ToolHook::Allow | ToolHook::Defer => {}
    }
    match verdict {
        Verdict::Allow { source, reason } => Ok(Permit::Granted(accept(source, reason))),
        Verdict::Ask(fields) => ask(sim, turn, call, fields).await,
        Verdict::Deny(denial) => Ok(denied(sim, turn, call, &denial)),
    }
}

fn denied(sim: &Shared, turn: &Turn, call: &Call, denial: &Denial) -> Permit {
    if let Some(notice) = &denial.notice {
        sim.system("informational", notice.clone());
    }
    if let Some(Value::Object(fields)) = &denial.frame {
        let mut frame = json!({ "tool_name": call.name, "tool_use_id": call.id });
        if let Value::Object(frame) = &mut frame {
            frame.extend(fields.clone());
            frame.insert("message".into(), denial.message.clone().into());
        }
        sim.system("permission_denied", frame);
    }
    turn.deny(call);
    Permit::Refused(refusal(
        &denial.message,
        denial.source,
        denial.reason_type,
        denial.kind,
    ))
}

async fn ask(
    sim: &Shared,
    turn: &Rc<Turn>,
    call: &mut Call,
    fields: Map<String, Value>,
) -> Result<Permit, Aborted> {
    sim.count_begun_calls();
    if answer::asks_for_prefix(call, &fields) {
        sim.count_hidden_call();
    }
    if !sim.has_host_prompts() {
        let denial = Denial::no_host(sim, call);
        return Ok(denied(sim, turn, call, &denial));
    }
    let suggestions = fields.get("permission_suggestions").cloned();
    if sim.features().runs_hooks_before_host {
        // The host's answer counts only if no hook decides.
        let hooks = sim.permission_request_hooks(turn, call, suggestions.clone());
        if let Some(decision) = turn.abort.guard(hooks).await? {
            return Ok(by_hook(sim, turn, call, &decision));
        }
        let request = sim.ask_request(call, fields);
        let answer = sim.open(Value::Object(request)).answer(&turn.abort).await?;
        return Ok(by_answer(sim, turn, call, answer));
    }
    let request = sim.ask_request(call, fields);
    let open = sim.open(Value::Object(request));
    let ask_id = open.id.clone();
    let answered = {
        let answer = open.answer(&turn.abort);
        tokio::pin!(answer);
        let hooks = permission_hooks(sim, turn, call, suggestions);
        tokio::select! {
            biased;
            answer = &mut answer => answer?,
            decision = hooks => {
                // The request is withdrawn before it is unregistered.
                sim.cancel(&ask_id);
                return Ok(by_hook(sim, turn, call, &decision));
            }
        }
    };
    Ok(by_answer(sim, turn, call, answered))
}

/// Resolves only when a PermissionRequest hook decides.
async fn permission_hooks(
    sim: &Shared,
    turn: &Turn,
    call: &Call,
    suggestions: Option<Value>,
) -> Value {
    if let Some(decision) = sim.permission_request_hooks(turn, call, suggestions).await {
        return decision;
    }
    std::future::pending().await
}

fn by_hook(sim: &Shared, turn: &Turn, call: &mut Call, decision: &Value) -> Permit {
    if decision["behavior"] == "allow" {
        if let Value::Object(input) = &decision["updatedInput"] {
            call.input = input.clone();
        }
        sim.apply_updates(&decision["updatedPermissions"]);
        return Permit::Granted(accept("hook", Some("hook")));
    }
    turn.deny(call);
    let message = decision["message"]
        .as_str()
        .unwrap_or("Permission denied by hook");
    if decision["interrupt"] == true {
        turn.abort.set(Reason::Interrupt);
    }
    Permit::Refused(refusal(message, "hook", Some("hook"), "permission-rule"))
}

fn by_answer(sim: &Shared, turn: &Turn, call: &mut Call, answer: Answer) -> Permit {
    let failed = |text: String| {
        turn.deny(call);
        Permit::Refused(refusal(&text, "config", Some("other"), "permission-rule"))
    };
    let response = match answer {
        Answer::Success(Some(response)) => response,
        Answer::Success(None) => Value::Null,
        Answer::Error(error) => {
            return failed(format!("Tool permission request failed: Error: {error}"));
        }
        Answer::Closed | Answer::Superseded => {
            return failed(sim.message("permission_stream_closed", &[]));
        }
    };
    if sim.features().reports_answer_issues
        && let Some(issues) = answer::issues(&response)
    {
        return failed(format!(
            "Tool permission request failed: ZodError: {issues}"
        ));
    }
    match (response["behavior"].as_str(), response.get("updatedInput")) {
        (Some("allow"), None | Some(Value::Object(_))) => allowed(sim, call, &response),
        (Some("deny"), _) if response["message"].is_string() => {
            refused_by_host(sim, turn, call, &response)
        }
        _ => failed(INVALID.to_owned()),
    }
}

fn allowed(sim: &Shared, call: &mut Call, response: &Value) -> Permit {
    if sim.features().trusts_updated_input
        && let Some(Value::Object(input)) = response.get("updatedInput")
    {
        call.input = input.clone();
        if let Some(message) = answer::unchecked_input_error(call) {
            return Permit::Refused(ToolResult::error(&message));
        }
    } else if let Some(Value::Object(input)) = response.get("updatedInput")
        && !input.is_empty()
    {
        if let Err(issue) = tools::schema_issue(&call.name, input) {
            let mut result = ToolResult::plain_error(
                &format!(
                    "<tool_use_error>The permission handler returned updatedInput for {} that failed \
                     schema validation: {issue}\nThis is a configuration issue in your canUseTool \
                     callback, PermissionRequest hook, or permission-prompt tool — updatedInput must \
                     satisfy the tool's input schema. The tool input from the model was \
                     valid.</tool_use_error>",
                    call.name
                ),
                &format!(
                    "InputValidationError: permission handler updatedInput failed schema for {}",
                    call.name
                ),
            );
            result.meta = Some(Box::new(decision(
                "reject",
                "permission_updated_input_invalid",
                None,
            )));
            return Permit::Refused(result);
        }
        call.input = input.clone();
    }
    if !sim.features().grants_before_echo {
        sim.apply_updates(&response["updatedPermissions"]);
    }
    let is_permanent = response["decisionClassification"] == "user_permanent";
    let source = if is_permanent {
        "user_permanent"
    } else {
        "user_temporary"
    };
    Permit::Granted(accept(source, None))
}

fn refused_by_host(sim: &Shared, turn: &Turn, call: &Call, response: &Value) -> Permit {
    turn.deny(call);
    let message = response["message"].as_str().unwrap_or_default();
    if response["interrupt"] == true && sim.features().keeps_message_of_interrupting_denial {
        turn.abort.set(Reason::Interrupt);
        return Permit::Refused(ToolResult::error(message));
    }
    if response["interrupt"] == true || sim.is_mutant(Mutant::DenyEndsTurn) {
        sim.cancel_open_requests();
        turn.abort.set(Reason::Interrupt);
        return Permit::Refused(ToolResult::interrupted());
    }
    Permit::Refused(refusal(message, "user_reject", None, "permission-rule"))
}
