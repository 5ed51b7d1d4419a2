//! What a session was started with and what was changed since: it holds again after every wake.
//!
//! Settings are notes in the log (`setting`), so they survive everything the log survives.

use std::collections::{BTreeMap, VecDeque};

use pilothouse_log::{Kind, Note, Record, Setting};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::acts::{AnswerLine, FollowUp, name_in};

/// The setting with the newest process of an imported log: what that process was allowed does not hold here.
pub(crate) const IMPORTED_EPOCH: &str = "importedEpoch";
/// How many withdrawn messages are remembered.
const WITHDRAWN: usize = 256;

/// The settings of a session, by name, and what else the host must know of its log to act.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    values: BTreeMap<String, Value>,
    /// The CLI's newest id of the conversation.
    pub(crate) cli_session_id: Option<String>,
    /// Messages that wait, as the CLI takes them, by their uuid.
    waiting: BTreeMap<String, Value>,
    /// Messages that were sent again after a death, until what became of them is told.
    resent: BTreeMap<String, Resending>,
    /// The newest messages that were withdrawn: whoever sends one again did not hear that it had arrived.
    withdrawn: VecDeque<String>,
    /// How many turns have ended.
    turns: u64,
    /// What people granted for this session alone, which the CLI forgets with each process.
    pub(crate) granted: Vec<Value>,
    /// Whether the newest process was started without its project's settings.
    pub(crate) left_out: bool,
    /// The newest process that was said hello to.
    pub(crate) greeted: u32,
    /// The model the newest process began with.
    pub(crate) first_model: Option<String>,
    /// The effort the newest process began with: empty when its model has none, absent until the CLI said it.
    pub(crate) first_effort: Option<String>,
    /// The name a person gave to the session.
    pub(crate) name: Option<String>,
    /// The name the CLI reported last for its conversation.
    pub(crate) cli_name: Option<String>,
    /// The newest message of the conversation that its transcript must hold.
    pub(crate) last_uuid: Option<String>,
    /// The same, while its turn has not ended.
    speaking: Option<String>,
    /// The request whose answer granted something last, by the answer itself.
    granted_by: Option<String>,
    /// A message that must follow the newest answer and is not in the log yet.
    pub(super) follow_up: Option<FollowUp>,
    /// The budgets that were reported as used up, by their scope: the limit, and when.
    budgets_told: BTreeMap<String, (f64, u64)>,
}

