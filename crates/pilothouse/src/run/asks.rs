//! Asks: decided by rules, by `--yes`, by the person at the terminal, or denied.

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::permission::{PermissionDestination, PermissionMode, PermissionUpdate};
use pilothouse_sdk::rules::Rules;
use pilothouse_sdk::{Answers, Decision, PermissionRequest, SessionBuilder};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::sanitize::harmless;
use crate::style::Paint;
use crate::terminal::ask::{Asking, Body, Choice, Next, Sheet};
use crate::terminal::lines::Terminal;
use crate::terminal::questions::{Given, Question};
use crate::terminal::screen::Screen;

/// An ask that nobody has decided yet.
pub(super) struct Ask {
    pub(super) request: PermissionRequest,
    reply: oneshot::Sender<Decision>,
}

/// What came of an ask at the terminal.
pub(super) enum Answered {
    /// The person decided.
    Decided,
    /// The person wants the turn to end.
    Stopped,
    /// The CLI withdrew it.
    Withdrawn,
    /// The terminal is gone.
    Gone,
}

/// Sets the permission handler of a session, and returns the requests that it leaves to the terminal.
pub(super) fn handle(
    builder: SessionBuilder,
    rules: Rules,
    yes: bool,
) -> (SessionBuilder, mpsc::Receiver<Ask>) {
    let (sender, asks) = mpsc::channel(64);
    let handler = rules.or_else(move |request: PermissionRequest| {
        let sender = sender.clone();
        async move {
            if yes && !is_for_a_person(&request) {
                return Decision::allow();
            }
            let (reply, decision) = oneshot::channel();
            if sender.send(Ask { request, reply }).await.is_err() {
                return Decision::deny("the task has ended");
            }
            decision
                .await
                .unwrap_or_else(|_| Decision::deny("nobody answered"))
        }
    });
    (builder.permissions(handler), asks)
}

/// Whether only a person can answer: a question, a plan, or what the CLI says so of.
fn is_for_a_person(request: &PermissionRequest) -> bool {
    request.needs_person() || request.questions().is_some() || request.plan().is_some()
}

impl Ask {
    /// Decides.
    pub(super) fn decide(self, decision: Decision) {
        // An ask that was withdrawn needs no decision.
        drop(self.reply.send(decision));
    }

    /// Denies, because there is no terminal to ask at.
    pub(super) fn deny_unseen(self) {
        let tool = &self.request.tool_name;
        let message = if is_for_a_person(&self.request) {
            format!("nobody is there to answer {tool}: go on without")
        } else {
            format!("nobody is there to ask, and no rule allows this call of {tool}")
        };
        self.decide(Decision::deny(message));
    }

    /// Asks the person. A plan that is not in the request is the one of the call.
    pub(super) async fn put(
        self,
        plan: Option<&str>,
        screen: &mut Screen,
        terminal: &mut Terminal,
    ) -> Answered {
        screen.pause();
        let withdrawn = self.request.cancelled.clone();
        let choice = tokio::select! {
            choice = ask(sheet(&self.request, plan), screen, terminal) => choice,
            () = withdrawn.cancelled() => {
                screen.line(Paint::Dim, "withdrawn");
                return Answered::Withdrawn;
            }
        };
        match choice {
            Some(choice) => {
                let stopped = choice == Choice::Stop;
                let decision = decision(&self.request, choice);
                self.decide(decision);
                if stopped {
                    Answered::Stopped
                } else {
                    Answered::Decided
                }
            }
            None => {
                self.deny_unseen();
                Answered::Gone
            }
        }
    }
}

/// Asks until there is a choice; nothing when the terminal is gone.
async fn ask(sheet: Sheet, screen: &mut Screen, terminal: &mut Terminal) -> Option<Choice> {
    let mut asking = Asking::begin(sheet, screen);
    terminal.guard().await;
    loop {
        screen.prompt(&asking.prompt());
        let line = terminal.line().await?;
        match asking.line(&line, screen) {
            Next::Again => {}
            Next::Chosen(choice) => return Some(choice),
            Next::Edit(text) => {
                let edited = terminal.edit(&text).map_err(|error| error.to_string());
                match edited.and_then(|text| asking.edited(&text)) {
                    Ok(choice) => return Some(choice),
                    Err(problem) => screen.line(Paint::Red, &problem),
                }
            }
        }
    }
}

