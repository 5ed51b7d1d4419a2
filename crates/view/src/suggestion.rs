//! What a permission update would remember, and where.

use pilothouse_protocol::permission::PermissionUpdate;
use pilothouse_protocol::wire::Wire;
use serde_json::Value;

use crate::ask::{Destination, Suggestion};
use crate::json::Json;

/// Describes one permission update as the CLI suggests it or a person sends it.
pub(crate) fn describe(update: &Value, cwd: Option<&str>) -> Suggestion {
    let destination = destination(text_of(update, "destination"));
    let rules = rules(update);
    let directories = directories(update);
    let mode = update
        .get("mode")
        .and_then(Value::as_str)
        .map(str::to_owned);
    Suggestion {
        text: sentence(update, &rules, &directories, mode.as_deref()),
        place: place(destination, cwd),
        update: Json(update.clone()),
        rules,
        directories,
        mode,
        destination,
    }
}

/// The JSON of permission updates.
pub(crate) fn updates(updates: &[PermissionUpdate]) -> Value {
    let updates = updates.iter();
    updates
        .map(|update| serde_json::from_str::<Value>(&update.to_json()).unwrap_or_default())
        .collect()
}

/// Describes a list of updates.
pub(crate) fn describe_all(updates: &Value, cwd: Option<&str>) -> Vec<Suggestion> {
    let updates = updates.as_array().map(Vec::as_slice).unwrap_or_default();
    updates.iter().map(|update| describe(update, cwd)).collect()
}

/// What was remembered with an answer: the sentence and the place in one.
pub fn remembered(updates: &Value, cwd: Option<&str>) -> Vec<String> {
    let described = describe_all(updates, cwd).into_iter();
    described
        .map(|suggestion| format!("{} ({})", suggestion.text, suggestion.place))
        .collect()
}

fn sentence(
    update: &Value,
    rules: &[String],
    directories: &[String],
    mode: Option<&str>,
) -> String {
    let rules = rules.join(", ");
    let directories = directories.join(", ");
    match (text_of(update, "type"), text_of(update, "behavior")) {
        ("addRules", "deny") => format!("Always deny {rules}"),
        ("addRules", "ask") => format!("Always ask about {rules}"),
        ("addRules", _) => format!("Allow {rules} without asking"),
        ("replaceRules", "deny") => format!("Deny {rules} and nothing else"),
        ("replaceRules", "ask") => format!("Ask about {rules} and nothing else"),
        ("replaceRules", _) => format!("Allow {rules} and nothing else without asking"),
        ("removeRules", behavior) => format!("Forget the {behavior} rule {rules}"),
        ("addDirectories", _) => format!("Allow work in {directories}"),
        ("removeDirectories", _) => format!("No longer allow work in {directories}"),
        ("setMode", _) => mode_sentence(mode.unwrap_or_default()),
        (other, _) => format!("Apply {other}"),
    }
}

fn mode_sentence(mode: &str) -> String {
    match mode {
        "acceptEdits" => "Allow all edits in this project without asking".to_owned(),
        "bypassPermissions" => "Allow everything without asking".to_owned(),
        "plan" => "Plan only, change nothing".to_owned(),
        "dontAsk" => "Deny what is not allowed already, without asking".to_owned(),
        "default" => "Ask first".to_owned(),
        "auto" => "Let a classifier decide, ask when in doubt".to_owned(),
        other => format!("Switch to the mode {other}"),
    }
}

fn place(destination: Destination, cwd: Option<&str>) -> String {
    let in_project = |file: &str| match cwd {
        Some(cwd) => format!("{}/.claude/{file}", cwd.trim_end_matches('/')),
        None => format!(".claude/{file} of the project"),
    };
    match destination {
        Destination::Session => "this session only".to_owned(),
        Destination::LocalSettings => in_project("settings.local.json"),
        Destination::ProjectSettings => in_project("settings.json"),
        Destination::UserSettings => "~/.claude/settings.json".to_owned(),
        Destination::CliArg => "until the process ends".to_owned(),
        Destination::Unknown => "a place this version does not know".to_owned(),
    }
}

fn destination(name: &str) -> Destination {
    match name {
        "session" => Destination::Session,
        "localSettings" => Destination::LocalSettings,
        "projectSettings" => Destination::ProjectSettings,
        "userSettings" => Destination::UserSettings,
        "cliArg" => Destination::CliArg,
        _ => Destination::Unknown,
    }
}

fn rules(update: &Value) -> Vec<String> {
    let rules = update
        .get("rules")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    rules.iter().map(rule).collect()
}

fn rule(rule: &Value) -> String {
    let tool = text_of(rule, "toolName");
    match rule.get("ruleContent").and_then(Value::as_str) {
        Some(content) => format!("{tool}({content})"),
        None => tool.to_owned(),
    }
}

fn directories(update: &Value) -> Vec<String> {
    let list = update
        .get("directories")
        .and_then(Value::as_array)
        .map(Vec::as_slice);
    let names = list.unwrap_or_default().iter().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

fn text_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_rule_says_what_is_written_and_where() {
        let update = json!({"type": "addRules", "behavior": "allow", "destination": "localSettings",
            "rules": [{"toolName": "Bash", "ruleContent": "npm test:*"}, {"toolName": "WebSearch"}]});
        let found = describe(&update, Some("/home/dev/project"));
        assert_eq!(
            found.text,
            "Allow Bash(npm test:*), WebSearch without asking"
        );
        assert_eq!(found.rules, ["Bash(npm test:*)", "WebSearch"]);
        assert_eq!(found.place, "/home/dev/project/.claude/settings.local.json");
        assert_eq!(found.update.0, update);
    }

    #[test]
    fn directories_and_modes_are_sentences() {
        let update =
            json!({"type": "addDirectories", "directories": ["/tmp"], "destination": "session"});
        let found = describe(&update, None);
        assert_eq!(
            (found.text.as_str(), found.place.as_str()),
            ("Allow work in /tmp", "this session only")
        );
        let update = json!({"type": "setMode", "mode": "acceptEdits", "destination": "session"});
        assert_eq!(describe(&update, None).mode.as_deref(), Some("acceptEdits"));
    }

    #[test]
    fn nonsense_is_described_and_kept() {
        let found = describe(&json!(5), None);
        assert_eq!(found.destination, Destination::Unknown);
        assert_eq!(found.update.0, json!(5));
        assert!(describe_all(&json!({"a": 1}), None).is_empty());
    }
}
