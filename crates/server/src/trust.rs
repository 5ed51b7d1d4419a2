//! What a directory would run by itself when a session starts in it, and whether somebody has agreed to that.
//!
//! A directory nobody has trusted is started without its settings and MCP servers.

use std::path::Path;

use pilothouse_view::api::project::{TrustItem, TrustReport, TrustState};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::store::Store;

/// Files of a directory that make the CLI run something.
const FILES: [&str; 3] = [
    ".mcp.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
];

/// Reads what a directory would run, and compares it with what was trusted.
pub(crate) fn report(store: &Store, path: &str) -> Result<TrustReport, Problem> {
    let mut items = Vec::new();
    let mut digest = Sha256::new();
    for file in FILES {
        let Ok(text) = std::fs::read_to_string(Path::new(path).join(file)) else {
            continue;
        };
        digest.update(file.as_bytes());
        digest.update(text.as_bytes());
        items.extend(items_of(file, &text));
    }
    let fingerprint: String = digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let state = match store.trusted(path)? {
        Some(trusted) if trusted == fingerprint => TrustState::Trusted,
        Some(_) => TrustState::Changed,
        None => TrustState::Untrusted,
    };
    Ok(TrustReport {
        path: path.to_owned(),
        state,
        items,
        fingerprint,
    })
}

fn items_of(file: &str, text: &str) -> Vec<TrustItem> {
    let item = |what: &str, text: String| TrustItem {
        file: file.to_owned(),
        what: what.to_owned(),
        text,
    };
    let Ok(json) = serde_json::from_str::<Value>(text) else {
        return vec![item("unreadable", "This file is not JSON.".to_owned())];
    };
    let mut items = Vec::new();
    for (name, server) in json["mcpServers"].as_object().into_iter().flatten() {
        let command = server["command"]
            .as_str()
            .or(server["url"].as_str())
            .unwrap_or("?");
        let arguments = server["args"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        let line: Vec<_> = std::iter::once(command).chain(arguments).collect();
        items.push(item("mcpServer", format!("{name}: {}", line.join(" "))));
    }
    for (event, matchers) in json["hooks"].as_object().into_iter().flatten() {
        let hooks = matchers
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|matcher| matcher["hooks"].as_array().into_iter().flatten());
        for hook in hooks {
            let command = hook["command"].as_str().unwrap_or("?");
            items.push(item("hook", format!("{event}: {command}")));
        }
    }
    for rule in json["permissions"]["allow"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        items.push(item("allowRule", rule.to_owned()));
    }
    for (name, _) in json["env"].as_object().into_iter().flatten() {
        items.push(item("environment", name.clone()));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_what_would_run_asks_again() {
        let store = Store::in_memory().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_str().unwrap();
        let config = directory.path().join(".mcp.json");
        std::fs::write(
            &config,
            r#"{"mcpServers":{"db":{"command":"db-server","args":["--all"]}}}"#,
        )
        .unwrap();
        let first = report(&store, path).unwrap();
        assert_eq!(first.state, TrustState::Untrusted);
        assert_eq!(first.items[0].text, "db: db-server --all");
        store.trust(path, &first.fingerprint).unwrap();
        assert_eq!(report(&store, path).unwrap().state, TrustState::Trusted);
        std::fs::write(&config, r#"{"mcpServers":{"db":{"command":"evil"}}}"#).unwrap();
        assert_eq!(report(&store, path).unwrap().state, TrustState::Changed);
        store.distrust(path).unwrap();
        assert_eq!(report(&store, path).unwrap().state, TrustState::Untrusted);
    }
}
