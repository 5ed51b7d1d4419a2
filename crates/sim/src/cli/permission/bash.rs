//! Harmless shell commands, and suggestions for the others.

mod need;
mod syntax;

use serde_json::{Value, json};

use need::Need;
use syntax::first_word;
pub(in crate::cli) use syntax::{
    Place, Quotes, all_parts, is_read_only, redirect_target, simple_parts, words,
};

use super::{Verdict, add_rules, ask};
use crate::cli::session::Sim;

/// A rule for a command: `git log *` if its second word looks like a verb, else the command.
fn rule_content(part: &str) -> String {
    derived_prefix(part).unwrap_or_else(|| part.to_owned())
}

fn derived_prefix(part: &str) -> Option<String> {
    let words = words(part);
    let verb = words.get(1)?;
    let is_verb = verb.starts_with(|first: char| first.is_ascii_lowercase())
        && verb
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    is_verb.then(|| format!("{} {verb} *", words[0]))
}

fn rule(content: String) -> Value {
    json!({ "toolName": "Bash", "ruleContent": content })
}

impl Sim {
    pub(super) fn bash_verdict(&self, command: &str, mode: &str) -> Verdict {
        if let Some(path) = critical_removal(command) {
            return ask(json!({
                "permission_suggestions": [],
                "decision_reason": format!("Dangerous rm operation on critical path: {path}"),
                "decision_reason_type": "safetyCheck",
                "classifier_approvable": false,
                "suppress_always_allow_rule": true,
            }));
        }
        if command.contains('$') || command.contains('`') {
            return ask(json!({
                "permission_suggestions": [],
                "decision_reason": "A variable in this command can't be checked before it runs",
                "decision_reason_type": "other",
            }));
        }
        let parts = all_parts(command);
        let needing: Vec<(String, Need)> = parts
            .iter()
            .map(|part| (part.clone(), self.need(part, mode)))
            .filter(|(_, need)| !matches!(need, Need::Nothing))
            .collect();
        if self.features().asks_about_paths_first
            && let Some(verdict) = self.ask_about_first_path(&needing)
        {
            return verdict;
        }
        match needing.as_slice() {
            [] if parts.iter().all(|part| is_read_only(part)) => Verdict::Allow {
                source: "config",
                reason: Some("subcommandResults"),
            },
            [] => Verdict::Allow {
                source: "config",
                reason: Some("mode"),
            },
            [(part, need)] => self.ask_for_one(command, part, need, parts.len(), mode),
            several => {
                let rules = several
                    .iter()
                    .map(|(part, need)| match need {
                        Need::ReadOutside(path) => self.read_rule(path),
                        _ => rule(rule_content(part)),
                    })
                    .collect();
                ask(json!({
                    "permission_suggestions": [add_rules(rules, "localSettings")],
                    "decision_reason_type": "subcommandResults",
                }))
            }
        }
    }

    /// Asks about the first path, regardless of the rest of the command.
    fn ask_about_first_path(&self, needing: &[(String, Need)]) -> Option<Verdict> {
        needing.iter().find_map(|(part, need)| match need {
            Need::Write(path) => Some(ask_to_write(part, path)),
            Need::ReadOutside(path) => Some(ask(json!({
                "permission_suggestions": [add_rules(vec![self.read_rule(path)], "session")],
                "blocked_path": path.display().to_string(),
            }))),
            Need::Approval | Need::Nothing => None,
        })
    }

