//! Verdicts about paths: reading and writing, inside and outside of the working directories.

use std::path::Path;

use serde_json::json;

use super::{Verdict, add_rules, ask};
use crate::cli::session::Sim;

impl Sim {
    pub(super) fn read_verdict(&self, path: &Path) -> Verdict {
        if self.is_inside(path)
            || path.starts_with(self.tasks_directory())
            || self.is_plan_file(path)
        {
            return Verdict::Allow {
                source: "config",
                reason: Some("mode"),
            };
        }
        let parent = path.parent().unwrap_or(path);
        let rule =
            json!({ "toolName": "Read", "ruleContent": format!("/{}/**", parent.display()) });
        ask(json!({
            "description": self.display_path(path),
            "permission_suggestions": [add_rules(vec![rule], "session")],
            "decision_reason": "Path is outside allowed working directories",
            "decision_reason_type": "workingDir",
            "server_policy_ask_only": true,
        }))
    }

    pub(super) fn write_verdict(&self, path: &Path, mode: &str, marks_policy: bool) -> Verdict {
        if self.is_plan_file(path) {
            return Verdict::Allow {
                source: "config",
                reason: Some("other"),
            };
        }
        let accept_edits =
            json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" });
        let description = self.display_path(path);
        if let Some(reason) = self.sensitive(path) {
            if !self.features().suggests_mode_for_sensitive_files {
                return ask(json!({
                    "decision_reason": reason,
                    "decision_reason_type": "safetyCheck",
                }));
            }
            let suggestions = if mode == "acceptEdits" {
                json!([])
            } else {
                json!([accept_edits])
            };
            return ask(json!({
                "description": description,
                "permission_suggestions": suggestions,
                "decision_reason": reason,
                "decision_reason_type": "safetyCheck",
                "classifier_approvable": true,
            }));
        }
        let mut fields = json!({ "description": description });
        if self.is_inside(path) {
            if mode == "acceptEdits" {
                return Verdict::Allow {
                    source: "config",
                    reason: Some("mode"),
                };
            }
            fields["permission_suggestions"] = json!([accept_edits]);
        } else {
            let parent = path.parent().unwrap_or(path).display().to_string();
            let mut suggestions = Vec::new();
            if mode != "acceptEdits" {
                suggestions.push(accept_edits);
            }
            suggestions.push(json!({
                "type": "addDirectories", "directories": [parent], "destination": "session",
            }));
            fields["permission_suggestions"] = suggestions.into();
            fields["decision_reason"] = "Path is outside allowed working directories".into();
            fields["decision_reason_type"] = "workingDir".into();
        }
        if marks_policy {
            fields["server_policy_ask_only"] = true.into();
        }
        ask(fields)
    }

    fn sensitive(&self, path: &Path) -> Option<String> {
        let shown = path.display();
        let has = |name: &str| path.components().any(|part| part.as_os_str() == name);
        if has(".claude")
            && path
                .extension()
                .is_some_and(|extension| extension == "json")
        {
            return Some(format!(
                "Claude requested permissions to write to {shown}, but you haven't granted it yet."
            ));
        }
        let file = path.file_name().unwrap_or_default();
        let dotfiles = [".bashrc", ".zshrc", ".profile", ".gitconfig", ".mcp.json"];
        if has(".git") || dotfiles.iter().any(|name| file == *name) {
            return Some(format!(
                "Claude requested permissions to edit {shown} which is a sensitive file."
            ));
        }
        None
    }

    /// Returns whether the path is in a working directory of the session.
    pub(in crate::cli) fn is_inside(&self, path: &Path) -> bool {
        let state = self.state.borrow();
        let mut others = state.additional_directories.iter();
        path.starts_with(&self.cwd) || others.any(|(directory, _)| path.starts_with(directory))
    }

    pub(in crate::cli) fn is_plan_file(&self, path: &Path) -> bool {
        path.starts_with(self.environment.config_directory.join("plans"))
    }
}
