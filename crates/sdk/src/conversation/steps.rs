//! A stream of steps.

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_core::Stream;

use super::{Conversation, Step};
use crate::events::Events;

/// The events of a session as steps of its conversation. Created by [`Events::steps`].
#[derive(Debug)]
pub struct Steps {
    events: Events,
    conversation: Conversation,
    ready: VecDeque<Step>,
    started: Instant,
}

impl Events {
    /// Converts the events into steps of the conversation.
    pub fn steps(self) -> Steps {
        Steps {
            events: self,
            conversation: Conversation::new(),
            ready: VecDeque::new(),
            started: Instant::now(),
        }
    }
}

impl Steps {
    /// Returns the next step; `None` after [`Step::Ended`]. Cancel-safe.
    pub async fn next(&mut self) -> Option<Step> {
        std::future::poll_fn(|context| self.poll(context)).await
    }

    /// Returns the state of the conversation: drafts, open calls, liveness, cost.
    ///
    /// Its times are milliseconds since the creation of this stream.
    pub fn conversation(&self) -> &Conversation {
        &self.conversation
    }

    /// Returns the time since the last message of the CLI, as far as steps have been taken.
    pub fn silence(&self) -> Duration {
        let heard = Duration::from_millis(self.conversation.liveness.last_event_ms);
        self.started.elapsed().saturating_sub(heard)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Step>> {
        loop {
            if let Some(step) = self.ready.pop_front() {
                return Poll::Ready(Some(step));
            }
            let Some(event) = std::task::ready!(self.events.poll(context)) else {
                return Poll::Ready(None);
            };
            let at_ms = self.started.elapsed().as_millis();
            let at_ms = at_ms.try_into().unwrap_or(u64::MAX);
            self.ready.extend(self.conversation.observe(&event, at_ms));
        }
    }
}

impl Stream for Steps {
    type Item = Step;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Step>> {
        self.get_mut().poll(context)
    }
}
