//! The writing side of a socket: updates of one moment go together, and a reader that is gone is not waited for.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, interval};

use super::wire::Wire;
use super::{Browser, Outgoing};
use crate::app::App;
use crate::metrics::add;

/// The time between two messages: a frame of a fast screen. What comes meanwhile goes together.
const FRAME: Duration = Duration::from_millis(8);
/// The most bytes of updates that are taken together.
const BATCH_BYTES: usize = 256 * 1024;
/// How long a browser may take to accept a message before it counts as gone.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a browser is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// How long it may say nothing at all.
const SILENCE: Duration = Duration::from_secs(65);

/// Close codes: the first is of the standard, the second ours.
const GOING_AWAY: u16 = 1001;
const REVOKED: u16 = 4001;

pub(super) struct Line {
    pub(super) socket: WebSocket,
    pub(super) wire: Wire,
    pub(super) app: App,
    pub(super) device: String,
}

/// Why a socket ends.
enum End {
    Gone,
    Slow,
    Told(CloseFrame),
}

impl Line {
    /// Carries updates out and commands in until either side ends.
    pub(super) async fn run(
        mut self,
        browser: &mut Browser,
        mut outgoing: mpsc::Receiver<Outgoing>,
    ) {
        let end = self.exchange(browser, &mut outgoing).await;
        match end {
            End::Gone => {}
            End::Slow => add(&self.app.metrics.slow_readers, 1),
            End::Told(frame) => {
                let close = self.socket.send(Message::Close(Some(frame)));
                // A browser that does not take it finds the connection closed.
                drop(tokio::time::timeout(Duration::from_secs(1), close).await);
            }
        }
    }

    async fn exchange(
        &mut self,
        browser: &mut Browser,
        outgoing: &mut mpsc::Receiver<Outgoing>,
    ) -> End {
        let mut ping: Interval = interval(PING);
        let mut heard = Instant::now();
        let mut next = Instant::now();
        let (mut waiting, mut bytes) = (Vec::new(), 0);
        // The device may have been revoked since the handshake was let in: nothing is sent before this.
        let Ok(mut revoked) = self.app.auth.watch_revocation(&self.device).await else {
            return End::Told(frame(REVOKED, "this device was revoked"));
        };
        let closing = self.app.closing.clone();
        loop {
            tokio::select! {
                () = closing.cancelled() => return End::Told(frame(GOING_AWAY, "the server ends; sessions go on")),
                () = revoked.wait_for(&self.device) => return End::Told(frame(REVOKED, "this device was revoked")),
                () = tokio::time::sleep_until(next), if !waiting.is_empty() => {
                    if let Err(end) = self.send(&mut waiting).await {
                        return end;
                    }
                    bytes = 0;
                    if self.wire.is_batched() {
                        next = Instant::now() + FRAME;
                    }
                }
                Some(Outgoing { text, .. }) = outgoing.recv(), if bytes < BATCH_BYTES => {
                    bytes += text.len();
                    waiting.push(text);
                }
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => browser.on_command(&text).await,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Gone,
                        Some(Ok(_)) => {}
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        return End::Slow;
                    }
                    if let Err(end) = self.put(Message::Ping(Default::default())).await {
                        return end;
                    }
                }
            }
        }
    }

    async fn send(&mut self, waiting: &mut Vec<Utf8Bytes>) -> Result<(), End> {
        let metrics = &self.app.metrics;
        add(
            &metrics.socket_bytes,
            waiting.iter().map(|text| text.len()).sum(),
        );
        let messages = self.wire.pack(waiting).ok_or(End::Gone)?;
        for message in messages {
            add(&self.app.metrics.socket_messages, 1);
            let length = match &message {
                Message::Text(text) => text.len(),
                Message::Binary(bytes) => bytes.len(),
                _ => 0,
            };
            add(&self.app.metrics.socket_sent_bytes, length);
            self.put(message).await?;
        }
        Ok(())
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Slow),
        }
    }
}

fn frame(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame {
        code,
        reason: reason.into(),
    }
}
