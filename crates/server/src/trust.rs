//! What a directory would run by itself when a session starts in it, and whether somebody has agreed to that.
//!
//! A directory nobody has trusted is started without its settings and MCP servers.

use std::path::Path;

use pilothouse_view::api::project::{TrustItem, TrustReport, TrustState};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::config::Config;
use crate::demo;
use crate::files::read_plain;
use crate::problem::Problem;
use crate::store::Store;

/// Files of a directory that make the CLI run something.
const FILES: [&str; 3] = [
    ".mcp.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
];

/// The largest of these files that is looked at.
const MOST: u64 = 1 << 20;
/// Settings that name a program: the CLI runs it by itself, for credentials, for a line of status and the like.
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

/// Reads what a directory would run, and compares it with what was trusted.
///
/// When a file of it cannot be read, nobody knows what would run: there is no fingerprint, and nothing is trusted.
pub(crate) fn report(store: &Store, path: &str) -> Result<TrustReport, Problem> {
    let mut items = Vec::new();
    let mut digest = Sha256::new();
    let mut readable = true;
    for file in FILES {
        match read_plain(&Path::new(path).join(file), MOST) {
            Ok(None) => {}
            Ok(Some(bytes)) => {
                // Lengths keep the end of one file from being taken for the beginning of another.
                digest.update(file.as_bytes());
                digest.update(bytes.len().to_le_bytes());
                digest.update(&bytes);
                items.extend(items_of(file, &bytes));
            }
            Err(why) => {
                readable = false;
                items.push(item(file, "unreadable", why));
            }
        }
    }
    let fingerprint: String = digest
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .filter(|_| readable)
        .collect();
    let state = match store.trusted(path)? {
        Some(trusted) if trusted == fingerprint && readable => TrustState::Trusted,
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

/// Whether a session of a project may run what the directory brings in which it works, which is the project or a
/// worktree of it: somebody has agreed to all that, as it is now.
///
/// The host made the project of its tour itself, and all that runs in a demo is simulated.
pub(crate) fn is_trusted(store: &Store, config: &Config, project: &str, directory: &str) -> bool {
    if config.demo || Path::new(project) == demo::project(config) {
        return true;
    }
    report(store, project).is_ok_and(|report| report.state == TrustState::Trusted)
        && adds_nothing(Path::new(project), Path::new(directory))
}

/// Whether a worktree would run nothing but what its project would.
fn adds_nothing(project: &Path, worktree: &Path) -> bool {
    FILES
        .iter()
        .all(|file| match read_plain(&worktree.join(file), MOST) {
            Ok(None) => true,
            Ok(found) => read_plain(&project.join(file), MOST).is_ok_and(|known| known == found),
            Err(_) => false,
        })
}

fn item(file: &str, what: &str, text: impl Into<String>) -> TrustItem {
    TrustItem {
        file: file.to_owned(),
        what: what.to_owned(),
        text: text.into(),
    }
}

fn items_of(file: &str, bytes: &[u8]) -> Vec<TrustItem> {
    let item = |what: &str, text: String| item(file, what, text);
    let Ok(json) = serde_json::from_slice::<Value>(bytes) else {
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
    for name in PROGRAMS {
        let program = match &json[name] {
            Value::Null => continue,
            Value::String(command) => command.clone(),
            Value::Object(object) if object["command"].is_string() => {
                object["command"].as_str().unwrap_or_default().to_owned()
            }
            other => other.to_string(),
        };
        items.push(item("program", format!("{name}: {program}")));
    }
    for (name, on) in json["enabledPlugins"].as_object().into_iter().flatten() {
        if *on != false {
            items.push(item("plugin", name.clone()));
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

    #[test]
    fn what_moves_from_one_file_into_another_asks_again() {
        let store = Store::in_memory().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_str().unwrap();
        let (servers, settings) = (".mcp.json", ".claude/settings.json");
        std::fs::create_dir(directory.path().join(".claude")).unwrap();
        let write = |file: &str, text: &str| {
            std::fs::write(directory.path().join(file), text).unwrap();
        };
        write(servers, &format!("{settings}{{}}"));
        let shown = report(&store, path).unwrap();
        store.trust(path, &shown.fingerprint).unwrap();
        write(servers, "");
        write(settings, "{}");
        assert_eq!(report(&store, path).unwrap().state, TrustState::Changed);
    }

    #[test]
    fn the_demo_and_the_tour_need_nobodys_word() {
        let store = Store::in_memory().unwrap();
        let mut config = Config::new("/data");
        let trusted = |config: &Config, project| is_trusted(&store, config, project, project);
        assert!(trusted(&config, "/data/demo"));
        assert!(!trusted(&config, "/data"));
        config.demo = true;
        assert!(trusted(&config, "/data"));
    }

    #[test]
    fn programs_and_plugins_of_settings_are_shown() {
        let text = br#"{"apiKeyHelper":"./key.sh","statusLine":{"type":"command","command":"date"},
            "enabledPlugins":{"tools@shop":true,"old@shop":false}}"#;
        let shown: Vec<_> = items_of("s", text)
            .into_iter()
            .map(|item| item.text)
            .collect();
        assert_eq!(
            shown,
            ["apiKeyHelper: ./key.sh", "statusLine: date", "tools@shop"]
        );
    }

    #[test]
    fn what_cannot_be_read_is_shown_and_never_trusted() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let store = Store::in_memory().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_str().unwrap();
        let config = directory.path().join(".mcp.json");
        let none = report(&store, path).unwrap();
        store.trust(path, &none.fingerprint).unwrap();
        std::os::unix::fs::symlink("/dev/zero", &config).unwrap();
        let device = report(&store, path).unwrap();
        assert_eq!(
            (device.state, device.fingerprint.as_str()),
            (TrustState::Changed, "")
        );
        assert_eq!(device.items[0].what, "unreadable");
        std::fs::remove_file(&config).unwrap();
        mknodat(CWD, &config, FileType::Fifo, Mode::RUSR, 0).unwrap();
        assert_eq!(report(&store, path).unwrap().state, TrustState::Changed);
        std::fs::remove_file(&config).unwrap();
        std::fs::write(&config, vec![b' '; MOST as usize + 1]).unwrap();
        assert_eq!(report(&store, path).unwrap().state, TrustState::Changed);
        store.trust(path, "").unwrap();
        assert_eq!(report(&store, path).unwrap().state, TrustState::Changed);
    }

    #[test]
    fn a_worktree_adds_nothing_while_it_has_what_its_project_has() {
        let (project, worktree) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let same = || adds_nothing(project.path(), worktree.path());
        std::fs::write(project.path().join(".mcp.json"), "{}").unwrap();
        assert!(same());
        std::fs::write(worktree.path().join(".mcp.json"), "{}").unwrap();
        assert!(same());
        std::fs::write(worktree.path().join(".mcp.json"), "{\"mcpServers\":{}}").unwrap();
        assert!(!same());
    }
}
