//! User messages: arrival, queueing, merging, joining a running turn.

use serde_json::{Value, json};

use super::abort::Reason;
use super::clock::uuid;
use super::mutant::Mutant;
use super::session::Sim;

/// A queued message.
#[derive(Debug, Clone)]
pub(super) struct UserMessage {
    /// The host's UUID, or a generated one.
    pub(super) uuid: String,
    pub(super) has_own_uuid: bool,
    pub(super) message: Value,
    pub(super) should_query: bool,
    /// Set if no person wrote it: the report of a finished task.
    pub(super) origin: Option<Value>,
}

impl UserMessage {
    fn from_frame(frame: &Value) -> Self {
        let own = frame["uuid"].as_str().filter(|uuid| !uuid.is_empty());
        let mut message = frame["message"].clone();
        if message["content"] == "" {
            message["content"] = "(no content)".into();
        }
        Self {
            uuid: own.map_or_else(uuid, str::to_owned),
            has_own_uuid: own.is_some(),
            message,
            should_query: frame["shouldQuery"] != false,
            origin: None,
        }
    }

    /// A report of the CLI for the model.
    pub(super) fn report(text: String, origin: Value) -> Self {
        Self {
            uuid: uuid(),
            has_own_uuid: false,
            message: json!({ "role": "user", "content": text }),
            should_query: true,
            origin: Some(origin),
        }
    }

    /// The text of the message.
    pub(super) fn text(&self) -> String {
        text_of(&self.message["content"])
    }

    pub(super) fn is_slash_command(&self) -> bool {
        self.origin.is_none() && self.text().trim_start().starts_with('/')
    }
}

/// The text of a message's content.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts = blocks.iter().filter_map(|block| block["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

impl Sim {
    /// Receives a user message from the host.
    pub(super) fn receive(&self, frame: &Value) {
        if !frame["message"]["content"].is_string() && !frame["message"]["content"].is_array() {
            return;
        }
        let message = UserMessage::from_frame(frame);
        if message.has_own_uuid && self.swallow_duplicate(&message) {
            return;
        }
        if message.has_own_uuid {
            self.lifecycle_before_queue(frame, &message);
        }
        if frame["priority"] == "now" && self.state.borrow().turn.is_some() {
            self.state.borrow_mut().queue.push_front(message);
            self.abort_turn(Reason::Now);
        } else {
            self.state.borrow_mut().queue.push_back(message);
        }
        self.changed.notify_one();
    }

    fn lifecycle_before_queue(&self, frame: &Value, message: &UserMessage) {
        if frame["priority"] == "now" {
            self.cancel_open_requests();
        }
        self.lifecycle(&message.uuid, "queued");
    }

    fn swallow_duplicate(&self, message: &UserMessage) -> bool {
        if self
            .state
            .borrow_mut()
            .seen_uuids
            .insert(message.uuid.clone())
        {
            return false;
        }
        if self.replays() {
            let mut frame = self.replay_frame(&message.message, &message.uuid);
            if let Some(frame) = frame.as_object_mut() {
                frame.remove("timestamp");
            }
            self.emit(&frame);
        }
        if self.state.borrow().resumed_uuids.contains(&message.uuid) {
            self.lifecycle(&message.uuid, "completed");
        }
        true
    }

    /// Adds a report of the CLI itself to the queue.
    pub(super) fn enqueue_report(&self, text: String, origin: Value) {
        self.state
            .borrow_mut()
            .queue
            .push_back(UserMessage::report(text, origin));
        self.changed.notify_one();
    }

    /// The messages of the next turn: all queued ones, but commands and reports have their own turns.
    pub(super) fn take_batch(&self) -> Vec<UserMessage> {
        let mut state = self.state.borrow_mut();
        let mut batch: Vec<UserMessage> = Vec::new();
        while let Some(next) = state.queue.front() {
            let alone = next.is_slash_command() || next.origin.is_some() || !next.should_query;
            if alone && !batch.is_empty() {
                break;
            }
            batch.extend(state.queue.pop_front());
            // The very first message is taken immediately.
            if alone || !state.first_turn_done || self.is_mutant(Mutant::UnmergedQueue) {
                break;
            }
        }
        batch
    }

    /// The messages that join a running turn after its tools.
    pub(super) fn take_folded(&self) -> Vec<UserMessage> {
        let mut state = self.state.borrow_mut();
        let mut folded = Vec::new();
        while let Some(next) = state.queue.front() {
            if next.is_slash_command() || next.origin.is_some() || !next.should_query {
                break;
            }
            folded.extend(state.queue.pop_front());
        }
        folded
    }

    pub(super) fn queued_uuids(&self) -> Vec<String> {
        let state = self.state.borrow();
        let own = state.queue.iter().filter(|message| message.has_own_uuid);
        own.map(|message| message.uuid.clone()).collect()
    }
}

/// The message into which several queued ones are merged.
pub(super) fn merge(messages: &[UserMessage]) -> Value {
    let mut blocks: Vec<Value> = Vec::new();
    for message in messages {
        // Earlier text ends with a line break.
        if let Some(Value::String(text)) = blocks.last_mut().and_then(|block| block.get_mut("text"))
        {
            text.push('\n');
        }
        match &message.message["content"] {
            Value::Array(content) => blocks.extend(content.iter().cloned()),
            Value::String(text) => blocks.push(json!({ "type": "text", "text": text })),
            _ => {}
        }
    }
    json!({ "role": "user", "content": blocks })
}
