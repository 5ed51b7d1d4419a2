//! Allow and deny rules in the CLI's own syntax, which answer permission requests.
//!
//! The rules are a security boundary; if in doubt, the user is asked:
//! - an allow rule never matches a command that cannot be parsed completely (separators, substitution, redirection,
//!   assignments, line breaks), nor one with an argument outside of the working directory, by name or through a link;
//! - a deny rule matches any part of a command, and one about files also matches commands that name them;
//! - deny rules take precedence over allow rules;
//! - if there is a deny rule, not even an allow rule for the whole tool matches a command whose name is only known at
//!   run time;
//! - a change to a file that controls other programs (`.git/config`, `.bashrc`) or behind a link to the outside is
//!   never allowed, and neither is a call for which the CLI requires a person.
//!
//! ```
//! use pilothouse_sdk::rules::{Rules, Surroundings, Verdict};
//! use serde_json::json;
//!
//! let rules = Rules::new(Surroundings::new("/repo").home("/home/me"))
//!     .allow("Bash(git log:*)")?
//!     .allow("Read(//etc/**)")?
//!     .deny("Bash(git push:*)")?;
//! assert!(matches!(rules.judge("Bash", &json!({"command": "git log -1"})), Verdict::Allow { .. }));
//! assert!(matches!(rules.judge("Bash", &json!({"command": "git log; git push"})), Verdict::Deny { .. }));
//! assert!(matches!(rules.judge("Bash", &json!({"command": "git log > file"})), Verdict::Ask));
//! # Ok::<(), pilothouse_sdk::rules::RuleError>(())
//! ```

mod file;
mod glob;
mod handler;
mod pattern;
mod rule;
mod sensitive;
mod shell;
mod web;

use std::path::{Path, PathBuf};

use serde_json::Value;

pub use rule::{Rule, RuleError};
pub use shell::ShellDirectories;

/// The directories to which paths of rules are relative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surroundings {
    cwd: PathBuf,
    home: Option<PathBuf>,
    shell: ShellDirectories,
}

impl Surroundings {
    /// The working directory of the session, absolute.
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        let cwd = cwd.into();
        Self {
            shell: ShellDirectories::at(cwd.clone()),
            cwd,
            home: None,
        }
    }

    /// Sets the possible working directories of the CLI's shell. The default is the working directory of the session.
    #[must_use]
    pub fn shell_directories(mut self, shell: ShellDirectories) -> Self {
        self.shell = shell;
        self
    }

    /// Sets the home directory, for rules that begin with `~/`. Without it those rules match nothing.
    #[must_use]
    pub fn home(mut self, home: impl Into<PathBuf>) -> Self {
        self.home = Some(home.into());
        self
    }

    pub(crate) fn cwd(&self) -> &Path {
        &self.cwd
    }

    pub(crate) fn shell(&self) -> &ShellDirectories {
        &self.shell
    }

    pub(crate) fn home_directory(&self) -> Option<&Path> {
        self.home.as_deref()
    }
}

/// The verdict of the rules about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The call may run.
    Allow {
        /// The matching rule.
        rule: Rule,
    },
    /// The call must not run.
    Deny {
        /// The matching rule.
        rule: Rule,
    },
    /// No rule decides.
    Ask,
}

/// The result of each rule for a call; a dry run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The verdict.
    pub verdict: Verdict,
    /// Allow rules that match.
    pub allowed_by: Vec<Rule>,
    /// Deny rules that match.
    pub denied_by: Vec<Rule>,
    /// Why no allow rule can match the call.
    pub never_allowed: Option<String>,
}

/// Allow and deny rules of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    surroundings: Surroundings,
    allow: Vec<Rule>,
    deny: Vec<Rule>,
}

impl Rules {
    /// Creates an empty set, whose verdict is always to ask.
    pub fn new(surroundings: Surroundings) -> Self {
        Self {
            surroundings,
            allow: Vec::new(),
            deny: Vec::new(),
        }
    }

    /// Adds a rule that allows calls.
    pub fn allow(mut self, rule: &str) -> Result<Self, RuleError> {
        self.allow.push(rule.parse()?);
        Ok(self)
    }

    /// Adds a rule that denies calls.
    pub fn deny(mut self, rule: &str) -> Result<Self, RuleError> {
        self.deny.push(rule.parse()?);
        Ok(self)
    }

    /// Adds a rule that allows calls to an existing set.
    pub fn add_allow(&mut self, rule: Rule) {
        self.allow.push(rule);
    }

    /// Adds a rule that denies calls to an existing set.
    pub fn add_deny(&mut self, rule: Rule) {
        self.deny.push(rule);
    }

    /// Removes a rule from both kinds.
    pub fn remove(&mut self, rule: &Rule) {
        self.allow.retain(|other| other != rule);
        self.deny.retain(|other| other != rule);
    }

    /// Returns the allow rules.
    pub fn allowed(&self) -> &[Rule] {
        &self.allow
    }

    /// Returns the deny rules.
    pub fn denied(&self) -> &[Rule] {
        &self.deny
    }

    /// Judges a call.
    pub fn judge(&self, tool: &str, input: &Value) -> Verdict {
        let denies = |rule: &&Rule| rule.denies(tool, input, &self.surroundings);
        if let Some(rule) = self.deny.iter().find(denies) {
            return Verdict::Deny { rule: rule.clone() };
        }
        match self.allow.iter().find(|rule| self.lets(rule, tool, input)) {
            Some(rule) => Verdict::Allow { rule: rule.clone() },
            None => Verdict::Ask,
        }
    }

    /// Returns whether an allow rule allows a call.
    ///
    /// A rule for a whole tool would otherwise also allow disguised variants of denied calls.
    fn lets(&self, rule: &Rule, tool: &str, input: &Value) -> bool {
        let hidden = || {
            let denied = self.deny.iter().any(|deny| deny.tool() == "Bash");
            denied && shell::command(tool, input).is_none_or(shell::hides_a_name)
        };
        rule.allows(tool, input, &self.surroundings) && !(shell::is_shell(tool) && hidden())
    }

    /// Judges a call and returns the result of each rule.
    pub fn explain(&self, tool: &str, input: &Value) -> Explanation {
        let matching = |rules: &[Rule], matches: &dyn Fn(&Rule) -> bool| {
            rules.iter().filter(|rule| matches(rule)).cloned().collect()
        };
        Explanation {
            verdict: self.judge(tool, input),
            allowed_by: matching(&self.allow, &|rule| self.lets(rule, tool, input)),
            denied_by: matching(&self.deny, &|rule| {
                rule.denies(tool, input, &self.surroundings)
            }),
            never_allowed: shell::command(tool, input)
                .and_then(|command| shell::simple(command).err())
                .map(Into::into),
        }
    }
}

#[cfg(test)]
mod tests;
