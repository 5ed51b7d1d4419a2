//! Disk space that is reserved so that a full disk does not stop a log.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use crate::{DiskFull, DiskRoom, Interrupted, Kind, LogWriter, Note, Record, Who};

/// A file that only takes up disk space. The runners of a data directory share one, and any of them may release it.
#[derive(Clone, Debug)]
pub struct Reserve {
    path: PathBuf,
    bytes: u64,
}

impl Reserve {
    pub fn new(path: impl Into<PathBuf>, bytes: u64) -> Self {
        Self {
            path: path.into(),
            bytes,
        }
    }

    /// Returns the note for a full disk whose reserve is released.
    pub fn given_up(&self) -> Record {
        note(DiskFull {
            reserve: self.bytes,
            ..DiskFull::default()
        })
    }

    /// Returns the note for a disk that has space again.
    pub fn taken_back(&self) -> Record {
        note(DiskRoom {
            reserve: self.bytes,
            ..DiskRoom::default()
        })
    }

    /// Allocates the file unless it is there; leaves no part of it behind on failure.
    pub fn fill(&self) -> io::Result<()> {
        if self.is_filled() {
            return Ok(());
        }
        let open = crate::private::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&self.path);
        let filled = open.and_then(|file| self.allocate(file));
        if filled.is_err() {
            self.free()?;
        }
        filled
    }

    fn is_filled(&self) -> bool {
        let found = fs::metadata(&self.path);
        found.is_ok_and(|found| found.is_file() && found.len() >= self.bytes)
    }

    fn allocate(&self, mut file: File) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{FallocateFlags, fallocate};
            use rustix::io::Errno;
            match fallocate(&file, FallocateFlags::empty(), 0, self.bytes) {
                Err(Errno::OPNOTSUPP | Errno::NOSYS) => {}
                result => return Ok(result?),
            }
        }
        let zeros = [0; 4096];
        for _ in 0..self.bytes.div_ceil(4096) {
            file.write_all(&zeros)?;
        }
        file.sync_all()
    }

    /// Appends records and syncs them; releases the reserve if the disk is full.
    pub fn append_synced(&self, log: &mut LogWriter, records: &mut [Record]) -> io::Result<()> {
        match log.append_synced(records) {
            Err(error) if is_full(&error) && self.free()? => log.append_synced(records),
            appended => appended,
        }
    }

    /// Releases the disk space. Returns false if there was none.
    pub fn free(&self) -> io::Result<bool> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Whether the reserve is filled, or could be, with as much free space beside it.
    pub fn has_room(&self) -> bool {
        let dir = self.path.parent().unwrap_or(&self.path);
        let wanted = if self.is_filled() { 1 } else { 2 };
        rustix::fs::statvfs(dir)
            .is_ok_and(|room| room.f_bavail.saturating_mul(room.f_frsize) >= wanted * self.bytes)
    }
}

/// Returns the note for a turn that was interrupted because the disk is full.
pub fn interrupted() -> Record {
    note(Interrupted {
        reason: "disk full".to_owned(),
        ..Interrupted::default()
    })
}

fn note(note: impl Into<Note>) -> Record {
    Record::new(Kind::Note, Who::Host, note.into().to_bytes())
}

/// Whether an error means that the disk or a quota is full.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}
