//! Forking: a copy of a session that goes on from one of its messages.
//!
//! The copy has the log up to that message, so what was said is shown there too. Its first process
//! forks the CLI's conversation at the same place.

use std::io::{self, Write};

use pilothouse_protocol::log::{
    Archived, Exit, ExitReason, Forked, Kind, Note, Record, Renamed, SegmentHeader, Who, Withdrawn,
};
use pilothouse_runner::private;
use pilothouse_view::api::session::{ForkSession, SessionSummary};
use pilothouse_view::{EntryBody, SessionFold};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Registry, append, blocking};
use crate::problem::Problem;
use crate::session::{Input, Shared, setting};
use crate::store::now_ms;

/// Where a conversation is cut.
#[derive(Debug, PartialEq, Eq)]
struct Cut {
    /// The last record of the copy.
    seq: u64,
    /// The last message the CLI keeps; all of them when absent.
    uuid: Option<String>,
}

/// What a copy keeps of the conversation.
enum Keep {
    All,
    /// Up to the message with this uuid, and its answer.
    Message(String),
    /// Up to the answer that the record with this sequence began.
    Answer(u64),
}

impl Keep {
    fn of(fork: &ForkSession) -> Result<Self, Problem> {
        match (&fork.at, &fork.entry) {
            (Some(_), Some(_)) => Err(Problem::invalid(
                "A fork is cut at a message or at an entry, not at both.",
            )),
            (Some(uuid), None) => Ok(Self::Message(uuid.clone())),
            (None, Some(entry)) => entry
                .record()
                .map(Self::Answer)
                .ok_or_else(|| Problem::not_found("message in this session")),
            (None, None) => Ok(Self::All),
        }
    }
}

impl Registry {
    /// Makes a copy of a session that goes on from one of its messages. `blocks` go with its first new one.
    pub(crate) async fn fork(
        &self,
        id: &str,
        fork: ForkSession,
        blocks: Vec<Value>,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let handle = self.get(id).await?;
        let summary = handle.ask(|reply| Input::Summary { reply }).await?;
        let Some(from) = summary.cli_session_id else {
            return Err(Problem::conflict(
                "nothingSaid",
                "There is nothing to fork yet.",
            ));
        };
        let keep = Keep::of(&fork)?;
        let copy = uuid::Uuid::new_v4().simple().to_string();
        let title = fork
            .title
            .unwrap_or_else(|| format!("{} (fork)", summary.title));
        let (shared, source, session) = (self.shared.clone(), id.to_owned(), copy.clone());
        let by = who.clone();
        blocking(move || {
            let cut = match &keep {
                Keep::All => find(&shared, &source, None),
                Keep::Message(uuid) => find(&shared, &source, Some(uuid)),
                Keep::Answer(began) => find_answer(&shared, &source, *began),
            }?;
            let mut notes = copy_log(&shared, &source, &session, &cut)?;
            notes.extend(begin(&source, &from, &cut, &title));
            let mut records: Vec<Record> = notes
                .into_iter()
                .map(|note| Record::new(Kind::Note, by.clone(), note.to_bytes()))
                .collect();
            append(&shared, &session, &mut records).map_err(Problem::from)
        })
        .await?;
        self.begin(&copy, fork.message, blocks, who).await
    }
}

/// The little that is read of a line here.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Line {
    #[serde(rename = "type")]
    kind: String,
    uuid: Option<String>,
    parent_tool_use_id: Option<String>,
}

/// Finds the record after which a copy is cut. Blocks.
fn find(shared: &Shared, session: &str, at: Option<&str>) -> Result<Cut, Problem> {
    let mut last = 0;
    // Of the message itself, once it was found.
    let mut cut: Option<Cut> = None;
    for record in shared.log_dir(session).read_after(0)? {
        let record = record?;
        last = record.seq;
        let Some(at) = at else { continue };
        if !matches!(record.kind, Kind::Out | Kind::In) {
            continue;
        }
        let line: Line = serde_json::from_slice(&record.bytes).unwrap_or_default();
        let named = line.uuid.as_deref() == Some(at);
        match (&mut cut, record.kind, line.kind.as_str()) {
            (None, Kind::In, "user") if named => {
                let (seq, uuid) = (record.seq, None);
                cut = Some(Cut { seq, uuid });
            }
            (_, Kind::Out, "assistant") if named => {
                return Ok(Cut {
                    seq: record.seq,
                    uuid: line.uuid,
                });
            }
            // The answer belongs to the message: the conversation can only be cut after it.
            (Some(cut), Kind::Out, "assistant") if line.parent_tool_use_id.is_none() => {
                cut.seq = record.seq;
                cut.uuid = line.uuid;
            }
            (Some(cut), Kind::Out, "result") if cut.uuid.is_some() => {
                return Ok(Cut {
                    seq: record.seq,
                    uuid: cut.uuid.take(),
                });
            }
            _ => {}
        }
    }
    match (at, cut) {
        (None, _) => Ok(Cut {
            seq: last,
            uuid: None,
        }),
        (Some(_), Some(cut)) if cut.uuid.is_some() => Ok(cut),
        (Some(_), Some(_)) => Err(Problem::conflict(
            "notAnswered",
            "This message has no answer yet.",
        )
        .detail("Fork from an earlier message, or wait for the answer.")),
        (Some(_), None) => Err(Problem::not_found("message in this session")),
    }
}

