//! Information about a session for a list, without reading the whole transcript.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use pilothouse_protocol::ids::SessionId;
use serde_json::Value;

use super::transcript::message_text;
use super::{archive, time};
use crate::error::{Error, Result};

/// The number of bytes read at each end of a file. Transcripts grow to hundreds of megabytes.
const END: u64 = 64 * 1024;
/// The maximum length of a title taken from a prompt.
const LONGEST_TITLE: usize = 200;

/// A session on disk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SessionInfo {
    /// The CLI's id of the conversation.
    pub id: String,
    /// The transcript.
    pub path: PathBuf,
    /// The size of the transcript.
    pub size: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub modified_ms: u64,
    /// The start of the conversation, as written by the CLI.
    pub created_at: Option<String>,
    /// The title: set by a person, else by the CLI, else the last prompt, else the first.
    pub title: Option<String>,
    /// The title set by a person.
    pub custom_title: Option<String>,
    /// The first prompt.
    pub first_prompt: Option<String>,
    /// The last prompt.
    pub last_prompt: Option<String>,
    /// The working directory.
    pub cwd: Option<String>,
    /// The branch of the repository.
    pub git_branch: Option<String>,
    /// The version of the CLI that wrote it.
    pub version: Option<String>,
    /// The program that started the CLI.
    pub entrypoint: Option<String>,
    /// The tag.
    pub tag: Option<String>,
    /// The session that continues this conversation.
    pub continued_in: Option<String>,
    /// The pull request that was created in this conversation.
    pub pull_request: Option<PullRequest>,
    /// Whether it is archived: false if it was archived and then unarchived or continued; `None` if it never was.
    pub archived: Option<bool>,
}

/// A pull request, as the CLI notes it in a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PullRequest {
    /// Its number in the repository.
    pub number: u64,
    /// Its address.
    pub url: String,
}

impl PullRequest {
    /// Whether this is the one that a person names by its number, `#12` or its address.
    pub fn is_named(&self, name: &str) -> bool {
        let name = name.trim().trim_end_matches('/');
        match name.trim_start_matches('#').parse::<u64>() {
            Ok(number) => number == self.number,
            Err(_) => name == self.url.trim_end_matches('/'),
        }
    }

    fn read(line: &Value) -> Option<Self> {
        Some(Self {
            number: line["prNumber"].as_u64()?,
            url: line["prUrl"].as_str().unwrap_or_default().to_owned(),
        })
    }
}

/// Displays as the title.
impl std::fmt::Display for SessionInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.title.as_deref().unwrap_or_default())
    }
}

impl SessionInfo {
    /// Reads both ends of a transcript, for a list that knows which files have changed.
    /// Returns `None` if there is no conversation in it.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let failed = |error| Error::file("read", path, error);
        let mut file = File::open(path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        let modified = metadata
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut info = Self {
            id: path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned())
                .unwrap_or_default(),
            path: path.to_owned(),
            size: metadata.len(),
            modified_ms: modified.map_or(0, |time| time.as_millis().try_into().unwrap_or(u64::MAX)),
            ..Self::default()
        };
        let head = read_at(&mut file, 0).map_err(failed)?;
        let mut any = false;
        let mut last_prompt = None;
        for line in lines(&head) {
            any |= info.take(&line);
            last_prompt = last_prompt.max(prompted_at(&line));
        }
        if info.size > END {
            let tail = read_at(&mut file, info.size.saturating_sub(END)).map_err(failed)?;
            for line in lines(&tail) {
                any |= info.take(&line);
                last_prompt = last_prompt.max(prompted_at(&line));
            }
        }
        info.archived = archive::is_archived(path, last_prompt);
        info.title = info
            .custom_title
            .clone()
            .or(info.title)
            .or_else(|| info.last_prompt.clone())
            .or_else(|| info.first_prompt.clone());
        Ok(any.then_some(info))
    }

    /// Returns the ID as a typed value.
    pub fn session_id(&self) -> SessionId {
        SessionId::from(&*self.id)
    }

    /// Takes the information from a line. Returns whether the line belongs to a conversation.
    fn take(&mut self, line: &Value) -> bool {
        let text = |field: &str| line[field].as_str().map(str::to_owned);
        match line["type"].as_str() {
            Some("custom-title") => {
                self.custom_title = text("customTitle").filter(|title| !title.is_empty())
            }
            Some("ai-title") => self.title = text("aiTitle").or_else(|| self.title.take()),
            Some("summary") => self.title = text("summary").or_else(|| self.title.take()),
            Some("tag") => self.tag = text("tag").filter(|tag| !tag.is_empty()),
            Some("last-prompt") => {
                self.last_prompt = text("lastPrompt").or_else(|| self.last_prompt.take())
            }
            Some("pr-link") => {
                self.pull_request = PullRequest::read(line).or_else(|| self.pull_request.take());
            }
            Some("continued-in") => self.continued_in = text("continuedInSessionId"),
            Some("user" | "assistant") if line["isSidechain"] != true => {
                self.take_message(line);
                return true;
            }
            _ => {}
        }
        false
    }

    fn take_message(&mut self, line: &Value) {
        let text = |field: &str| line[field].as_str().map(str::to_owned);
        self.cwd = self.cwd.take().or_else(|| text("cwd"));
        self.created_at = self.created_at.take().or_else(|| text("timestamp"));
        self.entrypoint = self.entrypoint.take().or_else(|| text("entrypoint"));
        self.git_branch = text("gitBranch")
            .filter(|branch| !branch.is_empty())
            .or_else(|| self.git_branch.take());
        self.version = text("version").or_else(|| self.version.take());
        if is_prompt(line) && self.first_prompt.is_none() {
            let prompt = message_text(&line["message"]);
            let plain = !prompt.trim().is_empty() && !prompt.starts_with('<');
            self.first_prompt = plain.then(|| prompt.chars().take(LONGEST_TITLE).collect());
        }
    }
}

fn is_prompt(line: &Value) -> bool {
    line["type"] == "user"
        && line["isMeta"] != true
        && line["isCompactSummary"] != true
        && line["toolUseResult"].is_null()
}

/// Returns when a person sent the prompt in this line, including prompts added during a turn.
fn prompted_at(line: &Value) -> Option<i64> {
    let queued = &line["attachment"];
    let is_queued = queued["type"] == "queued_command" && queued["isMeta"] != true;
    let origin = [&line["origin"]["kind"], &queued["origin"]["kind"]];
    let is_human = origin.iter().all(|kind| kind.is_null() || *kind == "human");
    let is_main = line["isSidechain"] != true;
    let counts = is_main && is_human && (is_prompt(line) || is_queued);
    counts.then(|| time::parse(line["timestamp"].as_str()?))?
}

fn read_at(file: &mut File, start: u64) -> std::io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(END).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Iterates over the complete lines; partial lines and invalid JSON are skipped.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Value> {
    bytes
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
}
