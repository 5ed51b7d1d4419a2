//! The list of the CLI's own conversations.
//!
//! Only files that changed since the last look are read, so that thousands of them cost one `stat` each.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::UNIX_EPOCH;

use pilothouse_api::project::{StoredPage, StoredSession};
use pilothouse_sdk::disk::{SessionInfo, Store as Transcripts};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{CliTranscripts, Known, unreadable};
use crate::problem::Problem;

/// How many conversations are on a page.
const PAGE: usize = 50;
/// How many hits of a search inside conversations are looked at.
const HITS: usize = 500;

/// Which conversations are wanted.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// Only those of this directory.
    pub(crate) project: Option<String>,
    /// Only those with these words, in their titles or in what was said.
    pub(crate) query: Option<String>,
    /// Only those in which this pull request was made: its number or its address.
    pub(crate) pull_request: Option<String>,
    pub(crate) cursor: Option<String>,
}

impl CliTranscripts {
    /// A page of conversations, newest first. `hosted` says which hosted session has which of them. Blocks.
    pub(crate) fn page(
        &self,
        wanted: &Wanted,
        hosted: &HashMap<String, String>,
    ) -> Result<StoredPage, Problem> {
        let Some(transcripts) = &self.transcripts else {
            return Ok(StoredPage {
                sessions: Vec::new(),
                next: None,
            });
        };
        let mut sessions = self.infos(transcripts)?;
        if let Some(project) = &wanted.project {
            sessions.retain(|info| info.cwd.as_ref() == Some(project));
        }
        if let Some(name) = &wanted.pull_request {
            let is_it = |info: &SessionInfo| {
                let made = info.pull_request.as_ref();
                made.is_some_and(|made| made.is_named(name))
            };
            sessions.retain(|info| is_it(info));
        }
        if let Some(query) = wanted
            .query
            .as_deref()
            .map(str::trim)
            .filter(|query| !query.is_empty())
        {
            let found = transcripts.search(query, HITS).map_err(unreadable)?;
            let found: HashSet<String> = found.iter().map(|hit| hit.session.to_string()).collect();
            sessions.retain(|info| found.contains(&info.id) || is_titled(info, query));
        }
        sessions.sort_by(|one, other| key(other).cmp(&key(one)));
        if let Some((at, id)) = wanted
            .cursor
            .as_deref()
            .and_then(|cursor| cursor.split_once('.'))
        {
            let at: u64 = at
                .parse()
                .map_err(|_| Problem::refused("The cursor is not one of this list."))?;
            sessions.retain(|info| key(info) < (at, id));
        }
        let more = sessions.len() > PAGE;
        sessions.truncate(PAGE);
        let next = sessions.last().filter(|_| more);
        let next = next.map(|info| format!("{}.{}", info.modified_ms, info.id));
        let held = transcripts.held().map_err(unreadable)?;
        let held: HashSet<String> = held
            .into_iter()
            .filter(|(_, pid)| !pilothouse_process::in_session(*pid))
            .map(|(id, _)| id)
            .collect();
        let sessions = sessions.iter().map(|info| StoredSession {
            cli_session_id: info.id.clone(),
            project: info.cwd.clone().unwrap_or_default(),
            title: info.title.clone().unwrap_or_default(),
            at: info.modified_ms,
            messages: self.messages(info),
            size: info.size,
            held: held.contains(&info.id),
            session: hosted.get(&info.id).cloned(),
            pull_request: info.pull_request.as_ref().map(|made| made.number),
        });
        Ok(StoredPage {
            sessions: sessions.collect(),
            next,
        })
    }

    /// What the ends of all files tell.
    fn infos(&self, transcripts: &Transcripts) -> Result<Vec<Arc<SessionInfo>>, Problem> {
        let paths = transcripts.transcripts().map_err(unreadable)?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = std::mem::take(&mut *known);
        for path in paths {
            let Some((modified_ms, size)) = stamp(&path) else {
                continue;
            };
            let same = before
                .remove(&path)
                .filter(|known| (known.modified_ms, known.size) == (modified_ms, size));
            let now = same.unwrap_or_else(|| Known {
                modified_ms,
                size,
                // A file that cannot be read is not a reason to show none of the others.
                info: SessionInfo::read(&path).ok().flatten().map(Arc::new),
                messages: None,
            });
            known.insert(path, now);
        }
        Ok(known
            .values()
            .filter_map(|known| known.info.clone())
            .collect())
    }

    /// How many messages a conversation has. The file is read for it once.
    fn messages(&self, info: &SessionInfo) -> u32 {
        let counted = |path: &PathBuf| {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(path).and_then(|known| known.messages)
        };
        if let Some(messages) = counted(&info.path) {
            return messages;
        }
        let messages = count(&info.path).unwrap_or_default();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get_mut(&info.path) {
            known.messages = Some(messages);
        }
        messages
    }
}

fn key(info: &SessionInfo) -> (u64, &str) {
    (info.modified_ms, info.id.as_str())
}

/// Whether every word stands in the title, a prompt or the directory.
fn is_titled(info: &SessionInfo, query: &str) -> bool {
    let texts = [
        &info.title,
        &info.first_prompt,
        &info.last_prompt,
        &info.cwd,
    ];
    let texts: Vec<String> = texts
        .into_iter()
        .flatten()
        .map(|text| text.to_lowercase())
        .collect();
    query
        .to_lowercase()
        .split_whitespace()
        .all(|word| texts.iter().any(|text| text.contains(word)))
}

/// When a file was last changed, in milliseconds since 1970, and how long it is.
pub(super) fn stamp(path: &Path) -> Option<(u64, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((modified.as_millis().try_into().ok()?, metadata.len()))
}

/// What counting needs of a line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    r#type: String,
    #[serde(default)]
    is_sidechain: bool,
    #[serde(default)]
    is_meta: bool,
    tool_use_result: Option<IgnoredAny>,
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Message {
    id: Option<String>,
}

/// Counts prompts, and replies of the model; the lines of one reply share its id.
fn count(path: &Path) -> std::io::Result<u32> {
    let mut messages = 0;
    let mut last = None;
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        let Ok(line) = serde_json::from_slice::<Line>(&line?) else {
            continue;
        };
        let spoken = !line.is_sidechain && !line.is_meta && line.tool_use_result.is_none();
        let id = line.message.and_then(|message| message.id);
        match line.r#type.as_str() {
            "user" if spoken => messages += 1,
            "assistant" if spoken && (id.is_none() || id != last) => {
                messages += 1;
                last = id;
            }
            _ => {}
        }
    }
    Ok(messages)
}
