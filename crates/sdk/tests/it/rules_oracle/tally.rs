//! What came of the pairs of rules and calls.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use pilothouse_sdk::rules::{Rules, Verdict};

use super::call::Call;
use super::hand::{Hand, rules};
use super::trial::{Fate, Trial};

#[derive(Default)]
pub(super) struct Tally {
    /// Calls that run without any rule.
    runs_anyway: BTreeSet<usize>,
    pairs: usize,
    agreed: usize,
    /// Where ours is the stricter, by rule.
    stricter: BTreeMap<String, Vec<String>>,
    /// Where it is not, which must not be.
    looser: Vec<String>,
    /// Calls that failed before anyone looked at a rule.
    unjudged: BTreeSet<String>,
}

impl Tally {
    pub(super) fn pairs(&self) -> usize {
        self.pairs
    }

    pub(super) fn looser(&self) -> &[String] {
        &self.looser
    }

    /// Notes what runs without any rule.
    pub(super) fn know(&mut self, trial: &Trial) {
        let ran = trial.fates.iter().filter(|(_, fate)| **fate == Fate::Ran);
        self.runs_anyway.extend(ran.map(|(index, _)| *index));
    }

    /// Judges the calls of a hand as the CLI did.
    pub(super) fn add(&mut self, trial: &Trial) {
        let rules = engine(trial);
        for (index, call, rule) in trial.hand.calls() {
            let Some(theirs) = trial.fates.get(&index) else {
                self.unjudged.insert(call.to_string());
                continue;
            };
            let ours = match rules.judge(call.tool(), &call.input(&trial.place)) {
                Verdict::Allow { .. } => Fate::Ran,
                Verdict::Deny { .. } => Fate::Refused,
                _ => Fate::Asked,
            };
            if self.runs_anyway.contains(&index) && *theirs == Fate::Ran && ours != Fate::Refused {
                continue;
            }
            let theirs = match theirs {
                // Without a deny rule what is refused was refused for another reason, and could at best have been asked.
                Fate::Refused if trial.hand.deny.is_empty() => Fate::Asked,
                fate => *fate,
            };
            self.compare(&trial.hand, rule, call, ours, theirs);
        }
    }

    fn compare(&mut self, hand: &Hand, rule: &str, call: Call, ours: Fate, theirs: Fate) {
        self.pairs += 1;
        let side = if hand.deny.is_empty() {
            "allow"
        } else {
            "deny"
        };
        let beside = match (hand.allow.first(), hand.deny.first()) {
            (Some(whole), Some(_)) => format!(" beside {whole}"),
            _ => String::new(),
        };
        let rule = format!("{side} {rule}{beside}");
        match ours.cmp(&theirs) {
            std::cmp::Ordering::Equal => self.agreed += 1,
            std::cmp::Ordering::Less => {
                let line = format!("{call} {theirs:?}");
                self.stricter.entry(rule).or_default().push(line);
            }
            std::cmp::Ordering::Greater => self
                .looser
                .push(format!("{rule} | {call}: {theirs:?}, ours {ours:?}")),
        }
    }
}

fn engine(trial: &Trial) -> Rules {
    let mut engine = Rules::new(trial.place.surroundings());
    for rule in rules(&trial.hand.allow, &trial.place) {
        engine.add_allow(rule.parse().unwrap());
    }
    for rule in rules(&trial.hand.deny, &trial.place) {
        engine.add_deny(rule.parse().unwrap());
    }
    engine
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stricter: usize = self.stricter.values().map(Vec::len).sum();
        writeln!(
            f,
            "{} pairs, {} agree, {stricter} stricter, {} looser",
            self.pairs,
            self.agreed,
            self.looser.len()
        )?;
        for (rule, calls) in &self.stricter {
            writeln!(f, "stricter: {rule}: {}", calls.join(", "))?;
        }
        let unjudged: Vec<&str> = self.unjudged.iter().map(String::as_str).collect();
        writeln!(
            f,
            "failed before any rule, at least once: {}",
            unjudged.join(", ")
        )
    }
}
