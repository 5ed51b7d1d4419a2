//! The history of a conversation, as notes for the log of a session that goes on with it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pilothouse_api::session::CreateSession;
use pilothouse_log::{Imported, Note};
use pilothouse_protocol::ids::SessionId;
use pilothouse_sdk::disk::{Store as Transcripts, Transcript, project_folder};
use serde_json::{Map, Value};

use super::{CliTranscripts, foreign_holders, unreadable};
use crate::problem::Problem;
use crate::registry::Registry;

/// How much of a history one record holds, about.
const PART: usize = 1 << 20;

/// The members of a transcript's line that are shown or needed to show others.
/// The rest (snapshots of prompts, shapes of requests) is many times as long.
const SHOWN: [&str; 14] = [
    "type",
    "subtype",
    "uuid",
    "timestamp",
    "sessionId",
    "message",
    "toolUseResult",
    "isMeta",
    "isCompactSummary",
    "origin",
    "error",
    "isApiErrorMessage",
    "apiErrorStatus",
    "compactMetadata",
];

/// What a session that goes on with a conversation begins with.
#[derive(Debug)]
pub(crate) struct History {
    pub(crate) title: Option<String>,
    pub(crate) notes: Vec<Note>,
}

impl CliTranscripts {
    /// Reads a conversation for a session that goes on with it, or with a copy. Blocks.
    ///
    /// One that another process holds is not written by two: it can only be copied.
    pub(crate) fn history(&self, id: &str, copy: bool) -> Result<History, Problem> {
        let transcripts = self.transcripts()?;
        let session = SessionId::from(id);
        let info = transcripts.info(&session).map_err(unreadable)?;
        let holders = foreign_holders(transcripts, id);
        if !copy && let Some(pid) = holders.first() {
            return Err(Problem::conflict(
                "held",
                format!("Another program holds this conversation (process {pid})."),
            )
            .detail("Fork it to go on with a copy here, follow it read-only, or end the other program first."));
        }
        let transcript = transcripts.read(&session).map_err(unreadable)?;
        Ok(History {
            title: info.title,
            notes: notes(id, copy, &transcript),
        })
    }
}

impl CliTranscripts {
    /// The transcript of a conversation.
    pub(crate) fn transcript_file(&self, id: &str) -> Option<PathBuf> {
        self.transcripts.as_ref()?.file(&SessionId::from(id)).ok()
    }

    /// Where the CLI looks for the transcript of a conversation of this project.
    pub(crate) fn transcript_place(&self, project: &str, id: &str) -> Option<PathBuf> {
        let project = Path::new(project);
        let real = project
            .canonicalize()
            .unwrap_or_else(|_| project.to_owned());
        let folder = self
            .transcripts
            .as_ref()?
            .projects()
            .join(project_folder(&real));
        Some(folder.join(format!("{id}.jsonl")))
    }
}

impl Registry {
    /// What the log of a session that continues a conversation of the CLI's store begins with.
    pub(crate) async fn history(&self, create: &mut CreateSession) -> Result<Vec<Note>, Problem> {
        let Some(id) = create.resume.clone() else {
            return Ok(Vec::new());
        };
        let copy = create.fork;
        if !copy && let Some(session) = self.hosted()?.get(&id) {
            return Err(Problem::conflict(
                "hosted",
                "A session of this host has this conversation already.",
            )
            .detail(format!("Go on in the session {session}, or fork it.")));
        }
        let transcripts = Arc::clone(&self.shared.transcripts);
        let history = tokio::task::spawn_blocking(move || transcripts.history(&id, copy)).await;
        let history = history.map_err(Problem::internal)??;
        create.title = create.title.take().or(history.title);
        Ok(history.notes)
    }

    /// Which hosted session has which conversation of the CLI.
    pub(crate) fn hosted(&self) -> Result<HashMap<String, String>, Problem> {
        let summaries = self.shared.store.summaries()?.into_iter();
        Ok(summaries
            .filter_map(|summary| Some((summary.cli_session_id?, summary.id)))
            .collect())
    }
}

fn notes(id: &str, copy: bool, transcript: &Transcript) -> Vec<Note> {
    let mut extra = Map::new();
    if copy {
        extra.insert("copy".to_owned(), Value::Bool(true));
    }
    let mut notes = vec![Note::Imported(Imported {
        cli_session_id: id.to_owned(),
        path: Some(transcript.path.to_string_lossy().into_owned()),
        extra,
    })];
    let mut lines = Vec::new();
    let mut size = 0;
    for message in &transcript.messages {
        size += message.raw.as_str().len();
        lines.push(shown(&message.raw.to_value()));
        if size >= PART {
            notes.push(part(id, std::mem::take(&mut lines), false));
            size = 0;
        }
    }
    notes.push(part(id, lines, true));
    notes
}

/// A note with lines of a history. With the last, nothing of it can go on.
pub(super) fn part(id: &str, lines: Vec<Value>, last: bool) -> Note {
    let mut extra = Map::new();
    extra.insert("lines".to_owned(), Value::Array(lines));
    if last {
        extra.insert("last".to_owned(), Value::Bool(true));
    }
    Note::Imported(Imported {
        cli_session_id: id.to_owned(),
        path: None,
        extra,
    })
}

/// A line without what is never shown.
pub(super) fn shown(line: &Value) -> Value {
    let members = SHOWN.iter().chain(&["content"]).filter_map(|name| {
        let value = line.get(name).filter(|value| !value.is_null())?;
        Some(((*name).to_owned(), value.clone()))
    });
    Value::Object(members.collect())
}

/// The lines of a conversation, with the ids by which they are told apart.
pub(super) fn lines(transcripts: &Transcripts, id: &str) -> Result<Vec<(String, Value)>, Problem> {
    let transcript = transcripts.read(&SessionId::from(id)).map_err(unreadable)?;
    Ok(transcript
        .messages
        .iter()
        .map(|message| (message.uuid.clone(), shown(&message.raw.to_value())))
        .collect())
}
