//! The outcome of one scenario with one program.

use std::collections::BTreeSet;

use crate::compare::closest;
use crate::known::Known;
use crate::lanes::Lanes;
use crate::programs::Program;
use crate::report::say;
use crate::run::Outcome;
use crate::scenario::Scenario;

/// The number of differences of a scenario that are printed without `--details`.
const PRINTED: usize = 4;

/// The outcome of a scenario with a program, compared with the expected output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cell {
    Same,
    /// It differs, for known reasons.
    Known(BTreeSet<String>),
    Differs(Vec<String>),
    Stuck(String),
    Skipped(String),
}

impl Cell {
    pub(crate) fn of(differences: Vec<String>) -> Self {
        if differences.is_empty() {
            Self::Same
        } else {
            Self::Differs(differences)
        }
    }

    /// Returns whether the program differs or failed to finish.
    pub(crate) fn is_wrong(&self) -> bool {
        matches!(self, Self::Differs(_) | Self::Stuck(_))
    }

    /// Returns a description of the outcome, one sentence per line.
    pub(crate) fn lines(&self) -> Vec<String> {
        match self {
            Self::Same => Vec::new(),
            Self::Skipped(reason) => vec![format!("not run: {reason}")],
            Self::Stuck(step) => vec![format!("stuck: {step}")],
            Self::Known(reasons) => reasons
                .iter()
                .map(|reason| format!("known: {reason}"))
                .collect(),
            Self::Differs(differences) => differences.clone(),
        }
    }

    /// Prints the lines below a heading, the first ones or all.
    pub(crate) fn print(&self, heading: &str, details: bool) {
        let lines = self.lines();
        say(heading);
        let shown = if details { lines.len() } else { PRINTED };
        for line in lines.iter().take(shown) {
            say(&format!("    {line}"));
        }
        if lines.len() > shown {
            say(&format!("    and {} more", lines.len() - shown));
        }
    }

    /// Compares an outcome with the expected outputs of the same version; known differences of the simulator are
    /// accepted.
    pub(crate) fn compare(
        scenario: &Scenario,
        program: &Program,
        seen: &[Lanes],
        outcome: &Outcome,
        known: &Known,
    ) -> Self {
        if let Some(step) = &outcome.stuck {
            return Self::Stuck(step.clone());
        }
        let differences = closest(seen, &outcome.lanes);
        if program.simulator {
            excused(scenario, &program.version, differences, known)
        } else {
            Self::of(differences)
        }
    }

    /// Compares the outputs of a version with those of the reference, ignoring general differences of the version.
    pub(crate) fn between(
        version: &str,
        reference: &[Lanes],
        other: &[Lanes],
        known: &Known,
    ) -> Self {
        let without = |lanes: &Lanes| known.without(version, lanes);
        let reference: Vec<Lanes> = reference.iter().map(without).collect();
        let differences = other
            .iter()
            .map(|lanes| closest(&reference, &without(lanes)));
        Self::of(differences.min_by_key(Vec::len).unwrap_or_default())
    }
}

/// Removes the known differences of the simulator.
fn excused(scenario: &Scenario, version: &str, differences: Vec<String>, known: &Known) -> Cell {
    let mut reasons = BTreeSet::new();
    let mut new = Vec::new();
    for difference in differences {
        match known.reason(scenario, version, &difference) {
            Some(reason) => drop(reasons.insert(reason.to_owned())),
            None => new.push(difference),
        }
    }
    match (new.is_empty(), reasons.is_empty()) {
        (true, true) => Cell::Same,
        (true, false) => Cell::Known(reasons),
        (false, _) => Cell::Differs(new),
    }
}
