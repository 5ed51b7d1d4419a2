//! The scope that an answer to a permission request, a question, a plan or a dialog needs.
//!
//! `answer` is enough for yes, no and a choice among those that are offered. Free text, another input, a mode and
//! rules for the session steer what runs, and need `control`. Rules that are written into settings files outlive the
//! session and hold for others, and need `admin`.

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, QuestionAnswer};
use pilothouse_view::Json;
use pilothouse_view::ask::{AskBody, ElicitationAsk, QuestionAsk};
use serde_json::Value;

/// Returns the least scope that may give this answer.
pub(super) fn needed(body: &AskBody, answer: &AnswerAsk) -> Scope {
    match answer {
        AnswerAsk::Allow { input, remember } => {
            let input = text_scope(input.is_none());
            remember.iter().map(update_scope).fold(input, Scope::max)
        }
        AnswerAsk::Deny { message, .. } => text_scope(is_empty(message.as_ref())),
        AnswerAsk::ApprovePlan { plan, mode } => text_scope(plan.is_none() && mode.is_none()),
        AnswerAsk::Answers { answers } => {
            let AskBody::Question(asked) = body else {
                return Scope::Control;
            };
            let mut answers = answers.iter();
            text_scope(answers.all(|(question, answer)| is_choice(asked, question, answer)))
        }
        AnswerAsk::Elicit { content, .. } => {
            let AskBody::Elicitation(asked) = body else {
                return Scope::Control;
            };
            let content = content.as_ref().map(|content| &content.0);
            text_scope(content.is_none_or(|content| is_choices(asked, content)))
        }
        // The answers that a dialog offers are not known here.
        AnswerAsk::Dialog { payload } => text_scope(payload.0["behavior"] == "cancelled"),
    }
}

/// The scope for a part of an answer that is a choice, or else a person's own.
fn text_scope(is_choice: bool) -> Scope {
    if is_choice {
        Scope::Answer
    } else {
        Scope::Control
    }
}

fn update_scope(update: &Json) -> Scope {
    match update.0["destination"].as_str() {
        Some("session") => Scope::Control,
        _ => Scope::Admin,
    }
}

