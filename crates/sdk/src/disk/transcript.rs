//! Reads the conversation in a transcript.
//!
//! A transcript is a tree: a rewind or a second process leaves abandoned branches.
//! The conversation is the path from the newest leaf to the root.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pilothouse_protocol::RawJson;
use serde_json::{Value, json};

use crate::error::{Error, Result};

/// A conversation, in order.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Transcript {
    /// The file it was read from.
    pub path: PathBuf,
    /// The messages.
    pub messages: Vec<TranscriptMessage>,
    /// Lines that are not JSON, such as torn writes.
    pub unreadable: usize,
}

/// The sender of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Speaker {
    /// A person, or results of tools.
    User,
    /// The model.
    Assistant,
    /// The CLI.
    System,
}

/// One line of a conversation.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TranscriptMessage {
    /// The sender.
    pub speaker: Speaker,
    /// The UUID; the same as on the wire.
    pub uuid: String,
    /// The time, as written by the CLI.
    pub timestamp: Option<String>,
    /// The message in the format of the API; `null` for messages of the CLI.
    pub message: RawJson,
    /// The text of the message.
    pub text: String,
    /// Whether it is the summary of compacted messages.
    pub is_compact_summary: bool,
    /// The whole line.
    pub raw: RawJson,
}

/// A line of the tree.
struct Node {
    value: Value,
    order: usize,
}

impl Transcript {
    pub(super) fn read(path: &Path) -> Result<Self> {
        Self::read_where(path, |line| {
            line["isSidechain"] != true && line["teamName"].is_null()
        })
    }

    /// Reads the file of a subagent, in which all lines are on a sidechain.
    pub(super) fn read_side(path: &Path) -> Result<Self> {
        Self::read_where(path, |_| true)
    }

    fn read_where(path: &Path, belongs: impl Fn(&Value) -> bool) -> Result<Self> {
        let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, error))?;
        let mut nodes: HashMap<String, Node> = HashMap::new();
        let mut unreadable = 0;
        for (order, line) in bytes
            .split(|byte| *byte == b'\n')
            .enumerate()
            .filter(|(_, line)| !line.trim_ascii().is_empty())
        {
            match serde_json::from_slice::<Value>(line) {
                Ok(value) => {
                    if let Some(uuid) = chain_uuid(&value) {
                        nodes.insert(uuid, Node { value, order });
                    }
                }
                Err(_) => unreadable += 1,
            }
        }
        let leaf = nodes
            .iter()
            .filter(|(_, node)| is_spoken(&node.value) && belongs(&node.value))
            .max_by_key(|(_, node)| node.order);
        let chain = chain(leaf.map(|(uuid, _)| uuid.clone()), &nodes);
        let messages = chain
            .into_iter()
            .filter(|line| belongs(line))
            .filter_map(message)
            .collect();
        Ok(Self {
            path: path.to_owned(),
            messages,
            unreadable,
        })
    }
}

fn chain_uuid(line: &Value) -> Option<String> {
    let kind = line["type"].as_str()?;
    let takes_part = matches!(
        kind,
        "user" | "assistant" | "system" | "attachment" | "progress"
    );
    takes_part
        .then(|| line["uuid"].as_str().map(str::to_owned))
        .flatten()
}

fn is_spoken(line: &Value) -> bool {
    matches!(line["type"].as_str(), Some("user" | "assistant")) || folded_prompt(line).is_some()
}

/// Returns the lines from the root to a leaf.
fn chain(leaf: Option<String>, nodes: &HashMap<String, Node>) -> Vec<&Value> {
    let mut chain = Vec::new();
    let mut next = leaf;
    // The limit protects against cycles.
    while let Some(node) = next
        .as_ref()
        .and_then(|uuid| nodes.get(uuid))
        .filter(|_| chain.len() <= nodes.len())
    {
        chain.push(&node.value);
        let parent = |field: &str| node.value[field].as_str().map(str::to_owned);
        // A compaction starts a new tree, with a reference to the earlier messages.
        next = parent("parentUuid").or_else(|| parent("logicalParentUuid"));
    }
    chain.reverse();
    chain
}

fn message(line: &Value) -> Option<TranscriptMessage> {
    if line["isMeta"] == true {
        return None;
    }
    let folded = folded_prompt(line);
    let speaker = match line["type"].as_str()? {
        "user" => Speaker::User,
        "assistant" => Speaker::Assistant,
        "system" => Speaker::System,
        _ if folded.is_some() => Speaker::User,
        _ => return None,
    };
    let message = folded.unwrap_or_else(|| line["message"].clone());
    let text = match speaker {
        Speaker::System => line["content"].as_str().unwrap_or_default().to_owned(),
        Speaker::User | Speaker::Assistant => message_text(&message),
    };
    Some(TranscriptMessage {
        speaker,
        uuid: wire_uuid(line),
        timestamp: line["timestamp"].as_str().map(str::to_owned),
        message: message.into(),
        text,
        is_compact_summary: line["isCompactSummary"] == true,
        raw: line.clone().into(),
    })
}

/// Returns the UUID of a line on the wire: a prompt that was added to a running turn has another one in the tree.
pub(super) fn wire_uuid(line: &Value) -> String {
    let source = line["attachment"]["source_uuid"].as_str();
    let uuid = source.or_else(|| line["uuid"].as_str());
    uuid.unwrap_or_default().to_owned()
}

/// Returns the message of a prompt that was added to a running turn: it is stored as an attachment.
pub(super) fn folded_prompt(line: &Value) -> Option<Value> {
    let attachment = &line["attachment"];
    let is_prompt = line["type"] == "attachment"
        && attachment["type"] == "queued_command"
        && line["isMeta"] != true
        && attachment["isMeta"] != true
        && matches!(attachment["commandMode"].as_str(), None | Some("prompt"));
    is_prompt.then(|| json!({"role": "user", "content": attachment["prompt"]}))
}

/// Returns the text of an API message.
pub(super) fn message_text(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts = blocks
                .iter()
                .filter(|block| block["type"] == "text")
                .filter_map(|block| block["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}
