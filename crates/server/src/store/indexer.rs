//! The thread that writes what the records of sessions mean for the index.
//!
//! What cannot be written, because the disk is full, is held and tried again, in order; it is in the logs all the same.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pilothouse_api::session::SessionSummary;
use pilothouse_view::{Entry, EntryId};
use rusqlite::Connection;

use super::connections::Connections;
use super::{AuditRow, SavedFold, audit, devices, folds, sessions};

/// How many jobs are written in one transaction.
const BATCH: usize = 256;
/// How often what is held is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// What the records of a session mean for the index. Doing it twice does no harm.
#[derive(Debug)]
pub(crate) enum Indexed {
    /// Entries that never change again.
    Entries(Vec<Entry>),
    /// Entries that the CLI took back.
    Removed(Vec<EntryId>),
    /// Asks as they are now.
    Asks(Vec<AuditRow>),
    Summary(Box<SessionSummary>),
    Fold(SavedFold),
    /// When a device was seen; it stands where a session would.
    Seen(u64),
}

pub(super) struct Job {
    session: String,
    what: Indexed,
}

/// What the thread and those who send to it share.
#[derive(Default)]
pub(super) struct Indexer {
    progress: Mutex<Progress>,
    changed: Condvar,
    /// What could not be written yet, by session.
    held: Mutex<HashMap<String, Vec<Indexed>>>,
}

#[derive(Default)]
struct Progress {
    sent: u64,
    done: u64,
    /// The thread has ended.
    over: bool,
}

/// Tells those who wait that the thread has ended, whatever ended it.
struct Over<'a>(&'a Indexer);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.progress().over = true;
        self.0.changed.notify_all();
    }
}

impl Indexer {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn held(&self) -> MutexGuard<'_, HashMap<String, Vec<Indexed>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn send(&self, jobs: &Sender<Job>, session: &str, what: Indexed) {
        let session = session.to_owned();
        // Counted and sent in one step, so that nobody waits for less than was sent.
        let mut progress = self.progress();
        if jobs.send(Job { session, what }).is_ok() {
            progress.sent += 1;
        }
    }

    /// Waits until everything that was sent is written or held.
    pub(super) fn wait(&self) {
        let mut progress = self.progress();
        let sent = progress.sent;
        while progress.done < sent && !progress.over {
            let woken = self.changed.wait(progress);
            progress = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The entries of a session that could not be written yet.
    pub(super) fn held_entries(&self, session: &str) -> Vec<Entry> {
        let held = self.held();
        let jobs = held.get(session).into_iter().flatten();
        let mut entries = Vec::new();
        for job in jobs {
            match job {
                Indexed::Entries(more) => entries.extend(more.iter().cloned()),
                Indexed::Removed(ids) => entries.retain(|entry: &Entry| !ids.contains(&entry.id)),
                _ => {}
            }
        }
        entries
    }

    /// Drops what is held of a session.
    pub(super) fn forget(&self, session: &str) {
        self.held().remove(session);
    }

    /// Drops all folds that are held.
    pub(super) fn forget_folds(&self) {
        for jobs in self.held().values_mut() {
            jobs.retain(|job| !matches!(job, Indexed::Fold(_)));
        }
    }

    /// Writes what is sent until nobody can send any more.
    pub(super) fn run(&self, connections: &Connections, jobs: &Receiver<Job>) {
        let _over = Over(self);
        let mut tried = Instant::now();
        loop {
            let next = if self.held().is_empty() {
                jobs.recv().map_err(RecvTimeoutError::from)
            } else {
                jobs.recv_timeout(AGAIN)
            };
            let is_over = matches!(next, Err(RecvTimeoutError::Disconnected));
            let batch: Vec<Job> = next
                .into_iter()
                .chain(jobs.try_iter())
                .take(BATCH)
                .collect();
            let count = batch.len() as u64;
            if is_over || tried.elapsed() >= AGAIN {
                self.try_held(connections);
                tried = Instant::now();
            }
            self.write(connections, batch);
            self.progress().done += count;
            self.changed.notify_all();
            if is_over {
                return;
            }
        }
    }

    /// Writes jobs in one transaction, or those of each session in one of their own if that fails.
    fn write(&self, connections: &Connections, batch: Vec<Job>) {
        let batch = self.behind_held(batch);
        if batch.is_empty() {
            return;
        }
        let pairs = batch.iter().map(|job| (job.session.as_str(), &job.what));
        if carry_out(connections, pairs).is_ok() {
            return;
        }
        let mut sessions: Vec<(String, Vec<Indexed>)> = Vec::new();
        for Job { session, what } in batch {
            match sessions.iter_mut().find(|(known, _)| *known == session) {
                Some((_, jobs)) => jobs.push(what),
                None => sessions.push((session, vec![what])),
            }
        }
        for (session, jobs) in sessions {
            if let Err(error) = all_of(connections, &session, &jobs) {
                tracing::error!(%session, %error, "the index cannot be written; it is in the log");
                self.held().insert(session, jobs);
            }
        }
    }

    /// Puts the jobs of sessions that wait behind what they wait for, and returns the others.
    fn behind_held(&self, batch: Vec<Job>) -> Vec<Job> {
        let mut held = self.held();
        if held.is_empty() {
            return batch;
        }
        let mut free = Vec::new();
        for job in batch {
            match held.get_mut(&job.session) {
                Some(jobs) => {
                    // Only the newest summary and the newest fold are of use.
                    let kind = std::mem::discriminant(&job.what);
                    if matches!(job.what, Indexed::Summary(_) | Indexed::Fold(_)) {
                        jobs.retain(|held| std::mem::discriminant(held) != kind);
                    }
                    jobs.push(job.what);
                }
                None => free.push(job),
            }
        }
        free
    }

    fn try_held(&self, connections: &Connections) {
        let sessions: Vec<String> = self.held().keys().cloned().collect();
        for session in sessions {
            let mut held = self.held();
            let Some(jobs) = held.get(&session) else {
                continue;
            };
            match all_of(connections, &session, jobs) {
                Ok(()) => drop(held.remove(&session)),
                // The others would fail as well.
                Err(_) => return,
            }
        }
    }
}

fn all_of(connections: &Connections, session: &str, jobs: &[Indexed]) -> rusqlite::Result<()> {
    carry_out(connections, jobs.iter().map(|job| (session, job)))
}

/// Writes all of these or nothing.
fn carry_out<'a>(
    connections: &Connections,
    jobs: impl Iterator<Item = (&'a str, &'a Indexed)>,
) -> rusqlite::Result<()> {
    connections.write(|connection| {
        let transaction = connection.transaction()?;
        for (session, what) in jobs {
            put(&transaction, session, what)?;
        }
        transaction.commit()
    })
}

fn put(connection: &Connection, session: &str, what: &Indexed) -> rusqlite::Result<()> {
    match what {
        Indexed::Entries(entries) => sessions::put_entries(connection, session, entries),
        Indexed::Removed(ids) => sessions::remove_entries(connection, session, ids),
        Indexed::Asks(rows) => rows.iter().try_for_each(|row| audit::put(connection, row)),
        Indexed::Summary(summary) => sessions::put_summary(connection, summary),
        Indexed::Fold(fold) => folds::put(connection, session, fold),
        Indexed::Seen(at) => devices::seen(connection, session, *at),
    }
}
