//! Asks of a session at the prompt, and what a choice means as an answer of the API.

use std::collections::BTreeMap;

use pilothouse_api::message::{AnswerAsk, QuestionAnswer};
use pilothouse_view::ask::{Answer, DialogAsk, PermissionAsk, Suggestion, WithdrawnReason};
use pilothouse_view::session::SessionInfo;
use pilothouse_view::{Ask, AskBody, AskState, Json};
use serde_json::{Value, json};

use super::ask::{Body, Choice, Sheet};
use super::form::Form;
use super::questions::{Given, Question};
use crate::sanitize::harmless;

/// What the CLI gives as the reason of a request that has none of its own (2.1.325).
const NO_REASON: &str = "This command requires approval";

/// The mode in which a second model decides.
const AUTO: &str = "auto";

/// What a choice does.
#[derive(Debug, PartialEq)]
pub(crate) enum Act {
    Answer(AnswerAsk),
    /// Stops the turn; the CLI then withdraws the ask.
    Interrupt,
}

/// What an ask asks.
pub(crate) fn sheet(ask: &Ask, info: &SessionInfo) -> Sheet {
    let offered = info.models.iter().any(|model| model.supports_auto_mode);
    let offered = offered && info.permission_mode.as_deref() != Some(AUTO);
    let plain = |title: String, body: Body| Sheet {
        title,
        body,
        reason: None,
        rules: None,
        auto: false,
    };
    match &ask.body {
        AskBody::Permission(permission) => Sheet {
            title: match &permission.title {
                Some(title) => title.clone(),
                None => format!("{} wants to run", permission.tool.name),
            },
            body: Body::Call(permission.input.0.clone()),
            reason: permission
                .reason
                .clone()
                .filter(|reason| reason != NO_REASON),
            rules: rules(permission),
            auto: offered && rules(permission).is_some(),
        },
        AskBody::Question(asked) => {
            let questions = asked.questions.iter().map(|question| Question {
                question: question.question.clone(),
                several: question.multi_select,
                options: question
                    .options
                    .iter()
                    .map(|option| (option.label.clone(), option.description.clone()))
                    .collect(),
            });
            plain(String::new(), Body::Questions(questions.collect()))
        }
        AskBody::Plan(plan) => {
            let text = plan.plan.clone().unwrap_or_default();
            Sheet {
                auto: offered,
                ..plain("The plan is ready".to_owned(), Body::Plan(text))
            }
        }
        AskBody::Elicitation(wanted) => {
            let schema = wanted.schema.as_ref().map(|schema| &schema.0);
            let form = Form::new(
                wanted.message.clone(),
                wanted.url.clone(),
                schema,
                &wanted.property_order,
            );
            plain(
                format!("{} wants to know something", wanted.server),
                Body::Form(form),
            )
        }
        AskBody::Dialog(dialog) if !dialog.choices.is_empty() => {
            let words = [&dialog.title, &dialog.text].into_iter().flatten();
            let words: Vec<&str> = words.map(String::as_str).collect();
            let choices = dialog.choices.iter();
            let question = Question {
                question: words.join("\n"),
                several: false,
                options: choices
                    .map(|choice| (choice.label.clone(), String::new()))
                    .collect(),
            };
            plain(String::new(), Body::Questions(vec![question]))
        }
        AskBody::Dialog(dialog) => {
            plain(format!("The CLI shows {}", dialog.dialog), Body::Elsewhere)
        }
    }
}

/// The rules that always would add, in words; nothing if there are none to show.
fn rules(permission: &PermissionAsk) -> Option<String> {
    if !permission.can_remember || permission.needs_person || permission.requires_interaction {
        return None;
    }
    let words: Vec<String> = permission.suggestions.iter().filter_map(in_words).collect();
    (!words.is_empty()).then(|| format!("({})", words.join(", ")))
}

fn in_words(suggestion: &Suggestion) -> Option<String> {
    let directories = suggestion.directories.join(", ");
    if !suggestion.rules.is_empty() {
        Some(harmless(&suggestion.rules.join(", ")))
    } else if let Some(mode) = &suggestion.mode {
        Some(format!("mode {}", harmless(mode)))
    } else if !directories.is_empty() {
        Some(format!("work in {}", harmless(&directories)))
    } else {
        None
    }
}

/// What is to be done about an ask.
pub(crate) fn act(ask: &Ask, choice: Choice) -> Act {
    let allow = |input: Option<Json>, remember: Vec<Json>| AnswerAsk::Allow { input, remember };
    let answer = match (&ask.body, choice) {
        (AskBody::Elicitation(_) | AskBody::Dialog(_), Choice::Stop) => return Act::Interrupt,
        (_, Choice::Stop) => AnswerAsk::Deny {
            message: None,
            interrupt: true,
        },
        (AskBody::Dialog(dialog), Choice::Answers(given)) => dialog_answer(dialog, &given),
        (AskBody::Elicitation(_), Choice::Filled(content)) => AnswerAsk::Elicit {
            action: "accept".to_owned(),
            content: Some(Json(Value::Object(content))),
        },
        (AskBody::Elicitation(_), _) => AnswerAsk::Elicit {
            action: "decline".to_owned(),
            content: None,
        },
        (_, Choice::Deny(message)) => AnswerAsk::Deny {
            message: Some(message),
            interrupt: false,
        },
        (AskBody::Plan(_), Choice::Plan(plan)) => approve(Some(plan), "default"),
        (AskBody::Plan(_), Choice::Auto) => approve(None, AUTO),
        (AskBody::Plan(_), _) => approve(None, "default"),
        (AskBody::Question(asked), Choice::Answers(given)) => {
            let texts = asked
                .questions
                .iter()
                .map(|question| question.question.clone());
            let answers: BTreeMap<_, _> = texts
                .zip(given)
                .filter_map(|(question, given)| Some((question, read(given)?)))
                .collect();
            AnswerAsk::Answers { answers }
        }
        (_, Choice::Input(input)) => allow(Some(Json(Value::Object(input))), Vec::new()),
        (AskBody::Permission(permission), Choice::Always) => {
            let suggestions = permission.suggestions.iter();
            allow(None, suggestions.map(for_the_session).collect())
        }
        (AskBody::Permission(_), Choice::Auto) => {
            let update = json!({"type": "setMode", "mode": AUTO, "destination": "session"});
            allow(None, vec![Json(update)])
        }
        (_, _) => allow(None, Vec::new()),
    };
    Act::Answer(answer)
}

