//! Answers of people, as lines the CLI takes.

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, QuestionAnswer};
use pilothouse_log::{Answered, Note, Who};
use pilothouse_protocol::{Input as Line, RawJson};
use pilothouse_view::ask::{Ask, AskBody};
use serde_json::{Map, Value, json};

use super::answer_scope::needed;
use super::hold::QueueFate;
use super::queue::unique;
use super::task::Task;
use crate::auth::guard::check_scope;
use crate::problem::Problem;
use crate::wishes::{BYPASS, unconfirmed};

impl Task {
    /// Answers an ask, if it still waits and a device of this scope may. The first answer counts.
    pub(super) async fn answer(
        &mut self,
        id: &str,
        answer: AnswerAsk,
        scope: Scope,
        who: Who,
    ) -> Result<(), Problem> {
        let ask = self
            .view()
            .asks
            .iter()
            .find(|ask| ask.id.as_str() == id)
            .cloned();
        let ask = ask.ok_or_else(settled)?;
        check_scope(scope, needed(&ask.body, &answer))?;
        if !self.is_ready() {
            return Err(Problem::conflict(
                "notLive",
                "The process that asked is gone.",
            ));
        }
        let payload = payload(&ask, &answer)?;
        if let AnswerAsk::Deny {
            interrupt: true, ..
        } = &answer
        {
            // Before the answer: with the end of the turn the CLI begins the next message that it has.
            self.stop(QueueFate::Hold, who.clone()).await?;
        }
        self.accept_own_writes(payload.get("updatedPermissions"))
            .await;
        let request = ask.request_id.clone();
        let line = Line::ControlResponse(Box::new(
            pilothouse_protocol::control::ControlResponse::success(
                request.as_str(),
                Some(RawJson::from(payload.clone())),
            ),
        ));
        let written = self
            .write(&format!("answer-{id}"), who.clone(), &line)
            .await?;
        if written.repeated {
            // Another device was first, and its answer has not come back through the log yet.
            return Err(settled());
        }
        self.audit(&request, &answer, &payload, who.clone()).await?;
        if let AnswerAsk::Deny {
            message: Some(message),
            interrupt: true,
        } = answer
        {
            // With an interrupt the CLI drops the message, so it goes as the next prompt.
            let message = pilothouse_api::message::NewMessage {
                text: message,
                ..Default::default()
            };
            self.send(message, Vec::new(), who).await?;
        }
        Ok(())
    }

    async fn audit(
        &mut self,
        request: &str,
        answer: &AnswerAsk,
        payload: &Value,
        who: Who,
    ) -> Result<(), Problem> {
        let rules = payload
            .get("updatedPermissions")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let note = Answered {
            request_id: request.to_owned(),
            decision: decision(answer).to_owned(),
            rule: match &who {
                Who::Rule(rule) => Some(rule.clone()),
                _ => None,
            },
            rules_added: rules,
            message: payload
                .get("message")
                .and_then(Value::as_str)
                .map(str::to_owned),
            extra: Map::new(),
        };
        self.note(&unique(), who, Note::Answered(note))
            .await
            .map(drop)
    }
}

fn settled() -> Problem {
    Problem::conflict(
        "settled",
        "This was answered already, or the CLI withdrew it.",
    )
}

fn decision(answer: &AnswerAsk) -> &'static str {
    match answer {
        AnswerAsk::Allow { .. } | AnswerAsk::ApprovePlan { .. } => "allow",
        AnswerAsk::Deny { .. } => "deny",
        AnswerAsk::Answers { .. } => "answer",
        AnswerAsk::Elicit { .. } => "elicit",
        AnswerAsk::Dialog { .. } => "dialog",
    }
}

/// The payload the CLI takes for this ask. An answer of the wrong kind is refused, not guessed at, and no answer
/// changes to the mode that needs a confirmation.
fn payload(ask: &Ask, answer: &AnswerAsk) -> Result<Value, Problem> {
    let is_bypass = match answer {
        AnswerAsk::Allow { remember, .. } => {
            remember.iter().any(|update| update.0["mode"] == BYPASS)
        }
        AnswerAsk::ApprovePlan { mode, .. } => mode.as_deref() == Some(BYPASS),
        _ => false,
    };
    if is_bypass {
        return Err(unconfirmed());
    }
    match (&ask.body, answer) {
        (
            AskBody::Permission(_) | AskBody::Question(_) | AskBody::Plan(_),
            AnswerAsk::Deny { message, interrupt },
        ) => {
            let message = message.as_deref().unwrap_or(match ask.body {
                AskBody::Plan(_) => "The plan is not approved.",
                _ => "The user denied this.",
            });
            let mut deny = json!({"behavior": "deny", "message": message});
            if *interrupt {
                deny["interrupt"] = Value::Bool(true);
            }
            Ok(deny)
        }
        (AskBody::Permission(permission), AnswerAsk::Allow { input, remember }) => {
            let input = input.clone().unwrap_or_else(|| permission.input.clone());
            let mut allow = json!({"behavior": "allow", "updatedInput": input});
            if !remember.is_empty() {
                allow["updatedPermissions"] = json!(remember);
            }
            Ok(allow)
        }
        (AskBody::Question(question), AnswerAsk::Answers { answers }) => {
            let mut input = question.input.0.clone();
            let given: Map<String, Value> = answers
                .iter()
                .filter_map(|(question, answer)| Some((question.clone(), one_answer(answer)?)))
                .collect();
            let notes: Map<String, Value> = answers
                .iter()
                .filter_map(|(question, answer)| {
                    Some((question.clone(), json!({"notes": answer.notes.as_ref()?})))
                })
                .collect();
            if let Some(object) = input.as_object_mut() {
                object.insert("answers".to_owned(), Value::Object(given));
                if !notes.is_empty() {
                    object.insert("annotations".to_owned(), Value::Object(notes));
                }
            }
            Ok(json!({"behavior": "allow", "updatedInput": input}))
        }
        (AskBody::Plan(plan), AnswerAsk::ApprovePlan { plan: edited, mode }) => {
            let mut input = plan.input.0.clone();
            if let (Some(object), Some(edited)) = (input.as_object_mut(), edited) {
                object.insert("plan".to_owned(), Value::from(edited.clone()));
            }
            let mut allow = json!({"behavior": "allow", "updatedInput": input});
            if let Some(mode) = mode {
                allow["updatedPermissions"] =
                    json!([{"type": "setMode", "mode": mode, "destination": "session"}]);
            }
            Ok(allow)
        }
        (AskBody::Plan(plan), AnswerAsk::Allow { .. }) => {
            Ok(json!({"behavior": "allow", "updatedInput": plan.input}))
        }
        (AskBody::Elicitation(_), AnswerAsk::Elicit { action, content }) => {
            let mut payload = json!({"action": action});
            if let Some(content) = content {
                payload["content"] = json!(content);
            }
            Ok(payload)
        }
        (AskBody::Dialog(_), AnswerAsk::Dialog { payload }) => Ok(payload.0.clone()),
        _ => Err(Problem::invalid(
            "This kind of answer does not fit this ask.",
        )),
    }
}

/// The labels and the text of one answer; none when nothing was chosen.
fn one_answer(answer: &QuestionAnswer) -> Option<Value> {
    let mut parts = answer.labels.clone();
    parts.extend(
        answer
            .text
            .iter()
            .filter(|text| !text.trim().is_empty())
            .cloned(),
    );
    (!parts.is_empty()).then(|| Value::from(parts.join(", ")))
}
