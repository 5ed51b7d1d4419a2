//! The table: scenario by program, same or how it differs.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;

use crate::compare::compare;
use crate::known::Known;
use crate::options::Options;
use crate::programs::Program;
use crate::run::{Outcome, Outcomes, skipped};
use crate::scenario::Scenario;

/// How many differences of a scenario are printed without `--details`.
const PRINTED: usize = 4;

/// What one program did with one scenario, beside the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cell {
    Same,
    /// It differs, and the reasons are known.
    Known(BTreeSet<String>),
    Differs(Vec<String>),
    Stuck(String),
    Skipped(String),
}

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) area: String,
    pub(crate) name: String,
    pub(crate) cells: Vec<Cell>,
}

/// All cells, by scenario and program.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) programs: Vec<Program>,
    pub(crate) rows: Vec<Row>,
}

impl Report {
    pub(crate) fn new(
        scenarios: &[Scenario],
        programs: &[Program],
        outcomes: &Outcomes,
        known: &Known,
    ) -> Self {
        let row = |scenario: &Scenario| Row {
            area: scenario.area.clone(),
            name: scenario.name.clone(),
            cells: programs
                .iter()
                .map(|program| cell(scenario, program, &programs[0], outcomes, known))
                .collect(),
        };
        Self {
            programs: programs.to_vec(),
            rows: scenarios.iter().map(row).collect(),
        }
    }

    /// Whether nothing is wrong: every program got through every scenario, and those that claim
    /// to speak as the reference does differ in nothing that is not known.
    pub(crate) fn passed(&self) -> bool {
        !self.rows.iter().any(|row| self.row_is_wrong(row))
    }

    /// Whether a scenario went wrong with one of the programs.
    pub(crate) fn is_wrong(&self, scenario: &str) -> bool {
        let mut rows = self.rows.iter().filter(|row| row.name == scenario);
        rows.any(|row| self.row_is_wrong(row))
    }

    fn row_is_wrong(&self, row: &Row) -> bool {
        let reference = &self.programs[0].version;
        let mut cells = self.programs.iter().zip(&row.cells);
        cells.any(|(program, cell)| match cell {
            Cell::Same | Cell::Known(_) | Cell::Skipped(_) => false,
            Cell::Stuck(_) => true,
            Cell::Differs(_) => program.version == *reference || program.given,
        })
    }

    pub(crate) fn print(&self, options: &Options) {
        for row in &self.rows {
            for (program, cell) in self.programs.iter().zip(&row.cells) {
                print_cell(row, program, cell, options.details);
            }
        }
        for (index, program) in self.programs.iter().enumerate() {
            say(&format!("{}: {}", program.name, self.summary(index)));
        }
    }

    /// The counts of one program.
    pub(crate) fn summary(&self, index: usize) -> String {
        let count = |test: fn(&Cell) -> bool| {
            self.rows
                .iter()
                .filter(|row| test(&row.cells[index]))
                .count()
        };
        let counts = [
            (count(|cell| matches!(cell, Cell::Same)), "the same"),
            (
                count(|cell| matches!(cell, Cell::Known(_))),
                "differ as known",
            ),
            (count(|cell| matches!(cell, Cell::Differs(_))), "differ"),
            (count(|cell| matches!(cell, Cell::Stuck(_))), "stuck"),
            (count(|cell| matches!(cell, Cell::Skipped(_))), "not run"),
        ];
        let told: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        format!("{} scenarios: {}", self.rows.len(), told.join(", "))
    }
}

fn print_cell(row: &Row, program: &Program, cell: &Cell, details: bool) {
    let lines = match cell {
        Cell::Same => return,
        Cell::Skipped(reason) => vec![format!("not run: {reason}")],
        Cell::Stuck(step) => vec![format!("stuck: {step}")],
        Cell::Known(reasons) => reasons
            .iter()
            .map(|reason| format!("known: {reason}"))
            .collect(),
        Cell::Differs(differences) => differences.clone(),
    };
    say(&format!("{}/{}  [{}]", row.area, row.name, program.name));
    let shown = if details { lines.len() } else { PRINTED };
    for line in lines.iter().take(shown) {
        say(&format!("    {line}"));
    }
    if lines.len() > shown {
        say(&format!("    and {} more", lines.len() - shown));
    }
}

fn cell(
    scenario: &Scenario,
    program: &Program,
    reference: &Program,
    outcomes: &Outcomes,
    known: &Known,
) -> Cell {
    if let Some(reason) = skipped(scenario, program) {
        return Cell::Skipped(reason);
    }
    let of = |program: &Program| outcomes.get(&(scenario.name.clone(), program.name.clone()));
    let outcome = match of(program) {
        Some(Ok(outcome)) => outcome,
        Some(Err(error)) => return Cell::Stuck(format!("{error:#}")),
        None => return Cell::Stuck("it did not run".to_owned()),
    };
    if let Some(step) = &outcome.stuck {
        return Cell::Stuck(step.clone());
    }
    let expected = match of(reference) {
        Some(Ok(expected)) if expected.stuck.is_none() => expected,
        Some(_) if program.name != reference.name => {
            return Cell::Skipped("the reference did not get through".to_owned());
        }
        _ => return Cell::Skipped("the reference does not run it".to_owned()),
    };
    let version = &program.version;
    let differences = if version == &reference.version {
        compare(&expected.lanes, &outcome.lanes)
    } else {
        let without = |outcome: &Outcome| known.without(version, &outcome.lanes);
        compare(&without(expected), &without(outcome))
    };
    if !program.simulator {
        return told(differences);
    }
    excused(scenario, version, differences, known)
}

fn told(differences: Vec<String>) -> Cell {
    if differences.is_empty() {
        Cell::Same
    } else {
        Cell::Differs(differences)
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

/// Tells that a scenario is done.
pub(crate) fn progress(scenario: &str, program: &str, outcome: &Result<Outcome>) {
    let told = match outcome {
        Ok(outcome) => match &outcome.stuck {
            Some(stuck) => format!("stuck at {stuck}"),
            None => format!("{:.1} s", outcome.seconds),
        },
        Err(error) => format!("failed: {error:#}"),
    };
    complain(&format!("{scenario} [{program}] {told}"));
}

pub(crate) fn say(text: &str) {
    // Nothing can be told when stdout is gone.
    writeln!(std::io::stdout(), "{text}").ok();
}

pub(crate) fn complain(text: &str) {
    writeln!(std::io::stderr(), "{text}").ok();
}
