//! Writing to the log of a session that has no runner.

use std::io;
use std::sync::{MutexGuard, PoisonError};
use std::time::Instant;

use pilothouse_log::{Closed, Kind, LogDir, LogWriter, Record};

use super::Refusal;
use super::effect::Body;
use super::io::{FAREWELL, LOOK_AGAIN, Outcome, Place, Write, blocking};

impl Place {
    /// Writes into the log. Returns what became of each write, and all that is new in the log.
    pub(super) async fn write_to_file(
        &self,
        writes: Vec<Write>,
    ) -> (Vec<(String, Outcome)>, Vec<Record>) {
        let keys: Vec<String> = writes.iter().map(|write| write.key.clone()).collect();
        let (mut records, mut outcomes) = (Vec::new(), Vec::new());
        for Write { key, who, body } in writes {
            let Body::Note(note) = body else {
                outcomes.push((key, Outcome::Refused(Refusal::InputClosed)));
                continue;
            };
            records.push(Record {
                id: Some(key),
                ..Record::new(Kind::Note, who, note.to_bytes())
            });
        }
        match self.append(records).await {
            Ok((repeated, new)) => {
                for (key, seq) in repeated {
                    outcomes.push((key, Outcome::Repeated { seq }));
                }
                (outcomes, new)
            }
            Err(problem) => {
                let failed = keys.into_iter();
                let failed = failed.map(|key| (key, Outcome::Refused(problem.clone())));
                (failed.collect(), Vec::new())
            }
        }
    }

    /// Appends to a log that has no runner. Returns which of the records were there before, and all that is new in it.
    async fn append(
        &self,
        mut records: Vec<Record>,
    ) -> Result<(Vec<(String, u64)>, Vec<Record>), Refusal> {
        let place = self.clone();
        let appended = blocking(move || -> io::Result<_> {
            let mut writer = place.open()?;
            let (head, mut repeated) = (writer.head().seq, Vec::new());
            records.retain(|record| {
                let id = record.id.as_deref().unwrap_or_default();
                let applied = writer.applied(id, record.kind);
                repeated.extend(applied.map(|seq| (id.to_owned(), seq)));
                applied.is_none()
            });
            if !records.is_empty() {
                writer.append_synced(&mut records)?;
            }
            *place.closed() = writer.close();
            if head == place.seen {
                return Ok((repeated, records));
            }
            // Opening has noted a cut tail or a missing exit, or a runner has written since.
            let new: io::Result<Vec<Record>> = place.log().read_after(place.seen)?.collect();
            Ok((repeated, new?))
        });
        appended.await.map_err(|error| not_written(&error))
    }

    /// Opens the log for writing, without reading it again if nobody has written to it since. Blocks.
    fn open(&self) -> io::Result<LogWriter> {
        let (dir, segment_bytes) = (self.log(), self.shared.config.segment_bytes);
        wait_until_free(&dir)?;
        let closed = self.closed().take();
        let opened = match closed {
            Some(closed) => LogWriter::reopen(&dir, &self.id, segment_bytes, closed),
            None => LogWriter::open(&dir, &self.id, segment_bytes),
        };
        Ok(opened?)
    }

    fn closed(&self) -> MutexGuard<'_, Option<Closed>> {
        self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the end of a dead process into the log; returns all that is new in it.
    pub(super) async fn close_log(&self) -> io::Result<Vec<Record>> {
        let closed = self.append(Vec::new()).await;
        let (_, records) = closed.map_err(|refusal| io::Error::other(refusal.to_string()))?;
        Ok(records)
    }
}

/// Waits until a runner that has said goodbye has let go of the log. Blocks.
pub(super) fn wait_until_free(dir: &LogDir) -> io::Result<()> {
    let begun = Instant::now();
    while dir.is_locked()? && begun.elapsed() < FAREWELL {
        std::thread::sleep(LOOK_AGAIN);
    }
    Ok(())
}

fn not_written(error: &io::Error) -> Refusal {
    use io::ErrorKind::{QuotaExceeded, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded => Refusal::DiskFull,
        _ => Refusal::NotWritten(error.to_string()),
    }
}
