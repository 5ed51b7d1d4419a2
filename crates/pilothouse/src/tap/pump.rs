//! Passing bytes on, unchanged and at once.

use std::fs::File;
use std::io::{self, PipeReader, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{ChildStdin, ChildStdout};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pilothouse_protocol::check::Direction;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::recorder::{HEAD, write_head};

/// As much as a pipe holds by default: more is never there to be read at once.
const CHUNK: usize = 64 * 1024;

/// How long a pipe must have been silent after the end of the program before we stop listening to what it left behind.
const SILENCE: Duration = Duration::from_millis(250);

/// Where chunks are written down before they are passed on.
///
/// One pipe for both directions keeps their order; the lock keeps a chunk in one piece.
pub(super) struct Chunks {
    begun: Instant,
    recorder: Mutex<Option<ChildStdin>>,
}

impl Chunks {
    pub(super) fn new(recorder: Option<ChildStdin>) -> Self {
        Self {
            begun: Instant::now(),
            recorder: Mutex::new(recorder),
        }
    }

    /// Writes a chunk down: a head and the bytes behind it. A recorder that is gone holds nothing up: the wire goes on.
    fn record(&self, direction: Direction, buffer: &mut [u8]) {
        write_head(buffer, direction, self.begun.elapsed());
        let mut recorder = self.lock();
        if let Some(pipe) = recorder.as_mut()
            && pipe.write_all(buffer).is_err()
        {
            *recorder = None;
        }
    }

    /// Tells the recorder that this was all.
    pub(super) fn close(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<ChildStdin>> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// From the host to the program. The end of one is the end of the other.
pub(super) fn inwards(mut to: ChildStdin, chunks: &Chunks) -> io::Result<()> {
    let mut from = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    pump(&mut from, &mut to, Direction::In, chunks, |_| true)?;
    // A host that goes on writing must see that nobody reads, as it would without us.
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(())
}

/// From the program to the host, until its pipe has ended; or the program has, and what it left behind says nothing.
pub(super) fn outwards(
    mut from: ChildStdout,
    program_ended: &PipeReader,
    chunks: &Chunks,
) -> io::Result<()> {
    let mut to = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let more = |from: &ChildStdout| {
        is_readable(from.as_fd(), Some(program_ended.as_fd()), None)
            || is_readable(from.as_fd(), None, Some(SILENCE))
    };
    pump(&mut from, &mut to, Direction::Out, chunks, more)
}

fn pump<From: Read>(
    from: &mut From,
    to: &mut impl Write,
    direction: Direction,
    chunks: &Chunks,
    more: impl Fn(&From) -> bool,
) -> io::Result<()> {
    let mut buffer = vec![0; HEAD + CHUNK];
    while more(from) {
        let read = match from.read(&mut buffer[HEAD..]) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        chunks.record(direction, &mut buffer[..HEAD + read]);
        if to.write_all(&buffer[HEAD..HEAD + read]).is_err() {
            // Nobody reads any more; dropping our end tells the writer.
            break;
        }
    }
    Ok(())
}

/// Waits until there is something to read, or the end of it; no, if the other ends or the time passes first.
fn is_readable(
    source: BorrowedFd<'_>,
    other: Option<BorrowedFd<'_>>,
    patience: Option<Duration>,
) -> bool {
    let patience = patience.map(|patience| Timespec {
        tv_sec: patience.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: patience.subsec_nanos().into(),
    });
    let mut descriptors = vec![PollFd::from_borrowed_fd(source, PollFlags::IN)];
    descriptors.extend(other.map(|other| PollFd::from_borrowed_fd(other, PollFlags::IN)));
    loop {
        match poll(&mut descriptors, patience.as_ref()) {
            Err(rustix::io::Errno::INTR) => {}
            // The read that follows says what is wrong.
            Err(_) => return true,
            Ok(_) => return !descriptors[0].revents().is_empty(),
        }
    }
}