    fn ask_for_one(
        &self,
        command: &str,
        part: &str,
        need: &Need,
        parts: usize,
        mode: &str,
    ) -> Verdict {
        let content = derived_prefix(part).unwrap_or_else(|| command.trim().to_owned());
        match need {
            Need::Write(path) if self.is_inside(path) => {
                let mut suggestions = vec![add_rules(vec![rule(content)], "localSettings")];
                let directory = self.cwd.display().to_string();
                suggestions.push(directories(&directory));
                if mode != "acceptEdits" {
                    suggestions.push(json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" }));
                }
                ask(json!({
                    "permission_suggestions": suggestions,
                    "blocked_path": path.display().to_string(),
                }))
            }
            Need::Write(path) => {
                let parent = path.parent().unwrap_or(path).display().to_string();
                let rules = add_rules(vec![rule(content)], "localSettings");
                ask(json!({
                    "permission_suggestions": [rules, directories(&parent)],
                    "blocked_path": path.display().to_string(),
                }))
            }
            Need::ReadOutside(path) => self.ask_to_read(path, content),
            Need::Approval | Need::Nothing if parts > 1 => ask(json!({
                "permission_suggestions": [add_rules(vec![rule(rule_content(part))], "localSettings")],
                "decision_reason_type": "subcommandResults",
            })),
            Need::Approval | Need::Nothing => ask(json!({
                "permission_suggestions": [add_rules(vec![rule(content)], "localSettings")],
                "decision_reason": "This command requires approval",
                "decision_reason_type": "other",
            })),
        }
    }

    fn ask_to_read(&self, path: &std::path::Path, content: String) -> Verdict {
        let directory = if self.files.borrow().is_directory(path) {
            path.to_owned()
        } else {
            path.parent().unwrap_or(path).to_owned()
        };
        if directory.parent().is_none() {
            return ask(json!({
                "permission_suggestions": [],
                "blocked_path": path.display().to_string(),
            }));
        }
        let read =
            json!({ "toolName": "Read", "ruleContent": format!("/{}/**", directory.display()) });
        ask(json!({
            "permission_suggestions": [
                add_rules(vec![rule(content)], "localSettings"),
                add_rules(vec![read], "session"),
            ],
            "blocked_path": path.display().to_string(),
        }))
    }

    /// Returns whether a part of a command needs no approval.
    pub(super) fn is_harmless(&self, part: &str) -> bool {
        matches!(self.need(part, &self.mode()), Need::Nothing)
    }

    /// A rule to read the directory of a path.
    fn read_rule(&self, path: &std::path::Path) -> Value {
        let is_directory = self.files.borrow().is_directory(path);
        let directory = if is_directory {
            path
        } else {
            path.parent().unwrap_or(path)
        };
        json!({ "toolName": "Read", "ruleContent": format!("/{}/**", directory.display()) })
    }
}

/// Asks about a path that a command changes: suggests the directory and the mode, but no rule.
fn ask_to_write(part: &str, path: &std::path::Path) -> Verdict {
    let parent = path.parent().unwrap_or(path).display().to_string();
    let mut suggestions = vec![directories(&parent)];
    if redirect_target(part).is_none() {
        suggestions
            .push(json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" }));
    }
    ask(json!({
        "permission_suggestions": suggestions,
        "blocked_path": path.display().to_string(),
    }))
}

fn directories(directory: &str) -> Value {
    json!({ "type": "addDirectories", "directories": [directory], "destination": "session" })
}

fn critical_removal(command: &str) -> Option<String> {
    all_parts(command).iter().find_map(|part| {
        let words = words(part);
        if words.first().map(String::as_str) != Some("rm") {
            return None;
        }
        let critical = ["/", "/*", "~", "/etc", "/usr", "/home", "/bin"];
        words
            .into_iter()
            .skip(1)
            .find(|word| critical.contains(&word.as_str()))
    })
}

/// The refusal of a command when no host answers permission requests.
pub(super) fn needs_approval(sim: &Sim, command: &str) -> String {
    let parts = all_parts(command);
    for part in &parts {
        if let Need::Write(path) = sim.need(part, "default")
            && sim.is_inside(&path)
        {
            return sim.message(
                "write_needs_approval",
                &[
                    ("command", &first_word(part)),
                    ("path", &path.display()),
                    ("cwd", &sim.cwd.display()),
                ],
            );
        }
    }
    "This command requires approval".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_derived_from_verbs() {
        assert_eq!(rule_content("touch q1"), "touch q1 *");
        assert_eq!(rule_content("touch fA1"), "touch fA1");
        assert_eq!(rule_content("rm -f q1"), "rm -f q1");
    }
}
