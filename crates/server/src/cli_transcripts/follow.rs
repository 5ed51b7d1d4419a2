//! A conversation that is read while another program may be writing it.
//!
//! The file is looked at once a second while somebody watches: its time and length tell whether to read it.
//! Notifications of the kernel would save that one `stat`, but they do not come from network file systems,
//! and are of a different kind on every platform.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use pilothouse_api::session::{SessionStatus, SessionSummary};
use pilothouse_log::{Kind, Note, Record, Who};
use pilothouse_protocol::ids::SessionId;
use pilothouse_sdk::disk::{SessionInfo, Store as Transcripts};
use pilothouse_view::fold::SessionFold;
use pilothouse_view::{ChangeSet, Entry, EntryPage, SessionView};
use serde_json::Value;
use tokio::sync::mpsc;

use super::history::{lines, part};
use super::list::stamp;
use super::{PREFIX, foreign_holders, unreadable};
use crate::problem::Problem;
use crate::session::{Feed, Input, SessionHandle};

/// How often a watched file is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long a conversation nobody looks at is kept.
const KEPT: Duration = Duration::from_secs(120);
/// How many entries a snapshot carries.
const SNAPSHOT_ENTRIES: usize = 200;
/// How many inputs may wait.
const INPUTS: usize = 64;

/// What was read of the file at one time.
struct Reading {
    info: SessionInfo,
    stamp: Option<(u64, u64)>,
    lines: Vec<(String, Value)>,
    held: bool,
}

struct Follow {
    transcripts: Transcripts,
    id: String,
    path: PathBuf,
    info: SessionInfo,
    stamp: Option<(u64, u64)>,
    held: bool,
    /// The ids of the lines that were folded.
    folded: Vec<String>,
    fold: SessionFold,
    settled: Vec<Entry>,
    feed: Feed,
    used: Instant,
}

/// Reads a conversation and follows it as long as somebody looks at it.
pub(super) async fn open(transcripts: Transcripts, id: String) -> Result<SessionHandle, Problem> {
    let reading = read(transcripts.clone(), id.clone()).await?;
    let (inputs, receiver) = mpsc::channel(INPUTS);
    let mut follow = Follow {
        transcripts,
        path: reading.info.path.clone(),
        info: reading.info.clone(),
        stamp: None,
        held: false,
        folded: Vec::new(),
        fold: SessionFold::new(),
        settled: Vec::new(),
        feed: Feed::new(&format!("{PREFIX}{id}")),
        used: Instant::now(),
        id,
    };
    follow.take(reading);
    tokio::spawn(follow.run(receiver));
    Ok(SessionHandle::read_only(inputs))
}

async fn read(transcripts: Transcripts, id: String) -> Result<Reading, Problem> {
    let read = tokio::task::spawn_blocking(move || {
        let info = transcripts
            .info(&SessionId::from(id.as_str()))
            .map_err(unreadable)?;
        Ok(Reading {
            // Taken first: what is written while the file is read is then read again.
            stamp: stamp(&info.path),
            lines: lines(&transcripts, &id)?,
            held: !foreign_holders(&transcripts, &id).is_empty(),
            info,
        })
    });
    read.await.map_err(Problem::internal)?
}

