//! Opening a log again that this process has closed: what it knew of it still holds if nobody wrote since.

use std::fs::{File, OpenOptions};
use std::io;

use super::read::Applied;
use super::{Head, LockError, LogDir, LogWriter, live_path, lock};

/// What a writer knew when it was closed, so that the next one of the same process reads nothing again.
#[derive(Debug)]
pub struct Closed {
    head: Head,
    epoch: u32,
    applied: Vec<Applied>,
}

impl LogWriter {
    /// Opens a log again that was closed before; reads it, as [`LogWriter::open`] does, if anybody wrote to it since.
    pub fn reopen(
        dir: &LogDir,
        session: &str,
        segment_bytes: u64,
        closed: Closed,
    ) -> Result<Self, LockError> {
        let lock = lock::take(dir)?;
        let Some(file) = closed.head.last_file(dir)? else {
            drop(lock);
            return Self::open(dir, session, segment_bytes);
        };
        Ok(Self {
            dir: dir.path.clone(),
            session: session.to_owned(),
            segment_bytes,
            file,
            head: closed.head,
            epoch: closed.epoch,
            applied: closed.applied,
            broken: false,
            _lock: lock,
        })
    }

    /// Releases the lock. None when what is on the disk is unknown.
    pub fn close(self) -> Option<Closed> {
        let (head, epoch, applied) = (self.head, self.epoch, self.applied);
        let closed = Closed {
            head,
            epoch,
            applied,
        };
        (!self.broken).then_some(closed)
    }
}

impl Head {
    /// The file of the last segment, if the log still ends there.
    fn last_file(&self, dir: &LogDir) -> io::Result<Option<File>> {
        let goes_on = live_path(&dir.path, self.segment + 1).try_exists()?;
        let opened = OpenOptions::new()
            .append(true)
            .open(live_path(&dir.path, self.segment));
        let file = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let is_same = !goes_on && file.metadata()?.len() == self.offset;
        Ok(is_same.then_some(file))
    }
}
