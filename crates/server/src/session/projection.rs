//! The durable state of a session, folded from its log alone.
//!
//! A [`Projection`] does no I/O and reads no clock: the same records give the same projection, one by one or in batches,
//! with or without a save in between. The session's task, sealing and reindexing use this one fold. What a record means
//! for the index is returned as [`Applied`]; carrying it out is the caller's.

use pilothouse_api::rules::{Rule, RuleScope};
use pilothouse_log::{Kind, Note, Record, Who};
use pilothouse_view::entry::Delivery;
use pilothouse_view::turn::TurnOutcome;
use pilothouse_view::{Change, ChangeSet, Entry, EntryBody, EntryId, SessionFold, SessionView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::acts::AnswerLine;
use super::audit;
use super::hello::tells_settings;
use super::settings::Settings;
use super::summary::line_of;
use crate::store::{AuditRow, Revoked, behavior_named};

/// Since when logs say which ends of turns were seen: 2026-11-18T18:00:00Z, in milliseconds since 1970.
const LOOKS_NOTED_MS: u64 = 1_795_024_800_000;

/// Everything that the log of a session says.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Projection {
    session: String,
    pub(crate) fold: SessionFold,
    pub(super) settings: Settings,
    /// Time of the first record.
    pub(super) created_at: u64,
    /// Time of the newest record that is more than a look at the session.
    pub(super) active_at: u64,
    /// How many of the turns that ended a person has seen the end of.
    looked_at: u32,
    /// The beginning of the newest thing said, among the entries that have settled, and the place of its entry.
    pub(super) last_line: (u64, String),
    /// How the newest turn that has settled ended, unless a message came after it; and its place.
    last_end: (u64, Option<TurnOutcome>),
    /// Messages that were lost with a process: not run although they were sent again, or not sent again. Until the log
    /// says so.
    lost_messages: Vec<String>,
    /// Entries that have settled and were not taken yet.
    settled: Vec<Entry>,
}

/// What one record means beyond the projection itself.
pub(crate) struct Applied {
    pub(crate) changes: ChangeSet,
    /// Rows of the audit that are new or have changed.
    pub(super) audit: Vec<AuditRow>,
    pub(super) rules: Vec<RuleChange>,
    /// Entries that the CLI took back; they may have settled before.
    pub(super) removed: Vec<EntryId>,
    pub(super) turn_ended: bool,
    /// Sequences are missing before this record: a reader that has one of them has seen records that are gone.
    pub(crate) jumped: bool,
}

impl Applied {
    /// Whether the record means something for the index.
    pub(super) fn concerns_index(&self) -> bool {
        !(self.audit.is_empty() && self.rules.is_empty() && self.removed.is_empty())
    }
}

/// What a record does to the rules of the session.
#[derive(Debug, PartialEq)]
pub(super) enum RuleChange {
    Granted(Rule),
    Revoked(Revoked),
}

/// The ID of a rule that a session's log grants: by the record, and its place among those of the record.
pub(super) fn rule_id(session: &str, seq: u64, index: usize) -> String {
    format!("{session}-{seq}-{index}")
}

