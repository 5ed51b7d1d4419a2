//! Writing to the session's log: through its runner while one lives, else directly.

use std::io;
use std::time::{Duration, Instant};

use pilothouse_log::{Kind, LogDir, LogWriter, Note, Record, Who};
use pilothouse_protocol::Input as Line;
use pilothouse_protocol::wire::Wire;
use pilothouse_runner::socket::Refusal;
use pilothouse_runner::{ClientError, Durability, Found, Written};
use pilothouse_view::session::Activity;
use serde_json::Value;

use super::queue::unique;
use super::task::Task;
use crate::problem::Problem;

/// How long a runner that has said goodbye may hold the log.
pub(super) const FAREWELL: Duration = Duration::from_secs(5);
/// How long to wait before looking at the log of such a runner again.
pub(super) const LOOK_AGAIN: Duration = Duration::from_millis(10);

impl Task {
    /// Whether the log says that a process runs.
    fn is_open(&self) -> bool {
        !matches!(
            self.view().liveness.activity,
            Activity::NotStarted | Activity::Parked | Activity::Ended { .. }
        )
    }

    /// Writes the end of a process whose runner died into the log, and ends what it left alive.
    pub(super) async fn finish_log(&mut self) -> Result<(), Problem> {
        if self.runner.is_some() || !self.is_open() {
            return Ok(());
        }
        self.fold_log_end().await
    }

    /// Closes a log that has no runner, if its last one did not, and folds what is new in it.
    pub(super) async fn fold_log_end(&mut self) -> Result<(), Problem> {
        let appended = self.append(None).await?;
        self.fold_own(&appended.records);
        Ok(())
    }

    /// Writes a line to the CLI. It is on disk when this returns.
    pub(super) async fn write(
        &mut self,
        id: &str,
        who: Who,
        line: &Line,
    ) -> Result<Written, Problem> {
        let Some(runner) = &self.runner else {
            return Err(Problem::conflict("notLive", "The session has no process."));
        };
        let written = runner
            .client
            .write(id, who, line.to_json(), Durability::Synced)
            .await;
        if matches!(written, Err(ClientError::Closed)) {
            self.lose_runner().await;
        }
        let written = written.map_err(|error| refused(&error))?;
        self.active_at = Instant::now();
        self.catch_up(written.seq).await;
        Ok(written)
    }

    /// Adds a note to the log: through the runner while one lives, else directly.
    pub(super) async fn note(&mut self, id: &str, who: Who, note: Note) -> Result<u64, Problem> {
        // A runner may go away at any moment; then the log is this task's to write.
        while let Some(runner) = &self.runner {
            let (who, note) = (who.clone(), note.clone());
            match runner.client.note(id, who, note, Durability::Synced).await {
                Ok(written) => {
                    self.catch_up(written.seq).await;
                    return Ok(written.seq);
                }
                Err(ClientError::Closed) => self.lose_runner().await,
                Err(error) => return Err(refused(&error)),
            }
        }
        let record = Record {
            id: Some(id.to_owned()),
            ..Record::new(Kind::Note, who, note.to_bytes())
        };
        let appended = self.append(Some(record)).await?;
        self.fold_own(&appended.records);
        Ok(appended.seq)
    }

    /// Appends a record to a log that has no runner, unless its runner did so before it died.
    async fn append(&self, record: Option<Record>) -> Result<Appended, Problem> {
        let (dir, session) = (self.shared.log_dir(&self.id), self.id.clone());
        let segment_bytes = self.shared.config.segment_bytes;
        let seen = self.view().seq;
        let appended = tokio::task::spawn_blocking(move || -> io::Result<Appended> {
            wait_until_free(&dir)?;
            let mut writer = LogWriter::open(&dir, &session, segment_bytes)?;
            let known = record.as_ref().and_then(|record| {
                let id = record.id.as_deref().unwrap_or_default();
                writer.applied(id, record.kind)
            });
            if let (Some(record), None) = (record, known) {
                writer.append_synced(&mut [record])?;
            }
            Ok(Appended {
                seq: known.unwrap_or_else(|| writer.head().seq),
                // Opening may have noted a cut tail or a missing exit as well.
                records: dir.read_after(seen)?.collect::<io::Result<_>>()?,
            })
        });
        Ok(appended.await.map_err(Problem::internal)??)
    }

    /// Folds what did not come from a runner, and tells readers.
    pub(super) fn fold_own(&mut self, records: &[Record]) {
        let seen = self.view().seq;
        for record in records.iter().filter(|record| record.seq > seen) {
            self.fold_record(record);
        }
        self.publish();
    }

    /// Remembers a setting.
    pub(super) async fn set(&mut self, name: &str, value: Value, who: Who) -> Result<(), Problem> {
        self.note(&unique(), who, super::settings::setting(name, value))
            .await
            .map(drop)
    }
}

/// What came of appending to a log without a runner.
struct Appended {
    /// The sequence of the record, whoever wrote it.
    seq: u64,
    /// All that is new in the log.
    records: Vec<Record>,
}

/// Waits until a runner that has said goodbye has let go of the log. Blocks.
pub(super) fn wait_until_free(dir: &LogDir) -> io::Result<()> {
    let begun = Instant::now();
    while dir.is_locked()? && begun.elapsed() < FAREWELL {
        std::thread::sleep(LOOK_AGAIN);
    }
    Ok(())
}

/// Who has a log.
pub(super) enum Looked {
    Runner(Found),
    Nobody,
    /// Somebody had it and let go of it meanwhile.
    Gone,
}

/// Finds the runner of a log. One that is just starting has the log already and does not tell yet where it listens;
/// one that ends does not tell any more. Blocks.
pub(super) fn find_runner(dir: &LogDir) -> io::Result<Looked> {
    let begun = Instant::now();
    let mut nobody = Looked::Nobody;
    loop {
        if let Some(found) = pilothouse_runner::find(dir)? {
            return Ok(Looked::Runner(found));
        }
        if !dir.is_locked()? || begun.elapsed() >= FAREWELL {
            return Ok(nobody);
        }
        nobody = Looked::Gone;
        std::thread::sleep(LOOK_AGAIN);
    }
}

fn refused(error: &ClientError) -> Problem {
    if let ClientError::Refused {
        code: Refusal::DiskFull,
        ..
    } = error
    {
        return Problem::disk_full();
    }
    Problem::conflict("notWritten", format!("It could not be written: {error}."))
        .detail("Nothing was lost; try again.")
}