impl Follow {
    async fn run(mut self, mut inputs: mpsc::Receiver<Input>) {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                input = inputs.recv() => match input {
                    Some(input) => {
                        self.used = Instant::now();
                        if !self.feed.is_watched() {
                            self.look().await;
                        }
                        self.on_input(input);
                    }
                    None => return,
                },
                _ = look.tick() => {
                    if self.feed.is_watched() {
                        self.used = Instant::now();
                        self.look().await;
                    } else if self.used.elapsed() > KEPT {
                        return;
                    }
                }
            }
        }
    }

    /// Reads the file again if it has changed.
    async fn look(&mut self) {
        let changed = stamp(&self.path) != self.stamp;
        let let_go = self.held && foreign_holders(&self.transcripts, &self.id).is_empty();
        if !changed && !let_go {
            return;
        }
        match read(self.transcripts.clone(), self.id.clone()).await {
            Ok(reading) => self.take(reading),
            // It may have been removed; what was read of it stays readable.
            Err(problem) => tracing::debug!(%problem, "a conversation cannot be read again"),
        }
    }

    /// Folds what is new. When the conversation took another way (a rewind), it is read anew from its beginning.
    fn take(&mut self, reading: Reading) {
        let goes_on = reading.lines.len() >= self.folded.len()
            && self
                .folded
                .iter()
                .zip(&reading.lines)
                .all(|(known, (uuid, _))| known == uuid);
        if !goes_on {
            let seq = self.fold.view().seq;
            self.fold = SessionFold::new();
            self.settled.clear();
            self.folded.clear();
            // Readers come back for a new snapshot; the sequence goes on, so none of them takes it for the old one.
            self.feed = Feed::new(&format!("{PREFIX}{}", self.id));
            self.apply(&self.head(), seq);
        } else if self.fold.view().seq == 0 {
            self.apply(&self.head(), 0);
        }
        let was_held = std::mem::replace(&mut self.held, reading.held);
        self.stamp = reading.stamp;
        self.info = reading.info;
        let new: Vec<(String, Value)> = reading.lines.into_iter().skip(self.folded.len()).collect();
        if new.is_empty() && (self.held || !was_held) && goes_on {
            return;
        }
        let (uuids, lines): (Vec<String>, Vec<Value>) = new.into_iter().unzip();
        self.folded.extend(uuids);
        let note = part(&self.id, lines, !self.held);
        let set = self.apply(&note, self.fold.view().seq);
        self.feed.add(set, false);
        self.feed.publish();
    }

    /// The note that says where it all comes from.
    fn head(&self) -> Note {
        Note::Imported(pilothouse_log::Imported {
            cli_session_id: self.id.clone(),
            path: Some(self.path.to_string_lossy().into_owned()),
            extra: serde_json::Map::new(),
        })
    }

    fn apply(&mut self, note: &Note, after: u64) -> ChangeSet {
        let record = Record {
            seq: after + 1,
            at_ms: self.info.modified_ms,
            ..Record::new(Kind::Note, Who::Host, note.to_bytes())
        };
        let set = self.fold.apply_set(&record);
        self.settled.extend(self.fold.take_settled());
        self.settled.sort_by_key(|entry| entry.order);
        set
    }

    fn on_input(&mut self, input: Input) {
        // Whoever asked may be gone already; then nobody misses the answer.
        match input {
            Input::Subscribe { after, reply } => {
                let view = self.snapshot();
                let subscription = self.feed.subscribe(after, view.seq, || view);
                drop(reply.send(Ok(subscription)));
            }
            Input::View { reply } => drop(reply.send(Ok(self.snapshot()))),
            Input::Page {
                before,
                limit,
                reply,
            } => drop(reply.send(Ok(self.page(Some(&before), limit)))),
            Input::Entry { id, reply } => drop(reply.send(self.entry(&id))),
            Input::Summary { reply } => drop(reply.send(Ok(self.summary()))),
            // Everything else would change it: the handle says that it can only be read.
            _ => {}
        }
    }

    fn snapshot(&self) -> SessionView {
        let mut view = self.fold.snapshot(self.page(None, SNAPSHOT_ENTRIES));
        view.info.title.clone_from(&self.info.title);
        view.info.cwd.clone_from(&self.info.cwd);
        view.info.version.clone_from(&self.info.version);
        view
    }

    fn page(&self, before: Option<&str>, limit: usize) -> EntryPage {
        let end = before.and_then(|before| {
            self.settled
                .iter()
                .position(|entry| entry.id.as_str() == before)
        });
        let end = end.unwrap_or(self.settled.len());
        let start = end.saturating_sub(limit);
        EntryPage {
            entries: self.settled[start..end].to_vec(),
            has_older: start > 0,
        }
    }

    fn entry(&self, id: &str) -> Result<Entry, Problem> {
        let mut entries = self.settled.iter().chain(&self.fold.view().entries);
        entries
            .find(|entry| entry.id.as_str() == id)
            .cloned()
            .ok_or_else(|| Problem::not_found("entry"))
    }

    fn summary(&self) -> SessionSummary {
        let view = self.fold.view();
        SessionSummary {
            id: format!("{PREFIX}{}", self.id),
            cli_session_id: Some(self.id.clone()),
            title: self.info.title.clone().unwrap_or_default(),
            project: self.info.cwd.clone().unwrap_or_default(),
            worktree: None,
            branch: self.info.git_branch.clone(),
            status: SessionStatus::Closed,
            liveness: view.liveness.clone(),
            asks: 0,
            last_line: self.info.last_prompt.clone().unwrap_or_default(),
            seq: view.seq,
            at: self.info.modified_ms,
            created_at: self.settled.first().map_or(0, |entry| entry.at),
            cost_usd: 0.0,
            queued: 0,
            model: view.info.model.clone(),
            permission_mode: None,
            archived: false,
            pinned: false,
            asking: None,
            running: None,
            newest_ask: None,
            ready_for_review: false,
            turn_failed: false,
            changed: None,
            problem: self.held.then(|| {
                "Another program writes this conversation. Follow it here, or fork it.".to_owned()
            }),
            project_settings: None,
        }
    }
}