/// Finds the record after which a copy is cut that ends with an answer of the model. Blocks.
fn find_answer(shared: &Shared, session: &str, began: u64) -> Result<Cut, Problem> {
    let mut cut: Option<Cut> = None;
    for record in shared
        .log_dir(session)
        .read_after(began.saturating_sub(1))?
    {
        let record = record?;
        if record.kind != Kind::Out {
            continue;
        }
        let line: Line = serde_json::from_slice(&record.bytes).unwrap_or_default();
        match (&mut cut, line.kind.as_str()) {
            _ if line.parent_tool_use_id.is_some() => {}
            // The whole of an answer follows its first piece, before anything else of the thread.
            (None, "assistant") => {
                let (seq, uuid) = (record.seq, line.uuid);
                cut = Some(Cut { seq, uuid });
            }
            // Of what comes after it only the end of the turn is kept.
            (Some(cut), "result") => {
                cut.seq = record.seq;
                break;
            }
            (Some(_), "assistant" | "user") => break,
            _ => {}
        }
    }
    cut.ok_or_else(|| Problem::not_found("message in this session"))
}

/// Copies a log up to the cut, and returns what the copy must be told: what waited there does not wait here. Blocks.
fn copy_log(shared: &Shared, source: &str, session: &str, cut: &Cut) -> io::Result<Vec<Note>> {
    let dir = shared.log_dir(session);
    private::create_dir_all(dir.path())?;
    let mut file = io::BufWriter::new(private::create_new(dir.path().join("00000001.phlog"))?);
    let mut bytes = Vec::new();
    let header = SegmentHeader {
        segment: 1,
        first_seq: 1,
        session: session.to_owned(),
    };
    header.encode_into(&mut bytes).map_err(io::Error::other)?;
    let mut fold = SessionFold::new();
    let mut open_process = None;
    for record in shared.log_dir(source).read_after(0)? {
        let record = record?;
        if record.seq > cut.seq {
            break;
        }
        fold.apply(&record);
        fold.take_settled();
        match record.kind {
            Kind::Note | Kind::Unknown(_) => {}
            Kind::Exit => open_process = None,
            _ => open_process = Some((record.at_ms, record.epoch)),
        }
        record.encode_into(&mut bytes).map_err(io::Error::other)?;
        file.write_all(&bytes)?;
        bytes.clear();
    }
    if let Some((at_ms, epoch)) = open_process {
        let record = Record {
            seq: cut.seq + 1,
            at_ms,
            epoch,
            ..ended()?
        };
        record.encode_into(&mut bytes).map_err(io::Error::other)?;
        file.write_all(&bytes)?;
    }
    file.into_inner()
        .map_err(|error| error.into_error())?
        .sync_all()?;
    let mut notes = pending_work(&fold, "it waits in the original");
    let epoch = fold.view().liveness.epoch;
    notes.push(setting("resumeEpoch", json!(epoch)));
    Ok(notes)
}

/// The process of the original is none of the copy's.
fn ended() -> io::Result<Record> {
    let exit = Exit {
        reason: ExitReason::Told,
        code: Some(0),
        ..Exit::default()
    };
    Ok(Record::new(
        Kind::Exit,
        Who::Host,
        serde_json::to_vec(&exit)?,
    ))
}

/// The notes that take back the pending work of a copied log: queued messages, and messages without an answer.
pub(crate) fn pending_work(fold: &SessionFold, reason: &str) -> Vec<Note> {
    let view = fold.view();
    let mut notes: Vec<Note> = view
        .queue
        .iter()
        .map(|queued| {
            Note::Withdrawn(Withdrawn {
                id: queued.uuid.clone(),
                reason: Some(reason.to_owned()),
                extra: Map::new(),
            })
        })
        .collect();
    let unfinished = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::User(user) => user.uuid.clone(),
        _ => None,
    });
    let unfinished: Vec<String> = unfinished.collect();
    if !unfinished.is_empty() {
        notes.push(setting("abandoned", json!(unfinished)));
    }
    notes
}

/// What makes the copy a session of its own.
fn begin(source: &str, from: &str, cut: &Cut, title: &str) -> Vec<Note> {
    let forked = Forked {
        from: source.to_owned(),
        at: cut.uuid.clone(),
        cli_session_id: Some(from.to_owned()),
        extra: Map::new(),
    };
    let renamed = Renamed {
        name: Some(title.to_owned()),
        extra: Map::new(),
    };
    let archived = Archived {
        archived: false,
        extra: Map::new(),
    };
    vec![
        setting("resume", json!(from)),
        setting(
            "resumeAt",
            cut.uuid.clone().map_or(Value::Null, Value::from),
        ),
        setting("fork", json!(true)),
        setting("worktreeShared", json!(true)),
        setting("createdAt", json!(now_ms())),
        Note::Forked(forked),
        Note::Renamed(renamed),
        Note::Archived(archived),
    ]
}