impl Settings {
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        if value.is_null() {
            self.values.remove(name);
        } else {
            self.values.insert(name.to_owned(), value);
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values
            .get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.values.get(name).and_then(Value::as_f64)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.values
            .get(name)
            .and_then(Value::as_bool)
            .unwrap_or_default()
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        let list = self.values.get(name).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    /// Additional directories of the session: given at first, or granted since.
    pub(crate) fn directories(&self) -> Vec<String> {
        let given = self.texts("directories").into_iter();
        let mut directories: Vec<String> = given.map(str::to_owned).collect();
        for update in &self.granted {
            if update["type"] == "addDirectories" {
                let added = update["directories"].as_array().into_iter().flatten();
                directories.extend(added.filter_map(Value::as_str).map(str::to_owned));
            }
        }
        directories
    }

    /// All directories whose definitions the CLI reads besides those of the project.
    pub(crate) fn added_directories(&self) -> Vec<String> {
        let mut directories = self.directories();
        directories.extend(crate::trust::added_by(&self.texts("flags")));
        let permissions = self.value("permissions");
        let kept = permissions.and_then(|kept| kept["additionalDirectories"].as_array());
        let kept = kept.into_iter().flatten().filter_map(Value::as_str);
        directories.extend(kept.map(str::to_owned));
        directories
    }

    /// The notes that say all this.
    pub(crate) fn notes(&self) -> Vec<Note> {
        self.values
            .iter()
            .map(|(name, value)| setting(name, value.clone()))
            .collect()
    }

    /// The line of a message that waits.
    pub(crate) fn waiting(&self, uuid: &str) -> Option<&Value> {
        self.waiting.get(uuid)
    }

    /// Whether a message was withdrawn, as far back as is remembered.
    pub(super) fn is_withdrawn(&self, uuid: &str) -> bool {
        self.withdrawn.iter().any(|known| known == uuid)
    }

    /// Whether a message was sent again and its sender was not told that it was lost.
    pub(super) fn is_untold(&self, uuid: &str) -> bool {
        let resending = self.resent.get(uuid);
        resending.is_some_and(|resending| !resending.told)
    }

    /// Whether the sender of a message was told that it was lost.
    pub(super) fn is_told(&self, uuid: &str) -> bool {
        self.resent
            .get(uuid)
            .is_some_and(|resending| resending.told)
    }

    /// How often a message was sent again.
    pub(crate) fn times_resent(&self, uuid: &str) -> u32 {
        self.resent.get(uuid).map_or(0, |resending| resending.times)
    }

    /// Whether a message was sent again and no turn has ended since.
    pub(crate) fn is_resending(&self, uuid: &str) -> bool {
        let resending = self.resent.get(uuid);
        resending.is_some_and(|resending| resending.turns == self.turns && !resending.told)
    }

    /// Whether a budget of this limit was reported as used up since then.
    pub(super) fn is_budget_told(&self, scope: &str, limit: f64, since: u64) -> bool {
        let told = self.budgets_told.get(scope);
        told.is_some_and(|(told, at)| *told == limit && *at >= since)
    }

    /// Folds a record of the log, and the answer in it.
    pub(super) fn fold(&mut self, record: &Record, answer: Option<&AnswerLine>) {
        match record.kind {
            Kind::Note => self.fold_note(record),
            Kind::In => {
                if let Some(id) = &record.id {
                    self.waiting.remove(id);
                    if *id == greeting(record.epoch) {
                        self.greeted = record.epoch;
                    }
                }
                match answer {
                    Some(answer) => self.fold_answer(record, answer),
                    None => self.see_message(|| name_in(&record.bytes)),
                }
            }
            Kind::Out => self.fold_output(record),
            Kind::Spawn => {
                let Some(spawn) = record.spawn() else { return };
                let has = |flag: &str| spawn.argv.iter().any(|given| given.starts_with(flag));
                self.left_out = has("--strict-mcp-config") && has("--setting-sources");
                if let Some(id) = spawn.cli_session_id {
                    self.set_cli_session(&id);
                }
            }
            _ => {}
        }
    }

    /// The CLI's id of the conversation is another one: what was said before is not in its transcript.
    pub(crate) fn set_cli_session(&mut self, id: &str) {
        if self.cli_session_id.as_deref() != Some(id) {
            self.last_uuid = None;
            self.speaking = None;
            self.cli_name = None;
            self.cli_session_id = Some(id.to_owned());
        }
    }

    /// A rule that was granted for this session holds no longer.
    fn revoke(&mut self, behavior: &str, rule: &str) {
        for update in &mut self.granted {
            if update["type"] != "addRules" || update["behavior"] != behavior {
                continue;
            }
            if let Some(rules) = update["rules"].as_array_mut() {
                rules.retain(|one| {
                    let tool = one["toolName"].as_str().unwrap_or_default();
                    let content = one["ruleContent"].as_str();
                    content.map_or_else(|| tool.to_owned(), |content| format!("{tool}({content})"))
                        != rule
                });
            }
        }
        let empty = |update: &Value| {
            update["type"] == "addRules" && update["rules"].as_array().is_some_and(Vec::is_empty)
        };
        self.granted.retain(|update| !empty(update));
    }

    fn fold_note(&mut self, record: &Record) {
        match record.note() {
            Some(Note::Setting(setting)) => self.set(&setting.name, setting.value),
            Some(Note::Renamed(renamed)) => self.name = renamed.name,
            Some(Note::CliSession(session)) => self.set_cli_session(&session.id),
            Some(Note::Queued(queued)) => {
                self.see_message(|| name_in(queued.message.to_string().as_bytes()));
                self.waiting.insert(queued.id, queued.message);
            }
            Some(Note::Edited(edited)) => {
                if let Some(message) = self.waiting.get_mut(&edited.id) {
                    *message = edited.message;
                }
            }
            Some(Note::Held(held)) => {
                let lines = held.messages.into_iter();
                self.waiting
                    .extend(lines.filter_map(|held| Some((held.id, held.message?))));
            }
            Some(Note::Withdrawn(withdrawn)) => {
                self.waiting.remove(&withdrawn.id);
                if self.withdrawn.len() == WITHDRAWN {
                    self.withdrawn.pop_front();
                }
                self.withdrawn.push_back(withdrawn.id);
            }
            Some(Note::Resent(resent)) => {
                let resending = self.resent.entry(resent.id).or_default();
                resending.times += 1;
                resending.turns = self.turns;
                resending.noted = true;
            }
            Some(Note::CutOff(cut)) => {
                self.resent.entry(cut.id).or_default().told = true;
            }
            Some(Note::Answered(answered)) => {
                self.follow_up = None;
                if !self.is_granted_by(&answered.request_id) {
                    let session = |update: &Value| update["destination"] == "session";
                    self.granted
                        .extend(answered.rules_added.into_iter().filter(session));
                }
            }
            Some(Note::Budget(budget)) => {
                let told = (budget.limit_usd, record.at_ms);
                self.budgets_told.insert(budget.scope, told);
            }
            Some(Note::RuleRevoked(revoked)) => self.revoke(&revoked.behavior, &revoked.rule),
            _ => {}
        }
    }

    fn fold_answer(&mut self, record: &Record, answer: &AnswerLine) {
        if !answer.grants.is_empty() {
            self.granted.extend(answer.grants.iter().cloned());
            self.granted_by = Some(answer.request.clone());
        }
        if let Some(text) = &answer.follow_up {
            self.follow_up = Some(FollowUp::new(record, text));
        }
    }

    /// Whether the answer to this request granted something by itself: its note, of an earlier version, repeats it.
    pub(super) fn is_granted_by(&self, request: &str) -> bool {
        self.granted_by.as_deref() == Some(request)
    }

    /// A message came: the first one names the session, and any comes after what had to follow an answer.
    fn see_message(&mut self, name: impl FnOnce() -> Option<String>) {
        const FIRST: &str = "first";
        let is_named = self.text(FIRST).is_some();
        if is_named && self.follow_up.is_none() {
            return;
        }
        let Some(name) = name() else { return };
        self.follow_up = None;
        if !is_named {
            self.set(FIRST, Value::from(name));
        }
    }

    /// A message that a dead process left is given to the next one.
    pub(super) fn resent(&mut self, uuid: &str) {
        let resending = self.resent.entry(uuid.to_owned()).or_default();
        if !std::mem::take(&mut resending.noted) {
            resending.times += 1;
        }
        resending.turns = self.turns;
    }

    /// Remembers the newest message of the model, and the name of the conversation.
    fn fold_output(&mut self, record: &Record) {
        let start = &record.bytes[..record.bytes.len().min(64)];
        let has = |text: &[u8]| memchr::memmem::find(start, text).is_some();
        if !has(br#""assistant""#) && !has(br#""session_title_changed""#) {
            return;
        }
        let said: Said = serde_json::from_slice(&record.bytes).unwrap_or_default();
        if said.kind == "assistant" && said.parent_tool_use_id.is_none() {
            self.speaking = said.uuid;
        } else if said.subtype.as_deref() == Some("session_title_changed") {
            self.cli_name = said.title;
        }
    }

    /// A turn has ended: what was said last must be in the transcript from now on.
    pub(crate) fn turn_ended(&mut self) {
        self.turns += 1;
        self.last_uuid = self.speaking.take().or(self.last_uuid.take());
    }
}

/// A message that was sent again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Resending {
    times: u32,
    /// How many turns had ended then.
    turns: u64,
    /// The person knows that it was cut off.
    told: bool,
    /// A note said so already, by an earlier version.
    #[serde(default)]
    noted: bool,
}

/// The little that is read of an assistant message or a new title here.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    #[serde(rename = "type")]
    kind: String,
    uuid: Option<String>,
    parent_tool_use_id: Option<String>,
    subtype: Option<String>,
    title: Option<String>,
}

/// The id of the line that says hello to a process.
pub(super) fn greeting(epoch: u32) -> String {
    format!("init-{epoch}")
}

/// The note of one setting.
pub(crate) fn setting(name: &str, value: Value) -> Note {
    Note::Setting(Setting {
        name: name.to_owned(),
        value,
        extra: Map::new(),
    })
}