/// What a request asks.
fn sheet(request: &PermissionRequest, called_with: Option<&str>) -> Sheet {
    let plan = request.plan().map(|plan| match called_with {
        Some(called_with) if plan.is_empty() => called_with.to_owned(),
        _ => plan,
    });
    let title = match &request.title {
        Some(title) => title.clone(),
        None if plan.is_some() => "The plan is ready".to_owned(),
        None => format!("{} wants to run", request.tool_name),
    };
    let body = match (request.questions(), plan) {
        (Some(questions), _) => Body::Questions(questions.into_iter().map(question).collect()),
        (None, Some(plan)) => Body::Plan(plan),
        (None, None) => Body::Call(request.input.to_value()),
    };
    Sheet {
        title,
        body,
        reason: request.decision_reason.clone(),
        rules: suggested_rules(request),
        // What the model supports is not known here.
        auto: false,
    }
}

fn question(asked: pilothouse_sdk::Question) -> Question {
    let options = asked.options.into_iter();
    Question {
        question: asked.question,
        several: asked.multi_select,
        options: options
            .map(|option| (option.label, option.description))
            .collect(),
    }
}

/// What a choice means for the CLI.
fn decision(request: &PermissionRequest, choice: Choice) -> Decision {
    match choice {
        Choice::Allow => allow(request),
        Choice::Always => {
            allow(request).remember_suggestions(request, &PermissionDestination::Session)
        }
        Choice::Auto => allow(request),
        Choice::Input(input) => Decision::allow().with_input(JsonObject::from(input)),
        Choice::Plan(plan) => {
            let mut input = request.input.to_value();
            if let Some(input) = input.as_object_mut() {
                input.insert("plan".to_owned(), Value::from(plan));
            }
            match input {
                Value::Object(input) => allow(request).with_input(JsonObject::from(input)),
                _ => allow(request),
            }
        }
        Choice::Deny(reason) => Decision::deny(reason),
        Choice::Answers(given) => Decision::answer(request, &answers(request, given)),
        Choice::Stop => Decision::deny("").and_interrupt(),
        // No request of a tool is a form.
        Choice::Filled(_) => Decision::deny("this was no form"),
    }
}

fn answers(request: &PermissionRequest, given: Vec<Given>) -> Answers {
    let questions = request.questions().unwrap_or_default();
    let pairs = questions.iter().zip(given);
    pairs.fold(Answers::new(), |answers, (question, given)| match given {
        Given::Nothing => answers,
        Given::Labels(labels) if question.multi_select => answers.choose_several(question, labels),
        Given::Labels(labels) => labels
            .into_iter()
            .fold(answers, |answers, label| answers.choose(question, label)),
        Given::Words(words) => answers.say(question, words),
    })
}

/// A plan is approved into the mode that asks for everything.
fn allow(request: &PermissionRequest) -> Decision {
    if request.plan().is_some() {
        Decision::approve_plan(PermissionMode::Default)
    } else {
        Decision::allow()
    }
}

/// The rules that always would add, in words; nothing if there are none to show.
fn suggested_rules(request: &PermissionRequest) -> Option<String> {
    if request.suppress_always_allow_rule == Some(true) || request.needs_person() {
        return None;
    }
    let words: Vec<String> = request
        .permission_suggestions
        .iter()
        .filter_map(in_words)
        .collect();
    (!words.is_empty()).then(|| format!("({})", words.join(", ")))
}

fn in_words(update: &PermissionUpdate) -> Option<String> {
    Some(match update {
        PermissionUpdate::AddRules(rules) => {
            let rules = rules.rules.iter().map(|rule| match &rule.rule_content {
                Some(content) => format!("{}({})", rule.tool_name, harmless(content)),
                None => rule.tool_name.clone(),
            });
            rules.collect::<Vec<_>>().join(", ")
        }
        PermissionUpdate::SetMode(mode) => format!("mode {}", mode.mode.as_str()),
        PermissionUpdate::AddDirectories(directories) => {
            format!("work in {}", harmless(&directories.directories.join(", ")))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use pilothouse_protocol::wire::Wire;

    use super::*;

    #[test]
    fn a_suggestion_is_shown_as_the_rule_it_is() {
        let update = |json: &str| PermissionUpdate::from_json(json).unwrap();
        let rules = update(
            r#"{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm test:*"},{"toolName":"Read"}],"behavior":"allow","destination":"session"}"#,
        );
        assert_eq!(in_words(&rules).unwrap(), "Bash(npm test:*), Read");
        let mode = update(r#"{"type":"setMode","mode":"acceptEdits","destination":"session"}"#);
        assert_eq!(in_words(&mode).unwrap(), "mode acceptEdits");
        assert_eq!(in_words(&update(r#"{"type":"somethingNew"}"#)), None);
    }
}