fn is_empty(text: Option<&String>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

/// Whether an answer consists of labels that the question offers.
fn is_choice(asked: &QuestionAsk, question: &str, answer: &QuestionAnswer) -> bool {
    let mut questions = asked.questions.iter();
    let Some(asked) = questions.find(|asked| asked.question == question) else {
        return false;
    };
    let offers = |label: &String| asked.options.iter().any(|option| option.label == *label);
    is_empty(answer.text.as_ref())
        && is_empty(answer.notes.as_ref())
        && answer.labels.iter().all(offers)
}

/// Whether a form is filled in with nothing but choices: switches, and values of a list.
fn is_choices(asked: &ElicitationAsk, content: &Value) -> bool {
    let Some(content) = content.as_object() else {
        return content.is_null();
    };
    let field = |name: &String| asked.schema.as_ref()?.0.get("properties")?.get(name);
    content.iter().all(|(name, value)| {
        let Some(field) = field(name) else {
            return false;
        };
        match value {
            Value::Bool(_) => field["type"] == "boolean",
            Value::Array(values) => values.iter().all(|value| offers(&field["items"], value)),
            value => offers(field, value),
        }
    })
}

/// Whether a value is one of a schema's list.
fn offers(schema: &Value, value: &Value) -> bool {
    let mut listed = schema["enum"].as_array().into_iter().flatten();
    let named = ["oneOf", "anyOf"].into_iter();
    let mut named = named.filter_map(|key| schema[key].as_array()).flatten();
    listed.any(|one| one == value) || named.any(|one| one.get("const") == Some(value))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn body(value: Value) -> AskBody {
        serde_json::from_value(value).unwrap()
    }

    fn needs(body: &AskBody, answer: Value) -> Scope {
        needed(body, &serde_json::from_value(answer).unwrap())
    }

    #[test]
    fn yes_and_no_need_answer_and_everything_else_more() {
        let ask = body(
            json!({"kind": "permission", "tool": {"name": "Bash", "display": "Bash"}, "input": {"command": "ls"},
                "suggestions": [], "canRemember": true, "defaultToNo": false, "requiresInteraction": false, "needsPerson": false}),
        );
        let update = |destination: Value| {
            json!({"kind": "allow", "remember": [
                {"type": "addRules", "destination": "session"}, {"type": "addRules", "destination": destination}]})
        };
        for (answer, scope) in [
            (json!({"kind": "allow"}), Scope::Answer),
            (json!({"kind": "deny"}), Scope::Answer),
            (json!({"kind": "deny", "interrupt": true}), Scope::Answer),
            (
                json!({"kind": "deny", "message": "run rm instead"}),
                Scope::Control,
            ),
            (
                json!({"kind": "allow", "input": {"command": "rm"}}),
                Scope::Control,
            ),
            (update(json!("session")), Scope::Control),
            (update(json!("localSettings")), Scope::Admin),
            (update(json!("projectSettings")), Scope::Admin),
            (update(json!("userSettings")), Scope::Admin),
            (update(json!("made up")), Scope::Admin),
            (update(Value::Null), Scope::Admin),
        ] {
            assert_eq!(needs(&ask, answer.clone()), scope, "{answer}");
        }
    }

    #[test]
    fn a_plan_is_approved_as_it_is_with_answer() {
        let ask = body(json!({"kind": "plan", "input": {}}));
        for (answer, scope) in [
            (json!({"kind": "approvePlan"}), Scope::Answer),
            (
                json!({"kind": "approvePlan", "mode": "acceptEdits"}),
                Scope::Control,
            ),
            (
                json!({"kind": "approvePlan", "plan": "another"}),
                Scope::Control,
            ),
        ] {
            assert_eq!(needs(&ask, answer.clone()), scope, "{answer}");
        }
    }

    #[test]
    fn a_question_is_answered_with_its_options() {
        let option = |label: &str| json!({"label": label, "description": ""});
        let ask = body(json!({"kind": "question", "input": {}, "questions": [
            {"question": "Which?", "header": "", "multiSelect": true, "options": [option("One"), option("Two")]}]}));
        let answer = |question: &str, answer: Value| json!({"kind": "answers", "answers": {question: answer}});
        for (answer, scope) in [
            (
                answer("Which?", json!({"labels": ["One", "Two"]})),
                Scope::Answer,
            ),
            (
                answer("Which?", json!({"labels": [], "text": " "})),
                Scope::Answer,
            ),
            (
                answer("Which?", json!({"labels": ["Three"]})),
                Scope::Control,
            ),
            (
                answer("Which?", json!({"labels": ["One"], "text": "more"})),
                Scope::Control,
            ),
            (
                answer("Which?", json!({"labels": ["One"], "notes": "more"})),
                Scope::Control,
            ),
            (
                answer("Another?", json!({"labels": ["One"]})),
                Scope::Control,
            ),
        ] {
            assert_eq!(needs(&ask, answer.clone()), scope, "{answer}");
        }
    }

    #[test]
    fn a_form_is_filled_in_with_choices() {
        let schema = json!({"properties": {
            "size": {"type": "string", "enum": ["s", "m"]},
            "color": {"type": "string", "oneOf": [{"const": "red", "title": "Red"}]},
            "several": {"type": "array", "items": {"enum": ["a", "b"]}},
            "sure": {"type": "boolean"}, "name": {"type": "string"}}});
        let ask = body(
            json!({"kind": "elicitation", "server": "s", "message": "m", "mode": "form",
            "schema": schema, "propertyOrder": []}),
        );
        let accept =
            |content: Value| json!({"kind": "elicit", "action": "accept", "content": content});
        let chosen = json!({"size": "m", "color": "red", "several": ["a"], "sure": true});
        for (answer, scope) in [
            (
                json!({"kind": "elicit", "action": "decline"}),
                Scope::Answer,
            ),
            (accept(chosen), Scope::Answer),
            (accept(json!({"size": "xl"})), Scope::Control),
            (accept(json!({"name": "anything"})), Scope::Control),
            (accept(json!({"name": true})), Scope::Control),
            (accept(json!({"several": ["c"]})), Scope::Control),
            (accept(json!({"other": "m"})), Scope::Control),
            (accept(json!("text")), Scope::Control),
        ] {
            assert_eq!(needs(&ask, answer.clone()), scope, "{answer}");
        }
    }

    #[test]
    fn a_dialog_is_cancelled_with_answer() {
        let ask = body(json!({"kind": "dialog", "dialog": "d", "payload": {}}));
        let payload = |payload: Value| json!({"kind": "dialog", "payload": payload});
        assert_eq!(
            needs(&ask, payload(json!({"behavior": "cancelled"}))),
            Scope::Answer
        );
        assert_eq!(
            needs(&ask, payload(json!({"behavior": "completed"}))),
            Scope::Control
        );
    }
}
