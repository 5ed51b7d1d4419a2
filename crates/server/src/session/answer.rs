//! Answers of people, as lines the CLI takes.

use pilothouse_api::message::{AnswerAsk, QuestionAnswer};
use pilothouse_view::ask::{Ask, AskBody};
use serde_json::{Map, Value, json};

use crate::problem::Problem;
use crate::validate::{BYPASS, unconfirmed};

/// What the CLI is told when a person denies without a reason.
const DENIED: &str = "The user denied this.";
const NOT_APPROVED: &str = "The plan is not approved.";

/// Whether a reason for a denial is not a person's own.
pub(super) fn is_default_reason(reason: &str) -> bool {
    [DENIED, NOT_APPROVED].contains(&reason)
}

/// The payload the CLI takes for this ask. An answer of the wrong kind is refused, not guessed at, and no answer
/// changes to the mode that needs a confirmation.
pub(super) fn payload(ask: &Ask, answer: &AnswerAsk) -> Result<Value, Problem> {
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
                AskBody::Plan(_) => NOT_APPROVED,
                _ => DENIED,
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
