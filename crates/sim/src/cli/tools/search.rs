//! Glob, Grep, ToolSearch, StructuredOutput.

use serde_json::{Value, json};

use super::{ToolResult, text};
use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

pub(super) fn glob(sim: &Sim, call: &Call) -> ToolResult {
    let root = sim.absolute(text(call, "path"));
    let pattern = text(call, "pattern").replace("**/", "*");
    let pattern = format!("*{}", pattern.trim_start_matches('*'));
    let files: Vec<String> = sim
        .files
        .borrow()
        .list(&root, true)
        .iter()
        .filter(|path| {
            crate::cli::rules::glob(pattern.as_bytes(), path.display().to_string().as_bytes())
        })
        .map(|path| {
            if sim.features().globs_relative_paths {
                sim.display_path(path)
            } else {
                path.display().to_string()
            }
        })
        .take(100)
        .collect();
    let content = if files.is_empty() {
        "No files found".to_owned()
    } else {
        files.join("\n")
    };
    let response = json!({
        "filenames": files, "durationMs": 3, "numFiles": files.len(), "truncated": false,
        "totalMatches": files.len(), "countIsComplete": true,
    });
    ToolResult::success(content, response)
}

pub(super) fn grep(sim: &Sim, call: &Call) -> ToolResult {
    let root = sim.absolute(text(call, "path"));
    let needle = text(call, "pattern");
    let mode = call
        .input
        .get("output_mode")
        .and_then(Value::as_str)
        .unwrap_or("files_with_matches");
    let mut lines = Vec::new();
    let mut matching_files = Vec::new();
    let mut counts = Vec::new();
    let mut matches = 0;
    let files = sim.files.borrow();
    let mut candidates = files.list(&root, true);
    if candidates.is_empty() {
        candidates.push(root);
    }
    for path in candidates {
        let Some(content) = files.read_text(&path) else {
            continue;
        };
        let shown = sim.display_path(&path);
        let found: Vec<(usize, &str)> = content
            .lines()
            .enumerate()
            .filter(|(_, line)| line.contains(needle))
            .collect();
        if found.is_empty() {
            continue;
        }
        matches += found.len();
        lines.extend(
            found
                .iter()
                .map(|(number, line)| format!("{shown}:{}:{line}", number + 1)),
        );
        counts.push(format!("{shown}:{}", found.len()));
        matching_files.push(shown);
    }
    match mode {
        "content" => ToolResult::success(
            if lines.is_empty() {
                "No matches found".to_owned()
            } else {
                lines.join("\n")
            },
            json!({
                "mode": "content", "numFiles": 0, "filenames": [], "content": lines.join("\n"),
                "numLines": lines.len(), "totalLines": lines.len(),
            }),
        ),
        "count" => ToolResult::success(
            counts.join("\n"),
            json!({
                "mode": "count", "numFiles": counts.len(), "filenames": [],
                "content": counts.join("\n"), "numMatches": matches,
            }),
        ),
        _ => {
            let noun = if matching_files.len() == 1 {
                "file"
            } else {
                "files"
            };
            let content = if matching_files.is_empty() {
                "No files found".to_owned()
            } else {
                format!(
                    "Found {} {noun}\n{}",
                    matching_files.len(),
                    matching_files.join("\n")
                )
            };
            ToolResult::success(
                content,
                json!({
                    "mode": "files_with_matches", "filenames": matching_files,
                    "numFiles": matching_files.len(), "totalFiles": matching_files.len(),
                }),
            )
        }
    }
}

pub(super) fn tools(sim: &Sim, call: &Call) -> ToolResult {
    let query = text(call, "query");
    let wanted = query.strip_prefix("select:").unwrap_or(query);
    let names = sim.tool_names();
    let matches: Vec<String> = wanted
        .split([',', ' '])
        .filter(|name| names.iter().any(|listed| listed == name))
        .map(str::to_owned)
        .collect();
    let content: Vec<Value> = matches
        .iter()
        .map(|name| json!({ "type": "tool_reference", "tool_name": name }))
        .collect();
    let content: Value = if content.is_empty() {
        "No matching deferred tools found".into()
    } else {
        content.into()
    };
    ToolResult::success(
        content,
        json!({ "matches": matches, "query": query, "total_deferred_tools": 17 }),
    )
}

pub(super) fn structured(sim: &Sim, turn: &Turn, call: &Call) -> ToolResult {
    let schema: Value = sim
        .options
        .value("json-schema")
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let output = Value::Object(call.input.clone());
    if let Err(issue) = fits(&schema, &output, "root") {
        turn.structured_failures
            .set(turn.structured_failures.get() + 1);
        return ToolResult::error(&format!("Output does not match required schema: {issue}"));
    }
    *turn.structured.borrow_mut() = Some(output);
    ToolResult::success(
        "Structured output provided successfully",
        "Structured output provided successfully".into(),
    )
}

/// Checks the commonly used parts of JSON Schema.
fn fits(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    if let Some(expected) = schema["type"].as_str() {
        let is_integer = value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let ok = match expected {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "number" => value.is_number(),
            "integer" => is_integer,
            "null" => value.is_null(),
            _ => true,
        };
        if !ok {
            return Err(format!("{place}: must be {expected}"));
        }
    }
    for name in schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        if value.get(name).is_none() {
            return Err(format!("{place}: must have required property '{name}'"));
        }
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Err(format!(
            "{place}: must be equal to one of the allowed values"
        ));
    }
    let prefix = if place == "root" {
        String::new()
    } else {
        place.to_owned()
    };
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            fits(schema, value, &format!("{prefix}/{name}"))?;
        }
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        for (index, value) in values.iter().enumerate() {
            fits(items, value, &format!("{prefix}/{index}"))?;
        }
    }
    Ok(())
}
