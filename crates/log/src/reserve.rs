//! Room on the disk that is kept for the moment it is full.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;

use crate::{DiskFull, DiskRoom, Interrupted, Kind, LogWriter, Note, Record, Who};

/// A file that holds nothing but room. All runners of a data directory share one, and any of them may release it.
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

    /// What is logged when there is no room and the reserve is given up.
    pub fn given_up(&self) -> Record {
        note(DiskFull {
            reserve: self.bytes,
            ..DiskFull::default()
        })
    }

    /// What is logged when there is room again and the reserve is taken back.
    pub fn taken_back(&self) -> Record {
        note(DiskRoom {
            reserve: self.bytes,
            ..DiskRoom::default()
        })
    }

    /// Takes the room unless somebody has done so, or leaves nothing behind.
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

    /// Appends what must be logged, with the room that is kept if there is no other.
    pub fn append_synced(&self, log: &mut LogWriter, records: &mut [Record]) -> io::Result<()> {
        match log.append_synced(records) {
            Err(error) if is_full(&error) && self.free()? => log.append_synced(records),
            appended => appended,
        }
    }

    /// Gives the room back; false when there was none.
    pub fn free(&self) -> io::Result<bool> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            result => result.map(|()| true),
        }
    }

    /// Says whether the reserve is there, or can be taken, and as much room is left beside it.
    pub fn has_room(&self) -> bool {
        let dir = self.path.parent().unwrap_or(&self.path);
        let wanted = if self.is_filled() { 1 } else { 2 };
        rustix::fs::statvfs(dir)
            .is_ok_and(|room| room.f_bavail.saturating_mul(room.f_frsize) >= wanted * self.bytes)
    }
}

/// What is logged of the turn that was stopped because there is no room.
pub fn interrupted() -> Record {
    note(Interrupted {
        reason: "disk full".to_owned(),
        ..Interrupted::default()
    })
}

fn note(note: impl Into<Note>) -> Record {
    Record::new(Kind::Note, Who::Host, note.into().to_bytes())
}

/// Says whether an error means that the disk has no room.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}
