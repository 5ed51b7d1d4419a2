//! The rules and the calls that are tried with each other, by topic.
//!
//! Some of the calls really run, where a rule lets the CLI do so: none may reach beyond the folder of its test.

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

/// Topics whose rules are dealt together: the calls of each are out of reach for the rules of the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Commands,
    /// Commands too, but with rules about files.
    Paths,
    /// What is no command.
    Tools,
}

impl Table {
    pub(super) const ALL: [Self; 3] = [Self::Commands, Self::Paths, Self::Tools];
}

/// Makes a call of what it is about.
type Kind = fn(&'static str) -> Call;

/// Rules, and the calls each of them is tried on.
pub(super) struct Topic {
    /// What its verdicts stand under in the fixture.
    pub(super) name: &'static str,
    pub(super) table: Table,
    /// Rules that are tried as allow rules. Those with a comma and a space between them are tried together, as no call is about two of them.
    pub(super) allow: &'static [&'static str],
    /// Rules that are tried as deny rules: what the CLI refuses by them, ours must.
    pub(super) deny: &'static [&'static str],
    /// Allow rules that would also match calls of other topics.
    pub(super) allow_alone: &'static [&'static str],
    /// Deny rules beside an allow rule for the whole tool, which goes first.
    pub(super) deny_beside: &'static [(&'static str, &'static str)],
    /// What kind of calls, and about what.
    calls: &'static [(Kind, &'static [&'static str])],
}

/// A topic with nothing in it.
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
