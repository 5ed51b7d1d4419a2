//! The parameters of tools, and validation of inputs.

use serde_json::{Map, Value, json};

/// A parameter: its name, its type, whether it is required.
type Parameter = (&'static str, &'static str, bool);

fn parameters(tool: &str) -> Option<&'static [Parameter]> {
    Some(match tool {
        "Bash" => &[
            ("command", "string", true),
            ("timeout", "number", false),
            ("description", "string", false),
            ("run_in_background", "boolean", false),
            ("dangerouslyDisableSandbox", "boolean", false),
        ],
        "Read" => &[
            ("file_path", "string", true),
            ("offset", "number", false),
            ("limit", "number", false),
            ("pages", "string", false),
        ],
        "Write" => &[("file_path", "string", true), ("content", "string", true)],
        "Edit" => &[
            ("file_path", "string", true),
            ("old_string", "string", true),
            ("new_string", "string", true),
            ("replace_all", "boolean", false),
        ],
        "NotebookEdit" => &[
            ("notebook_path", "string", true),
            ("cell_id", "string", false),
            ("new_source", "string", true),
            ("cell_type", "string", false),
            ("edit_mode", "string", false),
        ],
        "WebFetch" => &[("url", "string", true), ("prompt", "string", true)],
        "WebSearch" => &[
            ("query", "string", true),
            ("allowed_domains", "array", false),
            ("blocked_domains", "array", false),
        ],
        _ => return None,
    })
}

/// The error for an invalid input, in the format of the CLI.
pub(in crate::cli) fn schema_issue(tool: &str, input: &Map<String, Value>) -> Result<(), String> {
    if tool == "AskUserQuestion" {
        return super::question::answer_issue(input).map_or(Ok(()), Err);
    }
    issues(tool, input).map_or(Ok(()), |issues| Err(issues.0))
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The text for the model, and the list for programs.
pub(super) fn issues(tool: &str, input: &Map<String, Value>) -> Option<(String, Value)> {
    let parameters = parameters(tool)?;
    let mut missing = Vec::new();
    let mut mismatched = Vec::new();
    let mut list = Vec::new();
    for (name, expected, required) in parameters {
        match input.get(*name) {
            None if *required => {
                missing.push(format!("The required parameter `{name}` is missing"));
                list.push(wrong_type(name, expected, "undefined"));
            }
            Some(value) if kind(value) != *expected => {
                let found = kind(value);
                mismatched.push(format!(
                    "The parameter `{name}` type is expected as `{expected}` but provided as `{found}`"
                ));
                list.push(wrong_type(name, expected, found));
            }
            _ => {}
        }
    }
    let known = |name: &&String| parameters.iter().any(|(known, ..)| known == name);
    let unknown: Vec<&String> = input.keys().filter(|name| !known(name)).collect();
    let mut lines = missing;
    lines.extend(
        unknown
            .iter()
            .map(|name| format!("An unexpected parameter `{name}` was provided")),
    );
    lines.extend(mismatched);
    if !unknown.is_empty() {
        list.push(unrecognized(&unknown));
    }
    if lines.is_empty() {
        return None;
    }
    let noun = if lines.len() == 1 { "issue" } else { "issues" };
    Some((
        format!(
            "{tool} failed due to the following {noun}:\n{}",
            lines.join("\n")
        ),
        list.into(),
    ))
}

fn unrecognized(names: &[&String]) -> Value {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let noun = if names.len() == 1 { "key" } else { "keys" };
    json!({
        "code": "unrecognized_keys",
        "keys": names,
        "path": [],
        "message": format!("Unrecognized {noun}: {}", quoted.join(", ")),
    })
}

fn wrong_type(name: &str, expected: &str, found: &str) -> Value {
    json!({
        "expected": expected,
        "code": "invalid_type",
        "path": [name],
        "message": format!("Invalid input: expected {expected}, received {found}"),
    })
}
