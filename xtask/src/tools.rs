//! The required tools, each with an explanation if it is missing.

use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;

/// The oldest Node that the UI's build tools support.
const NODE: Version = Version(20, 0, 0);
const PYTHON: Version = Version(3, 10, 0);

/// Three numbers; a suffix (`-beta.1`, `rc1`) is ignored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Version(u32, u32, u32);

impl Version {
    /// Finds the first version number in a text such as `v20.20.2` or `Python 3.11.7`.
    pub(crate) fn find(text: &str) -> Option<Version> {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        let end = text[start..]
            .find(|c| !digits(c))
            .map_or(text.len(), |n| start + n);
        let mut parts = text[start..end].split('.').map(|part| part.parse().ok());
        let major = parts.next().flatten()?;
        let mut rest = || parts.next().flatten().unwrap_or(0);
        Some(Version(major, rest(), rest()))
    }
}

/// Checks that Node and npm are installed and new enough.
pub(crate) fn require_node() -> Outcome {
    const ADVICE: &str = "install Node 20 or newer from https://nodejs.org or your package manager";
    match version_of("node") {
        None => return Err(format!("node is missing: {ADVICE}")),
        Some(version) if version < NODE => {
            return Err(format!("node {} is too old: {ADVICE}", version.0));
        }
        Some(_) => (),
    }
    match version_of("npm") {
        None => {
            Err("npm is missing: install it (it comes with Node; Debian's package is npm)".into())
        }
        Some(_) => Ok(()),
    }
}

/// Checks that Python is installed and new enough, and returns its name.
pub(crate) fn require_python() -> Outcome<&'static str> {
    const ADVICE: &str =
        "install Python 3.10 or newer (Debian: apt-get install python3 python3-venv)";
    match version_of("python3") {
        None => Err(format!("python3 is missing: {ADVICE}")),
        Some(version) if version < PYTHON => Err(format!("python3 is too old: {ADVICE}")),
        Some(_) => Ok("python3"),
    }
}

/// Returns whether cargo-nextest is installed.
pub(crate) fn has_nextest() -> bool {
    version_of("cargo-nextest").is_some()
}

/// Runs a program to get its version; `None` if it is missing or does not run.
pub(crate) fn version_of(program: impl AsRef<Path>) -> Option<Version> {
    let output = Command::new(program.as_ref())
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    if !output.status.success() {
        return None;
    }
    Version::find(&String::from_utf8_lossy(&output.stdout))
}

/// Finds a program on the PATH by one of its names.
pub(crate) fn find_on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let directories: Vec<_> = env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| {
            directories
                .iter()
                .map(move |directory| directory.join(name))
        })
        .find(|candidate| is_program(candidate))
}

fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_programs_print() {
        let cases = [
            ("v20.20.2\n", Some(Version(20, 20, 2))),
            ("11.19.1", Some(Version(11, 19, 1))),
            ("Python 3.11.7", Some(Version(3, 11, 7))),
            ("Python 3.13.0rc1", Some(Version(3, 13, 0))),
            ("2.1.325 (Claude Code)", Some(Version(2, 1, 325))),
            ("v21", Some(Version(21, 0, 0))),
            (
                "Chromium 142.0.7444.59 built on Debian",
                Some(Version(142, 0, 7444)),
            ),
            ("none", None),
            ("", None),
            ("99999999999", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Version::find(text), expected, "{text:?}");
        }
    }

    #[test]
    fn versions_compare_by_number() {
        assert!(Version::find("v9.11.2").unwrap() < NODE);
        assert!(Version::find("v20.0.0").unwrap() >= NODE);
        assert!(Version::find("3.9.20").unwrap() < PYTHON);
    }

    #[test]
    fn programs_are_found_by_the_first_name_that_is_there() {
        let found = find_on_path(&["no-such-program-here", "sh"]).unwrap();
        assert!(found.ends_with("sh"));
        assert_eq!(find_on_path(&["no-such-program-here"]), None);
    }

    #[test]
    fn a_missing_program_has_no_version() {
        assert_eq!(version_of("no-such-program-here"), None);
    }
}
