//! What the CLI decides by itself about a tool call, and what it asks.

pub(super) mod bash;
mod old;
mod request;
mod updates;

use std::path::Path;

use serde_json::{Map, Value, json};

use super::call::Call;
use super::rules::Behavior;
use super::session::Sim;
use super::tools;

/// The CLI's own decision.
#[derive(Debug)]
pub(super) enum Verdict {
    Allow {
        source: &'static str,
        reason: Option<&'static str>,
    },
    Deny(Denial),
    /// The fields of `can_use_tool` that depend on the call.
    Ask(Map<String, Value>),
}

/// A refusal without an ask.
#[derive(Debug)]
pub(super) struct Denial {
    pub(super) message: String,
    /// Who stands behind the refusal.
    pub(super) source: &'static str,
    pub(super) reason_type: Option<&'static str>,
    pub(super) kind: &'static str,
    /// Fields of a `system/permission_denied` frame.
    pub(super) frame: Option<Value>,
    /// Fields of a `system/informational` frame before it.
    pub(super) notice: Option<Value>,
}

impl Denial {
    fn by_rule(call: &Call, source: &str, is_exact: bool) -> Self {
        let what = match call.input.get("command").and_then(Value::as_str) {
            Some(command) => format!("{} with command {command}", call.name),
            None => call.name.clone(),
        };
        let reason = if is_exact {
            "rule"
        } else {
            "subcommandResults"
        };
        Self {
            message: format!("Permission to use {what} has been denied."),
            source: if source == "session" {
                "user_reject"
            } else {
                "config"
            },
            reason_type: Some(reason),
            kind: "permission-rule",
            frame: Some(json!({ "decision_reason_type": reason })),
            notice: None,
        }
    }

    fn by_mode(call: &Call, is_old: bool) -> Self {
        let cause = if is_old {
            ""
        } else {
            " because Claude Code is running in don't ask mode"
        };
        Self {
            message: format!(
                "Permission to use {} has been denied{cause}. {WORKAROUND}",
                call.name
            ),
            source: "config",
            reason_type: Some("mode"),
            kind: "permission-rule",
            frame: Some(json!({ "decision_reason_type": "mode" })),
            notice: None,
        }
    }

    fn by_auto_mode(call: &Call, host: &str) -> Self {
        Self {
            message: format!(
                "Auto mode is unavailable: its safety check does not run for this session, so {} was \
                 not run. Other actions that need the check will be denied too, and retrying won't \
                 help. Finish what you can without them, then tell the user what is blocked and that \
                 they can switch to another permission mode.",
                call.name
            ),
            source: "config",
            reason_type: Some("classifier"),
            kind: "automode-unavailable",
            frame: Some(json!({
                "decision_reason_type": "classifier",
                "decision_reason_code": "auto_mode_no_check_in_session",
                "decision_reason": "Classifier unavailable",
            })),
            notice: Some(json!({
                "content": format!(
                    "Auto mode can't check actions in this session. Its safety check runs on the \
                     server, and your requests go through {host}, which doesn't pass it through."
                ),
                "isMeta": false,
                "level": "warning",
                "tag": "auto_mode_no_server_check",
            })),
        }
    }

    /// Nobody answers permission requests in this process.
    pub(super) fn nobody_to_ask(sim: &Sim, call: &Call) -> Self {
        let message = match call.input.get("command").and_then(Value::as_str) {
            Some(command) => bash::needs_approval(sim, command),
            None => format!(
                "Claude requested permissions to use {}, but you haven't granted it yet.",
                call.name
            ),
        };
        Self {
            message,
            source: "config",
            reason_type: None,
            kind: "user-rejected",
            frame: Some(json!({})),
            notice: None,
        }
    }
}

const WORKAROUND: &str = "IMPORTANT: You *may* attempt to accomplish this action using other tools \
    that might naturally be used to accomplish this goal, e.g. using head instead of cat. But you \
    *should not* attempt to work around this denial in malicious ways, e.g. do not use your ability \
    to run tests to execute non-test actions. You should only try to work around this restriction in \
    reasonable ways that do not attempt to bypass the intent behind this denial. If you believe this \
    capability is essential to complete the user's request, STOP and explain to the user what you \
    were trying to do and why you need this permission. Let the user decide how to proceed.";

