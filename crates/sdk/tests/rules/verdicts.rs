//! The file of the CLI's verdicts: a line for each rule of a topic, with one letter for each call.
//!
//! ```text
//! cli 2.1.325
//!
//! topic git 9 5f0c3a1e88d2b764
//! AARAA-AAA none
//! RARAA-AAA allow Bash(git status:*)
//! ```
//!
//! The number after a topic is the hash of its calls, so that verdicts on changed calls are not used.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use pilothouse_sdk::CliVersion;

use super::hand::Hand;
use super::tables::{TOPICS, Topic};

/// The command that regenerates the file.
pub(crate) const RENEW: &str = "PILOTHOUSE_REAL_CLI=~/.cache/pilothouse/cli/2.1.325/node_modules/.bin/claude PILOTHOUSE_FULL=1 PILOTHOUSE_UPDATE=1 cargo test --workspace --all-features --test real rules::";

/// The outcome of a call, the strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fate {
    Refused,
    Asked,
    Ran,
}

impl Fate {
    const LETTERS: [(Self, char); 3] = [(Self::Refused, 'D'), (Self::Asked, 'A'), (Self::Ran, 'R')];

    fn letter(self) -> char {
        let (_, letter) = Self::LETTERS[self as usize];
        letter
    }

    fn of(letter: char) -> Option<Self> {
        let known = Self::LETTERS.iter().find(|(_, other)| *other == letter);
        known.map(|(fate, _)| *fate)
    }
}

/// The verdicts of one version of the CLI.
#[derive(Default)]
pub(crate) struct Verdicts {
    pub(crate) version: String,
    /// The outcomes of the calls of a topic, by topic and rule. A call that failed before the CLI checked the rules has
    /// none.
    rows: BTreeMap<(usize, String), Vec<Option<Fate>>>,
}

impl Verdicts {
    pub(crate) fn path() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/rules/verdicts.txt")
    }

    /// Creates an empty set of verdicts.
    pub(crate) fn of(version: &CliVersion) -> Self {
        Self {
            version: version.to_string(),
            ..Self::default()
        }
    }

    /// Reads the committed verdicts; those on changed calls are left out.
    pub(crate) fn committed() -> Self {
        let text = std::fs::read_to_string(Self::path()).unwrap_or_default();
        let mut verdicts = Self::default();
        let mut topic = None;
        for line in text.lines().filter(|line| !line.is_empty()) {
            match line.split_once(' ').unwrap() {
                ("cli", version) => verdicts.version = version.to_owned(),
                ("topic", heading) => {
                    topic = TOPICS.iter().position(|topic| topic.heading() == heading);
                }
                (letters, rule) => {
                    if let Some(topic) = topic {
                        let fates = letters.chars().map(Fate::of).collect();
                        verdicts.rows.insert((topic, rule.to_owned()), fates);
                    }
                }
            }
        }
        verdicts
    }

    /// Adds the outcomes of the calls of a hand, by their numbers.
    pub(crate) fn add(&mut self, hand: &Hand, fates: &BTreeMap<usize, Fate>) {
        for row in hand.rows() {
            let letters = row.calls().map(|(number, _)| fates.get(&number).copied());
            let known = self.rows.insert(row.key(), letters.collect());
            assert!(known.is_none(), "{} is twice in the table", row.name);
        }
    }

    /// The outcomes of the calls of a topic with a rule; empty if the rule is unknown.
    pub(super) fn get(&self, key: &(usize, String)) -> &[Option<Fate>] {
        self.rows.get(key).map_or(&[], Vec::as_slice)
    }

    /// The rows of these verdicts that differ from the committed ones.
    pub(crate) fn differences(&self, committed: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        for ((topic, rule), fates) in &self.rows {
            let now = letters(fates);
            let before = letters(committed.get(&(*topic, rule.clone())));
            if now != before {
                let name = TOPICS[*topic].name;
                differences.push(format!("{name}: {rule}\n  is  {now}\n  was {before}"));
            }
        }
        differences
    }

    /// The rules of hands without verdicts, and the verdicts on rules without a hand.
    pub(crate) fn mismatches(&self, hands: &[Hand]) -> Vec<String> {
        let table: BTreeSet<_> = hands
            .iter()
            .flat_map(Hand::rows)
            .map(|row| row.key())
            .collect();
        let known: BTreeSet<_> = self.rows.keys().cloned().collect();
        let mismatches = table.symmetric_difference(&known);
        let named = mismatches.map(|(topic, rule)| format!("{}: {rule}", TOPICS[*topic].name));
        named.collect()
    }

    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("cli {}\n", self.version);
        for (place, topic) in TOPICS.iter().enumerate() {
            writeln!(text, "\ntopic {}", topic.heading()).unwrap();
            let rows = self.rows.iter().filter(|((topic, _), _)| *topic == place);
            for ((_, rule), fates) in rows {
                writeln!(text, "{} {rule}", letters(fates)).unwrap();
            }
        }
        text
    }
}

fn letters(fates: &[Option<Fate>]) -> String {
    let letters = fates.iter().map(|fate| fate.map_or('-', Fate::letter));
    letters.collect()
}

impl Topic {
    /// The heading of a topic in the file: its name, the number of its calls, and their hash.
    fn heading(&self) -> String {
        // FNV-1a: the standard library's hash may change with its version.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for call in self.calls() {
            for byte in call.text().bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        format!("{} {} {hash:016x}", self.name, self.size())
    }
}
