//! The audit: every permission request, and how it ended.

use pilothouse_api::audit::{DecidedBy, Decision};
use pilothouse_view::ask::{Answer, Ask, AskBody, AskState, WithdrawnReason};
use pilothouse_view::session::{Who, WhoKind};
use serde_json::Value;

use crate::store::AuditRow;

/// How much of an input stands in a list.
const SUMMARY: usize = 200;

/// The row of a permission request of a session, as it stands.
pub(super) fn row(session: &str, directory: &str, ask: &Ask) -> AuditRow {
    let mut row = AuditRow {
        session: session.to_owned(),
        ask: ask.id.as_str().to_owned(),
        at: ask.at,
        tool: tool(&ask.body).to_owned(),
        summary: summary(&ask.body),
        input: input(&ask.body).to_string(),
        cwd: directory.to_owned(),
        needs_person: needs_person(&ask.body),
        decision: "open".to_owned(),
        ..AuditRow::default()
    };
    match &ask.state {
        AskState::Open => {}
        AskState::Answered {
            at, who, answer, ..
        } => {
            row.at = *at;
            row.answered(answer, who.as_ref());
        }
        AskState::Withdrawn { at, reason } => {
            row.at = *at;
            row.decision = word(&Decision::Withdrawn);
            row.by = Some(word(&DecidedBy::Cli));
            row.message = (*reason == WithdrawnReason::Died)
                .then(|| "The process that asked died.".to_owned());
        }
    }
    row
}

impl AuditRow {
    fn answered(&mut self, answer: &Answer, who: Option<&Who>) {
        let decision = match answer {
            Answer::Allow { .. } => Decision::Allowed,
            Answer::Deny { .. } | Answer::Invalid { .. } => Decision::Denied,
            Answer::Answers { .. }
            | Answer::PlanApproved { .. }
            | Answer::Elicited { .. }
            | Answer::Other { .. } => Decision::Answered,
        };
        self.decision = word(&decision);
        let by = match who.map(|who| who.kind) {
            Some(WhoKind::Device) => DecidedBy::Person,
            Some(WhoKind::Rule) => DecidedBy::Rule,
            Some(WhoKind::Host) | None => DecidedBy::Host,
        };
        self.by = Some(word(&by));
        let name = who.and_then(|who| who.name.clone());
        match by {
            DecidedBy::Rule => self.rule = name,
            DecidedBy::Person => {
                self.device = name;
                self.device_id = who.and_then(|who| who.device.clone());
            }
            DecidedBy::Host | DecidedBy::Cli => {}
        }
        match answer {
            Answer::Allow { remembered, .. } => self.remembered.clone_from(remembered),
            Answer::Deny { message, .. } => self.message = Some(message.clone()),
            Answer::Invalid { error } => self.message = Some(error.clone()),
            _ => {}
        }
    }
}

/// Whether only a person may allow it, whatever rules say.
pub(super) fn needs_person(body: &AskBody) -> bool {
    match body {
        AskBody::Permission(ask) => ask.only_a_person(),
        _ => true,
    }
}

fn tool(body: &AskBody) -> &str {
    match body {
        AskBody::Permission(ask) => &ask.tool.name,
        AskBody::Question(_) => "AskUserQuestion",
        AskBody::Plan(_) => "ExitPlanMode",
        AskBody::Elicitation(ask) => &ask.server,
        AskBody::Dialog(ask) => &ask.dialog,
    }
}

fn input(body: &AskBody) -> &Value {
    match body {
        AskBody::Permission(ask) => &ask.input.0,
        AskBody::Question(ask) => &ask.input.0,
        AskBody::Plan(ask) => &ask.input.0,
        AskBody::Elicitation(_) => &Value::Null,
        AskBody::Dialog(ask) => &ask.payload.0,
    }
}

/// The command, the path, or the beginning of the input.
fn summary(body: &AskBody) -> String {
    let text = match body {
        AskBody::Permission(ask) => {
            let named = ["command", "file_path", "notebook_path", "path", "url"];
            let named = named
                .iter()
                .find_map(|name| ask.input.0.get(name)?.as_str());
            named.map_or_else(|| ask.input.0.to_string(), str::to_owned)
        }
        AskBody::Question(ask) => ask
            .questions
            .first()
            .map(|question| question.question.clone())
            .unwrap_or_default(),
        AskBody::Plan(ask) => ask.plan.clone().unwrap_or_default(),
        AskBody::Elicitation(ask) => ask.message.clone(),
        AskBody::Dialog(ask) => ask.payload.0.to_string(),
    };
    text.chars().take(SUMMARY).collect()
}

/// An enum without fields, as the word it is in JSON.
fn word(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}
