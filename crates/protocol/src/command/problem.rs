//! Problems with a command line.

use std::fmt;

use super::{CliVersion, Flag};

/// An argument that the CLI would reject, or that contradicts another.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CommandProblem {
    /// The version is not known to support the flag; it would exit with "unknown option".
    UnknownToVersion {
        /// The flag.
        flag: Flag,
        /// The version.
        version: CliVersion,
        /// The oldest version known to support it.
        known_since: CliVersion,
    },
    /// The version does not support the value.
    ValueUnknownToVersion {
        /// The flag.
        flag: Flag,
        /// The value.
        value: String,
        /// The version.
        version: CliVersion,
    },
    /// A flag requires another.
    Needs {
        /// The flag.
        flag: Flag,
        /// The required flag.
        needs: &'static str,
    },
    /// Two flags exclude each other.
    Excludes {
        /// The flag.
        flag: Flag,
        /// The other flag.
        other: Flag,
    },
    /// The value of a flag is invalid.
    Value {
        /// The flag.
        flag: Flag,
        /// The expected value.
        expected: &'static str,
    },
    /// An in-process server cannot be in `--mcp-config`; it belongs in `initialize`.
    SdkServer {
        /// The server.
        name: String,
    },
}

impl fmt::Display for CommandProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownToVersion {
                flag,
                version,
                known_since,
            } => {
                write!(
                    f,
                    "{flag} is not supported by {version}; it is known since {known_since}"
                )
            }
            Self::ValueUnknownToVersion {
                flag,
                value,
                version,
            } => write!(f, "{flag}={value} is not supported by {version}"),
            Self::Needs { flag, needs } => write!(f, "{flag} needs {needs}"),
            Self::Excludes { flag, other } => write!(f, "{flag} and {other} exclude each other"),
            Self::Value { flag, expected } => write!(f, "{flag} takes {expected}"),
            Self::SdkServer { name } => write!(
                f,
                "the in-process server {name} belongs in initialize, not in --mcp-config"
            ),
        }
    }
}

impl std::error::Error for CommandProblem {}

/// All problems with a command line.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandProblems {
    problems: Vec<CommandProblem>,
}

impl CommandProblems {
    pub(super) fn new(problems: Vec<CommandProblem>) -> Self {
        Self { problems }
    }

    /// Iterates over the problems.
    pub fn iter(&self) -> impl Iterator<Item = &CommandProblem> {
        self.problems.iter()
    }
}

impl fmt::Display for CommandProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for CommandProblems {}
