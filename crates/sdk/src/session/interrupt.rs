//! Stopping a turn, once.

use std::time::{Duration, Instant};

use pilothouse_protocol::control::{Interrupt, InterruptResponse};
use tokio::sync::Mutex;

use super::Session;
use crate::error::{Error, Result};
use crate::events::{Event, Notice};

/// A second interrupt within this time is a double click: it would stop the turn that waited behind the first.
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
    /// It also took back the prompts that waited.
    all: bool,
    receipt: InterruptResponse,
}

impl Session {
    /// Stops the running turn, in whatever state it is. Prompts that wait are answered next.
    ///
    /// Two within one turn, or within half a second, are one: both callers get the receipt of the first.
    /// Without a receipt in 10 s the CLI does not respond: see [`Session::kill_and_resume`].
    pub async fn interrupt(&self) -> Result<InterruptResponse> {
        self.interrupt_with(Interrupt::default()).await
    }

    /// Stops the running turn and takes back all prompts that wait, also after an [`interrupt`](Session::interrupt) of the same turn.
    pub async fn interrupt_all(&self) -> Result<InterruptResponse> {
        let mut interrupt = Interrupt::default();
        interrupt.cancel_queued = Some(true);
        self.interrupt_with(interrupt).await
    }

    async fn interrupt_with(&self, interrupt: Interrupt) -> Result<InterruptResponse> {
        let called = Instant::now();
        // Callers wait here for the one before them, and find its receipt.
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
