//! `updatedPermissions`: permission changes of a response.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::mutant::Mutant;
use crate::cli::rules::{Behavior, Rule};
use crate::cli::session::Sim;

impl Sim {
    /// Applies the updates of a response; invalid ones are ignored.
    pub(in crate::cli) fn apply_updates(&self, updates: &Value) {
        for update in updates.as_array().into_iter().flatten() {
            self.apply_update(update);
        }
    }

    fn apply_update(&self, update: &Value) {
        let Some(destination) = update["destination"].as_str() else {
            return;
        };
        let known = [
            "session",
            "localSettings",
            "projectSettings",
            "userSettings",
            "cliArg",
        ];
        if !known.contains(&destination) {
            return;
        }
        match update["type"].as_str() {
            Some("addRules") if self.is_mutant(Mutant::RulesForgotten) => {}
            Some("addRules") => self.add_rules(update, destination),
            Some("replaceRules") => {
                self.state
                    .borrow_mut()
                    .rules
                    .0
                    .retain(|rule| rule.source != destination);
                self.add_rules(update, destination);
            }
            Some("removeRules") => {
                for rule in rules_of(update, destination) {
                    self.state.borrow_mut().rules.remove(&rule);
                }
            }
            Some("setMode") => self.set_mode_by_answer(update["mode"].as_str().unwrap_or_default()),
            Some("addDirectories") => self.add_directories(update),
            Some("removeDirectories") => {
                let gone = directories_of(update);
                let mut state = self.state.borrow_mut();
                state
                    .additional_directories
                    .retain(|(path, _)| !gone.contains(path));
            }
            _ => {}
        }
    }

    fn add_rules(&self, update: &Value, destination: &str) {
        for rule in rules_of(update, destination) {
            if destination != "session" {
                self.write_rule(&rule, destination);
            }
            self.state.borrow_mut().rules.add(rule);
        }
    }

    fn add_directories(&self, update: &Value) {
        let mut state = self.state.borrow_mut();
        for path in directories_of(update) {
            if path != self.cwd
                && !state
                    .additional_directories
                    .iter()
                    .any(|(known, _)| *known == path)
            {
                state.additional_directories.push((path, "session"));
            }
        }
    }

    fn set_mode_by_answer(&self, mode: &str) {
        let valid = ["default", "acceptEdits", "plan", "dontAsk", "auto"];
        let bypass = mode == "bypassPermissions" && self.may_bypass();
        if !valid.contains(&mode) && !bypass {
            return;
        }
        self.change_mode(mode, true);
    }

    /// Returns whether the process was started with a flag that allows bypassing permissions.
    pub(in crate::cli) fn may_bypass(&self) -> bool {
        self.options.has("allow-dangerously-skip-permissions")
            || self.options.has("dangerously-skip-permissions")
            || self.options.value("permission-mode") == Some("bypassPermissions")
    }

    /// Changes the mode and reports it if it is different.
    pub(in crate::cli) fn change_mode(&self, mode: &str, by_answer: bool) {
        if self.take_mode(mode, by_answer) {
            self.status_mode(mode);
        }
    }

    /// Changes the mode without a frame; returns whether it is different.
    pub(in crate::cli) fn take_mode(&self, mode: &str, by_answer: bool) -> bool {
        let mut state = self.state.borrow_mut();
        let changed = state.mode != mode;
        if changed {
            if mode == "plan" {
                state.mode_before_plan = Some(state.mode.clone());
                state.plan_by_answer = by_answer;
            }
            mode.clone_into(&mut state.mode);
        }
        changed
    }

    /// Writes a rule into the settings file of its destination.
    fn write_rule(&self, rule: &Rule, destination: &str) {
        let path = match destination {
            "localSettings" => self.cwd.join(".claude/settings.local.json"),
            "projectSettings" => self.cwd.join(".claude/settings.json"),
            _ => self.environment.config_directory.join("settings.json"),
        };
        let mut files = self.files.borrow_mut();
        let text = files.read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let mut settings: Value = serde_json::from_str(&text).unwrap_or_else(|_| json!({}));
        let list = &mut settings["permissions"][rule.behavior.as_str()];
        if !list.is_array() {
            *list = json!([]);
        }
        if let Some(list) = list.as_array_mut() {
            let text = Value::String(rule.text());
            if !list.contains(&text) {
                list.push(text);
            }
        }
        let text = serde_json::to_string_pretty(&settings).unwrap_or_default() + "\n";
        // If the settings file cannot be written, the rule applies to the session only.
        let _unwritten = files.write(&path, text.into_bytes());
    }
}

fn rules_of(update: &Value, destination: &str) -> Vec<Rule> {
    let behavior = update["behavior"]
        .as_str()
        .and_then(Behavior::parse)
        .unwrap_or(Behavior::Allow);
    let rules = update["rules"].as_array().into_iter().flatten();
    rules
        .filter_map(|rule| {
            let tool = rule["toolName"].as_str()?;
            let text = match rule["ruleContent"].as_str() {
                Some(content) => format!("{tool}({content})"),
                None => tool.to_owned(),
            };
            Some(Rule::parse(&text, behavior, destination))
        })
        .collect()
}

fn directories_of(update: &Value) -> Vec<PathBuf> {
    let directories = update["directories"].as_array().into_iter().flatten();
    directories
        .filter_map(Value::as_str)
        .map(PathBuf::from)
        .collect()
}
