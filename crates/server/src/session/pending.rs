//! What awaits an answer of the CLI: one table, by the ID of the request.
//!
//! The CLI answers in any order, or never. Nothing here waits for anything else in the table.

use std::collections::BTreeMap;

use bytes::Bytes;
use pilothouse_log::Who;
use pilothouse_protocol::control::ControlReply;
use pilothouse_protocol::{Frame, Message};
use serde_json::Value;

use super::Refusal;

/// Requests of the host that the CLI has not answered. `R` is where an answer goes.
pub(super) struct Pending<R> {
    /// Names this server: an answer to one that is gone finds nothing here.
    prefix: String,
    next: u64,
    open: BTreeMap<String, Awaited<R>>,
}

/// What an answer is for.
#[derive(Debug, PartialEq)]
pub(super) enum Awaited<R> {
    /// A call, which gets the answer.
    Call(R),
    /// A setting, which is kept if the CLI agrees.
    Setting {
        name: &'static str,
        value: Value,
        who: Who,
        reply: R,
    },
    /// A stop of the turn.
    Stop,
    /// A title for the session.
    Title,
    /// `initialize`, which every process is sent first.
    Hello,
}

/// What the CLI answered, or why it will not.
pub(super) type Answer = Result<Value, Refusal>;

impl<R> Pending<R> {
    pub(super) fn new(server: &str) -> Self {
        Self {
            prefix: format!("host-{server}-"),
            next: 0,
            open: BTreeMap::new(),
        }
    }

    /// Makes the ID of a request that nobody waits for.
    pub(super) fn new_id(&mut self) -> String {
        self.next += 1;
        format!("{}{}", self.prefix, self.next)
    }

    pub(super) fn insert(&mut self, id: String, awaited: Awaited<R>) {
        self.open.insert(id, awaited);
    }

    /// Takes a request back that could not be sent.
    pub(super) fn remove(&mut self, id: &str) -> Option<Awaited<R>> {
        self.open.remove(id)
    }

    /// Takes out what a line of the CLI answers.
    pub(super) fn settle(&mut self, line: &Bytes) -> Option<(Awaited<R>, Answer)> {
        if self.open.is_empty() {
            return None;
        }
        let frame = Frame::parse(line.clone());
        let Some(Message::ControlResponse(response)) = frame.message() else {
            return None;
        };
        let (id, answer) = match &response.response {
            ControlReply::Success(success) => {
                let value = success.response.as_ref().map(|payload| payload.to_value());
                (&success.request_id, Ok(value.unwrap_or_default()))
            }
            ControlReply::Error(error) => {
                let refusal = Refusal::ByCli(error.error.clone());
                (&error.request_id, Err(refusal))
            }
            _ => return None,
        };
        let awaited = self.open.remove(id.as_ref()?.as_str())?;
        Some((awaited, answer))
    }

    /// Takes out everything: the process is gone and answers nothing any more.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Awaited<R>> + use<R> {
        std::mem::take(&mut self.open).into_values()
    }

    /// The callers that wait for an answer.
    pub(super) fn callers(&self) -> impl Iterator<Item = &R> {
        self.open.values().filter_map(|awaited| match awaited {
            Awaited::Call(reply) | Awaited::Setting { reply, .. } => Some(reply),
            Awaited::Stop | Awaited::Title | Awaited::Hello => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(id: &str) -> Bytes {
        let line = json!({"type": "control_response",
            "response": {"subtype": "success", "request_id": id, "response": {"of": id}}});
        line.to_string().into()
    }

    fn refusal(id: &str) -> Bytes {
        let line = json!({"type": "control_response",
            "response": {"subtype": "error", "request_id": id, "error": "no"}});
        line.to_string().into()
    }

    fn setting(reply: u32) -> Awaited<u32> {
        Awaited::Setting {
            name: "model",
            value: json!("haiku"),
            who: Who::Host,
            reply,
        }
    }

    #[test]
    fn answers_are_taken_in_any_order() {
        let mut pending = Pending::new("one");
        let ids: Vec<String> = (0..4).map(|_| pending.new_id()).collect();
        pending.insert(ids[0].clone(), Awaited::Call(0));
        pending.insert(ids[1].clone(), setting(1));
        pending.insert(ids[2].clone(), Awaited::Stop);
        pending.insert(ids[3].clone(), setting(3));
        let no = Err(Refusal::ByCli("no".to_owned()));
        assert_eq!(pending.settle(&refusal(&ids[3])), Some((setting(3), no)));
        let yes = |id: &str| Ok(json!({"of": id}));
        let stopped = Some((Awaited::Stop, yes(&ids[2])));
        assert_eq!(pending.settle(&answer(&ids[2])), stopped);
        let called = Some((Awaited::Call(0), yes(&ids[0])));
        assert_eq!(pending.settle(&answer(&ids[0])), called);
        assert_eq!(
            pending.settle(&answer(&ids[0])),
            None,
            "it is answered once"
        );
        assert_eq!(pending.drain().collect::<Vec<_>>(), [setting(1)]);
    }

    #[test]
    fn answers_to_another_server_and_other_lines_are_no_matter() {
        let mut pending = Pending::new("two");
        let id = pending.new_id();
        pending.insert(id.clone(), Awaited::Call(0));
        let other = Pending::<u32>::new("one").new_id();
        for line in [
            answer(&other),
            Bytes::from_static(b"{}"),
            Bytes::from_static(b"not JSON"),
            Bytes::from_static(br#"{"type":"control_response","response":{"subtype":"success"}}"#),
        ] {
            assert_eq!(pending.settle(&line), None);
        }
        assert_eq!(pending.callers().collect::<Vec<_>>(), [&0]);
        assert_eq!(pending.remove(&id), Some(Awaited::Call(0)));
        assert_eq!(pending.callers().count(), 0);
    }
}
