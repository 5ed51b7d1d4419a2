//! Searches the text of sessions.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use pilothouse_protocol::ids::SessionId;
use serde_json::Value;

use super::transcript::{folded_prompt, message_text, wire_uuid};
use super::{Store, files, folders};
use crate::error::{Error, Result};

/// The length of the context on each side of a hit.
const AROUND: usize = 80;

/// A match of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hit {
    /// The conversation.
    pub session: SessionId,
    /// The line of the conversation.
    pub uuid: String,
    /// The time of the message.
    pub timestamp: Option<String>,
    /// The match with its context.
    pub excerpt: String,
}

impl Store {
    /// Searches the messages of all sessions, ignoring case; returns at most `most` hits.
    ///
    /// Reads every transcript line by line; a host with many sessions should keep its own index.
    pub fn search(&self, words: &str, most: usize) -> Result<Vec<Hit>> {
        let wanted = words.to_lowercase();
        let mut hits = Vec::new();
        if wanted.is_empty() {
            return Ok(hits);
        }
        for folder in folders(&self.projects())? {
            for path in files(&folder)? {
                // A file that was removed or cannot be read must not prevent hits in others.
                if let Err(error) = search_file(&path, &wanted, most, &mut hits) {
                    tracing::debug!(%error, "a transcript was passed over");
                }
                if hits.len() >= most {
                    return Ok(hits);
                }
            }
        }
        Ok(hits)
    }
}

fn search_file(path: &Path, wanted: &str, most: usize, hits: &mut Vec<Hit>) -> Result<()> {
    let file = File::open(path).map_err(|error| Error::file("read", path, error))?;
    let session = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    for line in BufReader::new(file).split(b'\n') {
        let line = line.map_err(|error| Error::file("read", path, error))?;
        let Ok(value) = serde_json::from_slice::<Value>(&line) else {
            continue;
        };
        let spoken = matches!(value["type"].as_str(), Some("user" | "assistant"));
        let text = match folded_prompt(&value) {
            Some(message) => message_text(&message),
            None if spoken && value["isMeta"] != true => message_text(&value["message"]),
            None => continue,
        };
        if let Some(excerpt) = excerpt(&text, wanted) {
            hits.push(Hit {
                session: SessionId::from(&*session),
                uuid: wire_uuid(&value),
                timestamp: value["timestamp"].as_str().map(str::to_owned),
                excerpt,
            });
        }
        if hits.len() >= most {
            break;
        }
    }
    Ok(())
}

fn excerpt(text: &str, wanted: &str) -> Option<String> {
    // Lower case may have another length, so positions are counted in characters of the folded text.
    let folded: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let folded_text: String = folded.iter().collect();
    let found = folded_text.find(wanted)?;
    let place = folded_text[..found].chars().count();
    let characters: Vec<char> = text.chars().collect();
    let place = place.min(characters.len());
    let end = (place + wanted.chars().count() + AROUND).min(characters.len());
    Some(
        characters[place.saturating_sub(AROUND)..end]
            .iter()
            .collect(),
    )
}
