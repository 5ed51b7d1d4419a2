//! Answers to asks, and what they mean for the calls they are about.

use pilothouse_protocol::control::ControlReply;
use pilothouse_protocol::elicitation::{ElicitationAction, ElicitationResult};
use pilothouse_protocol::permission::{Allow, PermissionResult, PermissionUpdate};
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{JsonObject, RawJson};
use serde_json::Value;

use crate::ask::{Answer, Ask, AskBody};
use crate::id::EntryId;
use crate::json::Json;
use crate::session::{Who, WhoKind};
use crate::suggestion::{remembered, updates};
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
        let reply = success.response.clone().unwrap_or_else(RawJson::null);
        match &ask.body {
            AskBody::Elicitation(_) => elicited(&reply),
            AskBody::Dialog(_) => Answer::Other {
                answer: Json(reply.to_value()),
            },
            AskBody::Permission(body) => self.read_permission(&reply, &body.input.0, None),
            AskBody::Question(body) => self.read_permission(&reply, &body.input.0, Some(&ask.body)),
            AskBody::Plan(body) => self.read_permission(&reply, &body.input.0, Some(&ask.body)),
        }
    }

    fn read_permission(&self, reply: &RawJson, input: &Value, body: Option<&AskBody>) -> Answer {
        match PermissionResult::from_json(reply.as_str()) {
            // The CLI refuses an updated input that is no object.
            Ok(PermissionResult::Allow(allow))
                if allow.updated_input.is_some() || reply.get("updatedInput").is_none() =>
            {
                self.read_allow(&allow, input, body)
            }
            Ok(PermissionResult::Deny(deny)) => Answer::Deny {
                message: deny.message,
                interrupt: deny.interrupt == Some(true),
            },
            _ => invalid(),
        }
    }

    fn read_allow(&self, allow: &Allow, input: &Value, body: Option<&AskBody>) -> Answer {
        let updated = allow.updated_input.as_ref().map(JsonObject::to_value);
        // An empty object means the input as it was.
        let updated =
            updated.filter(|updated| updated.as_object().is_some_and(|map| !map.is_empty()));
        match body {
            Some(AskBody::Question(_)) => {
                let answers =
                    updated.and_then(|mut updated| Some(updated.get_mut("answers")?.take()));
                Answer::Answers {
                    answers: Json(answers.unwrap_or_default()),
                }
            }
            Some(AskBody::Plan(_)) => Answer::PlanApproved {
                edited: updated.is_some_and(|updated| updated.get("plan") != input.get("plan")),
                mode: allow
                    .updated_permissions
                    .iter()
                    .find_map(|update| match update {
                        PermissionUpdate::SetMode(update) => Some(update.mode.as_str().to_owned()),
                        _ => None,
                    }),
            },
            _ => Answer::Allow {
                changed_input: updated.filter(|updated| updated != input).map(Json),
                remembered: remembered(
                    &updates(&allow.updated_permissions),
                    self.view.info.cwd.as_deref(),
                ),
            },
        }
    }
}

fn invalid() -> Answer {
    Answer::Invalid {
        error: "the answer has no shape the CLI accepts".to_owned(),
    }
}

fn elicited(reply: &RawJson) -> Answer {
    match ElicitationResult::from_json(reply.as_str()) {
        Ok(result) if !matches!(result.action, ElicitationAction::Unknown(_)) => Answer::Elicited {
            action: result.action.as_str().to_owned(),
            content: result.content.map(|content| Json(content.to_value())),
        },
        _ => invalid(),
    }
}
