//! Finds the CLI.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The inputs of the search. The only place of this crate that reads the environment.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    pub(super) explicit: Option<PathBuf>,
    pub(super) path: Option<OsString>,
    pub(super) home: Option<PathBuf>,
    pub(super) windows: bool,
}

impl Places {
    pub(super) fn from_environment() -> Self {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Self {
            explicit: variable("CLAUDE_PATH").map(PathBuf::from),
            path: variable("PATH"),
            home: variable("HOME")
                .or_else(|| variable("USERPROFILE"))
                .map(PathBuf::from),
            windows: cfg!(windows),
        }
    }
}

pub(super) fn locate(places: &Places) -> Result<PathBuf> {
    let mut looked_in = Vec::new();
    // An explicit path is the only candidate: a fallback to another program would be surprising.
    let candidates = match &places.explicit {
        Some(explicit) => vec![explicit.clone()],
        None => candidates(places),
    };
    for candidate in candidates {
        if is_program(&candidate)
            && let Ok(absolute) = std::path::absolute(&candidate)
        {
            return Ok(absolute);
        }
        looked_in.push(candidate);
    }
    let given = places.explicit.is_some().then_some("CLAUDE_PATH");
    Err(Error::NotFound { looked_in, given })
}

fn candidates(places: &Places) -> Vec<PathBuf> {
    let names: &[&str] = if places.windows {
        &["claude.exe", "claude.cmd"]
    } else {
        &["claude"]
    };
    let mut folders: Vec<PathBuf> = places.path.iter().flat_map(std::env::split_paths).collect();
    // An empty entry means the current directory, where other users may have placed a program.
    folders.retain(|folder| folder.is_absolute());
    folders.extend(places.home.iter().flat_map(|home| known_folders(home)));
    if places.windows {
        folders.extend(
            places
                .home
                .iter()
                .map(|home| home.join("AppData/Roaming/npm")),
        );
    } else {
        folders.extend(["/usr/local/bin", "/opt/homebrew/bin"].map(PathBuf::from));
    }
    folders
        .iter()
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .collect()
}

/// Returns the program that an npm wrapper for Windows starts, which is stored next to it: a batch file would require a
/// shell and unreliable quoting.
pub(super) fn behind_wrapper(path: PathBuf) -> PathBuf {
    let is_wrapper = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("cmd"));
    let package = path
        .parent()
        .filter(|_| is_wrapper)
        .map(|folder| folder.join("node_modules/@anthropic-ai/claude-code"));
    let programs = package
        .iter()
        .flat_map(|package| ["bin/claude.exe", "cli.js"].map(|program| package.join(program)));
    programs
        .into_iter()
        .find(|program| program.is_file())
        .unwrap_or(path)
}

/// Finds Node on the PATH, for a CLI that is a script.
pub(super) fn node() -> PathBuf {
    let name = format!("node{}", std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(&name))
        .find(|program| is_program(program));
    // If it is missing, the error at startup names it.
    found.unwrap_or_else(|| PathBuf::from("node"))
}

fn known_folders(home: &Path) -> Vec<PathBuf> {
    let folders = [
        ".local/bin",
        ".claude/local",
        ".claude/local/node_modules/.bin",
        ".npm-global/bin",
        ".bun/bin",
        ".yarn/bin",
        "node_modules/.bin",
    ];
    folders.iter().map(|folder| home.join(folder)).collect()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn program(path: &Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn the_path_comes_before_known_places() {
        let folder = tempfile::tempdir().unwrap();
        program(&folder.path().join("bin/claude"));
        program(&folder.path().join("home/.local/bin/claude"));
        let mut places = Places {
            path: Some(folder.path().join("bin").into_os_string()),
            home: Some(folder.path().join("home")),
            ..Places::default()
        };
        assert_eq!(locate(&places).unwrap(), folder.path().join("bin/claude"));
        places.path = None;
        assert_eq!(
            locate(&places).unwrap(),
            folder.path().join("home/.local/bin/claude")
        );
    }

    #[test]
    fn a_given_path_is_the_only_one() {
        let folder = tempfile::tempdir().unwrap();
        program(&folder.path().join("bin/claude"));
        let places = Places {
            explicit: Some(folder.path().join("missing")),
            path: Some(folder.path().join("bin").into_os_string()),
            ..Places::default()
        };
        let error = locate(&places).unwrap_err().to_string();
        assert!(
            error.contains("npm install -g @anthropic-ai/claude-code"),
            "{error}"
        );
        assert!(
            error.contains("missing") && !error.contains("bin/claude"),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_cannot_be_run_is_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("claude"), "text").unwrap();
        let places = Places {
            path: Some(folder.path().into()),
            ..Places::default()
        };
        assert!(
            matches!(locate(&places), Err(Error::NotFound { .. }))
                || Path::new("/usr/local/bin/claude").exists()
        );
    }

    #[test]
    fn a_wrapper_stands_for_what_it_starts() {
        let folder = tempfile::tempdir().unwrap();
        let wrapper = folder.path().join("claude.CMD");
        assert_eq!(
            behind_wrapper(wrapper.clone()),
            wrapper,
            "nothing beside it"
        );
        let package = folder.path().join("node_modules/@anthropic-ai/claude-code");
        program(&package.join("cli.js"));
        assert_eq!(behind_wrapper(wrapper.clone()), package.join("cli.js"));
        program(&package.join("bin/claude.exe"));
        assert_eq!(behind_wrapper(wrapper), package.join("bin/claude.exe"));
        let plain = folder.path().join("claude");
        assert_eq!(behind_wrapper(plain.clone()), plain);
    }

    #[test]
    fn windows_looks_for_its_own_names() {
        let places = Places {
            path: Some("/somewhere".into()),
            windows: true,
            ..Places::default()
        };
        assert_eq!(
            candidates(&places),
            [
                PathBuf::from("/somewhere/claude.exe"),
                PathBuf::from("/somewhere/claude.cmd")
            ]
        );
    }
}
