//! What a service manager is given: the program, its arguments and its environment.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

/// Variables of the shell that decide where files are found. Agents need `PATH` for git, Node and the project's tools.
/// Nothing else is copied: other variables may hold credentials.
const PASSED: [&str; 4] = [
    "PATH",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "CLAUDE_CONFIG_DIR",
];

/// The server as a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
}

impl Definition {
    /// The server of this program, with the paths of this shell.
    pub(crate) fn of_this_shell(config: Option<&Path>) -> io::Result<Self> {
        let program = installed(&env::current_exe()?, env::var_os("PATH").as_deref());
        let mut arguments = vec!["serve".to_owned(), "--no-open".to_owned()];
        arguments.extend(["--log-format".to_owned(), "json".to_owned()]);
        if let Some(config) = config {
            let config = config.canonicalize().map_err(|error| {
                io::Error::other(format!("cannot read {}: {error}", config.display()))
            })?;
            arguments.extend(["--config".to_owned(), text(&config)?]);
        }
        let mut environment = Vec::new();
        for name in PASSED {
            if let Some(value) = env::var_os(name).filter(|value| !value.is_empty()) {
                environment.push((name.to_owned(), text(value.as_ref())?));
            }
        }
        Ok(Self {
            program: text(&program)?,
            arguments,
            environment,
        })
    }
}

/// The path by which the shell finds this program. It stays valid when a package manager replaces the file behind it.
fn installed(program: &Path, path: Option<&OsStr>) -> PathBuf {
    let name = program.file_name().unwrap_or(OsStr::new("pilothouse"));
    let is_this = |candidate: &PathBuf| candidate.canonicalize().is_ok_and(|file| file == program);
    let folders = path.map(env::split_paths).into_iter().flatten();
    folders
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(is_this)
        .unwrap_or_else(|| program.to_owned())
}

/// Definitions are lines of UTF-8; a path that is neither would end in the middle.
fn text(path: &Path) -> io::Result<String> {
    let text = path
        .to_str()
        .filter(|text| !text.contains(char::is_control));
    text.map(str::to_owned).ok_or_else(|| {
        io::Error::other(format!(
            "{path:?} cannot be part of a service definition: it is not UTF-8 or contains control characters"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_named_as_the_shell_finds_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (versions, bin) = (root.join("0.1"), root.join("bin"));
        std::fs::create_dir(&versions).unwrap();
        std::fs::create_dir(&bin).unwrap();
        let program = versions.join("pilothouse");
        std::fs::write(&program, "").unwrap();
        std::os::unix::fs::symlink(&program, bin.join("pilothouse")).unwrap();
        let path = env::join_paths([Path::new("/nowhere"), &bin]).unwrap();
        assert_eq!(installed(&program, Some(&path)), bin.join("pilothouse"));
        assert_eq!(installed(&program, Some(OsStr::new("/nowhere"))), program);
        assert_eq!(installed(&program, None), program);
    }

    #[test]
    fn a_path_with_a_newline_is_refused() {
        let error = text(Path::new("/a\nExecStart=/b")).unwrap_err();
        assert!(error.to_string().contains("control characters"), "{error}");
    }
}
