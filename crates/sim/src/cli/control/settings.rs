//! Mode and model.

use serde_json::{Map, Value, json};

use super::Reply;
use crate::cli::clock::uuid;
use crate::cli::session::Sim;

const MODES: &[&str] = &[
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "default",
    "dontAsk",
    "plan",
];

impl Sim {
    pub(super) fn set_permission_mode(&self, id: Option<&Value>, request: &Value) -> Reply {
        let mode = request["mode"].as_str().unwrap_or_default();
        let mode = if mode == "manual" { "default" } else { mode };
        if self.features().answers_mode_change_twice {
            self.succeed(id, Some(json!({ "mode": mode })));
            self.take_mode(mode, false);
            return Reply::Empty;
        }
        if !MODES.contains(&mode) {
            return Reply::Error(
                "Cannot set permission mode: must be one of acceptEdits, auto, bypassPermissions, \
                 default, dontAsk, plan"
                    .to_owned(),
                Some("invalid_mode"),
            );
        }
        if mode == "bypassPermissions" && !self.may_bypass() {
            return Reply::Error(
                "Cannot set permission mode to bypassPermissions because the session was not launched \
                 with --dangerously-skip-permissions"
                    .to_owned(),
                Some("bypass_not_launched"),
            );
        }
        self.succeed(id, Some(json!({ "mode": mode })));
        self.change_mode(mode, false);
        Reply::Later
    }

    pub(super) fn set_model(&self, id: Option<&Value>, request: &Value) -> Reply {
        let current = self.model();
        let wanted = match &request["model"] {
            Value::Null => "default",
            Value::String(name)
                if !self.features().rejects_empty_model || !name.trim().is_empty() =>
            {
                name
            }
            Value::String(_) => {
                self.refuse_model(
                    id,
                    "Model \"(unrecognized model name)\" is not a recognized model id. Run /model to see \
                     available models.",
                    "catalog_unknown",
                    &current,
                );
                return Reply::Later;
            }
            _ => {
                self.refuse_model(
                    id,
                    "set_model: model must be a string",
                    "invalid_request",
                    &current,
                );
                return Reply::Later;
            }
        };
        let model = self.dialect.catalog.resolve_model(wanted);
        if self.features().changes_model_at_next_turn {
            let mut state = self.state.borrow_mut();
            if state.turn.is_some() {
                state.next_model = Some(model);
            } else {
                state.model = model;
            }
            return Reply::Empty;
        }
        self.state.borrow_mut().model.clone_from(&model);
        let spoken = self.state.borrow().first_turn_done || self.state.borrow().turn.is_some();
        if model != current && spoken && self.replays() {
            let content =
                format!("<local-command-stdout>Set model to `{model}`</local-command-stdout>");
            let message = json!({ "role": "user", "content": content });
            self.emit(&self.replay_frame(&message, &uuid()));
        }
        Reply::Payload(json!({ "model": model }))
    }

    fn refuse_model(&self, id: Option<&Value>, error: &str, code: &str, current: &str) {
        let mut response = Map::new();
        response.insert("subtype".into(), "error".into());
        response.insert("error".into(), error.into());
        response.insert("error_code".into(), code.into());
        response.insert("model".into(), current.into());
        self.respond(id, response);
    }
}
