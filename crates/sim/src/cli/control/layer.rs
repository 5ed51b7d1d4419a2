//! The host's layer of settings, which overrides those of the files.

use serde_json::{Map, Value, json};

use super::Reply;
use crate::cli::catalog;
use crate::cli::rules::{Behavior, Rule};
use crate::cli::session::{Sim, State};

impl Sim {
    /// Top-level keys override earlier ones; `null` removes a key.
    pub(super) fn apply_flag_settings(&self, request: &Value) -> Reply {
        let settings = &request["settings"];
        let Some(given) = settings.as_object() else {
            let given = match request.get("settings") {
                None => "undefined",
                Some(Value::Null) => "null",
                Some(Value::Bool(_)) => "boolean",
                Some(Value::Number(_)) => "number",
                Some(Value::String(_)) => "string",
                Some(_) => "an array",
            };
            let error =
                format!("apply_flag_settings requires `settings` to be an object, got {given}");
            return Reply::Error(error, None);
        };
        let mut state = self.state.borrow_mut();
        lay(&mut state.flag_settings, given);
        if let Some(effort) = settings["effortLevel"].as_str() {
            state.effort = Some(effort.to_owned());
        }
        if let Some(model) = settings["model"].as_str() {
            state.model = self.dialect.catalog.resolve_model(model);
        }
        if let Some(permissions) = given.get("permissions") {
            self.replace_permissions(&mut state, permissions);
        }
        Reply::Empty
    }

    /// Replaces all permissions of the host's layer.
    fn replace_permissions(&self, state: &mut State, permissions: &Value) {
        state.rules.0.retain(|rule| rule.source != "flagSettings");
        for behavior in [Behavior::Allow, Behavior::Deny, Behavior::Ask] {
            let rules = permissions[behavior.as_str()].as_array();
            for rule in rules.into_iter().flatten().filter_map(Value::as_str) {
                state.rules.add(Rule::parse(rule, behavior, "flagSettings"));
            }
        }
        // The CLI reports this source for them, regardless of their layer.
        let source = "localSettings";
        state
            .additional_directories
            .retain(|(_, from)| *from != source);
        let directories = permissions["additionalDirectories"].as_array();
        for directory in directories.into_iter().flatten().filter_map(Value::as_str) {
            let path = self.cwd.join(directory);
            state.additional_directories.push((path, source));
        }
    }

    /// The current output style.
    pub(in crate::cli) fn output_style(&self) -> String {
        let state = self.state.borrow();
        let style = state.flag_settings.get("outputStyle");
        style
            .and_then(Value::as_str)
            .unwrap_or("default")
            .to_owned()
    }
}

impl State {
    /// The state of fast mode: requires that the host enables it and the model supports it.
    pub(in crate::cli) fn fast_mode(&self) -> Value {
        let wanted = self.flag_settings.get("fastMode") == Some(&Value::Bool(true));
        if !wanted {
            return json!({
                "fast_mode_state": "off", "fast_mode_disabled_reason": "sdk_opt_in_required",
            });
        }
        let on = catalog::has_fast_mode(&self.model);
        json!({ "fast_mode_state": if on { "on" } else { "off" } })
    }
}

fn lay(layer: &mut Map<String, Value>, given: &Map<String, Value>) {
    for (key, value) in given {
        if value.is_null() {
            layer.remove(key);
        } else {
            layer.insert(key.clone(), value.clone());
        }
    }
}
