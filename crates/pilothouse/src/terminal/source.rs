//! Reading from a terminal only while something is wanted from it, so that an editor in between has it to itself.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, IsTerminal};

use tokio::sync::mpsc;

/// Opens the terminal that a person sits at, if what is asked can be seen: stderr must be one too.
pub(crate) fn open() -> Option<File> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let terminal = OpenOptions::new().read(true).write(true).open("/dev/tty");
    terminal.ok()
}

/// Pieces of what is typed. There is at most one reading at a time, which outlives whoever stopped waiting for it.
pub(crate) struct Source<T> {
    pieces: mpsc::Receiver<io::Result<T>>,
    wanted: mpsc::Sender<()>,
    reading: bool,
}

impl<T: Send + 'static> Source<T> {
    /// Reads pieces as `read` cuts them, in a thread of its own: a terminal cannot be waited for otherwise everywhere.
    pub(crate) fn new(
        terminal: File,
        read: impl Fn(&mut BufReader<File>) -> io::Result<T> + Send + 'static,
    ) -> Self {
        let (wanted, mut wishes) = mpsc::channel::<()>(1);
        let (sender, pieces) = mpsc::channel(1);
        std::thread::spawn(move || {
            let mut terminal = BufReader::new(terminal);
            while wishes.blocking_recv().is_some() {
                if sender.blocking_send(read(&mut terminal)).is_err() {
                    return;
                }
            }
        });
        Self {
            pieces,
            wanted,
            reading: false,
        }
    }

    /// Drops a piece that was read before anybody wanted it.
    pub(crate) fn discard(&mut self) {
        if self.pieces.try_recv().is_ok() {
            self.reading = false;
        }
    }

    /// Reads a piece. Cancel-safe: the reading goes on and is taken up by the next.
    pub(crate) async fn next(&mut self) -> Option<T> {
        if !self.reading {
            self.wanted.send(()).await.ok()?;
            self.reading = true;
        }
        let piece = self.pieces.recv().await?;
        self.reading = false;
        piece.ok()
    }
}
