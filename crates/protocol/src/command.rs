//! The command line of the CLI.
//!
//! Every flag of 2.1.325, public or hidden, is here, with what it takes.
//! [`CommandLine::launch`] checks what the CLI would check, so that a mistake is told before a process is started;
//! [`CommandLine::launch_for`] also looks at the version, because a flag that is newer than the CLI ends it.
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

/// The flags and variables a CLI is started with.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommandLine {
    given: Vec<Given>,
    variables: BTreeMap<String, String>,
    prompt: Option<OsString>,
    arguments: Vec<OsString>,
    problems: Vec<CommandProblem>,
}

/// A flag as it was given.
#[derive(Debug, Clone, PartialEq)]
struct Given {
    flag: Flag,
    value: Option<OsString>,
}

/// What to start: everything after the program, and the variables to set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Launch {
    /// The arguments, without the program.
    pub arguments: Vec<OsString>,
    /// Variables that the options need, beside the environment that the process has anyway.
    pub environment: Vec<(String, String)>,
}

impl CommandLine {
    /// Begins with nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins with what a host needs: lines of JSON in both directions.
    pub fn stream_json() -> Self {
        Self::new()
            .output_format(OutputFormat::StreamJson)
            .verbose()
            .input_format(InputFormat::StreamJson)
    }

    /// Gives a flag without a value: a switch, or one whose value is optional.
    #[must_use]
    pub fn flag(self, flag: Flag) -> Self {
        self.give(flag, None)
    }

    /// Gives a flag with a value. A flag that takes a list may be given again; any other is replaced.
    #[must_use]
    pub fn flag_with(self, flag: Flag, value: impl Into<OsString>) -> Self {
        self.give(flag, Some(value.into()))
    }

    /// Takes a flag back.
    #[must_use]
    pub fn without(mut self, flag: Flag) -> Self {
        self.given.retain(|given| given.flag != flag);
        self
    }

    /// Passes an argument on as it is, after all others: for flags that are not known here.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Gives a prompt on the command line, for a CLI that does not read lines of JSON.
    #[must_use]
    pub fn prompt(mut self, prompt: impl Into<OsString>) -> Self {
        self.prompt = Some(prompt.into());
        self
    }

    /// Sets a variable for the process.
    #[must_use]
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// Returns whether a flag was given.
    pub fn has(&self, flag: Flag) -> bool {
        self.given.iter().any(|given| given.flag == flag)
    }

    /// Returns the value a flag was given with, the last one of a list.
    pub fn value(&self, flag: Flag) -> Option<&OsString> {
        self.given
            .iter()
            .rev()
            .find(|given| given.flag == flag)?
            .value
            .as_ref()
    }

    /// Goes through the flags that were given.
    pub fn flags(&self) -> impl Iterator<Item = Flag> {
        self.given.iter().map(|given| given.flag)
    }

    /// Takes back every flag that this version is not known to understand, and returns them.
    ///
    /// Some of them keep a session within bounds; look at what was taken before starting without it.
    pub fn retain_known(&mut self, version: &CliVersion) -> Vec<Flag> {
        let unknown: Vec<Flag> = self
            .flags()
            .filter(|flag| !flag.is_known_to(version))
            .collect();
        self.given.retain(|given| !unknown.contains(&given.flag));
        unknown
    }

    /// Checks everything that does not depend on the version, and returns what to start.
    pub fn launch(&self) -> Result<Launch, CommandProblems> {
        self.checked(self.problems())
    }

    /// Checks everything, also that this version understands each flag and value, and returns what to start.
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

    /// Every value stands in one word with its flag, so that none is taken for a flag and no list swallows what follows.
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
