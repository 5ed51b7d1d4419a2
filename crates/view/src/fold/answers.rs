//! Answers to asks, and what they mean for the calls they are about.

use pilothouse_protocol::control::ControlReply;
use serde_json::Value;

use crate::ask::{Answer, Ask, AskBody};
use crate::id::EntryId;
use crate::json::Json;
use crate::session::{Who, WhoKind};
use crate::suggestion::remembered;
use crate::tool::{Decision, DecisionBy, ToolState};

use super::SessionFold;

impl SessionFold {
    pub(super) fn answer_tool(&mut self, entry: &EntryId, answer: Answer, who: Option<Who>) {
        let at = self.now.at;
        let rule = who.as_ref().is_some_and(|who| who.kind != WhoKind::Device);
        let by = if rule {
            DecisionBy::HostRule
        } else {
            DecisionBy::Person
        };
        let mut decision = Decision {
            allowed: true,
            by,
            who,
            message: None,
            source: None,
            reason_type: None,
            remembered: Vec::new(),
        };
        let mut changed = None;
        let state = match answer {
            Answer::Allow {
                changed_input,
                remembered,
            } => {
                decision.remembered = remembered;
                changed = changed_input;
                ToolState::Running
            }
            Answer::Deny { message, interrupt } => {
                self.state.turn.interrupting |= interrupt;
                decision.allowed = false;
                decision.message = Some(message);
                ToolState::Denied
            }
            Answer::Invalid { error } => {
                decision.allowed = false;
                decision.by = DecisionBy::Nobody;
                decision.message = Some(error);
                ToolState::Denied
            }
            Answer::Answers { .. }
            | Answer::PlanApproved { .. }
            | Answer::Elicited { .. }
            | Answer::Other { .. } => ToolState::Running,
        };
        if self.tool(entry).is_none() {
            return;
        }
        self.change_tool(entry, state, |patch| {
            patch.started_at = (state == ToolState::Running).then_some(at);
            patch.changed_input = changed;
            patch.decision = Some(decision);
        });
    }

    pub(super) fn read_answer(&self, ask: &Ask, reply: &ControlReply) -> Answer {
        let success = match reply {
            ControlReply::Success(success) => success,
            ControlReply::Error(error) => {
                return Answer::Invalid {
                    error: error.error.clone(),
                };
            }
            _ => return invalid(),
        };
        let value = success
            .response
            .as_ref()
            .map(|raw| raw.to_value())
            .unwrap_or_default();
        match &ask.body {
            AskBody::Elicitation(_) => elicited(&value),
            AskBody::Dialog(_) => Answer::Other {
                answer: Json(value),
            },
            AskBody::Permission(body) => self.read_permission(&value, &body.input.0, None),
            AskBody::Question(body) => self.read_permission(&value, &body.input.0, Some(&ask.body)),
            AskBody::Plan(body) => self.read_permission(&value, &body.input.0, Some(&ask.body)),
        }
    }

    fn read_permission(&self, value: &Value, input: &Value, body: Option<&AskBody>) -> Answer {
        match value.get("behavior").and_then(Value::as_str) {
            Some("allow") => self.read_allow(value, input, body),
            Some("deny") => match value.get("message").and_then(Value::as_str) {
                Some(message) => Answer::Deny {
                    message: message.to_owned(),
                    interrupt: value.get("interrupt") == Some(&Value::Bool(true)),
                },
                None => invalid(),
            },
            _ => invalid(),
        }
    }

    fn read_allow(&self, value: &Value, input: &Value, body: Option<&AskBody>) -> Answer {
        let updated = value.get("updatedInput");
        if updated.is_some_and(|updated| !updated.is_object()) {
            return invalid();
        }
        // An empty object means the input as it was.
        let updated =
            updated.filter(|updated| updated.as_object().is_some_and(|map| !map.is_empty()));
        let updates = value.get("updatedPermissions").cloned().unwrap_or_default();
        match body {
            Some(AskBody::Question(_)) => {
                let answers = updated.and_then(|updated| updated.get("answers")).cloned();
                Answer::Answers {
                    answers: Json(answers.unwrap_or_default()),
                }
            }
            Some(AskBody::Plan(_)) => Answer::PlanApproved {
                edited: updated.is_some_and(|updated| updated.get("plan") != input.get("plan")),
                mode: updates.as_array().and_then(|list| {
                    list.iter()
                        .find_map(|update| update.get("mode")?.as_str().map(str::to_owned))
                }),
            },
            _ => Answer::Allow {
                changed_input: updated
                    .filter(|updated| *updated != input)
                    .cloned()
                    .map(Json),
                remembered: remembered(&updates, self.view.info.cwd.as_deref()),
            },
        }
    }
}

fn invalid() -> Answer {
    Answer::Invalid {
        error: "the answer has no shape the CLI accepts".to_owned(),
    }
}

fn elicited(value: &Value) -> Answer {
    match value.get("action").and_then(Value::as_str) {
        Some(action @ ("accept" | "decline" | "cancel")) => Answer::Elicited {
            action: action.to_owned(),
            content: value.get("content").cloned().map(Json),
        },
        _ => invalid(),
    }
}
