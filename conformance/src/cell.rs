//! What came of one scenario with one program.

use std::collections::BTreeSet;

use crate::compare::closest;
use crate::known::Known;
use crate::lanes::Lanes;
use crate::programs::Program;
use crate::report::say;
use crate::run::Outcome;
use crate::scenario::Scenario;

/// How many differences of a scenario are printed without `--details`.
const PRINTED: usize = 4;

/// What one program did with one scenario, beside what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cell {
    Same,
    /// It differs, and the reasons are known.
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

    /// Whether the program differs or did not get through.
    pub(crate) fn is_wrong(&self) -> bool {
        matches!(self, Self::Differs(_) | Self::Stuck(_))
    }

    /// What there is to say about it, a sentence per line.
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

    /// Compares an outcome with what was seen of the same version; known differences of the
    /// simulator are excused.
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

    /// Compares what was seen of a version with what was seen of the reference, without what the
    /// version does differently everywhere.
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

/// Takes the known differences of the simulator out.
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
