//! The table: scenario by program, same or how it differs.

use std::io::Write;

use anyhow::Result;

use crate::compare::compare;
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
    Differs(Vec<String>),
    Stuck(String),
    Skipped(String),
}

/// All cells, by scenario and program.
#[derive(Debug)]
pub(crate) struct Report {
    programs: Vec<String>,
    rows: Vec<(String, String, Vec<Cell>)>,
}

impl Report {
    pub(crate) fn new(scenarios: &[Scenario], programs: &[Program], outcomes: &Outcomes) -> Self {
        let rows = scenarios
            .iter()
            .map(|scenario| {
                let cells = programs
                    .iter()
                    .map(|program| cell(scenario, program, &programs[0], outcomes))
                    .collect();
                (scenario.area.clone(), scenario.name.clone(), cells)
            })
            .collect();
        Self {
            programs: programs
                .iter()
                .map(|program| program.name.clone())
                .collect(),
            rows,
        }
    }

    /// Whether nothing is wrong: the reference and every other program got through.
    pub(crate) fn passed(&self) -> bool {
        let cells = self.rows.iter().flat_map(|row| &row.2);
        cells
            .into_iter()
            .all(|cell| matches!(cell, Cell::Same | Cell::Skipped(_)))
    }

    pub(crate) fn print(&self, options: &Options) {
        for (area, name, cells) in &self.rows {
            for (program, cell) in self.programs.iter().zip(cells) {
                let lines = match cell {
                    Cell::Same => continue,
                    Cell::Skipped(reason) => vec![format!("skipped: {reason}")],
                    Cell::Stuck(step) => vec![format!("stuck: {step}")],
                    Cell::Differs(differences) => differences.clone(),
                };
                say(&format!("{area}/{name}  [{program}]"));
                let shown = if options.details {
                    lines.len()
                } else {
                    PRINTED
                };
                for line in lines.iter().take(shown) {
                    say(&format!("    {line}"));
                }
                if lines.len() > shown {
                    say(&format!("    and {} more", lines.len() - shown));
                }
            }
        }
        for (index, program) in self.programs.iter().enumerate() {
            let same = self
                .rows
                .iter()
                .filter(|row| row.2[index] == Cell::Same)
                .count();
            say(&format!(
                "{program}: {same} of {} the same",
                self.rows.len()
            ));
        }
    }
}

fn cell(scenario: &Scenario, program: &Program, reference: &Program, outcomes: &Outcomes) -> Cell {
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
    let Some(Ok(expected)) = of(reference) else {
        return Cell::Skipped("the reference does not run it".to_owned());
    };
    let differences = compare(&expected.lanes, &outcome.lanes);
    if differences.is_empty() {
        Cell::Same
    } else {
        Cell::Differs(differences)
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
