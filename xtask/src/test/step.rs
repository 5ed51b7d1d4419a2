//! One step of the test run, and what it reports.

use crate::Outcome;
use crate::arguments::{Group, Scope};
use crate::repository::Repository;
use crate::test::report::Report;

/// One step of the test run.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    /// Names of the steps that must pass before this one starts.
    pub(crate) needs: &'static [&'static str],
    /// The smallest run that contains this step.
    pub(crate) from: Scope,
    pub(crate) compiles: Compiles,
    /// The command that runs this step and nothing else.
    pub(crate) alone: &'static str,
    pub(crate) run: fn(&Context<'_>) -> Outcome<Done>,
}

/// What a step may compile: our own crates are built once in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compiles {
    Nothing,
    /// The one build; a trial of an injected bug, in a directory of its own.
    OwnCrates,
}

/// What a step is given.
pub(crate) struct Context<'a> {
    pub(crate) repository: &'a Repository,
    pub(crate) scope: Scope,
}

/// How a step ended, if it did not fail.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Done {
    /// Nothing is counted here: a formatter, a linter, a build.
    Passed,
    /// Tests ran; the report may contain failures.
    Tested(Report),
    /// Nothing to do in this checkout, and why.
    Skipped(&'static str),
}