impl Projection {
    /// The projection of an empty log.
    pub(crate) fn new(session: &str) -> Self {
        Self {
            session: session.to_owned(),
            fold: SessionFold::new(),
            settings: Settings::default(),
            created_at: 0,
            active_at: 0,
            looked_at: 0,
            last_line: (0, String::new()),
            last_end: (0, None),
            lost_messages: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// The view with the entries that can still change.
    pub(crate) fn view(&self) -> &SessionView {
        self.fold.view()
    }

    /// The sequence of the newest record; 0 for an empty log.
    pub(crate) fn seq(&self) -> u64 {
        self.view().seq
    }

    /// Whether the log goes on from here, given its record with the sequence of this projection, if it has one.
    ///
    /// After a power cut a projection that was saved may know records that are gone from the log.
    pub(crate) fn continues(&self, record: Option<&Record>) -> bool {
        let same = |record: &Record| record.seq == self.seq() && record.at_ms == self.view().at;
        self.seq() == 0 || record.is_some_and(same)
    }

    /// Folds one record.
    pub(crate) fn apply(&mut self, record: &Record) -> Applied {
        if self.created_at == 0 {
            self.created_at = record.at_ms;
        }
        let (seq, turns) = (self.seq(), self.view().usage.turns);
        let answer = AnswerLine::read(record);
        if let Some(uuid) = self.lost_message(record) {
            self.settings.resent(&uuid);
        }
        let rules = self.rules(record, answer.as_ref());
        self.settings.fold(record, answer.as_ref());
        if record.kind == Kind::Spawn {
            self.settings.first_model = None;
            self.settings.first_effort = None;
        }
        if let Some(Note::CutOff(told)) = record.note() {
            self.lost_messages.retain(|uuid| *uuid != told.id);
        }
        let changes = self.fold.apply_set(record);
        let turn_ended = self.fold.view().usage.turns > turns;
        self.see_view(record, turn_ended);
        self.see_settled();
        self.see_look(record, turn_ended);
        Applied {
            audit: self.audit(&changes),
            rules,
            removed: removed(&changes),
            turn_ended,
            jumped: seq > 0 && record.seq != seq + 1,
            changes,
        }
    }

    /// Hands out the entries that have settled since the last call. They never change again.
    pub(crate) fn take_settled(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.settled)
    }

    /// Messages that were lost with a process, and whose sender does not know it yet.
    pub(super) fn lost_messages(&self) -> &[String] {
        &self.lost_messages
    }

    /// Whether the last turn ended with an error of the API and no message came since.
    pub(super) fn failed_last(&self) -> bool {
        self.last_end.1 == Some(TurnOutcome::ApiError)
    }

    /// Whether the last turn ended with an error and no message came since.
    pub(super) fn is_turn_failed(&self) -> bool {
        let failed = [TurnOutcome::ApiError, TurnOutcome::Failed];
        self.last_end.1.is_some_and(|end| failed.contains(&end))
    }

    /// Whether a turn ended and its end was not visible on any device yet.
    pub(super) fn is_ready_for_review(&self) -> bool {
        self.is_news(self.view().usage.turns)
    }

    /// Whether no device has seen the end of the last of so many turns.
    pub(super) fn is_news(&self, turns: u32) -> bool {
        turns > self.looked_at
    }

    /// The directory the session works in.
    pub(super) fn directory(&self) -> &str {
        let place = self.settings.text("worktree");
        place.or(self.settings.text("project")).unwrap_or("/")
    }

    /// Keeps what the settings need to know of the view.
    fn see_view(&mut self, record: &Record, turn_ended: bool) {
        let info = &self.fold.view().info;
        if turn_ended {
            self.settings.turn_ended();
            if self.settings.first_model.is_none() {
                self.settings.first_model.clone_from(&info.model);
            }
        }
        if self.settings.first_effort.is_none() && tells_settings(record) {
            self.settings.first_effort = Some(info.effort.clone().unwrap_or_default());
        }
        if let Some(id) = &info.session_id {
            self.settings.set_cli_session(id);
        }
    }

    /// Keeps which ends of turns were seen. Until [`LOOKS_NOTED_MS`] nobody noted it, so those turns count as seen.
    fn see_look(&mut self, record: &Record, turn_ended: bool) {
        if let Some(Note::LookedAt(look)) = record.note() {
            self.looked_at = self.looked_at.max(look.turns);
            return;
        }
        self.active_at = record.at_ms;
        if turn_ended && record.at_ms < LOOKS_NOTED_MS {
            self.looked_at = self.fold.view().usage.turns;
        }
    }

    /// Looks at the entries this record settled. Each is looked at as soon as it settles, so that batches do not matter.
    fn see_settled(&mut self) {
        let settled = self.fold.take_settled();
        for entry in &settled {
            if entry.order >= self.last_line.0
                && let Some(line) = line_of(entry)
            {
                self.last_line = (entry.order, line);
            }
            let end = match &entry.body {
                EntryBody::Turn(end) => Some(Some(end.outcome)),
                EntryBody::User(_) => Some(None),
                _ => None,
            };
            if let Some(end) = end.filter(|_| entry.order >= self.last_end.0) {
                self.last_end = (entry.order, end);
            }
            // A message that is over without a turn of its own was swallowed.
            if let EntryBody::User(user) = &entry.body
                && let Some(uuid) = &user.uuid
                && self.is_lost(uuid, &user.delivery)
            {
                self.lost_messages.push(uuid.clone());
            }
        }
        self.settled.extend(settled);
    }

    /// Whether a message that is over was sent again and not run. Of several, the CLI may run one before it swallows
    /// the next, so what counts for those that it reports as swallowed is not whether a turn has ended since.
    fn is_lost(&self, uuid: &str, delivery: &Delivery) -> bool {
        match delivery {
            Delivery::Done => self.settings.is_resending(uuid),
            Delivery::Duplicate => self.settings.is_untold(uuid),
            // It was given up. What a person stopped is not reported to them.
            Delivery::Lost => {
                !self.settings.is_told(uuid) && !self.settings.texts("abandoned").contains(&uuid)
            }
            _ => false,
        }
    }

    /// The audit of what a record did to permission requests.
    fn audit(&self, set: &ChangeSet) -> Vec<AuditRow> {
        let view = self.view();
        let asks = set.changes.iter().filter_map(|change| match change {
            Change::AskSet { ask } => Some(&**ask),
            Change::AskClosed { id, .. } => view.closed_asks.iter().find(|ask| ask.id == *id),
            _ => None,
        });
        asks.map(|ask| audit::row(&self.session, self.directory(), ask))
            .collect()
    }

    /// The message that a record gives to another process, after the one before died with it.
    fn lost_message(&self, record: &Record) -> Option<String> {
        let id = record.id.as_ref().filter(|_| record.kind == Kind::In)?;
        let is_lost = |entry: &Entry| match &entry.body {
            EntryBody::User(user) => {
                user.delivery == Delivery::Lost && user.uuid.as_ref() == Some(id)
            }
            _ => false,
        };
        self.view().entries.iter().any(is_lost).then(|| id.clone())
    }

    fn rules(&self, record: &Record, answer: Option<&AnswerLine>) -> Vec<RuleChange> {
        let granted = match record.note() {
            None => granted(answer.map_or(&[], |answer| &answer.grants)),
            Some(Note::Answered(answered)) if self.settings.is_granted_by(&answered.request_id) => {
                return Vec::new();
            }
            Some(Note::Answered(answered)) => granted(&answered.rules_added),
            Some(Note::RuleGranted(granted)) => vec![(granted.behavior, granted.rule)],
            Some(Note::RuleRevoked(revoked)) => {
                return vec![RuleChange::Revoked(Revoked {
                    behavior: revoked.behavior,
                    rule: revoked.rule,
                    seq: record.seq,
                    at: record.at_ms,
                })];
            }
            _ => return Vec::new(),
        };
        let by = match &record.who {
            device @ Who::Device(_) => device.as_device().map_or("", |(name, _)| name).to_owned(),
            other => other.to_string(),
        };
        let rule = |(index, (behavior, rule)): (usize, (String, String))| {
            RuleChange::Granted(Rule {
                id: rule_id(&self.session, record.seq, index),
                behavior: behavior_named(&behavior),
                rule,
                scope: RuleScope::Session {
                    id: self.session.clone(),
                },
                created_at: record.at_ms,
                by: by.clone(),
            })
        };
        granted.into_iter().enumerate().map(rule).collect()
    }
}

fn removed(set: &ChangeSet) -> Vec<EntryId> {
    let removed = set.changes.iter().filter_map(|change| match change {
        Change::EntryRemoved { id } => Some(id.clone()),
        _ => None,
    });
    removed.collect()
}

/// The rules that were granted for the session with an answer: what they do, and the rules.
fn granted(updates: &[Value]) -> Vec<(String, String)> {
    let mut rules = Vec::new();
    for update in updates {
        if update["destination"] != "session" || update["type"] != "addRules" {
            continue;
        }
        let behavior = update["behavior"].as_str().unwrap_or("ask");
        for rule in update["rules"].as_array().into_iter().flatten() {
            let Some(tool) = rule["toolName"].as_str() else {
                continue;
            };
            let text = match rule["ruleContent"].as_str() {
                Some(content) => format!("{tool}({content})"),
                None => tool.to_owned(),
            };
            rules.push((behavior.to_owned(), text));
        }
    }
    rules
}

#[cfg(test)]
mod tests;
