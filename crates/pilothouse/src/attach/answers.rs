//! Asks of a hosted session at the prompt, and what a choice means for the server.

use std::collections::BTreeMap;

use pilothouse_view::api::message::{AnswerAsk, QuestionAnswer};
use pilothouse_view::ask::{Answer, PermissionAsk, Suggestion, WithdrawnReason};
use pilothouse_view::{Ask, AskBody, AskState, Json};
use serde_json::Value;

use crate::sanitize::harmless;
use crate::terminal::ask::{Body, Choice, Sheet};
use crate::terminal::form::Form;
use crate::terminal::questions::{Given, Question};

/// What a choice does.
#[derive(Debug, PartialEq)]
pub(super) enum Act {
    Answer(AnswerAsk),
    /// Stops the turn; the CLI then withdraws the ask.
    Interrupt,
}

/// What an ask asks.
pub(super) fn sheet(ask: &Ask) -> Sheet {
    let plain = |title: String, body: Body| Sheet {
        title,
        body,
        reason: None,
        rules: None,
    };
    match &ask.body {
        AskBody::Permission(permission) => Sheet {
            title: match &permission.title {
                Some(title) => title.clone(),
                None => format!("{} wants to run", permission.tool.name),
            },
            body: Body::Call(permission.input.0.clone()),
            reason: permission.reason.clone(),
            rules: rules(permission),
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
            plain("The plan is ready".to_owned(), Body::Plan(text))
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
pub(super) fn act(ask: &Ask, choice: Choice) -> Act {
    let allow = |input: Option<Json>, remember: Vec<Json>| AnswerAsk::Allow { input, remember };
    let answer = match (&ask.body, choice) {
        (AskBody::Elicitation(_) | AskBody::Dialog(_), Choice::Stop) => return Act::Interrupt,
        (_, Choice::Stop) => AnswerAsk::Deny {
            message: None,
            interrupt: true,
        },
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
        (AskBody::Plan(_), Choice::Plan(plan)) => approve(Some(plan)),
        (AskBody::Plan(_), _) => approve(None),
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
        (_, _) => allow(None, Vec::new()),
    };
    Act::Answer(answer)
}

/// A plan is approved into the mode that asks for everything.
fn approve(plan: Option<String>) -> AnswerAsk {
    AnswerAsk::ApprovePlan {
        plan,
        mode: Some("default".to_owned()),
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
pub(super) fn outcome(state: &AskState) -> String {
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
