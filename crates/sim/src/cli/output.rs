//! Stdout: a thread that writes lines, so that the conversation never waits for a slow reader.

use std::io::Write;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

/// The sending end of stdout.
#[derive(Debug)]
pub(super) struct Output {
    sender: std::cell::RefCell<Option<Sender<Vec<u8>>>>,
    thread: std::cell::RefCell<Option<JoinHandle<()>>>,
    /// Disconnected when the thread has ended.
    ended: Receiver<()>,
}

/// How long the process waits for a reader at its end after a signal.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

impl Output {
    pub(super) fn start() -> Self {
        let (sender, receiver) = channel();
        let (ends, ended) = channel();
        let thread = std::thread::Builder::new()
            .name("stdout".to_owned())
            .stack_size(128 * 1024)
            .spawn(move || {
                write_all(&receiver);
                drop::<Sender<()>>(ends);
            })
            .ok();
        Self {
            sender: Some(sender).into(),
            thread: thread.into(),
            ended,
        }
    }

    /// Writes one frame as a line.
    pub(super) fn frame(&self, frame: &Value) {
        let mut bytes = Vec::with_capacity(256);
        if serde_json::to_writer(&mut bytes, frame).is_ok() {
            bytes.push(b'\n');
            self.bytes(bytes);
        }
    }

    /// Writes raw bytes.
    pub(super) fn bytes(&self, bytes: Vec<u8>) {
        if let Some(sender) = self.sender.borrow().as_ref() {
            // A closed pipe ends the writer; later output has no reader and is dropped.
            let _unread = sender.send(bytes);
        }
    }

    /// Ends the process after a signal: earlier output is written, if it is read.
    pub(super) fn exit(&self, code: i32) -> ! {
        self.sender.borrow_mut().take();
        // Either everything is written, or the pipe has no reader.
        let _ended = self.ended.recv_timeout(EXIT_TIMEOUT);
        std::process::exit(code)
    }

    /// Waits until everything is written, and ends the thread.
    pub(super) fn finish(&self) {
        self.sender.borrow_mut().take();
        if let Some(thread) = self.thread.borrow_mut().take() {
            // A writer that panicked has nothing more to write.
            let _ended = thread.join();
        }
    }
}

fn write_all(receiver: &Receiver<Vec<u8>>) {
    let mut stdout = std::io::stdout().lock();
    while let Ok(mut bytes) = receiver.recv() {
        while bytes.len() < 64 * 1024 {
            match receiver.try_recv() {
                Ok(more) => bytes.extend_from_slice(&more),
                Err(_) => break,
            }
        }
        if stdout
            .write_all(&bytes)
            .and_then(|()| stdout.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Prints text on stdout, outside the protocol.
pub(super) fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    // Stdout is closed, so the text has no reader.
    let _closed = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
}

/// Prints a line on stderr.
pub(super) fn print_error(text: &str) {
    let mut stderr = std::io::stderr().lock();
    // Stderr is closed, so the text has no reader.
    let _closed = writeln!(stderr, "{text}");
}
