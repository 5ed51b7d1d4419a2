//! Reads the stderr of a process and keeps the end of it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pilothouse_process::OutputTail;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::JoinHandle;

use super::OnStderr;

/// The number of bytes kept.
const KEPT: usize = 64 * 1024;
/// The maximum length of a line passed to a callback.
const LONGEST_LINE: usize = 64 * 1024;

/// The last 64 KiB of a stream that is always read to its end.
pub(crate) struct StderrTail {
    tail: Arc<Mutex<OutputTail>>,
    task: JoinHandle<()>,
}

impl StderrTail {
    pub(crate) fn drain(
        stream: impl AsyncRead + Send + Unpin + 'static,
        on_line: Option<OnStderr>,
    ) -> Self {
        let tail = Arc::new(Mutex::new(OutputTail::new(KEPT)));
        let task = tokio::spawn(drain(stream, Arc::clone(&tail), on_line));
        Self { tail, task }
    }

    /// Returns the tail after the end of the stream, or the current one after a short wait.
    pub(crate) async fn finish(&mut self) -> String {
        if tokio::time::timeout(Duration::from_millis(500), &mut self.task)
            .await
            .is_err()
        {
            self.task.abort();
        }
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.to_text()
    }
}

async fn drain(
    mut stream: impl AsyncRead + Unpin,
    tail: Arc<Mutex<OutputTail>>,
    on_line: Option<OnStderr>,
) {
    let mut buffer = vec![0; 16 * 1024];
    let mut lines = Lines {
        pending: Vec::new(),
        on_line,
    };
    // An error means that nothing more can be read, like the end.
    while let Ok(length @ 1..) = stream.read(&mut buffer).await {
        tail.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(&buffer[..length]);
        lines.push(&buffer[..length]);
    }
    lines.finish();
}

struct Lines {
    pending: Vec<u8>,
    on_line: Option<OnStderr>,
}

impl Lines {
    fn push(&mut self, chunk: &[u8]) {
        let Some(on_line) = &self.on_line else { return };
        for piece in chunk.split_inclusive(|byte| *byte == b'\n') {
            self.pending.extend_from_slice(piece);
            if piece.ends_with(b"\n") || self.pending.len() >= LONGEST_LINE {
                on_line(String::from_utf8_lossy(&self.pending).trim_end_matches(['\r', '\n']));
                self.pending.clear();
            }
        }
    }

    fn finish(&mut self) {
        if let Some(on_line) = &self.on_line
            && !self.pending.is_empty()
        {
            on_line(&String::from_utf8_lossy(&self.pending));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_end_of_a_long_output_is_kept() {
        let output = [vec![b'x'; 2 * KEPT], b"the reason".to_vec()].concat();
        let tail = StderrTail::drain(std::io::Cursor::new(output), None)
            .finish()
            .await;
        assert_eq!(tail.len(), KEPT);
        assert!(tail.ends_with("the reason"));
    }
}
