//! The frames of a turn that are not tied to one tool or one request.

use serde_json::{Map, Value, json};

use super::clock::{timestamp, uuid};
use super::mutant::Mutant;
use super::session::Sim;

/// `system` frames that the older version does not have.
const NEWER_SYSTEM_FRAMES: &[&str] = &["informational", "notification", "session_title_changed"];

impl Sim {
    /// Writes a frame, unless the output is not a stream or a script asked for silence.
    pub(super) fn emit(&self, frame: &Value) {
        if self.is_stream() && !self.silent.get() {
            self.out.frame(frame);
        }
    }

    /// Writes a `system` frame with the session's id and a uuid of its own.
    pub(super) fn system(&self, subtype: &str, fields: Value) {
        self.system_with_uuid(subtype, fields, uuid());
    }

    pub(super) fn system_with_uuid(&self, subtype: &str, fields: Value, uuid: String) {
        if self.is_old() && NEWER_SYSTEM_FRAMES.contains(&subtype) {
            return;
        }
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

    /// Writes `command_lifecycle` for a message that came with a uuid.
    pub(super) fn lifecycle(&self, command_uuid: &str, state: &str) {
        if self.is_old() {
            return;
        }
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
        let mut frame = json!({
            "type": "user",
            "message": message,
            "session_id": self.session_id(),
            "parent_tool_use_id": null,
            "uuid": uuid,
        });
        if !self.is_old() {
            frame["timestamp"] = timestamp().into();
        }
        frame["isReplay"] = true.into();
        frame
    }

    /// A `user` frame the CLI makes itself; returns its uuid.
    pub(super) fn user_frame(&self, content: Value, extra: Value) -> String {
        let uuid = uuid();
        let mut frame = json!({
            "type": "user",
            "message": { "role": "user", "content": content },
            "parent_tool_use_id": null,
            "session_id": self.session_id(),
            "uuid": uuid,
        });
        if !self.is_old() {
            frame["timestamp"] = timestamp().into();
        }
        if let (Value::Object(frame), Value::Object(extra)) = (&mut frame, extra) {
            frame.extend(extra);
        }
        self.emit(&frame);
        uuid
    }

    /// Writes a control response.
    pub(super) fn respond(&self, request_id: Option<&Value>, mut response: Map<String, Value>) {
        if let Some(request_id) = request_id {
            response.insert("request_id".into(), request_id.clone());
        }
        self.emit(&json!({ "type": "control_response", "response": response }));
    }

    /// Answers a control request with success; without a payload there is no `response` key.
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

/// What messages of the CLI's own carry since the newer version.
const NEWER_MESSAGE_FIELDS: &[&str] = &["diagnostics", "stop_details"];
const NEWER_USAGE_FIELDS: &[&str] = &["output_tokens_details", "speed", "fallback_credit"];

impl Sim {
    /// A message that the CLI says in the model's place.
    pub(super) fn synthetic_message(&self, text: &str, stop_reason: &str) -> Value {
        let mut message = synthetic_message(text, stop_reason);
        if self.is_old() {
            if let Some(fields) = message.as_object_mut() {
                fields.retain(|name, _| !NEWER_MESSAGE_FIELDS.contains(&name.as_str()));
            }
            if let Some(usage) = message["usage"].as_object_mut() {
                usage.retain(|name, _| !NEWER_USAGE_FIELDS.contains(&name.as_str()));
            }
        }
        message
    }
}

fn synthetic_message(text: &str, stop_reason: &str) -> Value {
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
