//! Items of a settings file: every key that is not known to be harmless.

use std::path::Path;

use serde_json::{Value, json};

use super::items::{Item, of_value};
use super::servers::{not_json, read, with_scripts};
use super::sources::Sources;

/// Keys that run nothing, allow nothing and send nothing anywhere: looks, languages, models, limits.
///
/// A key that is not here asks, also one of a newer CLI.
const HARMLESS: [&str; 48] = [
    "$schema",
    "advisorModel",
    "alwaysThinkingEnabled",
    "attribution",
    "autoCompactEnabled",
    "autoCompactWindow",
    "autoScrollEnabled",
    "availableModels",
    "bashEditDiffEnabled",
    "bashOutputMaxChars",
    "claudeMdExcludes",
    "companyAnnouncements",
    "deniedMcpServers",
    "deniedModels",
    "disabledMcpjsonServers",
    "editorMode",
    "effortLevel",
    "emojiCompletionEnabled",
    "fallbackModel",
    "fastMode",
    "fileCheckpointingEnabled",
    "includeCoAuthoredBy",
    "includeGitInstructions",
    "keybindingFlavor",
    "language",
    "maxEffortLevel",
    "maxProseWidth",
    "minimumVersion",
    "model",
    "outputStyle",
    "prefersReducedMotion",
    "promptSuggestionEnabled",
    "respectGitignore",
    "showClearContextOnPlanAccept",
    "showMessageTimestamps",
    "showThinkingSummaries",
    "showTurnDuration",
    "spellcheck",
    "spinnerTipsEnabled",
    "spinnerVerbs",
    "syntaxHighlightingDisabled",
    "taskOutputMaxChars",
    "terminalProgressBarEnabled",
    "theme",
    "timeFormat",
    "timeZone",
    "verbose",
    "viewMode",
];

/// Keys that name a program which the CLI starts by itself.
const PROGRAMS: [&str; 12] = [
    "apiKeyHelper",
    "awsAuthRefresh",
    "awsCredentialExport",
    "fileSuggestion",
    "gcpAuthRefresh",
    "otelHeadersHelper",
    "policyHelper",
    "processWrapper",
    "proxyAuthHelper",
    "sshHostCommands",
    "statusLine",
    "subagentStatusLine",
];

/// How much of a value is shown.
const SHOWN: usize = 300;

/// The items of a settings file.
pub(super) fn items(file: &Path, bytes: &[u8], sources: &Sources) -> Vec<Item> {
    let label = sources.label(file);
    let Some(json) = read(bytes) else {
        return vec![not_json(label, bytes)];
    };
    let reader = Reader {
        label,
        base: file.parent().unwrap_or(sources.directory()),
        sources,
    };
    let members = json.as_object().into_iter().flatten();
    members
        .filter(|(key, _)| !HARMLESS.contains(&key.as_str()))
        .flat_map(|(key, value)| reader.member(key, value))
        .collect()
}

/// An allow rule as an item, wherever it stands.
pub(super) fn allow_rule(file: String, rule: &str) -> Item {
    plain(file, "allowRule", rule, rule)
}

/// A directory that the CLI may work in as well.
pub(super) fn added_directory(file: String, directory: &str) -> Item {
    plain(file, "directory", directory, directory)
}

/// The permission mode that sessions start in.
pub(super) fn default_mode(file: String, mode: &str) -> Item {
    Item {
        fingerprint: Some(of_value(&json!(mode))),
        ..plain(file, "setting", "permissions.defaultMode", mode)
    }
}

/// An item that is its text.
fn plain(file: String, what: &'static str, name: &str, text: &str) -> Item {
    Item {
        file,
        what,
        name: name.to_owned(),
        text: shortened(text),
        fingerprint: Some(of_value(&json!(name))),
    }
}

struct Reader<'a> {
    label: String,
    /// The directory of the file.
    base: &'a Path,
    sources: &'a Sources,
}

