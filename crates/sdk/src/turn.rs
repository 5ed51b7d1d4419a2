//! A turn as a stream of steps.

mod result;

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use futures_core::Stream;
use pilothouse_protocol::Message;
use pilothouse_protocol::ids::MessageUuid;
use pilothouse_protocol::message::CommandState;
use pilothouse_protocol::system::SystemMessage;

use crate::conversation::{Conversation, Step};
use crate::error::Result;
use crate::events::{Event, Events};
use crate::session::{Sent, Session};
pub use result::{Limit, Outcome, TurnResult};

/// The turn that answers a prompt, as a stream of its steps.
///
/// Created by [`Session::stream`] and [`Cli::stream`](crate::Cli::stream). The stream has only the steps of this turn:
/// it ends with the [`Step::TurnEnded`] of its own prompt, even if other turns run before. Several turns can be read at
/// once.
///
/// Dropping the stream does not stop the turn; use [`Session::interrupt`]. The turn of a single question ends when the
/// stream is dropped.
#[derive(Debug)]
#[must_use = "a turn is a stream: read its steps, or wait for its result"]
pub struct Turn {
    events: Events,
    fate: Fate,
    uuid: MessageUuid,
    conversation: Conversation,
    ready: VecDeque<Step>,
    phase: Phase,
    started: Instant,
    /// The session of a single question, which ends with its turn.
    one_shot: Option<Session>,
}

/// The state of the prompt.
#[derive(Debug)]
enum Fate {
    Open(Sent),
    Known(Result<Outcome>),
}

/// The turn whose steps arrive.
#[derive(Debug)]
enum Phase {
    /// Probably an earlier turn. Older CLIs do not always report which prompt a turn answers, so its steps are kept
    /// until it ends.
    Before(Vec<Step>),
    /// Those of this turn.
    Own,
    /// None.
    Over,
}

impl Turn {
    /// Creates a stream with the events since before the prompt was written. If the session was idle, its next turn
    /// answers the prompt.
    pub(crate) fn new(sent: Sent, events: Events, session_was_free: bool) -> Self {
        Self {
            events,
            uuid: sent.uuid().clone(),
            fate: Fate::Open(sent),
            conversation: Conversation::new(),
            ready: VecDeque::new(),
            phase: if session_was_free {
                Phase::Own
            } else {
                Phase::Before(Vec::new())
            },
            started: Instant::now(),
            one_shot: None,
        }
    }

    pub(crate) fn closing(mut self, session: Session) -> Self {
        self.one_shot = Some(session);
        self
    }

    /// Returns the next step; `None` after the last one. Cancel-safe.
    pub async fn next(&mut self) -> Option<Step> {
        std::future::poll_fn(|context| self.poll_step(context)).await
    }

    /// Waits for the end of the turn. A failed turn is an [`Error::Turn`](crate::Error::Turn), one that reached a limit
    /// of the session is an [`Error::Limit`](crate::Error::Limit); both include the result and its cost.
    ///
    /// The steps need not be read first. For a single question, this also waits until the session is idle, and closes
    /// it.
    pub async fn result(mut self) -> Result<TurnResult> {
        self.events.discard();
        let outcome = match self.fate {
            Fate::Open(sent) => sent.outcome().await,
            Fate::Known(outcome) => outcome,
        };
        let result = outcome.and_then(Outcome::into_result);
        if let Some(session) = self.one_shot {
            if result.is_ok() {
                session.idle().await;
            }
            session.close().await?;
        }
        result
    }

    /// Returns the uuid of the prompt.
    pub fn prompt(&self) -> &MessageUuid {
        &self.uuid
    }

    /// Returns the state of the conversation after the steps that were read: drafts and open calls.
    pub fn conversation(&self) -> &Conversation {
        &self.conversation
    }

    fn poll_step(&mut self, context: &mut Context<'_>) -> Poll<Option<Step>> {
        loop {
            if let Some(step) = self.ready.pop_front() {
                return Poll::Ready(Some(step));
            }
            if matches!(self.phase, Phase::Over) {
                return Poll::Ready(None);
            }
            match self.events.poll(context) {
                Poll::Ready(Some(event)) => self.observe(&event),
                Poll::Ready(None) => self.phase = Phase::Over,
                // The events have no result for a withdrawn prompt.
                Poll::Pending => match ready!(self.poll_fate(context)) {
                    Ok(Outcome::Finished(_)) => return Poll::Pending,
                    _ => self.phase = Phase::Over,
                },
            }
        }
    }

    /// Polls the outcome of the prompt.
    fn poll_fate(&mut self, context: &mut Context<'_>) -> Poll<&Result<Outcome>> {
        if let Fate::Open(sent) = &mut self.fate {
            self.fate = Fate::Known(ready!(sent.poll_outcome(context)));
        }
        match &self.fate {
            Fate::Known(outcome) => Poll::Ready(outcome),
            Fate::Open(_) => Poll::Pending,
        }
    }

    fn observe(&mut self, event: &Event) {
        if let Event::Received(frame) = event
            && let Some(message) = frame.message()
            && self.is_taken_up(message)
            && matches!(self.phase, Phase::Before(_))
        {
            self.phase = Phase::Own;
        }
        let at_ms = self.started.elapsed().as_millis();
        let at_ms = at_ms.try_into().unwrap_or(u64::MAX);
        for step in self.conversation.observe(event, at_ms) {
            match step {
                Step::TurnEnded(result) => self.end(*result),
                step => match &mut self.phase {
                    Phase::Before(kept) => kept.push(step),
                    Phase::Own => self.ready.push_back(step),
                    Phase::Over => {}
                },
            }
        }
    }

    /// Handles the end of a turn: this one, or another one before or in between.
    fn end(&mut self, result: TurnResult) {
        // The session matched the result with its prompts before the result was queued.
        let mut context = Context::from_waker(std::task::Waker::noop());
        let own = match self.poll_fate(&mut context) {
            Poll::Ready(Ok(Outcome::Finished(own))) if own.message == result.message => own.clone(),
            _ => {
                if let Phase::Before(kept) = &mut self.phase {
                    kept.clear();
                }
                return;
            }
        };
        if let Phase::Before(kept) = std::mem::replace(&mut self.phase, Phase::Over) {
            self.ready.extend(kept);
        }
        self.ready.push_back(Step::TurnEnded(own));
    }

    /// Returns whether the message reports that a turn has started to process the prompt.
    fn is_taken_up(&self, message: &Message) -> bool {
        match message {
            Message::CommandLifecycle(lifecycle) => {
                lifecycle.command_uuid == self.uuid && lifecycle.state == CommandState::Started
            }
            Message::System(SystemMessage::Init(init)) => {
                init.user_message_uuids.contains(&self.uuid)
            }
            Message::Assistant(assistant) => assistant.user_message_uuids.contains(&self.uuid),
            Message::User(user) => {
                user.is_replay == Some(true) && message.uuid() == Some(&self.uuid)
            }
            _ => false,
        }
    }
}

impl Stream for Turn {
    type Item = Step;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Step>> {
        self.get_mut().poll_step(context)
    }
}
