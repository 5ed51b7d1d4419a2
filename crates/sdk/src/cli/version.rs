//! The version of a CLI.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::error::{Error, Result};

/// How long the program may take to tell.
const PATIENCE: Duration = Duration::from_secs(30);

/// The version of a CLI, such as `2.1.325`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    numbers: [u64; 3],
    text: String,
}

impl Version {
    /// Reads a version; whatever follows the three numbers is kept as text.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let first = text.split_whitespace().next()?;
        let mut parts = first.split('.').map(|part| {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        });
        let numbers = [
            parts.next()??,
            parts.next()??,
            parts.next().flatten().unwrap_or_default(),
        ];
        Some(Self {
            numbers,
            text: first.to_owned(),
        })
    }

    /// Returns whether it is at least this one.
    pub fn at_least(&self, major: u64, minor: u64, patch: u64) -> bool {
        self.numbers >= [major, minor, patch]
    }

    /// Returns it as the CLI writes it.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Runs the program to ask for its version.
pub(super) async fn ask(program: &Path, prefix: &[PathBuf]) -> Result<Version> {
    let mut command = tokio::process::Command::new(program);
    command
        .args(prefix)
        .arg("--version")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    let unclear = |reason: String| Error::Version {
        path: program.to_owned(),
        reason,
    };
    let spawn_error = |error: std::io::Error| Error::Spawn {
        path: program.to_owned(),
        source: error.into(),
    };
    let output = match tokio::time::timeout(PATIENCE, command.output()).await {
        Ok(output) => output.map_err(spawn_error)?,
        Err(_) => return Err(unclear(format!("no answer within {PATIENCE:?}"))),
    };
    let text = String::from_utf8_lossy(&output.stdout);
    Version::parse(&text).ok_or_else(|| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        unclear(format!(
            "{}: {}{}",
            output.status,
            text.trim(),
            stderr.trim()
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_and_compared() {
        let version = Version::parse("2.1.325 (Claude Code)\n").unwrap();
        assert_eq!(version.as_str(), "2.1.325");
        assert!(version.at_least(2, 1, 38) && !version.at_least(2, 2, 0));
        assert!(Version::parse("2.1.38").unwrap() < version);
        assert_eq!(Version::parse("command not found"), None);
    }
}
