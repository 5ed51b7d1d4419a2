//! The version of a CLI.

use std::fmt;
use std::str::FromStr;

/// A version such as 2.1.325.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CliVersion {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
    /// The third number.
    pub patch: u32,
}

impl CliVersion {
    /// Creates a version.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self {
            major,
            minor,
            patch,
        }
    }
}

/// The error for a text that is not a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAVersion;

impl fmt::Display for NotAVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a version such as 2.1.325")
    }
}

impl std::error::Error for NotAVersion {}

impl FromStr for CliVersion {
    type Err = NotAVersion;

    /// Parses `2.1.325`, or the output of `--version`: `2.1.325 (Claude Code)`.
    fn from_str(text: &str) -> Result<Self, NotAVersion> {
        let first = text.split_whitespace().next().ok_or(NotAVersion)?;
        // A pre-release such as 2.2.0-beta.1 counts as the version that it precedes.
        let numbers = first.split(['-', '+']).next().unwrap_or(first);
        let mut parts = numbers
            .split('.')
            .map(|part| part.parse::<u32>().map_err(|_| NotAVersion));
        let mut next = || parts.next().ok_or(NotAVersion)?;
        let version = Self::new(next()?, next()?, next()?);
        if parts.next().is_some() {
            Err(NotAVersion)
        } else {
            Ok(version)
        }
    }
}

impl fmt::Display for CliVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}
