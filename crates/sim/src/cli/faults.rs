//! Scripted faults that a host must survive.

use std::io::Write;

use serde_json::json;

use super::abort::{Abort, Aborted};
use super::clock::uuid;
use super::session::Sim;
use crate::script::{Block, ExitSignal, ExitWhen};

impl Sim {
    /// Runs one of the simulator's own steps.
    pub(super) async fn inject_fault(&self, abort: &Abort, block: &Block) -> Result<(), Aborted> {
        match block {
            Block::Garbage { text } => self.out.bytes(format!("{text}\n").into_bytes()),
            Block::HalfLine { text, rest, s } => {
                self.out.bytes(text.clone().into_bytes());
                abort.guard(self.pause(s.duration())).await?;
                if let Some(rest) = rest {
                    self.out.bytes(format!("{rest}\n").into_bytes());
                }
            }
            Block::HugeLine { bytes } => self.huge_line(*bytes),
            Block::Silence { s } => self.be_silent(*s).await,
            Block::Flood { count, bytes } => self.flood(*count, *bytes).await,
            Block::Stderr { text } => {
                let mut stderr = std::io::stderr().lock();
                // Stderr is closed, so the text has no reader.
                let _closed = stderr.write_all(text.as_bytes());
            }
            Block::Exit { code, signal, when } => {
                let code = exit_code(*code, *signal);
                if *when == ExitWhen::Now {
                    self.vanish(code);
                }
                self.exit_when.set(Some((*when, code)));
            }
            _ => {}
        }
        Ok(())
    }

    fn huge_line(&self, bytes: u64) {
        let length = usize::try_from(bytes)
            .unwrap_or(usize::MAX)
            .saturating_sub(200);
        self.system(
            "informational",
            json!({
                "content": "x".repeat(length), "isMeta": false, "level": "notice",
            }),
        );
    }

    async fn be_silent(&self, span: Option<crate::script::Seconds>) {
        self.silent.set(true);
        match span {
            Some(span) => self.pause(span.duration()).await,
            None => std::future::pending().await,
        }
        self.silent.set(false);
    }

    async fn flood(&self, count: u64, bytes: usize) {
        let text = "f".repeat(bytes);
        for number in 0..count {
            self.emit(&json!({
                "type": "stream_event",
                "event": {
                    "type": "content_block_delta",
                    "index": 0,
                    "delta": { "type": "text_delta", "text": text },
                },
                "session_id": self.session_id(),
                "parent_tool_use_id": null,
                "uuid": uuid(),
            }));
            if number % 256 == 255 {
                tokio::task::yield_now().await;
            }
        }
    }

    /// Ends the process if the script has an exit at this point.
    pub(super) fn exit_if(&self, moment: ExitWhen) {
        if let Some((when, code)) = self.exit_when.get()
            && when == moment
        {
            self.vanish(code);
        }
    }

    /// Ends the process without further output; earlier output is written.
    fn vanish(&self, code: i32) -> ! {
        self.out.finish();
        if code < 0 {
            kill_self(-code);
        }
        std::process::exit(code)
    }
}

/// Signals are negative.
fn exit_code(code: Option<i32>, signal: Option<ExitSignal>) -> i32 {
    match signal {
        Some(ExitSignal::Kill) => -9,
        Some(ExitSignal::Term) => -15,
        Some(ExitSignal::Segv) => -11,
        Some(ExitSignal::Abrt) => -6,
        None => code.unwrap_or(1),
    }
}

/// Sends a signal to this process and waits for it.
fn kill_self(signal: i32) {
    let name = match signal {
        9 => "KILL",
        11 => "SEGV",
        6 => "ABRT",
        _ => "TERM",
    };
    let status = std::process::Command::new("kill")
        .args([format!("-{name}"), std::process::id().to_string()])
        .status();
    if status.is_ok() {
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
}
