//! Lanes: the parts of a recording with a stable order.
//!
//! The total order of frames is not stable in the real CLI: tools, agents and streams run concurrently. Related frames
//! (of one message, one request, one task, the results) have a stable order. In addition to the lanes there is the
//! spine: the order of the frames that advance a turn, by kind, which is not compared in scenarios with parallel work.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::digest::digest;
use crate::mask::Masker;
use crate::play::Played;

/// The maximum number of characters kept of a text. A digest replaces the rest, so that the comparison stays exact and
/// fixtures do not contain the CLI's long texts.
const KEPT: usize = 120;

/// A recording, masked and split into lanes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Lanes {
    /// By name; lanes of messages, requests and tasks share a name because their IDs are random.
    pub(crate) lanes: BTreeMap<String, Vec<Vec<Value>>>,
    pub(crate) spine: Vec<String>,
}

/// Splits the output of the program into lanes.
pub(crate) fn lanes(played: &Played, masker: &Masker, ordered: bool) -> Lanes {
    let mut sorter = Sorter::default();
    for recorded in played.recording.iter().filter(|recorded| !recorded.inward) {
        match &recorded.line {
            Ok(frame) => sorter.add(frame, masker),
            Err(raw) => sorter.push("not JSON", "", Value::String(masker.text(raw))),
        }
    }
    for end in &played.ends {
        let first = masker.text(end.stderr.trim().lines().next().unwrap_or_default());
        let told = if end.status == "0" {
            String::new()
        } else {
            first
        };
        sorter.push(
            "exit",
            "",
            serde_json::json!({"code": end.status, "stderr": told}),
        );
    }
    let mut sorted = Lanes::default();
    for (name, _, frames) in sorter.lanes {
        sorted.lanes.entry(name).or_default().push(frames);
    }
    if ordered {
        sorted.spine = sorter.spine;
    }
    sorted
}

#[derive(Debug, Default)]
struct Sorter {
    /// Name, key and frames of each lane, in order of appearance.
    lanes: Vec<(String, String, Vec<Value>)>,
    spine: Vec<String>,
    /// The message that is being streamed.
    message: String,
    /// The streamed tool input of the open block.
    input: String,
}

impl Sorter {
    fn push(&mut self, name: &str, key: &str, frame: Value) {
        let lane = self
            .lanes
            .iter_mut()
            .find(|lane| lane.0 == name && lane.1 == key);
        let frame = shortened(frame);
        match lane {
            Some(lane) => lane.2.push(frame),
            None => self
                .lanes
                .push((name.to_owned(), key.to_owned(), vec![frame])),
        }
    }

    fn add(&mut self, frame: &Value, masker: &Masker) {
        let mut masked = masker.mask(frame);
        let kind = kind(frame);
        self.join_input(frame, &mut masked, masker);
        if let Some(note) = spine_note(frame, &masked, &kind) {
            self.spine.push(note);
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (name, key) = match frame["type"].as_str().unwrap_or_default() {
            "stream_event" => {
                if frame["event"]["type"] == "message_start" {
                    self.message = text(&frame["event"]["message"]["id"]);
                }
                ("message".to_owned(), self.message.clone())
            }
            "assistant" => ("message".to_owned(), text(&frame["message"]["id"])),
            "control_request" => ("request".to_owned(), text(&frame["request_id"])),
            "control_cancel_request" => ("request".to_owned(), text(&frame["request_id"])),
            "control_response" => self.response_lane(frame),
            "command_lifecycle" => (
                format!("lifecycle {}", text(&masked["command_uuid"])),
                String::new(),
            ),
            "result" => ("results".to_owned(), String::new()),
            "system" if frame["task_id"].is_string() => {
                ("task".to_owned(), text(&frame["task_id"]))
            }
            "user" => (user_lane(frame), String::new()),
            _ => (kind, String::new()),
        };
        self.push(&name, &key, masked);
    }

    /// A tool's input is compared as a whole: its deltas split paths, which hides them from the mask.
    fn join_input(&mut self, frame: &Value, masked: &mut Value, masker: &Masker) {
        let event = &frame["event"];
        match event["type"].as_str() {
            Some("content_block_start") => self.input.clear(),
            Some("content_block_delta") => {
                if let Some(part) = event["delta"]["partial_json"].as_str() {
                    self.input.push_str(part);
                    masked["event"]["delta"]["partial_json"] = Value::from("<part>");
                }
            }
            Some("content_block_stop") if !self.input.is_empty() => {
                masked["event"]["input"] = Value::from(masker.text(&self.input));
                self.input.clear();
            }
            _ => {}
        }
    }

    /// An echo of the host's response belongs to its request.
    fn response_lane(&self, frame: &Value) -> (String, String) {
        let id = frame["response"]["request_id"].as_str().unwrap_or_default();
        let asked = self
            .lanes
            .iter()
            .any(|lane| lane.0 == "request" && lane.1 == id);
        if asked {
            ("request".to_owned(), id.to_owned())
        } else {
            (format!("response {id}"), String::new())
        }
    }
}

/// The frame with a digest instead of the end of each long text.
fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(KEPT) {
            Some((end, _)) => Value::from(format!("{}… ({})", &text[..end], digest(&text))),
            None => Value::String(text),
        },
        Value::Array(items) => items.into_iter().map(shortened).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (name, shortened(value)))
            .collect(),
        other => other,
    }
}

/// The frame's type, with its subtype.
pub(crate) fn kind(frame: &Value) -> String {
    let kind = frame["type"].as_str().unwrap_or("no type");
    let subtype = match kind {
        "stream_event" => &frame["event"]["type"],
        "control_request" => &frame["request"]["subtype"],
        _ => &frame["subtype"],
    };
    match subtype.as_str() {
        Some(subtype) => format!("{kind}/{subtype}"),
        None => kind.to_owned(),
    }
}

fn user_lane(frame: &Value) -> String {
    match tool_of(frame) {
        Some(tool) => format!("tool {tool}"),
        None if frame["isReplay"] == true => "replay".to_owned(),
        None => "user".to_owned(),
    }
}

fn tool_of(frame: &Value) -> Option<&str> {
    frame["message"]["content"]
        .as_array()?
        .iter()
        .find_map(|block| block["tool_use_id"].as_str())
}

/// The entry in the spine of a frame that advances the turn.
fn spine_note(frame: &Value, masked: &Value, kind: &str) -> Option<String> {
    match frame["type"].as_str()? {
        "stream_event" | "command_lifecycle"
            if frame["state"] != "completed" && frame["state"] != "cancelled" =>
        {
            None
        }
        "command_lifecycle" => Some(format!("{kind} {}", frame["state"].as_str()?)),
        "assistant" => {
            let block = frame["message"]["content"][0]["type"]
                .as_str()
                .unwrap_or("nothing");
            Some(format!("assistant {block}"))
        }
        "user" => Some(user_lane(frame)),
        "control_response" => {
            let id = masked["response"]["request_id"]
                .as_str()
                .unwrap_or("nothing");
            Some(format!("{kind} {id}"))
        }
        "system" => match frame["subtype"].as_str()? {
            "init" | "compact_boundary" | "informational" | "api_retry" => Some(kind.to_owned()),
            "status" => Some(format!("{kind} {}", frame["status"])),
            _ => None,
        },
        "keep_alive" | "tool_progress" => None,
        _ => Some(kind.to_owned()),
    }
}
