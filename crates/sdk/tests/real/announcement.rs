//! A pipe through which a process reports its ID.

use std::path::{Path, PathBuf};

use tokio::io::{AsyncBufReadExt, BufReader};

/// A named pipe through which a process reports its ID.
pub(crate) struct Announcement {
    path: PathBuf,
    pipe: tokio::net::unix::pipe::Receiver,
}

impl Announcement {
    pub(crate) fn new(path: PathBuf) -> Self {
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()), "make a pipe");
        // Opened for reading and writing, so that neither end waits for the other.
        let pipe = tokio::net::unix::pipe::OpenOptions::new()
            .read_write(true)
            .open_receiver(&path)
            .unwrap();
        Self { path, pipe }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) async fn pid(self) -> u32 {
        let mut line = String::new();
        BufReader::new(self.pipe)
            .read_line(&mut line)
            .await
            .unwrap();
        line.trim().parse().unwrap()
    }
}
