//! What a line to the CLI means beyond the CLI: each act is one record, and the rest is derived from it.
//!
//! Logs of earlier versions have a second record for some acts (`answered`, `resent`, `steered`, the setting `first`).
//! They are still read, and count once.

use pilothouse_log::{Kind, Record, Who};
use pilothouse_protocol::content::Content;
use pilothouse_protocol::input::UserInput;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::answer::is_default_reason;
use super::queue::read_user;

/// How much of a first message names its session.
const NAME: usize = 80;

/// What a script for the simulator or the scripted model begins with.
const SCRIPT: &str = "SCRIPT:[";

/// An answer to a request of the CLI.
#[derive(Debug, PartialEq)]
pub(super) struct AnswerLine {
    pub(super) request: String,
    /// What it grants for the rest of the session.
    pub(super) grants: Vec<Value>,
    /// What the person wrote while stopping the turn: the CLI drops it, so it is the next message.
    pub(super) follow_up: Option<String>,
}

/// A message that an answer is followed by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct FollowUp {
    pub(super) uuid: String,
    pub(super) text: String,
    /// The device of the person who answered.
    device: Option<String>,
}

impl FollowUp {
    pub(super) fn new(record: &Record, text: &str) -> Self {
        let device = match &record.who {
            Who::Device(device) => Some(device.clone()),
            _ => None,
        };
        let (uuid, text) = (derived_id(record), text.to_owned());
        Self { uuid, text, device }
    }

    pub(super) fn who(&self) -> Who {
        self.device.clone().map_or(Who::Host, Who::Device)
    }
}

/// The ID of a message that follows from a record: the same however often it is folded.
fn derived_id(record: &Record) -> String {
    let mut hash = Sha256::new();
    hash.update(record.seq.to_le_bytes());
    hash.update(record.at_ms.to_le_bytes());
    hash.update(&record.bytes);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    uuid::Builder::from_random_bytes(bytes)
        .into_uuid()
        .to_string()
}

impl AnswerLine {
    /// Reads the line of a record, if it is an answer.
    pub(super) fn read(record: &Record) -> Option<Self> {
        let start = &record.bytes[..record.bytes.len().min(64)];
        let is_answer = memchr::memmem::find(start, br#""control_response""#).is_some();
        if record.kind != Kind::In || !is_answer {
            return None;
        }
        let line: Value = serde_json::from_slice(&record.bytes).ok()?;
        let payload = &line["response"]["response"];
        let updates = payload["updatedPermissions"]
            .as_array()
            .into_iter()
            .flatten();
        let grants = updates.filter(|update| update["destination"] == "session");
        let stops = payload["behavior"] == "deny" && payload["interrupt"] == true;
        let reason = payload["message"].as_str().filter(|_| stops);
        Some(Self {
            request: line["response"]["request_id"].as_str()?.to_owned(),
            grants: grants.cloned().collect(),
            follow_up: reason
                .filter(|reason| !reason.trim().is_empty() && !is_default_reason(reason))
                .map(str::to_owned),
        })
    }
}

/// The name that the first message of a session gives to it.
pub(super) fn name_in(line: &[u8]) -> Option<String> {
    let input = read_user(line.to_vec())?;
    let text = UserInput::said(&input).map(Content::text)?;
    let first = first_words(&text).unwrap_or_default();
    Some(first.chars().take(NAME).collect())
}

/// What a person wrote of a message, which may end with a script for the simulator or the scripted model.
pub(super) fn without_script(text: &str) -> &str {
    text.split_once(SCRIPT).map_or(text, |(said, _)| said)
}

/// The first line with words, without a script for the simulator.
fn first_words(text: &str) -> Option<&str> {
    let mut lines = without_script(text).lines().map(str::trim);
    lines.find(|line| line.chars().any(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(payload: &Value) -> Option<AnswerLine> {
        let line = json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r", "response": payload}});
        AnswerLine::read(&Record::new(Kind::In, Who::Host, line.to_string()))
    }

    #[test]
    fn the_first_line_with_words_names_a_session() {
        let name = |text: &str| {
            let line = json!({"type": "user", "message": {"role": "user", "content": text}});
            name_in(line.to_string().as_bytes()).unwrap()
        };
        assert_eq!(name("\n```\n  Fix the login \nnow"), "Fix the login");
        assert_eq!(name("/review 12"), "/review 12");
        assert_eq!(name(r#"Look SCRIPT:[{"type":"text"}]"#), "Look");
        assert_eq!(name(r#"SCRIPT:[{"type":"text"}]"#), "");
        assert_eq!(name("日本語"), "日本語");
        assert_eq!(name(&"long ".repeat(100)).chars().count(), NAME);
    }

    #[test]
    fn grants_are_those_for_the_session() {
        let rule = |destination: &str| json!({"type": "addRules", "destination": destination});
        let allowed = json!({"behavior": "allow", "updatedPermissions": [rule("session"), rule("userSettings")]});
        let read = answer(&allowed).unwrap();
        assert_eq!((read.request.as_str(), read.follow_up), ("r", None));
        assert_eq!(read.grants, [rule("session")]);
    }

    #[test]
    fn only_what_a_person_wrote_while_stopping_follows() {
        let denied = |message: &str, interrupt: bool| {
            let payload = json!({"behavior": "deny", "message": message, "interrupt": interrupt});
            answer(&payload).unwrap().follow_up
        };
        assert_eq!(denied("use npm", true).as_deref(), Some("use npm"));
        assert_eq!(denied("use npm", false), None, "the CLI shows it itself");
        assert_eq!(denied("The user denied this.", true), None);
        assert_eq!(denied("The plan is not approved.", true), None);
    }

    #[test]
    fn other_lines_are_no_answers() {
        let line =
            json!({"type": "user", "message": {"role": "user", "content": "\"control_response\""}});
        for kind in [Kind::In, Kind::Out] {
            assert_eq!(
                AnswerLine::read(&Record::new(kind, Who::Host, line.to_string())),
                None
            );
        }
    }

    #[test]
    fn a_message_names_its_session_by_its_first_line() {
        let line = |content: Value| {
            json!({"type": "user", "message": {"role": "user", "content": content}}).to_string()
        };
        let name = |content: Value| name_in(line(content).as_bytes());
        assert_eq!(name(json!("one\ntwo")).as_deref(), Some("one"));
        assert_eq!(
            name(json!("x".repeat(200))).map(|name| name.len()),
            Some(NAME)
        );
        let blocks = json!([{"type": "text", "text": "with a picture"}]);
        assert_eq!(name(blocks).as_deref(), Some("with a picture"));
        assert_eq!(name_in(b"{}"), None);
    }
}
