//! The log in good and in bad times.

use std::io;
use std::time::{Duration, Instant};

use bytes::Bytes;
use pilothouse_log::{ExitReason, Kind, LogWriter, Record, Who, disk_reserve};

use super::Runner;
use crate::Durability;

/// How often a full disk is looked at again.
pub(super) const LOOK_AGAIN: Duration = Duration::from_secs(1);

impl Runner {
    /// Logs what the CLI wrote and shows it to everyone.
    ///
    /// When that cannot be done, it is kept and no more is read: the CLI works on, keeps its
    /// output in its own memory and hands it over when it is read again.
    pub(super) fn log_output(&mut self, mut records: Vec<Record>, durability: Durability) {
        if records.is_empty() {
            return;
        }
        match self.append(&mut records, durability) {
            Ok(()) => self.publish(),
            Err(_) => self.unlogged.append(&mut records),
        }
        self.end_if_broken();
    }

    /// Logs what a client wrote, and returns when it is as safe as was asked for.
    pub(super) fn log_write(&mut self, record: Record, durability: Durability) -> io::Result<u64> {
        let mut records = [record];
        let appended = self.append(&mut records, durability);
        self.end_if_broken();
        appended?;
        self.publish();
        Ok(records[0].seq)
    }

    /// Ends the session when nothing more can be logged: what the CLI did from here on would be lost.
    ///
    /// Whoever opens the log next reads what is on the disk and notes the end. A log that was deleted has no reader.
    pub(super) fn end_if_broken(&mut self) {
        if self.log.is_broken() || self.log.is_deleted() {
            self.unlogged.clear();
            self.stop(ExitReason::RunnerStopped, Duration::ZERO);
        }
    }

    /// Lets clients see everything that is in the log.
    pub(super) fn publish(&self) {
        self.heads.send_replace(self.log.head());
    }

    /// Appends, and gives up the reserve for it when the disk is full.
    fn append(&mut self, records: &mut [Record], durability: Durability) -> io::Result<()> {
        let append = match durability {
            Durability::Synced => LogWriter::append_synced,
            Durability::Written => LogWriter::append,
        };
        match append(&mut self.log, records) {
            Err(error) if disk_reserve::is_full(&error) && !self.disk_full => {
                self.disk_full = true;
                self.reserve.free()?;
                let mut told = self.meet_full_disk();
                if let Err(error) = self.log.append(&mut told) {
                    // Somebody else was quicker to take the room: it is told when there is some.
                    self.unlogged.append(&mut told);
                    return Err(error);
                }
                append(&mut self.log, records)
            }
            result => result,
        }
    }

    /// Stops the running turn before it fills the last of the disk, and returns what is to be logged of that.
    fn meet_full_disk(&mut self) -> Vec<Record> {
        let mut told = vec![self.reserve.given_up()];
        if !self.activity.idle {
            let id = format!("runner-{}-{}", self.log.epoch(), self.log.head().seq);
            let line = format!(
                r#"{{"type":"control_request","request_id":"{id}","request":{{"subtype":"interrupt"}}}}"#
            );
            self.cli.push(Bytes::from(line.clone()));
            told.push(Record::new(Kind::In, Who::Host, line));
            told.push(disk_reserve::interrupted());
        }
        told
    }

    /// Tries again what could not be logged, and takes the reserve back when there is room.
    pub(super) fn look_at_disk(&mut self) {
        let waiting = std::mem::take(&mut self.unlogged);
        if !waiting.is_empty() {
            self.activity.since = Instant::now();
            self.log_output(waiting, Durability::Synced);
        }
        if !self.disk_full || !self.reserve.has_room() || self.reserve.fill().is_err() {
            return;
        }
        let noted = self.log.append(&mut [self.reserve.taken_back()]);
        self.disk_full = noted.is_err();
        self.publish();
    }
}
