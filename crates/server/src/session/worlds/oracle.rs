//! What must hold after every step: checked when a record is written, a call answered, something shown or run.

use std::collections::{BTreeMap, BTreeSet};

use pilothouse_log::{Kind, Note, Record};
use pilothouse_view::ask::AskBody;
use pilothouse_view::{Change, ChangeSet};
use serde_json::Value;

use super::World;
use super::messages::{Messages, Place, name_of};
use super::people::What;
use crate::rules;
use crate::session::effect::Answer;
use crate::session::projection::rule_id;

/// How long a request may stay unpublished while a rule's answer is written, in milliseconds.
const HOLD_MS: u64 = 250;

/// What was promised, and what has happened.
#[derive(Default)]
pub(super) struct Oracle {
    pub(super) messages: Messages,
    /// The newest record, and the newest that was shown.
    seq: u64,
    shown: u64,
    /// Messages that were acknowledged.
    pub(super) acknowledged: BTreeSet<String>,
    /// How often each message was read by the model.
    reads: BTreeMap<String, u32>,
    /// What people meant to answer.
    intents: BTreeSet<(String, bool)>,
    /// Held messages that a person sent one by one.
    explicit: BTreeSet<String>,
    /// Writes of rules that failed.
    failed_answers: BTreeSet<String>,
    connection_lost: bool,
    /// Requests that somebody was shown who asked for the session as it was then.
    excused: BTreeSet<String>,
    /// The newest record when a person closed the session: what waited then waits until somebody wakes it.
    closed_at: u64,
    pub(super) settings: Vec<(String, String)>,
    rules: BTreeMap<String, String>,
}

impl Oracle {
    pub(super) fn intends(&mut self, ask: &str, allows: bool) {
        self.intents.insert((ask.to_owned(), allows));
    }

    pub(super) fn sends_explicitly(&mut self, uuid: &str) {
        self.explicit.insert(uuid.to_owned());
    }

    pub(super) fn session_closed(&mut self) {
        self.closed_at = self.seq;
    }

    /// Whether a message came after the session was closed, so that it wakes it.
    pub(super) fn wakes(&self, text: &str) -> bool {
        let logged = self.messages.get(name_of(text));
        logged.is_some_and(|logged| logged.seq > self.closed_at)
    }

    pub(super) fn restart_sequence(&mut self, seq: u64) {
        self.seq = seq;
        self.shown = seq;
        self.closed_at = self.closed_at.min(seq);
    }

    pub(super) fn connection_lost(&mut self) {
        self.connection_lost = true;
    }

    pub(super) fn times_read(&self, name: &str) -> u32 {
        self.reads.get(name).copied().unwrap_or_default()
    }
}

impl World {
    /// A record was put into the file.
    pub(super) fn observe_record(&mut self, record: &Record) {
        if record.seq <= self.oracle.seq {
            self.fail(format!(
                "sequence {} comes after {}",
                record.seq, self.oracle.seq
            ));
        }
        self.oracle.seq = record.seq;
        let explicit = &self.oracle.explicit;
        let observed = self
            .oracle
            .messages
            .observe(record, |uuid| explicit.contains(uuid));
        if let Err(why) = observed {
            self.fail(why);
        }
        if record.kind == Kind::Note
            && let Some(Note::Parked(_)) = record.note()
        {
            self.check_parking();
        }
    }

    /// The log is shorter than it was.
    pub(super) fn observe_loss(&mut self) {
        self.oracle.messages = Messages::default();
        for record in self.disk.records() {
            // They were checked when they were written.
            let known = self.oracle.messages.observe(record, |_| true);
            drop(known);
        }
    }

    /// A session is parked only if nobody misses its process.
    fn check_parking(&mut self) {
        let Some(server) = &self.server else { return };
        let view = server.machine.view();
        let queued = view.queue.iter().any(|queued| !queued.held);
        if !view.asks.is_empty() || queued || server.machine.is_working() {
            self.fail("a session is parked that works, asks or has messages");
        }
    }

    /// Changes are shown to people.
    pub(super) fn observe_publish(&mut self, set: &ChangeSet) {
        self.oracle.shown = self.oracle.shown.max(set.seq);
        if self.disk.record(set.seq).is_none() {
            self.fail(format!("{} is shown and is not in the log", set.seq));
        }
        for change in &set.changes {
            let Change::AskSet { ask } = change else {
                continue;
            };
            if self.flashes_up(ask) {
                self.fail("a request is shown although a rule answers it");
            }
        }
    }

    fn flashes_up(&self, ask: &pilothouse_view::ask::Ask) -> bool {
        let Some(server) = &self.server else {
            return false;
        };
        let AskBody::Permission(permission) = &ask.body else {
            return false;
        };
        let call = rules::Call {
            tool: &permission.tool.name,
            input: &permission.input.0,
            cwd: "/",
            shell: &pilothouse_sdk::rules::ShellDirectories::at("/"),
            needs_person: false,
        };
        let machine = &server.machine;
        let is_open = machine.view().asks.iter().any(|open| open.id == ask.id);
        let key = format!("answer-{}", ask.id.as_str());
        is_open
            && machine.is_ready()
            && rules::decide(&self.rules, &call).is_some()
            && self.now.wall_ms < ask.at + HOLD_MS
            && !self.oracle.connection_lost
            && !self.oracle.failed_answers.contains(&key)
            && !self.oracle.excused.contains(ask.id.as_str())
    }

    /// Somebody is shown everything, as it is.
    pub(super) fn excuse_open_requests(&mut self) {
        let Some(server) = &self.server else { return };
        let asks = server.machine.view().asks.iter();
        let open = asks.map(|ask| ask.id.as_str().to_owned());
        self.oracle.excused.extend(open);
    }