/// A plan is approved into a mode: the one that asks for everything, unless another was chosen.
fn approve(plan: Option<String>, mode: &str) -> AnswerAsk {
    AnswerAsk::ApprovePlan {
        plan,
        mode: Some(mode.to_owned()),
    }
}

/// The choice that was made, or that none was.
fn dialog_answer(dialog: &DialogAsk, given: &[Given]) -> AnswerAsk {
    let label = match given.first() {
        Some(Given::Labels(labels)) => labels.first(),
        _ => None,
    };
    let mut choices = dialog.choices.iter();
    let chosen = choices.find(|choice| Some(&choice.label) == label);
    let payload = match chosen {
        Some(choice) => json!({"behavior": "completed", "result": choice.value}),
        None => json!({"behavior": "cancelled"}),
    };
    AnswerAsk::Dialog {
        payload: Json(payload),
    }
}

fn read(given: Given) -> Option<QuestionAnswer> {
    match given {
        Given::Nothing => None,
        Given::Labels(labels) => Some(QuestionAnswer {
            labels,
            ..QuestionAnswer::default()
        }),
        Given::Words(words) => Some(QuestionAnswer {
            text: Some(words),
            ..QuestionAnswer::default()
        }),
    }
}

/// A terminal remembers for the session alone; files are changed where they can be seen.
fn for_the_session(suggestion: &Suggestion) -> Json {
    let mut update = suggestion.update.0.clone();
    if let Some(update) = update.as_object_mut() {
        update.insert("destination".to_owned(), Value::from("session"));
    }
    Json(update)
}

/// How an ask ended that was not answered here.
pub(crate) fn outcome(state: &AskState) -> String {
    match state {
        AskState::Open => "still open".to_owned(),
        AskState::Withdrawn { reason, .. } => match reason {
            WithdrawnReason::Cancelled => "withdrawn by the CLI".to_owned(),
            WithdrawnReason::Died => "withdrawn: the process that asked has ended".to_owned(),
        },
        AskState::Answered { who, answer, .. } => {
            let name = who.as_ref().and_then(|who| who.name.clone());
            let by = name.unwrap_or_else(|| "another device".to_owned());
            let what = match answer {
                Answer::Allow { .. } => "allowed",
                Answer::Deny { .. } | Answer::Invalid { .. } => "denied",
                Answer::PlanApproved { .. } => "approved",
                Answer::Answers { .. } | Answer::Elicited { .. } | Answer::Other { .. } => {
                    "answered"
                }
            };
            format!("withdrawn here: {what} by {}", harmless(&by))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(body: Value) -> Ask {
        let ask = json!({"id": "1:r", "requestId": "r", "epoch": 1, "at": 0, "body": body, "state": {"state": "open"}});
        serde_json::from_value(ask).unwrap()
    }

    fn payload(act: Act) -> Value {
        let Act::Answer(answer) = act else {
            panic!("no answer")
        };
        serde_json::to_value(answer).unwrap()
    }

    #[test]
    fn a_dialog_is_answered_by_number() {
        let dialog = ask(
            json!({"kind": "dialog", "dialog": "refusal_fallback_prompt", "payload": {},
            "title": "A declined", "choices": [{"value": "retry_fallback", "label": "Retry with B"}]}),
        );
        let sheet = sheet(&dialog, &SessionInfo::default());
        assert!(
            matches!(&sheet.body, Body::Questions(asked) if asked[0].options[0].0 == "Retry with B")
        );
        let chosen = Choice::Answers(vec![Given::Labels(vec!["Retry with B".to_owned()])]);
        let answer = payload(act(&dialog, chosen));
        assert_eq!(
            answer["payload"],
            json!({"behavior": "completed", "result": "retry_fallback"})
        );
        let skipped = payload(act(&dialog, Choice::Answers(vec![Given::Nothing])));
        assert_eq!(skipped["payload"], json!({"behavior": "cancelled"}));
    }

    #[test]
    fn auto_mode_is_offered_where_a_model_has_it() {
        let plan = ask(json!({"kind": "plan", "plan": "# P", "input": {}}));
        assert!(!sheet(&plan, &SessionInfo::default()).auto);
        let model = json!({"value": "m", "displayName": "M", "effortLevels": [], "supportsFastMode": false,
            "supportsAutoMode": true, "supportsThinkingOff": false});
        let mut info = SessionInfo {
            models: vec![serde_json::from_value(model).unwrap()],
            ..SessionInfo::default()
        };
        assert!(sheet(&plan, &info).auto);
        assert_eq!(payload(act(&plan, Choice::Auto))["mode"], json!("auto"));
        info.permission_mode = Some("auto".to_owned());
        assert!(!sheet(&plan, &info).auto);
    }
}
