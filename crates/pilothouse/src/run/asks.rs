//! Asks: decided by rules, by `--yes`, by the person at the terminal, or denied.

use std::collections::BTreeMap;

use pilothouse_api::message::{AnswerAsk, QuestionAnswer};
use pilothouse_protocol::JsonObject;
use pilothouse_protocol::permission::{PermissionMode, PermissionUpdate};
use pilothouse_protocol::wire::Wire;
use pilothouse_sdk::rules::Rules;
use pilothouse_sdk::{Answers, Decision, PermissionRequest, SessionBuilder};
use pilothouse_view::Json;
use pilothouse_view::session::SessionInfo;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::style::Paint;
use crate::terminal::answers::{self, Act};
use crate::terminal::ask::{Asking, Choice, Next, Sheet};
use crate::terminal::lines::Terminal;
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

    /// Asks the person what the view shows of the request.
    pub(super) async fn put(
        self,
        shown: &pilothouse_view::Ask,
        info: &SessionInfo,
        screen: &mut Screen,
        terminal: &mut Terminal,
    ) -> Answered {
        screen.pause();
        let withdrawn = self.request.cancelled.clone();
        let choice = tokio::select! {
            choice = ask(answers::sheet(shown, info), screen, terminal) => choice,
            () = withdrawn.cancelled() => {
                screen.line(Paint::Dim, "withdrawn");
                return Answered::Withdrawn;
            }
        };
        let Some(choice) = choice else {
            self.deny_unseen();
            return Answered::Gone;
        };
        let stopped = choice == Choice::Stop;
        let decision = match answers::act(shown, choice) {
            Act::Answer(answer) => decision(&self.request, answer),
            Act::Interrupt => Decision::deny("").and_interrupt(),
        };
        self.decide(decision);
        if stopped {
            Answered::Stopped
        } else {
            Answered::Decided
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

/// What an answer means for the CLI.
fn decision(request: &PermissionRequest, answer: AnswerAsk) -> Decision {
    match answer {
        AnswerAsk::Allow { input, remember } => {
            let updates = remember.iter().filter_map(update);
            let allowed = updates.fold(Decision::allow(), Decision::remember);
            match input {
                Some(Json(Value::Object(input))) => allowed.with_input(JsonObject::from(input)),
                _ => allowed,
            }
        }
        AnswerAsk::Deny { message, interrupt } => {
            let denied = Decision::deny(message.unwrap_or_default());
            if interrupt {
                denied.and_interrupt()
            } else {
                denied
            }
        }
        AnswerAsk::Answers { answers } => Decision::answer(request, &filled(request, &answers)),
        AnswerAsk::ApprovePlan { plan, mode } => {
            let mode = mode.map_or(PermissionMode::Default, |mode| {
                PermissionMode::from(mode.as_str())
            });
            let approved = Decision::approve_plan(mode);
            match (plan, request.input.to_value()) {
                (Some(plan), Value::Object(mut input)) => {
                    input.insert("plan".to_owned(), Value::from(plan));
                    approved.with_input(JsonObject::from(input))
                }
                _ => approved,
            }
        }
        // Forms and dialogs are no requests of a tool.
        AnswerAsk::Elicit { .. } | AnswerAsk::Dialog { .. } => Decision::deny("this was no form"),
    }
}

fn update(json: &Json) -> Option<PermissionUpdate> {
    PermissionUpdate::from_json(&json.0.to_string()).ok()
}

fn filled(request: &PermissionRequest, given: &BTreeMap<String, QuestionAnswer>) -> Answers {
    let questions = request.questions().unwrap_or_default();
    questions.iter().fold(Answers::new(), |answers, question| {
        match given.get(&question.question) {
            None => answers,
            Some(QuestionAnswer {
                text: Some(text), ..
            }) => answers.say(question, text),
            Some(chosen) => answers.choose_several(question, &chosen.labels),
        }
    })
}
