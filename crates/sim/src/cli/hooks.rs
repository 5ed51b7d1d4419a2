//! Hooks that the host registered with `initialize`.

mod answer;
mod commands;
mod events;

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Map, Value, json};

pub(super) use answer::ToolHook;
pub(super) use events::StopOutcome;

use super::abort::{Abort, Aborted};
use super::asks::Answer;
use super::clock::uuid;
use super::session::Sim;

/// The default timeout of a hook.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// The registered hooks by event.
#[derive(Debug, Clone, Default)]
pub(super) struct Hooks(Vec<Registration>);

#[derive(Debug, Clone)]
struct Registration {
    event: String,
    matcher: Option<String>,
    callback_ids: Vec<String>,
    timeout: Option<Duration>,
    blocks_on_failure: bool,
}

/// A callback to send.
#[derive(Debug, Clone)]
pub(super) struct Callback {
    id: String,
    timeout: Option<Duration>,
    blocks_on_failure: bool,
}

/// The response to a callback.
#[derive(Debug)]
pub(super) enum Reply {
    Output(Value),
    /// The host responded with an error or an invalid hook output.
    Failed {
        reason: String,
        blocks: bool,
    },
    TimedOut,
    Superseded,
    Closed,
}

impl Hooks {
    /// Parses the `hooks` of an initialize request.
    pub(super) fn parse(hooks: &Value) -> Result<Self, String> {
        const BAD: &str = "initialize: hooks must map hook events to arrays of matchers carrying \
                           hookCallbackIds arrays and string matchers";
        let events = hooks.as_object().ok_or(BAD)?;
        let mut registrations = Vec::new();
        for (event, matchers) in events {
            for matcher in matchers.as_array().ok_or(BAD)? {
                let ids = matcher["hookCallbackIds"].as_array().ok_or(BAD)?;
                let pattern = match &matcher["matcher"] {
                    Value::Null => None,
                    Value::String(text) => Some(text.clone()),
                    _ => return Err(BAD.to_owned()),
                };
                registrations.push(Registration {
                    event: event.clone(),
                    matcher: pattern,
                    callback_ids: ids
                        .iter()
                        .filter_map(Value::as_str)
                        .map(str::to_owned)
                        .collect(),
                    timeout: matcher["timeout"].as_f64().map(Duration::from_secs_f64),
                    blocks_on_failure: matcher["onFailure"] == "block",
                });
            }
        }
        Ok(Self(registrations))
    }

    /// Returns whether a failure of this callback blocks.
    fn blocks_on_failure(&self, callback: &str) -> bool {
        self.0.iter().any(|registration| {
            registration.blocks_on_failure
                && registration.callback_ids.iter().any(|id| id == callback)
        })
    }

    /// The callbacks for an event and the subject of its matcher.
    fn callbacks(&self, event: &str, subject: &str) -> Vec<Callback> {
        let matching = self.0.iter().filter(|registration| {
            registration.event == event && matches(registration.matcher.as_deref(), subject)
        });
        matching
            .flat_map(|registration| {
                registration.callback_ids.iter().map(|id| Callback {
                    id: id.clone(),
                    timeout: registration.timeout,
                    blocks_on_failure: registration.blocks_on_failure,
                })
            })
            .collect()
    }
}

/// Matches if the matcher is empty or `*`, a name, or names separated by `|`; a trailing `.*` matches the rest.
fn matches(matcher: Option<&str>, subject: &str) -> bool {
    match matcher {
        None | Some("" | "*") => true,
        Some(matcher) => matcher
            .split('|')
            .any(|name| match name.strip_suffix(".*") {
                Some(prefix) => subject.starts_with(prefix),
                None => name == subject,
            }),
    }
}

impl Sim {
    /// The callbacks registered for an event.
    pub(super) fn callbacks(&self, event: &str, subject: &str) -> Vec<Callback> {
        self.state.borrow().hooks.callbacks(event, subject)
    }