    /// A write was refused, or it is not known what became of it.
    pub(super) fn observe_failed_write(&mut self, key: &str) {
        self.oracle.failed_answers.insert(key.to_owned());
    }

    /// The model reads a message.
    pub(super) fn observe_reading(&mut self, text: &str) {
        let name = name_of(text).to_owned();
        let times = self.oracle.reads.entry(name).or_default();
        *times += 1;
        let is_again = *times > 1;
        let place = self.oracle.messages.get(name_of(text));
        // One that a process had begun, that was sent again and given back by a stop, is held under a new uuid. The CLI
        // cannot recognize it, so it runs again if a person releases it.
        if is_again && place.is_none_or(|logged| !logged.was_held) {
            return self.fail(format!("{text} was read twice"));
        }
        if place.is_some_and(|logged| logged.place == Place::Withdrawn) {
            self.fail(format!("{text} was withdrawn and runs"));
        }
    }

    /// The CLI was told whether to run something.
    pub(super) fn observe_decision(&mut self, ask: &str, allows: bool) {
        let meant = self.oracle.intents.contains(&(ask.to_owned(), allows));
        let by_rule = self.disk.records().iter().rev().any(|record| {
            record
                .id
                .as_deref()
                .is_some_and(|id| id == format!("answer-{ask}"))
                && matches!(record.who, pilothouse_log::Who::Rule(_))
        });
        if !meant && !by_rule {
            self.fail(format!("nobody decided {ask} so: {allows}"));
        }
    }

    /// Checks what a call was answered.
    pub(super) fn check_answer(&mut self, what: &What, answer: &Answer) {
        match (what, answer) {
            (What::Send(name), Answer::Sent(sent)) => {
                let logged = self.oracle.messages.get(name);
                if !logged.is_some_and(|logged| self.disk.is_synced(logged.seq)) {
                    self.fail(format!("{name} is acknowledged and not on the disk"));
                }
                if sent.seq > self.oracle.shown && self.server.as_ref().is_some_and(is_behind) {
                    self.fail(format!("{name} is acknowledged before it is shown"));
                }
                self.oracle.acknowledged.insert(name.clone());
                self.tell("server", || format!("acknowledges {name}"));
            }
            (What::Send(_), _) => self.fail("a message is answered with something else"),
            (What::Withdraw(name), _) => {
                let logged = self.oracle.messages.get(name);
                if logged.is_none_or(|logged| logged.place != Place::Withdrawn) {
                    self.fail(format!("{name} is said to be withdrawn and is not"));
                }
            }
            (What::Stop, Answer::Stopped(done)) => self.check_stop(&done.held, &done.discarded),
            (What::Stop, _) => self.fail("a stop is answered with something else"),
            (What::Answer { ask, allows }, _) => self.check_decided(ask, *allows),
            (What::Setting { name, value }, _) => {
                self.oracle
                    .settings
                    .push(((*name).to_owned(), value.clone()));
                self.check_setting(name, value);
            }
            (What::Title(title), _) => {
                self.oracle
                    .settings
                    .push(("title".to_owned(), title.clone()));
                self.check_setting("title", title);
            }
            (What::Rule(key), Answer::Rule(id)) => {
                let key = key.clone();
                let record = self.disk.applied(&key, Kind::Note);
                let known = self.oracle.rules.entry(key).or_insert_with(|| id.clone());
                if known != id || record.map(|seq| rule_id("s", seq, 0)).as_ref() != Some(id) {
                    self.fail(format!(
                        "a rule got the ID {id}, which is not that of its record"
                    ));
                }
            }
            (What::Rule(_), _) => self.fail("a rule is answered with something else"),
            (What::Wake | What::Other, _) => {}
        }
    }

    fn check_stop(&mut self, held: &[String], discarded: &[String]) {
        for uuid in discarded {
            let name = self.oracle.messages.name(uuid).unwrap_or_default();
            let logged = self.oracle.messages.get(name);
            if logged.is_none_or(|logged| logged.place != Place::Withdrawn) {
                self.fail(format!("{uuid} is said to be discarded and is not"));
            }
        }
        for uuid in held {
            let name = self.oracle.messages.name(uuid).unwrap_or_default();
            let logged = self.oracle.messages.get(name);
            if logged.is_none_or(|logged| !logged.was_held) {
                self.fail(format!("{uuid} is said to be held and is not"));
            }
        }
    }

    fn check_decided(&mut self, ask: &str, allows: bool) {
        let key = format!("answer-{ask}");
        let record = self.disk.applied(&key, Kind::In);
        let record = record.and_then(|seq| self.disk.record(seq));
        let line: Value = record
            .and_then(|record| serde_json::from_slice(&record.bytes).ok())
            .unwrap_or_default();
        let response = &line["response"];
        let request = ask.split_once(':').map(|(_, request)| request);
        let decides = response["request_id"].as_str() == request
            && (response["response"]["behavior"] == "allow") == allows;
        if !decides {
            self.fail(format!(
                "the answer to {ask} is not the one that was given: {line}"
            ));
        }
    }

    /// An acknowledged setting is in the log.
    pub(super) fn check_setting(&mut self, name: &str, value: &str) {
        let is_kept = self
            .disk
            .records()
            .iter()
            .any(|record| match record.note() {
                Some(Note::Setting(setting)) => setting.name == name && setting.value == value,
                Some(Note::Renamed(renamed)) => {
                    name == "title" && renamed.name.as_deref() == Some(value)
                }
                _ => false,
            });
        if !is_kept {
            self.fail(format!(
                "the setting {name} = {value} is acknowledged and not kept"
            ));
        }
    }
}

/// Whether the server has changes that it has not published.
fn is_behind(server: &super::server::Server) -> bool {
    server.machine.is_holding()
}
