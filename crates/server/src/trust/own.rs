//! Settings that the CLI writes into a project because a person answered a permission request: they are no change that
//! asks again.

use serde_json::Value;

use super::items::Item;
use super::report::{Place, keep};
use super::settings::{added_directory, allow_rule, default_mode};
use super::sources::Sources;
use crate::problem::Problem;
use crate::store::Store;

/// Accepts what these permission updates make the CLI write into the project. Blocks.
pub(crate) fn accept_updates(
    store: &Store,
    place: &Place<'_>,
    updates: &[Value],
) -> Result<(), Problem> {
    let sources = place.sources();
    let items: Vec<Item> = updates
        .iter()
        .flat_map(|update| written(update, &sources))
        .collect();
    if items.is_empty() {
        return Ok(());
    }
    keep(store, &place.key(), &items)
}

fn written(update: &Value, sources: &Sources) -> Vec<Item> {
    let files = match update["destination"].as_str() {
        Some("localSettings") => sources.local_settings(),
        Some("projectSettings") => vec![sources.directory().join(".claude/settings.json")],
        _ => return Vec::new(),
    };
    let texts = |name: &str| {
        let texts = update[name].as_array().into_iter().flatten();
        texts.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut items = Vec::new();
    for file in files.iter().map(|file| sources.label(file)) {
        let label = || file.clone();
        match update["type"].as_str() {
            Some("addRules" | "replaceRules") if update["behavior"] == "allow" => {
                let rules = update["rules"].as_array().into_iter().flatten();
                let rules = rules.flat_map(spellings);
                items.extend(rules.map(|rule| allow_rule(label(), &rule)));
            }
            Some("addDirectories" | "replaceDirectories") => {
                let directories: Vec<String> = texts("directories");
                let directories = directories.iter();
                items.extend(directories.map(|path| added_directory(label(), path)));
            }
            Some("setMode") => {
                items.extend(
                    update["mode"]
                        .as_str()
                        .map(|mode| default_mode(label(), mode)),
                );
            }
            _ => {}
        }
    }
    items
}

/// A rule as the CLI may write it: newer versions escape parentheses.
fn spellings(rule: &Value) -> Vec<String> {
    let Some(tool) = rule["toolName"].as_str() else {
        return Vec::new();
    };
    let Some(content) = rule["ruleContent"].as_str() else {
        return vec![tool.to_owned()];
    };
    let escaped = content
        .replace('\\', "\\\\")
        .replace('(', "\\(")
        .replace(')', "\\)");
    let mut rules = vec![format!("{tool}({content})")];
    if escaped != content {
        rules.push(format!("{tool}({escaped})"));
    }
    rules
}
