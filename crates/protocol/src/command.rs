//! The command line of the CLI.
//!
//! Includes every flag of 2.1.325, public or hidden, with the values it accepts.
//! [`CommandLine::launch`] validates as the CLI would, so that a mistake is reported before a process is started;
//! [`CommandLine::launch_for`] also checks the version, because the CLI exits on a flag that it does not recognize.
//!
//! ```
//! use pilothouse_protocol::command::CommandLine;
//!
//! let launch = CommandLine::stream_json().model("sonnet").include_partial_messages().permission_prompt_stdio().launch()?;
//! assert_eq!(launch.arguments[0], "--output-format=stream-json");
//! # Ok::<(), pilothouse_protocol::command::CommandProblems>(())
//! ```

mod check;
mod environment;
mod flag;
mod options;
mod problem;
mod values;
mod version;

pub use environment::QuestionPreview;
pub use flag::{Arity, Flag};
pub use problem::{CommandProblem, CommandProblems};
pub use values::{
    Autocompact, InputFormat, OnOff, OutputFormat, PermissionPrompts, Proactivity, SettingsFile,
    ThinkingMode,
};
pub use version::{CliVersion, NotAVersion};

use std::collections::BTreeMap;
use std::ffi::OsString;

/// The flags and variables for starting the CLI.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommandLine {
    given: Vec<Given>,
    variables: BTreeMap<String, String>,
    prompt: Option<OsString>,
    arguments: Vec<OsString>,
    problems: Vec<CommandProblem>,
}

/// A flag and its value.
#[derive(Debug, Clone, PartialEq)]
struct Given {
    flag: Flag,
    value: Option<OsString>,
}

/// Arguments and variables for the new process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Launch {
    /// The arguments, without the program.
    pub arguments: Vec<OsString>,
    /// Variables that the options require, in addition to the inherited environment.
    pub environment: Vec<(String, String)>,
}

impl CommandLine {
    /// Creates an empty command line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a command line with JSON lines in both directions, as hosts need it.
    pub fn stream_json() -> Self {
        Self::new()
            .output_format(OutputFormat::StreamJson)
            .verbose()
            .input_format(InputFormat::StreamJson)
    }

    /// Adds a flag without a value: a switch, or a flag whose value is optional.
    #[must_use]
    pub fn flag(self, flag: Flag) -> Self {
        self.give(flag, None)
    }

    /// Adds a flag with a value. A repeated list flag is appended to; any other flag is replaced.
    #[must_use]
    pub fn flag_with(self, flag: Flag, value: impl Into<OsString>) -> Self {
        self.give(flag, Some(value.into()))
    }

    /// Removes a flag.
    #[must_use]
    pub fn without(mut self, flag: Flag) -> Self {
        self.given.retain(|given| given.flag != flag);
        self
    }

    /// Appends an argument unchanged after all others, for flags that this crate does not know.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets the prompt on the command line, for a CLI that does not read JSON lines.
    #[must_use]
    pub fn prompt(mut self, prompt: impl Into<OsString>) -> Self {
        self.prompt = Some(prompt.into());
        self
    }

    /// Sets an environment variable of the process.
    #[must_use]
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// Returns whether the flag is set.
    pub fn has(&self, flag: Flag) -> bool {
        self.given.iter().any(|given| given.flag == flag)
    }

    /// Returns the value of a flag; of a list, the last one.
    pub fn value(&self, flag: Flag) -> Option<&OsString> {
        self.given
            .iter()
            .rev()
            .find(|given| given.flag == flag)?
            .value
            .as_ref()
    }

    /// Iterates over the flags that are set.
    pub fn flags(&self) -> impl Iterator<Item = Flag> {
        self.given.iter().map(|given| given.flag)
    }

    /// Removes every flag that this version is not known to support, and returns the removed flags.
    ///
    /// Some of them restrict the session, so check the returned flags before starting without them.
    pub fn retain_known(&mut self, version: &CliVersion) -> Vec<Flag> {
        let unknown: Vec<Flag> = self
            .flags()
            .filter(|flag| !flag.is_known_to(version))
            .collect();
        self.given.retain(|given| !unknown.contains(&given.flag));
        unknown
    }

    /// Validates everything that does not depend on the version, and returns the process to start.
    pub fn launch(&self) -> Result<Launch, CommandProblems> {
        self.checked(self.problems())
    }

    /// Validates everything, including that this version supports each flag and value, and returns the process to
    /// start.
    pub fn launch_for(&self, version: &CliVersion) -> Result<Launch, CommandProblems> {
        let mut problems = self.problems();
        problems.extend(self.problems_with(version));
        self.checked(problems)
    }

    fn checked(&self, problems: Vec<CommandProblem>) -> Result<Launch, CommandProblems> {
        if !problems.is_empty() {
            return Err(CommandProblems::new(problems));
        }
        let environment = self
            .variables
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        Ok(Launch {
            arguments: self.write(),
            environment,
        })
    }

    fn give(mut self, flag: Flag, value: Option<OsString>) -> Self {
        if flag.arity() != Arity::List {
            self = self.without(flag);
        }
        self.given.push(Given { flag, value });
        self
    }

    /// Each value is joined to its flag with `=`, so that a value is never parsed as a flag and a list never takes
    /// later arguments.
    fn write(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = self.given.iter().map(Given::word).collect();
        arguments.extend(self.arguments.iter().cloned());
        if let Some(prompt) = &self.prompt {
            arguments.extend(["--".into(), prompt.clone()]);
        }
        arguments
    }
}

impl Given {
    fn word(&self) -> OsString {
        let mut word = OsString::from(self.flag.name());
        if let Some(value) = &self.value {
            word.push("=");
            word.push(value);
        }
        word
    }
}
