//! What is wrong with a command line.

use std::fmt;

use super::{CliVersion, Flag};

/// One thing that the CLI would refuse, or that cannot mean what was meant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CommandProblem {
    /// The version is not known to understand the flag; it would end with "unknown option".
    UnknownToVersion {
        /// The flag.
        flag: Flag,
        /// The version.
        version: CliVersion,
        /// The oldest version that is known to understand it.
        known_since: CliVersion,
    },
    /// The version does not take the value.
    ValueUnknownToVersion {
        /// The flag.
        flag: Flag,
        /// The value.
        value: String,
        /// The version.
        version: CliVersion,
    },
    /// A flag needs another.
    Needs {
        /// The flag.
        flag: Flag,
        /// What it needs.
        needs: &'static str,
    },
    /// Two flags exclude each other.
    Excludes {
        /// The flag.
        flag: Flag,
        /// The other.
        other: Flag,
    },
    /// A value is not what the flag takes.
    Value {
        /// The flag.
        flag: Flag,
        /// What it takes.
        expected: &'static str,
    },
    /// A server inside the host cannot stand in `--mcp-config`; it belongs into `initialize`.
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
                    "{flag} is not known to be understood by {version}, only since {known_since}"
                )
            }
            Self::ValueUnknownToVersion {
                flag,
                value,
                version,
            } => write!(f, "{flag}={value} is not understood by {version}"),
            Self::Needs { flag, needs } => write!(f, "{flag} needs {needs}"),
            Self::Excludes { flag, other } => write!(f, "{flag} and {other} exclude each other"),
            Self::Value { flag, expected } => write!(f, "{flag} takes {expected}"),
            Self::SdkServer { name } => write!(
                f,
                "the in-process server {name} belongs into initialize, not into --mcp-config"
            ),
        }
    }
}

impl std::error::Error for CommandProblem {}

/// Everything that is wrong with a command line.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandProblems {
    problems: Vec<CommandProblem>,
}

impl CommandProblems {
    pub(super) fn new(problems: Vec<CommandProblem>) -> Self {
        Self { problems }
    }

    /// Goes through them.
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
