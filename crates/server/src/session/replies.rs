//! The callers of a session, until they are answered.

use std::collections::BTreeMap;

use pilothouse_api::message::SentMessage;
use pilothouse_api::session::{Interruption, SessionSummary};
use serde_json::Value;

use super::effect::Answer;
use super::input::ReplyId;
use super::machine::Machine;
use super::{Refusal, Reply};
use crate::problem::Problem;

/// Who waits for an answer, by the kind of answer.
pub(super) enum Caller {
    Done(Reply<()>),
    Sent(Reply<SentMessage>),
    Stopped(Reply<Interruption>),
    Value(Reply<Value>),
    Rule(Reply<String>),
    Summary(Reply<SessionSummary>),
}

/// The callers that wait.
#[derive(Default)]
pub(super) struct Replies {
    next: u64,
    waiting: BTreeMap<ReplyId, Caller>,
}

impl Replies {
    pub(super) fn insert(&mut self, caller: Caller) -> ReplyId {
        self.next += 1;
        let id = ReplyId(self.next);
        self.waiting.insert(id, caller);
        id
    }

    pub(super) fn answer(
        &mut self,
        id: ReplyId,
        result: Result<Answer, Refusal>,
        machine: &Machine,
    ) {
        let Some(caller) = self.waiting.remove(&id) else {
            return;
        };
        let result = result.map_err(Problem::from);
        match caller {
            Caller::Done(reply) => send(reply, result.map(drop)),
            Caller::Sent(reply) => send(
                reply,
                pick(result, |answer| match answer {
                    Answer::Sent(sent) => Some(sent),
                    _ => None,
                }),
            ),
            Caller::Stopped(reply) => send(
                reply,
                pick(result, |answer| match answer {
                    Answer::Stopped(done) => Some(done),
                    _ => None,
                }),
            ),
            Caller::Value(reply) => send(
                reply,
                pick(result, |answer| match answer {
                    Answer::Value(value) => Some(value),
                    _ => None,
                }),
            ),
            Caller::Rule(reply) => send(
                reply,
                pick(result, |answer| match answer {
                    Answer::Rule(id) => Some(id),
                    _ => None,
                }),
            ),
            Caller::Summary(reply) => send(reply, result.map(|_| machine.summary())),
        }
    }
}

/// The answer of the kind that the caller waits for. Another kind is a mistake of the machine.
fn pick<T>(
    result: Result<Answer, Problem>,
    kind: impl FnOnce(Answer) -> Option<T>,
) -> Result<T, Problem> {
    kind(result?)
        .ok_or_else(|| Problem::internal("a call was answered with another kind of answer"))
}

/// Answers a caller, who may have gone.
pub(super) fn send<T>(reply: Reply<T>, result: Result<T, Problem>) {
    drop(reply.send(result));
}
