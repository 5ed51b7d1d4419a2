//! Forking: a copy of a session that goes on from one of its messages.
//!
//! The copy has the log up to that message, so what was said is shown there too. Its first process
//! forks the CLI's conversation at the same place.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use pilothouse_api::session::{ForkSession, SessionSummary};
use pilothouse_log::{
    Archived, Exit, ExitReason, Forked, Kind, LogDir, Note, Record, Renamed, Who, Withdrawn,
};
use pilothouse_view::{EntryBody, SessionFold};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Registry, blocking};
use crate::problem::Problem;
use crate::session::{Input, Shared, setting};
use crate::store::now_ms;

/// What the directory of a copy begins with until the copy is complete; no session is called so.
pub(super) const UNFINISHED_COPY: &str = ".fork-";

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
        command: Uuid,
        fork: ForkSession,
        blocks: Vec<Value>,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let copy = command.simple().to_string();
        if self.is_made(&copy).await? {
            return self.begin(&copy, fork.message, blocks, who).await;
        }
        let handle = self.get(id).await?;
        let summary = handle.ask(|reply| Input::Summary { reply }).await?;
        let Some(from) = summary.cli_session_id else {
            return Err(Problem::conflict(
                "nothingSaid",
                "There is nothing to fork yet.",
            ));
        };
        let keep = Keep::of(&fork)?;
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
            let copy = Copy {
                source: shared.log_dir(&source),
                session,
                cut,
                by,
            };
            let begin = begin(&source, &from, &copy.cut, &title);
            copy.make(&shared.config.data.join("sessions"), begin)
                .map_err(Problem::from)
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

/// A copy of a log up to a cut.
struct Copy {
    source: LogDir,
    /// The id of the copy.
    session: String,
    cut: Cut,
    by: Who,
}

impl Copy {
    /// Makes the copy aside and moves it into place in one step: a copy without its `fork` setting would go on with the
    /// original's conversation. Blocks.
    fn make(&self, sessions: &Path, begin: Vec<Note>) -> io::Result<()> {
        let aside = sessions.join(format!("{UNFINISHED_COPY}{}", self.session));
        let made = self
            .write(&LogDir::new(aside.join("log")), begin)
            .and_then(|()| fs::rename(&aside, sessions.join(&self.session)))
            .and_then(|()| File::open(sessions)?.sync_all());
        if made.is_err() {
            // What is left of it is hidden and removed at the next start.
            fs::remove_dir_all(&aside).ok();
        }
        made
    }

    /// Writes the records up to the cut, then what makes the copy a session of its own: what waited there does not wait
    /// here.
    fn write(&self, target: &LogDir, begin: Vec<Note>) -> io::Result<()> {
        let mut segment = target.first_segment(&self.session)?;
        let mut fold = SessionFold::new();
        let mut open_process = None;
        for record in self.source.read_after(0)? {
            let record = record?;
            if record.seq > self.cut.seq {
                break;
            }
            fold.apply(&record);
            fold.take_settled();
            match record.kind {
                Kind::Note | Kind::Unknown(_) => {}
                Kind::Exit => open_process = None,
                _ => open_process = Some(record.at_ms),
            }
            segment.write(&record)?;
        }
        let epoch = fold.view().liveness.epoch;
        let mut added = Vec::new();
        if let Some(at_ms) = open_process {
            added.push(Record { at_ms, ..ended()? });
        }
        let mut notes = pending_work(&fold, "it waits in the original");
        notes.push(setting("resumeEpoch", json!(epoch)));
        notes.extend(begin);
        added.extend(notes.into_iter().map(|note| Record {
            at_ms: now_ms(),
            ..Record::new(Kind::Note, self.by.clone(), note.to_bytes())
        }));
        for (record, seq) in added.into_iter().zip(self.cut.seq + 1..) {
            let record = Record {
                seq,
                epoch,
                ..record
            };
            segment.write(&record)?;
        }
        segment.finish()?.sync_all()
    }
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
        setting("pinned", json!(false)),
        setting("createdAt", json!(now_ms())),
        Note::Forked(forked),
        Note::Renamed(renamed),
        Note::Archived(archived),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log with a process that runs and a message that waits.
    fn source(directory: &Path) -> LogDir {
        let log = LogDir::new(directory.join("source/log"));
        let mut segment = log.first_segment("source").unwrap();
        let spawn = json!({"argv": ["claude"], "cwd": "/", "pid": 1});
        let queued = json!({"note": "queued", "id": "u1", "message": {"type": "user", "uuid": "u1",
            "message": {"role": "user", "content": "waits"}}});
        for (seq, kind, line) in [(1, Kind::Spawn, spawn), (2, Kind::Note, queued)] {
            let record = Record {
                seq,
                at_ms: 5,
                epoch: 1,
                ..Record::new(kind, Who::Host, line.to_string())
            };
            segment.write(&record).unwrap();
        }
        segment.finish().unwrap();
        log
    }

    fn copy(directory: &Path) -> Copy {
        Copy {
            source: source(directory),
            session: "copy".to_owned(),
            cut: Cut { seq: 2, uuid: None },
            by: Who::Host,
        }
    }

    #[test]
    fn a_copy_has_its_fork_settings_when_it_appears() {
        let directory = tempfile::tempdir().unwrap();
        let copy = copy(directory.path());
        let target = directory.path().join("copy/log");
        // Whoever sees the directory sees all of the copy: it is looked at as fast as possible while it is made.
        let watched = target.clone();
        let watcher = std::thread::spawn(move || {
            while !watched.is_dir() {
                std::hint::spin_loop();
            }
            let records = LogDir::new(&watched).read_after(0).unwrap();
            records.map(Result::unwrap).collect::<Vec<_>>()
        });
        let notes = begin("source", "conversation", &copy.cut, "title");
        copy.make(directory.path(), notes).unwrap();
        let seen = watcher.join().unwrap();
        let settings: Vec<String> = seen
            .iter()
            .filter_map(|record| match record.note()? {
                Note::Setting(setting) => Some(setting.name),
                _ => None,
            })
            .collect();
        for name in ["resumeEpoch", "resume", "fork"] {
            assert!(settings.iter().any(|set| set == name), "{settings:?}");
        }
        assert!(seen.windows(2).all(|pair| pair[0].seq < pair[1].seq));
        let mut fold = SessionFold::new();
        for record in &seen {
            fold.apply(record);
        }
        assert!(
            fold.view().queue.is_empty(),
            "what waited there does not wait here"
        );
        assert!(seen.iter().any(|record| record.kind == Kind::Exit));
    }

    #[test]
    fn a_copy_that_fails_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let copy = copy(directory.path());
        std::fs::create_dir_all(directory.path().join("copy/log")).unwrap();
        assert!(copy.make(directory.path(), Vec::new()).is_err());
        let left: Vec<_> = std::fs::read_dir(directory.path()).unwrap().collect();
        assert_eq!(left.len(), 2, "the source, and what was in the way");
    }
}
