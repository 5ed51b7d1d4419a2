//! MCP servers of a `.mcp.json`.

use std::path::Path;

use serde_json::Value;

use super::commands;
use super::items::{Hasher, Item, canonical};
use super::sources::Sources;

/// The servers that a file declares.
pub(super) fn items(file: &Path, bytes: &[u8], sources: &Sources) -> Vec<Item> {
    let label = sources.label(file);
    let Some(json) = read(bytes) else {
        return vec![not_json(label, bytes)];
    };
    let base = file.parent().unwrap_or(sources.directory());
    let servers = json["mcpServers"].as_object().into_iter().flatten();
    servers
        .map(|(name, server)| Item {
            file: label.clone(),
            what: "mcpServer",
            name: name.clone(),
            text: command_line(server),
            fingerprint: Some(with_scripts(server, base, sources)),
        })
        .collect()
}

/// A JSON object, with or without a byte order mark.
pub(super) fn read(bytes: &[u8]) -> Option<Value> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    serde_json::from_slice(bytes).ok().filter(Value::is_object)
}

/// A file that should be JSON: another parser may still find something in it.
pub(super) fn not_json(file: String, bytes: &[u8]) -> Item {
    let mut hasher = Hasher::default();
    hasher.part(bytes);
    Item {
        fingerprint: Some(hasher.finish()),
        ..Item::unreadable(file, "This file is not a JSON object.")
    }
}

fn command_line(server: &Value) -> String {
    let Some(command) = server["command"].as_str().or(server["url"].as_str()) else {
        return server.to_string();
    };
    let arguments = server["args"].as_array().into_iter().flatten();
    let line: Vec<_> = std::iter::once(command)
        .chain(arguments.filter_map(Value::as_str))
        .collect();
    line.join(" ")
}

/// Fingerprint of a value and of all scripts that texts in it name.
pub(super) fn with_scripts(value: &Value, base: &Path, sources: &Sources) -> String {
    let mut hasher = Hasher::default();
    hasher.part(canonical(value).to_string().as_bytes());
    let mut texts = Vec::new();
    collect(value, &mut texts);
    for text in texts {
        commands::hash_named(text, base, sources, &mut hasher);
    }
    hasher.finish()
}

fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(values) => values.iter().for_each(|value| collect(value, texts)),
        Value::Object(object) => object.values().for_each(|value| collect(value, texts)),
        _ => {}
    }
}
