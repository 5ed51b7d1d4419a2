//! The table of outcomes by scenario and program.

use std::io::Write;

use crate::cell::Cell;
use crate::programs::Program;

/// One line of the table.
#[derive(Debug, Clone)]
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
    pub(crate) fn print(&self, details: bool) {
        for row in &self.rows {
            for (program, cell) in self.programs.iter().zip(&row.cells) {
                if *cell != Cell::Same {
                    let heading = format!("{}/{}  [{}]", row.area, row.name, program.name);
                    cell.print(&heading, details);
                }
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

pub(crate) fn say(text: &str) {
    // There is no way to report a closed stdout.
    writeln!(std::io::stdout(), "{text}").ok();
}

pub(crate) fn print_stderr(text: &str) {
    writeln!(std::io::stderr(), "{text}").ok();
}