/// The host name of a URL.
pub(super) fn domain(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    host.split(':').next().unwrap_or_default().to_owned()
}

impl Sim {
    /// Decides about a call by rules, mode and the kind of tool.
    pub(super) fn verdict(&self, call: &Call) -> Verdict {
        let mode = self.mode();
        if let Some((source, is_exact)) = self.deny_rule(call) {
            return Verdict::Deny(Denial::by_rule(call, &source, is_exact));
        }
        if tools::needs_person(&call.name) {
            return self.in_mode(&mode, call, self.person_ask());
        }
        let own = self.own_verdict(call, &mode);
        if matches!(&own, Verdict::Ask(fields) if fields.get("decision_reason_type") == Some(&"safetyCheck".into()))
            && mode != "bypassPermissions"
        {
            return self.in_mode(&mode, call, own);
        }
        if mode == "bypassPermissions" {
            return Verdict::Allow {
                source: "config",
                reason: Some("mode"),
            };
        }
        if matches!(own, Verdict::Ask(_)) {
            if let Some(verdict) = self.allowed_by_rule(call) {
                return verdict;
            }
            return self.in_mode(&mode, call, own);
        }
        if let Some(source) = self.ask_rule_source(call) {
            return self.in_mode(&mode, call, asked_by_rule(call, &source));
        }
        own
    }

    fn ask_rule_source(&self, call: &Call) -> Option<String> {
        let state = self.state.borrow();
        let rule = state
            .rules
            .find(Behavior::Ask, &call.name, &call.input, &self.cwd);
        rule.map(|rule| rule.source.clone())
    }

    /// The source of a rule that forbids the call, and whether it names exactly this call.
    fn deny_rule(&self, call: &Call) -> Option<(String, bool)> {
        let state = self.state.borrow();
        let rule = state
            .rules
            .find(Behavior::Deny, &call.name, &call.input, &self.cwd)?;
        let command = call.input.get("command").and_then(Value::as_str);
        let is_exact = call.name != "Bash" || rule.content.as_deref() == command;
        Some((rule.source.clone(), is_exact))
    }

    /// The verdict of an allow rule: an exact one names who granted it, parts are judged together.
    fn allowed_by_rule(&self, call: &Call) -> Option<Verdict> {
        let state = self.state.borrow();
        if call.name == "Bash" {
            let command = call
                .input
                .get("command")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let exact = state.rules.0.iter().find(|rule| {
                rule.behavior == Behavior::Allow
                    && rule.tool == "Bash"
                    && rule
                        .content
                        .as_deref()
                        .is_none_or(|content| content == command)
            });
            if let Some(rule) = exact {
                let source = granted_by(&rule.source);
                return Some(Verdict::Allow {
                    source,
                    reason: Some("rule"),
                });
            }
            drop(state);
            let rules = self.state.borrow().rules.clone();
            let covered = rules.allow_command(command, |part| self.is_harmless(part));
            return covered.then_some(Verdict::Allow {
                source: "config",
                reason: Some("subcommandResults"),
            });
        }
        let rule = state
            .rules
            .find(Behavior::Allow, &call.name, &call.input, &self.cwd)?;
        Some(Verdict::Allow {
            source: granted_by(&rule.source),
            reason: Some("rule"),
        })
    }

    /// What the mode makes of an ask.
    fn in_mode(&self, mode: &str, call: &Call, verdict: Verdict) -> Verdict {
        let Verdict::Ask(fields) = verdict else {
            return verdict;
        };
        if mode == "dontAsk" {
            return Verdict::Deny(Denial::by_mode(call, self.is_old()));
        }
        let judged = mode == "auto" || (mode == "plan" && !self.state.borrow().plan_by_answer);
        if judged && call.name == "Bash" && !self.is_old() {
            return Verdict::Deny(Denial::by_auto_mode(call, &self.environment.api_host()));
        }
        let writes = matches!(call.name.as_str(), "Write" | "Edit" | "NotebookEdit");
        if mode == "plan" && writes && !self.is_old() {
            let mut plan = Map::new();
            plan.insert(
                "description".into(),
                fields.get("description").cloned().unwrap_or_default(),
            );
            plan.insert("decision_reason_type".into(), "mode".into());
            return Verdict::Ask(plan);
        }
        Verdict::Ask(fields)
    }

