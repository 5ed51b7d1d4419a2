//! Asks: decided by rules, by `--yes`, by the person at the terminal, or denied.

use std::io::Write;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::permission::{PermissionDestination, PermissionMode, PermissionUpdate};
use pilothouse_sdk::rules::Rules;
use pilothouse_sdk::{Decision, PermissionHandler, PermissionRequest};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::questions;
use super::screen::Screen;
use super::terminal::Terminal;
use super::tools::input_line;
use crate::style::{Paint, harmless};

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

/// Makes the handler of a session, and the other end of those asks that it leaves to us.
pub(super) fn handler(rules: Rules, yes: bool) -> (impl PermissionHandler, mpsc::Receiver<Ask>) {
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
    (handler, asks)
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

    /// Asks the person.
    pub(super) async fn put(self, screen: &mut Screen, terminal: &mut Terminal) -> Answered {
        screen.pause();
        terminal.forget_typed();
        let withdrawn = self.request.cancelled.clone();
        let asked = async {
            if let Some(questions) = self.request.questions() {
                questions::ask(&self.request, &questions, screen, terminal).await
            } else {
                ask(&self.request, screen, terminal).await
            }
        };
        let decision = tokio::select! {
            decision = asked => decision,
            () = withdrawn.cancelled() => {
                screen.line(Paint::Dim, "withdrawn");
                return Answered::Withdrawn;
            }
        };
        match decision {
            Some(Choice::Decision(decision)) => {
                self.decide(decision);
                Answered::Decided
            }
            Some(Choice::Stop) => {
                self.decide(Decision::deny("").and_interrupt());
                Answered::Stopped
            }
            None => {
                self.deny_unseen();
                Answered::Gone
            }
        }
    }
}

/// What a person chose.
pub(super) enum Choice {
    Decision(Decision),
    Stop,
}

async fn ask(
    request: &PermissionRequest,
    screen: &mut Screen,
    terminal: &mut Terminal,
) -> Option<Choice> {
    let input = request.input.to_value();
    describe(request, &input, screen);
    let rules = suggested_rules(request);
    loop {
        screen.prompt(&choices(rules.as_deref()));
        let line = terminal.line().await?;
        let (word, reason) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word.to_lowercase().as_str() {
            "y" | "yes" => return Some(Choice::Decision(allow(request))),
            "n" | "no" => {
                let reason = if reason.trim().is_empty() {
                    "the person said no"
                } else {
                    reason.trim()
                };
                return Some(Choice::Decision(Decision::deny(reason)));
            }
            "a" | "always" if rules.is_some() => {
                let session = PermissionDestination::Session;
                return Some(Choice::Decision(
                    allow(request).remember_suggestions(request, &session),
                ));
            }
            "e" | "edit" => match edited(&input, terminal) {
                Ok(input) => return Some(Choice::Decision(Decision::allow().with_input(input))),
                Err(problem) => screen.line(Paint::Red, &problem),
            },
            "s" | "stop" => return Some(Choice::Stop),
            _ => screen.line(Paint::Dim, "answer with one of the letters"),
        }
    }
}

/// A plan is approved into the mode that asks for everything.
fn allow(request: &PermissionRequest) -> Decision {
    if request.plan().is_some() {
        Decision::approve_plan(PermissionMode::Default)
    } else {
        Decision::allow()
    }
}

fn describe(request: &PermissionRequest, input: &Value, screen: &mut Screen) {
    let title = match &request.title {
        Some(title) => harmless(title),
        None => format!("{} wants to run", request.tool_name),
    };
    screen.line(Paint::Bold, &title);
    if let Some(plan) = request.plan() {
        screen.text_below(&plan);
        return;
    }
    match input.get("command").and_then(Value::as_str) {
        // A command is shown whole: what cannot be seen cannot be judged.
        Some(command) => screen.text_below(command),
        None => screen.text_below(&input_line(input)),
    }
    let style = screen.style();
    // A terminal that cannot be written to shows in the answer that does not come.
    drop(super::diff::write_proposal(
        &mut screen.writer(),
        input,
        style,
    ));
    if let Some(reason) = &request.decision_reason {
        screen.line(Paint::Dim, &harmless(reason));
    }
}

fn choices(rules: Option<&str>) -> String {
    match rules {
        Some(rules) => format!("[y]es  [n]o  [e]dit  [a]lways {rules}  [s]top "),
        None => "[y]es  [n]o  [e]dit  [s]top ".to_owned(),
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

fn edited(input: &Value, terminal: &Terminal) -> Result<JsonObject, String> {
    let text = serde_json::to_string_pretty(input).map_err(|error| error.to_string())?;
    let text = terminal
        .edit(&(text + "\n"))
        .map_err(|error| error.to_string())?;
    match serde_json::from_str(&text) {
        Ok(Value::Object(map)) => Ok(JsonObject::from(map)),
        Ok(_) => Err("the input must stay an object in braces".to_owned()),
        Err(error) => Err(format!("not JSON any more: {error}")),
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        std::io::stderr().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stderr().flush()
    }
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
