//! The rules and the calls of each topic.
//!
//! Some calls really run if a rule allows them: none may have an effect outside of the folder of its test.

mod arguments;
mod files;
mod git;
mod hidden;
mod mcp;
mod other;
mod paths;
mod programs;
mod web;

use super::call::Call;

/// Topics whose rules are combined: the rules of each do not apply to the calls of the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Commands,
    /// Commands with rules about files.
    Paths,
    /// Tools other than commands.
    Tools,
}

impl Table {
    pub(super) const ALL: [Self; 3] = [Self::Commands, Self::Paths, Self::Tools];
}

/// Creates a call from its part of the table.
type Kind = fn(&'static str) -> Call;

/// Rules, and the calls with which each of them is tested.
pub(super) struct Topic {
    /// The name of the verdicts in the fixture.
    pub(super) name: &'static str,
    pub(super) table: Table,
    /// Rules that are tested as allow rules. Rules separated by a comma and a space are tested together, because no
    /// call concerns two of them.
    pub(super) allow: &'static [&'static str],
    /// Rules that are tested as deny rules: the engine must deny all calls that the CLI denies.
    pub(super) deny: &'static [&'static str],
    /// Allow rules that would also match calls of other topics.
    pub(super) allow_alone: &'static [&'static str],
    /// Deny rules combined with an allow rule for the whole tool, which comes first.
    pub(super) deny_beside: &'static [(&'static str, &'static str)],
    /// The kinds of calls, with their arguments.
    calls: &'static [(Kind, &'static [&'static str])],
}

/// An empty topic.
const EMPTY: Topic = Topic {
    name: "",
    table: Table::Commands,
    allow: &[],
    deny: &[],
    allow_alone: &[],
    deny_beside: &[],
    calls: &[],
};

pub(super) const TOPICS: &[Topic] = &[
    arguments::TOPIC,
    hidden::TOPIC,
    git::TOPIC,
    programs::FIND,
    programs::NPM,
    programs::CHANGES,
    programs::READERS,
    programs::CD,
    paths::TOPIC,
    files::WRITES,
    files::READS,
    web::TOPIC,
    mcp::TOPIC,
    other::SKILLS,
    other::SEARCHES,
];

impl Topic {
    pub(super) fn calls(&self) -> impl Iterator<Item = Call> + use<> {
        let calls = self.calls.iter();
        calls.flat_map(|(kind, abouts)| abouts.iter().map(|about| kind(about)))
    }

    pub(super) fn size(&self) -> usize {
        self.calls.iter().map(|(_, abouts)| abouts.len()).sum()
    }
}
