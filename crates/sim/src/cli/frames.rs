//! The frames of a turn that do not belong to a tool or a request.

use serde_json::{Map, Value, json};

use super::call::AgentContext;
use super::clock::{timestamp, uuid};
use super::mutant::Mutant;
use super::session::Sim;

impl Sim {
    /// Writes a frame, unless the output is not a stream or a script requested silence.
    pub(super) fn emit(&self, frame: &Value) {
        if self.dialect.omissions.is_empty() {
            self.echo(frame);
        } else if let Some(frame) = self.without_omissions(frame.clone()) {
            self.echo(&frame);
        }
    }

    /// Echoes a frame of the host unchanged.
    pub(super) fn echo(&self, frame: &Value) {
        if self.is_stream() && !self.silent.get() {
            self.out.frame(frame);
        }
    }

    /// Removes the fields that the version omits; `None` if everything is omitted.
    pub(super) fn without_omissions(&self, mut value: Value) -> Option<Value> {
        self.dialect.omissions.apply(&mut value).then_some(value)
    }

    /// Writes a `system` frame with the session's ID and its own UUID.
    pub(super) fn system(&self, subtype: &str, fields: Value) {
        self.system_with_uuid(subtype, fields, uuid());
    }

    pub(super) fn system_with_uuid(&self, subtype: &str, fields: Value, uuid: String) {
        let mut frame = Map::new();
        frame.insert("type".into(), "system".into());
        frame.insert("subtype".into(), subtype.into());
        if let Value::Object(fields) = fields {
            frame.extend(fields);
        }
        frame.insert("uuid".into(), uuid.into());
        frame.insert("session_id".into(), self.session_id().into());
        self.emit(&Value::Object(frame));
    }

    /// Writes `command_lifecycle` for a message with a UUID.
    pub(super) fn lifecycle(&self, command_uuid: &str, state: &str) {
        self.emit(&json!({
            "type": "command_lifecycle",
            "command_uuid": command_uuid,
            "state": state,
            "uuid": uuid(),
            "session_id": self.session_id(),
        }));
    }

    pub(super) fn status_mode(&self, mode: &str) {
        self.system("status", json!({ "status": null, "permissionMode": mode }));
    }

    /// Writes the echo of a user message.
    pub(super) fn replay(&self, message: &Value, uuid: &str) {
        if self.replays() && !self.is_mutant(Mutant::NoReplay) {
            self.emit(&self.replay_frame(message, uuid));
        }
    }

    pub(super) fn replay_frame(&self, message: &Value, uuid: &str) -> Value {
        let frame = self.message_frame("user", message.clone()).uuid(uuid);
        frame.with(json!({ "isReplay": true })).into()
    }

    /// Writes a `user` frame from the CLI itself; returns its UUID.
    pub(super) fn user_frame(&self, content: Value, extra: Value) -> String {
        let message = json!({ "role": "user", "content": content });
        let uuid = uuid();
        let frame = self.message_frame("user", message).uuid(&uuid);
        self.emit(&frame.with(extra).into());
        uuid
    }

    /// Creates a frame with a message.
    pub(super) fn message_frame(&self, kind: &str, message: Value) -> Frame {
        let Value::Object(fields) = json!({
            "type": kind,
            "message": message,
            "parent_tool_use_id": null,
            "session_id": self.session_id(),
            "uuid": uuid(),
            "timestamp": timestamp(),
        }) else {
            return Frame::default();
        };
        Frame(fields)
    }

    /// Writes a control response.
    pub(super) fn respond(&self, request_id: Option<&Value>, mut response: Map<String, Value>) {
        if let Some(request_id) = request_id {
            response.insert("request_id".into(), request_id.clone());
        }
        self.emit(&json!({ "type": "control_response", "response": response }));
    }

    /// Responds to a control request with success; without a payload there is no `response` key.
    pub(super) fn succeed(&self, request_id: Option<&Value>, payload: Option<Value>) {
        let mut response = Map::new();
        response.insert("subtype".into(), "success".into());
        if let Some(payload) = payload {
            response.insert("response".into(), payload);
        }
        self.respond(request_id, response);
    }

    pub(super) fn fail(&self, request_id: Option<&Value>, error: &str, code: Option<&str>) {
        let mut response = Map::new();
        response.insert("subtype".into(), "error".into());
        response.insert("error".into(), error.into());
        if let Some(code) = code {
            response.insert("error_code".into(), code.into());
        }
        self.respond(request_id, response);
    }
}

/// A frame under construction.
#[derive(Debug, Default)]
pub(super) struct Frame(Map<String, Value>);

impl Frame {
    /// Replaces the UUID.
    pub(super) fn uuid(self, uuid: &str) -> Self {
        self.with(json!({ "uuid": uuid }))
    }

    /// Adds fields, or replaces them.
    pub(super) fn with(mut self, fields: Value) -> Self {
        if let Value::Object(fields) = fields {
            self.0.extend(fields);
        }
        self
    }

    /// Marks the frame as that of an agent.
    pub(super) fn of_agent(self, agent: &AgentContext) -> Self {
        self.with(json!({
            "parent_tool_use_id": agent.parent_tool_use_id,
            "agent_id": agent.agent_id,
            "subagent_type": agent.subagent_type,
            "task_description": agent.description,
        }))
    }

    pub(super) fn fields(&mut self) -> &mut Map<String, Value> {
        &mut self.0
    }
}

impl From<Frame> for Value {
    fn from(frame: Frame) -> Self {
        Self::Object(frame.0)
    }
}

/// A message from the CLI in the format of a model answer.
pub(super) fn synthetic_message(text: &str, stop_reason: &str) -> Value {
    json!({
        "diagnostics": null,
        "id": uuid(),
        "container": null,
        "model": "<synthetic>",
        "role": "assistant",
        "stop_details": null,
        "stop_reason": stop_reason,
        "stop_sequence": if stop_reason == "end_turn" { Value::Null } else { "".into() },
        "type": "message",
        "usage": {
            "output_tokens_details": null,
            "input_tokens": 0,
            "output_tokens": 0,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "server_tool_use": { "web_search_requests": 0, "web_fetch_requests": 0 },
            "service_tier": null,
            "cache_creation": { "ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0 },
            "inference_geo": null,
            "iterations": null,
            "speed": null,
            "fallback_credit": null,
        },
        "content": [{ "type": "text", "text": text }],
        "context_management": null,
    })
}
