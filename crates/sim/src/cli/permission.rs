//! The CLI's own decisions about tool calls, and its permission requests.

pub(super) mod bash;
mod denial;
mod paths;
mod request;
mod updates;

use serde_json::{Map, Value, json};

pub(super) use denial::Denial;

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
            let asked = ask(json!({ "requires_user_interaction": true }));
            return self.in_mode(&mode, call, asked);
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

    /// The source of a matching deny rule, and whether it names exactly this call.
    fn deny_rule(&self, call: &Call) -> Option<(String, bool)> {
        let state = self.state.borrow();
        let rule = state
            .rules
            .find(Behavior::Deny, &call.name, &call.input, &self.cwd)?;
        let command = call.input.get("command").and_then(Value::as_str);
        let is_exact = call.name != "Bash" || rule.content.as_deref() == command;
        Some((rule.source.clone(), is_exact))
    }

    /// The verdict of an allow rule: an exact one includes its source, parts are judged together.
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

    /// The effect of the mode on a permission request.
    fn in_mode(&self, mode: &str, call: &Call, verdict: Verdict) -> Verdict {
        let Verdict::Ask(fields) = verdict else {
            return verdict;
        };
        if mode == "dontAsk" {
            return Verdict::Deny(Denial::by_mode(self, call));
        }
        let judged = mode == "auto" || (mode == "plan" && !self.state.borrow().plan_by_answer);
        let modes_judge = self.features().modes_judge_calls;
        if judged && call.name == "Bash" && modes_judge {
            return Verdict::Deny(Denial::by_auto_mode(call, &self.environment.api_host()));
        }
        let writes = matches!(call.name.as_str(), "Write" | "Edit" | "NotebookEdit");
        if mode == "plan" && writes && modes_judge {
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
            "WebSearch" if !self.features().suggests_web_search_rule => ask(json!({})),
            "WebSearch" => ask(json!({
                "description": text("query"),
                "permission_suggestions": [add_rules(vec![json!({ "toolName": "WebSearch" })], "localSettings")],
            })),
            name if name.starts_with("mcp__") => ask(json!({
                "permission_suggestions": [add_rules(vec![json!({ "toolName": name })], "localSettings")],
                "server_policy_ask_only": true,
            })),
            _ => Verdict::Allow {
                source: "config",
                reason: None,
            },
        }
    }
}

/// The origin of a rule from this source.
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
