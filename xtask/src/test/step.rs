//! A step of the test run, and its result.

use crate::Outcome;
use crate::arguments::{Group, Scope};
use crate::repository::Repository;
use crate::test::report::Report;

/// A step of the test run.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    /// Names of the steps that must pass before this one starts.
    pub(crate) needs: &'static [&'static str],
    /// The smallest scope that includes this step.
    pub(crate) from: Scope,
    pub(crate) compiles: Compiles,
    /// The command that runs only this step.
    pub(crate) alone: &'static str,
    pub(crate) run: fn(&Context<'_>) -> Outcome<Done>,
}

/// What a step may compile: our own crates are built once per run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compiles {
    Nothing,
    /// The build step; a trial of an injected bug, in a separate directory.
    OwnCrates,
}

/// The input of a step.
pub(crate) struct Context<'a> {
    pub(crate) repository: &'a Repository,
    pub(crate) scope: Scope,
}

/// The result of a step that did not fail.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Done {
    /// No tests: a formatter, a linter, a build.
    Passed,
    /// Tests ran; the report may contain failures.
    Tested(Report),
    /// Nothing to do in this checkout, with the reason.
    Skipped(&'static str),
}
