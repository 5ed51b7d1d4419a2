//! The frames of a reply: stream events, and one assistant frame for each block.

use serde_json::{Map, Value, json};

use super::{Stream, usage_json};
use crate::cli::clock::uuid;
use crate::cli::mutant::Mutant;

impl Stream<'_> {
    pub(super) fn message_start(&self) {
        let mut extra = Map::new();
        extra.insert("ttft_ms".into(), 5.into());
        extra.insert("thinking_display".into(), "updates".into());
        self.turn.mark_start(&mut extra);
        let event = json!({
            "type": "message_start",
            "message": self.message_head(1),
        });
        self.event(event, Value::Object(extra));
    }

    pub(super) fn message_head(&self, output_tokens: u64) -> Value {
        json!({
            "id": self.message_id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": [],
            "stop_reason": null,
            "stop_sequence": null,
            "usage": usage_json(self.usage, output_tokens),
        })
    }

    pub(super) fn block_start(&self, block: Value) {
        let extra = self.thinking_mark(&block);
        let event =
            json!({ "type": "content_block_start", "index": self.index, "content_block": block });
        self.event(event, extra);
    }

    /// Additional fields of thinking events.
    pub(super) fn thinking_mark(&self, part: &Value) -> Value {
        let is_thinking = matches!(part["type"].as_str(), Some("thinking" | "thinking_delta"));
        if is_thinking {
            json!({ "thinking_display": "updates" })
        } else {
            json!({})
        }
    }

    pub(super) fn block_stop(&self) {
        self.event(
            json!({ "type": "content_block_stop", "index": self.index }),
            json!({}),
        );
    }

    pub(super) fn delta(&self, delta: Value) {
        if self.sim.has_partial_messages() {
            let extra = self.thinking_mark(&delta);
            let event =
                json!({ "type": "content_block_delta", "index": self.index, "delta": delta });
            self.event(event, extra);
        }
    }

    pub(super) fn event(&self, event: Value, extra: Value) {
        if !self.sim.has_partial_messages() || self.turn.was_unstreamed.get() {
            return;
        }
        let mut frame = json!({
            "type": "stream_event",
            "event": event,
            "session_id": self.sim.session_id(),
            "parent_tool_use_id": null,
            "uuid": uuid(),
        });
        if let (Value::Object(frame), Value::Object(extra)) = (&mut frame, extra) {
            frame.extend(extra);
            frame.insert("api_message_id".into(), self.message_id.clone().into());
        }
        self.sim.emit(&frame);
    }

    /// The frame of a finished block precedes the event that closes it.
    pub(super) fn finish_block(&mut self, block: Value, extra: Value) -> String {
        if self.sim.is_mutant(Mutant::StopAfterMessage) {
            self.block_stop();
            return self.assistant(block, extra);
        }
        let uuid = self.assistant(block, extra);
        self.block_stop();
        uuid
    }

    /// Writes the single frame of all blocks for [`Mutant::WholeMessage`].
    pub(super) fn write_held_blocks(&mut self) {
        if self.sim.is_mutant(Mutant::WholeMessage) {
            let blocks = self.sim.take_held_back();
            let frame = self.assistant_frame(blocks, json!({}), &uuid());
            self.sim.emit(&frame);
        }
    }

    /// Writes the frame of a finished block; returns its UUID.
    pub(super) fn assistant(&mut self, block: Value, extra: Value) -> String {
        let uuid = uuid();
        if self.sim.is_mutant(Mutant::WholeMessage) {
            self.sim.hold_back(block.clone());
        } else {
            let frame = self.assistant_frame(vec![block.clone()], extra, &uuid);
            self.sim.emit(&frame);
        }
        let mut message = self.message_head(self.usage.output_tokens);
        message["content"] = json!([block]);
        message["stop_reason"] = self.stop_reason.clone().into();
        self.sim.record_assistant(&message, &uuid, &self.request_id);
        uuid
    }

    pub(super) fn assistant_frame(
        &mut self,
        blocks: Vec<Value>,
        extra: Value,
        uuid: &str,
    ) -> Value {
        if self.sim.features().replays_after_first_block {
            self.turn.emit_replays(self.sim);
        }
        let mut message = self.message_head(1);
        message["content"] = json!(blocks);
        if self.turn.was_unstreamed.get() {
            message["stop_reason"] = self.stop_reason.clone().into();
        }
        message["context_management"] = Value::Null;
        let frame = self.sim.message_frame("assistant", message).uuid(uuid);
        let request = json!({ "request_id": self.request_id });
        let mut frame = frame.with(request).with(extra);
        self.turn.mark_assistant(frame.fields());
        frame.into()
    }

    pub(super) fn abandon(&self, from_block: usize) {
        self.event(json!({
            "type": "message_delta",
            "context_management": null,
            "delta": {
                "container": null, "stop_details": null, "stop_reason": null, "stop_sequence": null,
            },
            "usage": {
                "output_tokens_details": { "thinking_tokens": 0 },
                "cache_creation_input_tokens": self.usage.cache_creation_input_tokens,
                "cache_read_input_tokens": self.usage.cache_read_input_tokens,
                "input_tokens": self.usage.input_tokens,
                "iterations": [],
                "output_tokens": 10,
                "server_tool_use": { "web_search_requests": 0, "web_fetch_requests": 0 },
                "fallback_credit": null,
            },
        }), json!({}));
        self.abandoned_stop(from_block);
    }

    /// Closes a message whose blocks from this index on are abandoned.
    pub(super) fn abandoned_stop(&self, from_block: usize) {
        let abandoned =
            json!({ "api_message_id": self.message_id, "from_block_index": from_block });
        self.event(
            json!({ "type": "message_stop" }),
            json!({ "abandoned_blocks": abandoned }),
        );
    }

    /// The CLI itself closes a block in which the connection was cut.
    pub(super) fn close_cut_block(&self) {
        if !self.sim.features().closes_aborted_replies {
            return;
        }
        self.block_stop();
        self.event(json!({ "type": "message_stop" }), json!({
            "abandoned_blocks": { "api_message_id": self.message_id, "from_block_index": self.index },
        }));
    }
}