impl Reader<'_> {
    fn member(&self, key: &str, value: &Value) -> Vec<Item> {
        match (key, value) {
            ("hooks", Value::Object(events)) => events
                .iter()
                .flat_map(|(event, matchers)| self.hooks(event, matchers))
                .collect(),
            ("permissions", Value::Object(lists)) => lists
                .iter()
                .flat_map(|(name, value)| self.permission(name, value))
                .collect(),
            ("env", Value::Object(variables)) => variables
                .iter()
                // The value may be a secret.
                .map(|(name, value)| self.item("environment", name, name, value))
                .collect(),
            ("enabledPlugins", Value::Object(plugins)) => plugins
                .iter()
                .filter(|(_, on)| **on != false)
                .map(|(name, on)| self.item("plugin", name, name, on))
                .collect(),
            _ if PROGRAMS.contains(&key) => vec![self.item("program", key, &command(value), value)],
            _ => vec![self.item("setting", key, &value.to_string(), value)],
        }
    }

    fn hooks(&self, event: &str, matchers: &Value) -> Vec<Item> {
        let whole = || vec![self.item("hook", event, &matchers.to_string(), matchers)];
        let Some(matchers) = matchers.as_array() else {
            return whole();
        };
        let mut items = Vec::new();
        for one in matchers {
            let Some(hooks) = one["hooks"].as_array() else {
                return whole();
            };
            let name = match one["matcher"].as_str() {
                Some(matcher) if !matcher.is_empty() => format!("{event} {matcher}"),
                _ => event.to_owned(),
            };
            items.extend(hooks.iter().map(|hook| {
                let value = json!({"event": event, "matcher": one["matcher"], "hook": hook});
                self.item("hook", &name, &command(hook), &value)
            }));
        }
        items
    }

    fn permission(&self, name: &str, value: &Value) -> Vec<Item> {
        let label = || self.label.clone();
        let whole = || {
            let name = format!("permissions.{name}");
            vec![self.item("setting", &name, &value.to_string(), value)]
        };
        let texts: Option<Vec<&str>> = value
            .as_array()
            .and_then(|texts| texts.iter().map(Value::as_str).collect());
        match (name, texts, value.as_str()) {
            ("deny" | "ask", ..) => Vec::new(),
            ("allow", Some(rules), _) => {
                let rules = rules.into_iter();
                rules.map(|rule| allow_rule(label(), rule)).collect()
            }
            ("additionalDirectories", Some(directories), _) => {
                let directories = directories.into_iter();
                directories
                    .map(|directory| added_directory(label(), directory))
                    .collect()
            }
            ("defaultMode", _, Some("default" | "plan")) => Vec::new(),
            ("defaultMode", _, Some(mode)) => vec![default_mode(label(), mode)],
            _ => whole(),
        }
    }

    fn item(&self, what: &'static str, name: &str, text: &str, value: &Value) -> Item {
        Item {
            file: self.label.clone(),
            what,
            name: name.to_owned(),
            text: shortened(text),
            fingerprint: Some(with_scripts(value, self.base, self.sources)),
        }
    }
}

/// What a hook or a program setting runs.
fn command(value: &Value) -> String {
    let text = [&value["command"], &value["url"], &value["prompt"], value]
        .into_iter()
        .find_map(Value::as_str);
    text.map_or_else(|| value.to_string(), str::to_owned)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let nowhere = Path::new("/nowhere");
        let sources = Sources::with_user(nowhere, nowhere, nowhere);
        let file = nowhere.join(".claude/settings.json");
        items(&file, text.as_bytes(), &sources)
            .into_iter()
            .map(|item| format!("{} {}: {}", item.what, item.name, item.text))
            .collect()
    }

    #[test]
    fn every_key_that_is_not_known_to_be_harmless_is_an_item() {
        assert_eq!(
            shown(
                r#"{"apiKeyHelper":"./key.sh","statusLine":{"type":"command","command":"date"},"model":"opus",
                "enabledPlugins":{"tools@shop":true,"old@shop":false},"env":{"PATH":"secret"},"keyOfANewerCli":[1]}"#
            ),
            [
                "program apiKeyHelper: ./key.sh",
                "program statusLine: date",
                "plugin tools@shop: tools@shop",
                "environment PATH: PATH",
                "setting keyOfANewerCli: [1]",
            ]
        );
    }

    #[test]
    fn hooks_and_rules_are_items_one_by_one() {
        assert_eq!(
            shown(
                r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"a"},{"type":"http","url":"http://b"}]}],
                "Stop":"odd"},"permissions":{"allow":["Edit","Bash(ls:*)"],"deny":["Read"],"defaultMode":"acceptEdits",
                "additionalDirectories":["/"],"somethingNew":true}}"#
            ),
            [
                "hook PreToolUse Bash: a",
                "hook PreToolUse Bash: http://b",
                "hook Stop: \"odd\"",
                "allowRule Edit: Edit",
                "allowRule Bash(ls:*): Bash(ls:*)",
                "setting permissions.defaultMode: acceptEdits",
                "directory /: /",
                "setting permissions.somethingNew: true",
            ]
        );
        assert_eq!(shown(r#"{"permissions":{"defaultMode":"plan"}}"#), [""; 0]);
        assert_eq!(
            shown("[]"),
            ["unreadable : This file is not a JSON object."]
        );
    }
}