    fn person_ask(&self) -> Verdict {
        let mut fields = Map::new();
        if !self.is_old() {
            fields.insert("requires_user_interaction".into(), true.into());
        }
        Verdict::Ask(fields)
    }

    fn own_verdict(&self, call: &Call, mode: &str) -> Verdict {
        let text = |name: &str| {
            call.input
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        match call.name.as_str() {
            "Read" => self.read_verdict(&self.absolute(text("file_path"))),
            "Glob" | "Grep" | "LS" => self.read_verdict(&self.absolute(text("path"))),
            "Write" | "Edit" => self.write_verdict(&self.absolute(text("file_path")), mode, true),
            "NotebookEdit" => {
                self.write_verdict(&self.absolute(text("notebook_path")), mode, false)
            }
            "Bash" => self.bash_verdict(text("command"), mode),
            "WebFetch" => ask(json!({
                "description": text("url"),
                "permission_suggestions": [{
                    "type": "addRules",
                    "destination": "localSettings",
                    "rules": [{ "toolName": "WebFetch", "ruleContent": format!("domain:{}", domain(text("url"))) }],
                    "behavior": "allow",
                }],
            })),
            "WebSearch" if self.is_old() => ask(json!({})),
            "WebSearch" => ask(json!({
                "description": text("query"),
                "permission_suggestions": [add_rules(vec![json!({ "toolName": "WebSearch" })], "localSettings")],
            })),
            name if name.starts_with("mcp__") => {
                let mut fields = json!({
                    "permission_suggestions": [add_rules(vec![json!({ "toolName": name })], "localSettings")],
                });
                if !self.is_old() {
                    fields["server_policy_ask_only"] = true.into();
                }
                ask(fields)
            }
            _ => Verdict::Allow {
                source: "config",
                reason: None,
            },
        }
    }

    fn read_verdict(&self, path: &Path) -> Verdict {
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
        let mut fields = json!({
            "description": self.display_path(path),
            "permission_suggestions": [add_rules(vec![rule], "session")],
            "decision_reason": "Path is outside allowed working directories",
            "decision_reason_type": "workingDir",
        });
        if !self.is_old() {
            fields["server_policy_ask_only"] = true.into();
        }
        ask(fields)
    }

    fn write_verdict(&self, path: &Path, mode: &str, marks_policy: bool) -> Verdict {
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
            if self.is_old() {
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
        if marks_policy && !self.is_old() {
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

    /// Whether the path lies in a directory the session may work in.
    pub(super) fn is_inside(&self, path: &Path) -> bool {
        let state = self.state.borrow();
        let mut others = state.additional_directories.iter();
        path.starts_with(&self.cwd) || others.any(|(directory, _)| path.starts_with(directory))
    }

    pub(super) fn is_plan_file(&self, path: &Path) -> bool {
        path.starts_with(self.environment.config_directory.join("plans"))
    }
}

/// Who stands behind a rule of this source.
fn granted_by(source: &str) -> &'static str {
    match source {
        "session" => "user_temporary",
        "localSettings" => "user_permanent",
        _ => "config",
    }
}

fn asked_by_rule(call: &Call, source: &str) -> Verdict {
    let description = call.input.get("description").cloned();
    let mut fields = json!({
        "decision_reason_type": "rule",
        "decision_reason_rule_source": source,
        "server_policy_ask_only": false,
    });
    if let Some(description) = description {
        fields["description"] = description;
    }
    ask(fields)
}

fn ask(fields: Value) -> Verdict {
    match fields {
        Value::Object(fields) => Verdict::Ask(fields),
        _ => Verdict::Ask(Map::new()),
    }
}

fn add_rules(rules: Vec<Value>, destination: &str) -> Value {
    json!({ "type": "addRules", "rules": rules, "behavior": "allow", "destination": destination })
}
