//! The terminal that a person sits at, whatever stdin and stdout are.

use std::fs::File;
use std::io::{self, BufRead};
use std::os::fd::AsFd;

use rustix::termios::QueueSelector;

use super::guard::GUARD;
use super::source::{self, Source};

/// Asks a person for lines.
pub(crate) struct Terminal {
    file: File,
    lines: Source<String>,
}

impl Terminal {
    /// Returns the terminal, if there is one.
    pub(crate) fn open() -> Option<Self> {
        let file = source::open()?;
        let lines = Source::new(file.try_clone().ok()?, |terminal| {
            let mut line = String::new();
            terminal.read_line(&mut line).map(|_| line)
        });
        Some(Self { file, lines })
    }

    /// Waits until input can answer the request on the screen. Input from before that is discarded. Cancel-safe.
    pub(crate) async fn guard(&mut self) {
        tokio::time::sleep(GUARD).await;
        // A terminal that cannot discard its input keeps it.
        rustix::termios::tcflush(self.file.as_fd(), QueueSelector::IFlush).unwrap_or_default();
        self.lines.discard();
    }

    /// Reads a line; `None` at the end of the terminal. Cancel-safe.
    pub(crate) async fn line(&mut self) -> Option<String> {
        let line = self.lines.next().await.filter(|line| !line.is_empty())?;
        Some(line.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// Lets an editor change a text in the terminal.
    pub(crate) fn edit(&self, text: &str) -> io::Result<String> {
        super::editor::edit(&self.file, text)
    }
}
