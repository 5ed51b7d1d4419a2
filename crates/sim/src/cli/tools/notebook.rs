//! Notebooks: reading and editing cells.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::{ToolResult, text};
use crate::cli::call::Call;
use crate::cli::session::Sim;

fn source(cell: &Value) -> String {
    match &cell["source"] {
        Value::String(text) => text.clone(),
        Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

fn language(notebook: &Value) -> String {
    notebook["metadata"]["language_info"]["name"]
        .as_str()
        .unwrap_or("python")
        .to_owned()
}

pub(super) fn read(path: &Path, bytes: &[u8]) -> ToolResult {
    let Ok(notebook) = serde_json::from_slice::<Value>(bytes) else {
        return ToolResult::error("Notebook is not valid JSON.");
    };
    let language = language(&notebook);
    let mut texts = Vec::new();
    let mut cells = Vec::new();
    for (index, cell) in notebook["cells"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let id = cell["id"]
            .as_str()
            .map_or_else(|| format!("cell-{index}"), str::to_owned);
        let kind = cell["cell_type"].as_str().unwrap_or("code");
        let source = source(cell);
        let mark = if kind == "code" {
            String::new()
        } else {
            format!("<cell_type>{kind}</cell_type>")
        };
        let outputs = outputs(cell);
        let mut shown = format!("<cell id=\"{id}\">{mark}{source}</cell id=\"{id}\">");
        for output in &outputs {
            shown.push_str(&format!(
                "\n\n{}",
                output["text"].as_str().unwrap_or_default()
            ));
        }
        texts.push(shown);
        let mut entry = Map::new();
        entry.insert("cellType".into(), kind.into());
        entry.insert("source".into(), source.into());
        if let Some(count) = cell["execution_count"].as_u64() {
            entry.insert("execution_count".into(), count.into());
        }
        entry.insert("cell_id".into(), id.into());
        if kind == "code" {
            entry.insert("language".into(), language.clone().into());
        }
        if !outputs.is_empty() {
            entry.insert("outputs".into(), outputs.into());
        }
        cells.push(Value::Object(entry));
    }
    ToolResult::success(
        json!([{ "text": texts.join("\n"), "type": "text" }]),
        json!({ "type": "notebook", "file": { "filePath": path.display().to_string(), "cells": cells } }),
    )
}

fn outputs(cell: &Value) -> Vec<Value> {
    let outputs = cell["outputs"].as_array().into_iter().flatten();
    outputs
        .map(|output| {
            let text = match &output["text"] {
                Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
                other => other.as_str().unwrap_or_default().to_owned(),
            };
            json!({ "output_type": output["output_type"], "text": text })
        })
        .collect()
}

pub(super) fn edit(sim: &Sim, call: &Call) -> ToolResult {
    let path = sim.absolute(text(call, "notebook_path"));
    let original = sim.files.borrow().read_text(&path).unwrap_or_default();
    let Ok(mut notebook) = serde_json::from_str::<Value>(&original) else {
        return ToolResult::error("Notebook is not valid JSON.");
    };
    let language = language(&notebook);
    let mode = call
        .input
        .get("edit_mode")
        .and_then(Value::as_str)
        .unwrap_or("replace");
    let id = text(call, "cell_id");
    let new_source = text(call, "new_source");
    let changed = match change(&mut notebook, mode, id, new_source, text(call, "cell_type")) {
        Ok(changed) => changed,
        Err(message) => return ToolResult::error(&message),
    };
    let updated = pretty(&notebook);
    if let Err(failure) = super::files::put(sim, &path, &updated) {
        return failure;
    }
    let verb = match mode {
        "insert" => format!("Inserted cell {} with {new_source}", changed.id),
        "delete" => format!("Deleted cell {}", changed.id),
        _ => format!("Updated cell {} with {new_source}", changed.id),
    };
    let response = json!({
        "new_source": new_source,
        "old_source": changed.old_source,
        "cell_type": changed.kind,
        "language": language,
        "edit_mode": mode,
        "cell_id": changed.id,
        "error": "",
        "notebook_path": path.display().to_string(),
        "original_file": original,
        "updated_file": updated,
    });
    ToolResult::success(verb, response)
}

struct Changed {
    id: String,
    kind: String,
    old_source: String,
}

fn change(
    notebook: &mut Value,
    mode: &str,
    id: &str,
    new_source: &str,
    kind: &str,
) -> Result<Changed, String> {
    let cells = notebook["cells"]
        .as_array_mut()
        .ok_or("Notebook has no cells.")?;
    let position = cells
        .iter()
        .enumerate()
        .position(|(index, cell)| cell["id"] == id || id == format!("cell-{index}"));
    if mode == "insert" {
        let at = position.map_or(0, |position| position + 1);
        let kind = if kind.is_empty() { "code" } else { kind };
        let new_id = crate::cli::clock::short_id('c', 7);
        let mut cell =
            json!({ "cell_type": kind, "id": new_id, "source": new_source, "metadata": {} });
        if kind == "code" {
            cell["execution_count"] = Value::Null;
            cell["outputs"] = json!([]);
        }
        cells.insert(at, cell);
        return Ok(Changed {
            id: new_id,
            kind: kind.to_owned(),
            old_source: String::new(),
        });
    }
    let position =
        position.ok_or_else(|| format!("Cell with ID \"{id}\" not found in notebook."))?;
    let old_source = source(&cells[position]);
    let old_kind = cells[position]["cell_type"]
        .as_str()
        .unwrap_or("code")
        .to_owned();
    let kind = if kind.is_empty() {
        old_kind
    } else {
        kind.to_owned()
    };
    if mode == "delete" {
        cells.remove(position);
    } else {
        let cell = &mut cells[position];
        cell["source"] = new_source.into();
        cell["cell_type"] = kind.clone().into();
        if kind == "code" {
            cell["execution_count"] = Value::Null;
            cell["outputs"] = json!([]);
        }
    }
    Ok(Changed {
        id: id.to_owned(),
        kind,
        old_source,
    })
}

/// JSON with an indentation of one space, the format of notebooks.
fn pretty(value: &Value) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    match serde::Serialize::serialize(value, &mut serializer) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(_) => value.to_string(),
    }
}
