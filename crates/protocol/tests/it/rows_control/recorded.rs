//! Parses recorded responses and tools with their own types.
//!
//! On the wire they are plain JSON, so parsing the lines alone would not find unknown parts.

use std::collections::{HashMap, HashSet};

use pilothouse_protocol::check::{Direction, unwrap_recorded};
use pilothouse_protocol::control::{ControlReply, HostRequest};
use pilothouse_protocol::tool::{ToolInput, ToolOutput};
use pilothouse_protocol::wire::Audit;
use pilothouse_protocol::{Frame, Input, InputFrame, Message, RawJson};
use serde_json::Value;

use crate::recordings::recordings;

/// Tools that a script invented.
const MADE_UP: &[&str] = &["ToolInput:NoSuchTool", "ToolInput:Nonsense"];

/// Deliberately invalid inputs of a script, to test the reaction of the CLI.
const WRONG: &[&str] = &[
    "ToolInput: Bash: missing `command`",
    "ToolInput: Read: missing `file_path`",
];

#[test]
fn recorded_answers_fit_their_types() {
    let mut audit = Audit::default();
    let mut count = 0;
    for path in recordings() {
        let mut asked: HashMap<String, HostRequest> = HashMap::new();
        // Some hosts reused an ID to test the reaction of the CLI; the answered request is then ambiguous.
        let mut reused: HashSet<String> = HashSet::new();
        for_each(&path, |direction, line| match direction {
            Direction::In => {
                if let Some(Input::ControlRequest(request)) = InputFrame::parse(line).message()
                    && let Some(id) = &request.request_id
                {
                    let before = asked.insert(id.to_string(), request.request.clone());
                    reused.extend(before.map(|_| id.to_string()));
                }
            }
            Direction::Out => {
                if let Some(Message::ControlResponse(response)) = Frame::parse(line).message()
                    && let ControlReply::Success(success) = &response.response
                    && let Some(id) = &success.request_id
                    && let Some(request) = asked.get(id.as_str())
                    && !reused.contains(id.as_str())
                {
                    request.audit_answer(success, &mut audit);
                    count += 1;
                }
            }
        });
    }
    assert!(count > 0, "no answers were recorded");
    assert_eq!(audit, Audit::default());
}

#[test]
fn recorded_tools_fit_their_types() {
    let mut audit = Audit::default();
    let mut count = 0;
    for path in recordings() {
        let mut names: HashMap<String, String> = HashMap::new();
        for_each(&path, |direction, line| {
            if direction == Direction::In {
                return;
            }
            let Ok(line) = serde_json::from_slice::<Value>(&line) else {
                return;
            };
            let Some(blocks) = line["message"]["content"].as_array() else {
                return;
            };
            for block in blocks {
                if block["type"] == "tool_use" {
                    let name = block["name"].as_str().unwrap().to_owned();
                    ToolInput::audited(&name, &RawJson::from(block["input"].clone()), &mut audit);
                    names.insert(block["id"].as_str().unwrap().to_owned(), name);
                    count += 1;
                }
                let answered = block["tool_use_id"].as_str().and_then(|id| names.get(id));
                if let (Some(name), Some(result)) = (answered, line.get("tool_use_result")) {
                    ToolOutput::audited(name, &RawJson::from(result.clone()), &mut audit);
                }
            }
        });
    }
    assert!(count > 0, "no tools were recorded");
    audit
        .unknown
        .retain(|tag, _| !MADE_UP.contains(&tag.as_str()));
    audit
        .malformed
        .retain(|reason| !WRONG.contains(&reason.as_str()));
    assert_eq!(audit, Audit::default());
}

fn for_each(path: &std::path::Path, mut visit: impl FnMut(Direction, Vec<u8>)) {
    let recording = std::fs::read(path).unwrap();
    for line in recording.split(|byte| *byte == b'\n') {
        if let Some((direction, inner)) = unwrap_recorded(line) {
            visit(direction, inner.to_vec());
        }
    }
}
