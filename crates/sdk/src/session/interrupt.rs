//! Interrupts a turn, at most once.

use std::time::{Duration, Instant};

use pilothouse_protocol::control::{Interrupt, InterruptResponse};
use tokio::sync::Mutex;

use super::Session;
use crate::error::{Error, Result};
use crate::events::{Event, Notice};

/// A second interrupt within this time is a double click: it would stop the turn of the next prompt.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// The last interrupt of a session.
#[derive(Debug, Default)]
pub(super) struct Interrupts {
    last: Mutex<Option<Last>>,
}

#[derive(Debug)]
struct Last {
    turn: u64,
    acknowledged: Instant,
    /// Whether it also withdrew the waiting prompts.
    all: bool,
    receipt: InterruptResponse,
}

impl Session {
    /// Interrupts the running turn in any state. Waiting prompts are answered next.
    ///
    /// Two calls within one turn, or within half a second, count as one: both return the receipt of the first.
    /// If there is no receipt within 10 s, the CLI is unresponsive: see [`Session::kill_and_resume`].
    pub async fn interrupt(&self) -> Result<InterruptResponse> {
        self.interrupt_with(Interrupt::default()).await
    }

    /// Interrupts the running turn and withdraws all waiting prompts, even after an [`interrupt`](Session::interrupt)
    /// of the same turn.
    pub async fn interrupt_all(&self) -> Result<InterruptResponse> {
        let mut interrupt = Interrupt::default();
        interrupt.cancel_queued = Some(true);
        self.interrupt_with(interrupt).await
    }

    async fn interrupt_with(&self, interrupt: Interrupt) -> Result<InterruptResponse> {
        let called = Instant::now();
        // Callers wait here for an earlier call, and find its receipt.
        let mut last = self.handle.interrupts.last.lock().await;
        let activity = self.activity();
        let all = interrupt.cancel_queued == Some(true);
        if let Some(last) = &*last
            && (last.all || !all)
            && (called < last.acknowledged + DOUBLE_CLICK
                || activity.running && activity.turn == last.turn)
        {
            return Ok(last.receipt.clone());
        }
        let timeout = self.shared().settings.interrupt_timeout;
        match self.request_within(interrupt, timeout).await {
            Ok(receipt) => {
                *last = Some(Last {
                    turn: activity.turn,
                    acknowledged: Instant::now(),
                    all,
                    receipt: receipt.clone(),
                });
                Ok(receipt)
            }
            Err(Error::Timeout { after, .. }) => {
                self.shared()
                    .queue
                    .tell(Event::Notice(Notice::Unresponsive));
                Err(Error::Unresponsive { after })
            }
            Err(error) => Err(error),
        }
    }
}
