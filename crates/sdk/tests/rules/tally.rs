//! Compares the rule engine with the verdicts of the CLI.

use std::cmp::Ordering;

use pilothouse_sdk::rules::{Rules, Verdict};

use super::hand::{Hand, Row, rules};
use super::place::Place;
use super::verdicts::{Fate, Verdicts};

/// The outcome of the pairs of rules and calls.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) pairs: usize,
    /// Pairs in which the engine is stricter.
    pub(crate) stricter: usize,
    /// Pairs in which the engine is less strict, which must not occur.
    pub(crate) looser: Vec<String>,
}

impl Tally {
    /// Judges the calls of a hand and compares them with the CLI.
    pub(crate) fn add(&mut self, hand: &Hand, place: &Place, verdicts: &Verdicts) {
        let engine = engine(hand, place);
        for row in hand.rows() {
            let theirs = verdicts.get(&row.key());
            let bare = verdicts.get(&row.key_without_rules());
            let fates = theirs.iter().zip(bare);
            self.add_row(&row, hand, &engine, place, fates);
        }
    }

    fn add_row<'a>(
        &mut self,
        row: &Row,
        hand: &Hand,
        engine: &Rules,
        place: &Place,
        fates: impl Iterator<Item = (&'a Option<Fate>, &'a Option<Fate>)>,
    ) {
        for ((_, call), (theirs, bare)) in row.calls().zip(fates) {
            let Some(theirs) = *theirs else {
                continue;
            };
            let ours = match engine.judge(call.tool(), &call.input(place)) {
                Verdict::Allow { .. } => Fate::Ran,
                Verdict::Deny { .. } => Fate::Refused,
                _ => Fate::Asked,
            };
            // A call that runs without any rule is no evidence for an allow rule.
            let runs_anyway = *bare == Some(Fate::Ran) && theirs == Fate::Ran;
            if runs_anyway && ours != Fate::Refused {
                continue;
            }
            let theirs = match theirs {
                // Without a deny rule, a refusal has another reason; with an allow rule it could at best become a
                // request.
                Fate::Refused if hand.deny.is_empty() => Fate::Asked,
                fate => fate,
            };
            self.pairs += 1;
            match ours.cmp(&theirs) {
                Ordering::Equal => {}
                Ordering::Less => self.stricter += 1,
                Ordering::Greater => {
                    let rule = &row.name;
                    let line = format!("{rule} | {call}: {theirs:?}, ours {ours:?}");
                    self.looser.push(line);
                }
            }
        }
    }
}

fn engine(hand: &Hand, place: &Place) -> Rules {
    let mut engine = Rules::new(place.surroundings());
    for rule in rules(&hand.allow, place) {
        engine.add_allow(rule.parse().unwrap());
    }
    for rule in rules(&hand.deny, place) {
        engine.add_deny(rule.parse().unwrap());
    }
    engine
}
