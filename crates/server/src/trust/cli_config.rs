//! Whether the CLI's own trust dialog was accepted for a directory.
//!
//! Nothing but this flag is taken out of the CLI's configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::sources::Sources;
use crate::files::{home, read_plain};

/// The configuration grows with the projects that were used.
const BYTES: u64 = 64 << 20;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Configuration {
    projects: BTreeMap<String, Project>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Project {
    has_trust_dialog_accepted: bool,
}

/// Whether the person has accepted the CLI's dialog for this directory or one above it.
pub(super) fn trusts(sources: &Sources) -> bool {
    file().is_some_and(|file| trusts_in(&file, sources))
}

fn trusts_in(file: &Path, sources: &Sources) -> bool {
    let Ok(Some(bytes)) = read_plain(file, BYTES) else {
        return false;
    };
    let read: Configuration = serde_json::from_slice(&bytes).unwrap_or_default();
    sources.known_as().any(|path| {
        let known = path.to_str().and_then(|path| read.projects.get(path));
        known.is_some_and(|project| project.has_trust_dialog_accepted)
    })
}

fn file() -> Option<PathBuf> {
    let set = std::env::var_os("CLAUDE_CONFIG_DIR").filter(|path| !path.is_empty());
    let file = set.map_or_else(home, PathBuf::from).join(".claude.json");
    file.is_file().then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_accepted_dialog_of_this_directory_or_one_above_counts() {
        let directory = tempfile::tempdir().unwrap();
        let top = directory.path().canonicalize().unwrap();
        let project = top.join("project");
        std::fs::create_dir(&project).unwrap();
        let file = top.join(".claude.json");
        let sources = Sources::with_user(&project, &project, Path::new("/nowhere"));
        let trusts = |path: &Path, flag: &str| {
            let text = format!(
                r#"{{"oauthAccount":{{}},"projects":{{"{}":{{{flag}}}}}}}"#,
                path.display()
            );
            std::fs::write(&file, text).unwrap();
            trusts_in(&file, &sources)
        };
        let accepted = r#""hasTrustDialogAccepted":true"#;
        assert!(trusts(&project, accepted));
        assert!(trusts(&top, accepted));
        assert!(!trusts(&project, r#""hasTrustDialogAccepted":false"#));
        assert!(!trusts(&project, ""));
        assert!(!trusts(&project.join("below"), accepted));
        std::fs::write(&file, "no JSON").unwrap();
        assert!(!trusts_in(&file, &sources));
    }
}
