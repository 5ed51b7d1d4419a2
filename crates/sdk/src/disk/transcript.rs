//! The conversation in a transcript.
//!
//! A transcript is a tree: a rewind or a second process leaves branches that were given up.
//! The conversation is the way from its newest leaf to the root.

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
    /// What was said.
    pub messages: Vec<TranscriptMessage>,
    /// Lines that are no JSON: torn writes, or something else.
    pub unreadable: usize,
}

/// Whose message it is.
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
    /// Whose it is.
    pub speaker: Speaker,
    /// Its uuid; the same as on the wire.
    pub uuid: String,
    /// When it was written, as the CLI wrote it.
    pub timestamp: Option<String>,
    /// The message as the API shapes it; `null` for those of the CLI.
    pub message: RawJson,
    /// The text in it.
    pub text: String,
    /// It stands for what was compacted away.
    pub is_compact_summary: bool,
    /// The whole line.
    pub raw: RawJson,
}

/// A line that takes part in the tree.
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

    /// Reads the file of a subagent, all of whose lines are on the side.
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

/// Walks from a leaf to the root, and returns the lines from the root on.
fn chain(leaf: Option<String>, nodes: &HashMap<String, Node>) -> Vec<&Value> {
    let mut chain = Vec::new();
    let mut next = leaf;
    // The bound guards against a tree that is none.
    while let Some(node) = next
        .as_ref()
        .and_then(|uuid| nodes.get(uuid))
        .filter(|_| chain.len() <= nodes.len())
    {
        chain.push(&node.value);
        let parent = |field: &str| node.value[field].as_str().map(str::to_owned);
        // What came before a compaction hangs on another thread.
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

/// Returns the uuid that a line had on the wire: a prompt that was folded into a turn has another one in the tree.
pub(super) fn wire_uuid(line: &Value) -> String {
    let source = line["attachment"]["source_uuid"].as_str();
    let uuid = source.or_else(|| line["uuid"].as_str());
    uuid.unwrap_or_default().to_owned()
}

/// Returns the message of a prompt that came while a turn ran and was folded into it: it is kept as an attachment.
pub(super) fn folded_prompt(line: &Value) -> Option<Value> {
    let attachment = &line["attachment"];
    let is_prompt = line["type"] == "attachment"
        && attachment["type"] == "queued_command"
        && line["isMeta"] != true
        && attachment["isMeta"] != true
        && matches!(attachment["commandMode"].as_str(), None | Some("prompt"));
    is_prompt.then(|| json!({"role": "user", "content": attachment["prompt"]}))
}

/// Returns the text in a message of the API.
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
