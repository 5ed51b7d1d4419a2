//! The terminal that a person sits at, whatever stdin and stdout are.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::os::fd::AsFd;

use rustix::termios::QueueSelector;
use tokio::sync::mpsc;

/// Asks a person for lines. There is at most one reading at a time, which outlives an ask that was withdrawn.
pub(crate) struct Terminal {
    file: File,
    lines: mpsc::Receiver<io::Result<String>>,
    wanted: mpsc::Sender<()>,
    reading: bool,
}

impl Terminal {
    /// Returns the terminal, if a person can see what is asked: stderr must be one too.
    pub(crate) fn open() -> Option<Self> {
        if !io::stderr().is_terminal() {
            return None;
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/tty")
            .ok()?;
        let source = file.try_clone().ok()?;
        let (wanted, mut wishes) = mpsc::channel::<()>(1);
        let (sender, lines) = mpsc::channel(1);
        std::thread::spawn(move || {
            let mut source = BufReader::new(source);
            while wishes.blocking_recv().is_some() {
                let mut line = String::new();
                let read = source.read_line(&mut line).map(|_| line);
                if sender.blocking_send(read).is_err() {
                    return;
                }
            }
        });
        Some(Self {
            file,
            lines,
            wanted,
            reading: false,
        })
    }

    /// Forgets what was typed before anything was asked, lest it be taken for an answer.
    pub(crate) fn forget_typed(&self) {
        // A terminal that cannot do this gives what it has.
        rustix::termios::tcflush(self.file.as_fd(), QueueSelector::IFlush).unwrap_or_default();
    }

    /// Reads a line; `None` at the end of the terminal. Cancel-safe: the reading goes on and is taken up by the next.
    pub(crate) async fn line(&mut self) -> Option<String> {
        if !self.reading {
            self.wanted.send(()).await.ok()?;
            self.reading = true;
        }
        let line = self.lines.recv().await?;
        self.reading = false;
        let line = line.ok().filter(|line| !line.is_empty())?;
        Some(line.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// Lets an editor change a text in the terminal.
    pub(crate) fn edit(&self, text: &str) -> io::Result<String> {
        let editor = ["VISUAL", "EDITOR"]
            .iter()
            .find_map(|name| {
                std::env::var(name)
                    .ok()
                    .filter(|value| !value.trim().is_empty())
            })
            .ok_or_else(|| io::Error::other("no editor: set EDITOR"))?;
        let path = std::env::temp_dir().join(format!("pilothouse-{}.json", std::process::id()));
        let mut file = private(&path)?;
        file.write_all(text.as_bytes())?;
        drop(file);
        let mut words = editor.split_whitespace();
        let program = words.next().unwrap_or("vi");
        let status = std::process::Command::new(program)
            .args(words)
            .arg(&path)
            .stdin(self.file.try_clone()?)
            .stdout(self.file.try_clone()?)
            .status();
        let edited = std::fs::read_to_string(&path);
        // It is ours and temporary.
        drop(std::fs::remove_file(&path));
        match status {
            Ok(status) if status.success() => edited,
            Ok(status) => Err(io::Error::other(format!("{program}: {status}"))),
            Err(error) => Err(io::Error::other(format!("{program}: {error}"))),
        }
    }
}

/// Makes a file that only this user can read.
fn private(path: &std::path::Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
}
