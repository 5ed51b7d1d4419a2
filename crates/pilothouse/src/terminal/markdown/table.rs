//! Tables: in columns where they have room, else one line for each cell.

use pulldown_cmark::Alignment;

use super::look::Look;
use super::page::Page;
use crate::sanitize::harmless_line;
use crate::terminal::columns;

/// Pieces of text, each with its look.
type Cell = Vec<(String, Look)>;

const BETWEEN: &str = " │ ";

pub(super) struct Table {
    alignments: Vec<Alignment>,
    /// The head, then the others.
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(super) fn new(alignments: Vec<Alignment>) -> Self {
        Self {
            alignments,
            rows: Vec::new(),
        }
    }

    pub(super) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn begin_cell(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.push(Cell::new());
        }
    }

    pub(super) fn text(&mut self, text: &str, look: Look) {
        let row = self.rows.last_mut();
        if let Some(cell) = row.and_then(|row| row.last_mut()) {
            cell.push((harmless_line(text), look));
        }
    }

    pub(super) fn draw(&self, page: &mut Page, from: usize) {
        let widths: Vec<usize> = (0..self.alignments.len())
            .map(|column| self.rows.iter().map(|row| taken(row.get(column))).max())
            .map(Option::unwrap_or_default)
            .collect();
        let between = columns::taken(BETWEEN) * widths.len().saturating_sub(1);
        if widths.iter().sum::<usize>() + between <= page.room() {
            self.draw_columns(&widths, page, from);
        } else {
            self.draw_records(page, from);
        }
    }

    fn draw_columns(&self, widths: &[usize], page: &mut Page, from: usize) {
        for (index, row) in self.rows.iter().enumerate() {
            for (column, width) in widths.iter().enumerate() {
                if column > 0 {
                    page.verbatim(BETWEEN, Look::DIM, from);
                }
                let cell = row.get(column);
                let free = width.saturating_sub(taken(cell));
                let (left, right) = match self.alignments[column] {
                    Alignment::Right => (free, 0),
                    Alignment::Center => (free / 2, free - free / 2),
                    Alignment::Left | Alignment::None => (0, free),
                };
                page.verbatim(&" ".repeat(left), Look::PLAIN, from);
                for (text, look) in cell.into_iter().flatten() {
                    let head = if index == 0 { Look::BOLD } else { Look::PLAIN };
                    page.verbatim(text, *look | head, from);
                }
                if column + 1 < widths.len() {
                    page.verbatim(&" ".repeat(right), Look::PLAIN, from);
                }
            }
            page.end_line();
            if index == 0 {
                let lines: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
                page.verbatim(&lines.join("─┼─"), Look::DIM, from);
                page.end_line();
            }
        }
    }

    /// Each row as lines of a column's name and the cell.
    fn draw_records(&self, page: &mut Page, from: usize) {
        let Some((head, rows)) = self.rows.split_first() else {
            return;
        };
        for (index, row) in rows.iter().enumerate() {
            if index > 0 {
                page.gap();
            }
            for (name, cell) in head.iter().zip(row) {
                for (text, look) in name {
                    page.text(text, *look | Look::BOLD, from);
                }
                page.text(": ", Look::BOLD, from);
                for (text, look) in cell {
                    page.text(text, *look, from);
                }
                page.end_line();
            }
        }
    }
}

fn taken(cell: Option<&Cell>) -> usize {
    let pieces = cell.into_iter().flatten();
    pieces.map(|(text, _)| columns::taken(text)).sum()
}