    /// The input of a hook: the common fields, and those of this event.
    pub(super) fn hook_input(&self, event: &str, fields: Value) -> Value {
        let mut input = self.hook_base(event);
        if let Value::Object(fields) = fields {
            input.extend(fields);
        }
        let input = Value::Object(input);
        self.without_omissions(input).unwrap_or_default()
    }

    fn hook_base(&self, event: &str) -> Map<String, Value> {
        let mut base = Map::new();
        let state = self.state.borrow();
        base.insert("session_id".into(), state.session_id.clone().into());
        let transcript = self.transcript_path(&state.session_id);
        base.insert(
            "transcript_path".into(),
            transcript.display().to_string().into(),
        );
        base.insert("cwd".into(), self.cwd.display().to_string().into());
        base.insert("prompt_id".into(), state.prompt_id.clone().into());
        if event != "MessageDisplay" {
            base.insert("permission_mode".into(), state.mode.clone().into());
        }
        let has_effort = !matches!(
            event,
            "UserPromptSubmit"
                | "MessageDisplay"
                | "UserPromptExpansion"
                | "SessionStart"
                | "PreCompact"
                | "PostCompact"
                | "PreModelSwitch"
                | "PostModelSwitch"
        );
        if has_effort && super::catalog::has_effort(&state.model) {
            base.insert(
                "effort".into(),
                json!({ "level": self.effort_level(&state) }),
            );
        }
        base.insert("hook_event_name".into(), event.into());
        base
    }

    fn effort_level(&self, state: &super::session::State) -> String {
        state.effort.clone().unwrap_or_else(|| "medium".to_owned())
    }

    /// Sends one callback and waits for its response.
    pub(super) async fn call_hook(
        self: &Rc<Self>,
        abort: &Abort,
        callback: &Callback,
        event: &str,
        fields: Value,
        tool_use_id: Option<&str>,
    ) -> Result<Reply, Aborted> {
        let input = self.hook_input(event, fields);
        let open = self.open(json!({
            "subtype": "hook_callback",
            "callback_id": callback.id,
            "input": input,
            "tool_use_id": tool_use_id.map_or_else(uuid, str::to_owned),
        }));
        let id = open.id.clone();
        let limit = callback.timeout.unwrap_or(DEFAULT_TIMEOUT);
        let tool = input["tool_name"].as_str().unwrap_or_default().to_owned();
        let heartbeat = tool_use_id.map(|id| self.heartbeat(id, tool));
        let answered = tokio::time::timeout(limit, open.answer(abort)).await;
        drop(heartbeat);
        match answered {
            Err(_elapsed) => {
                self.emit(&json!({ "type": "control_cancel_request", "request_id": id }));
                Ok(Reply::TimedOut)
            }
            Ok(Err(Aborted)) => Err(Aborted),
            Ok(Ok(answer)) => Ok(self.judge(answer, callback, event)),
        }
    }

    fn judge(&self, answer: Answer, callback: &Callback, event: &str) -> Reply {
        let reason = match answer {
            Answer::Success(Some(output)) if output.is_object() => {
                match output["hookSpecificOutput"].get("hookEventName") {
                    Some(name) if name != event => "wrong event".to_owned(),
                    _ if !answer::is_well_formed(&output) => "invalid output".to_owned(),
                    _ => return Reply::Output(output),
                }
            }
            Answer::Success(_) => "invalid output".to_owned(),
            Answer::Error(error) => error,
            Answer::Closed => return Reply::Closed,
            Answer::Superseded => return Reply::Superseded,
        };
        Reply::Failed {
            reason,
            blocks: callback.blocks_on_failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matchers_match_names_and_lists() {
        assert!(matches(None, "Bash"));
        assert!(matches(Some("*"), "Bash"));
        assert!(matches(Some("Write|Edit"), "Edit"));
        assert!(matches(Some("mcp__calc__.*"), "mcp__calc__add"));
        assert!(!matches(Some("Bash"), "BashOutput"));
    }

    #[test]
    fn hooks_must_be_lists_of_matchers() {
        assert!(Hooks::parse(&json!("x")).is_err());
        assert!(Hooks::parse(&json!({ "PreToolUse": [{ "hookCallbackIds": ["a"] }] })).is_ok());
    }
}
