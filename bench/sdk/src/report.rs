//! The tables: ratios first.

use std::fmt::Write;

use crate::Outcome;
use crate::host::{Host, Measured};

/// All runs with the same number of sessions.
pub(crate) struct Table {
    sessions: usize,
    /// Messages per session.
    messages: usize,
    bytes: usize,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    note: String,
    runs: Vec<Measured>,
    failure: Option<String>,
}

impl Row {
    /// CPU per message of the transcript in nanoseconds; lost messages count too.
    fn cpu(&self, messages: f64) -> Option<f64> {
        let best = self.runs.iter().map(|run| run.cpu).min()?;
        Some(best as f64 / messages)
    }

    fn median(&self, messages: f64) -> f64 {
        let mut all: Vec<u64> = self.runs.iter().map(|run| run.cpu).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or_default() as f64 / messages
    }

    fn peak(&self) -> f64 {
        let peak = self.runs.iter().map(|run| run.peak).max();
        peak.unwrap_or_default() as f64 / 1024.0
    }
}

impl Table {
    pub(crate) fn new(sessions: usize, messages: usize, bytes: usize, hosts: &[Host]) -> Self {
        let row = |host: &Host| Row {
            name: host.name.clone(),
            note: host.note.clone(),
            runs: Vec::new(),
            failure: None,
        };
        Self {
            sessions,
            messages,
            bytes,
            rows: hosts.iter().map(row).collect(),
        }
    }

    pub(crate) fn add(&mut self, row: usize, measured: Outcome<Measured>) {
        match measured {
            Ok(measured) => self.rows[row].runs.push(measured),
            Err(error) => self.rows[row].failure = Some(error.to_string()),
        }
    }

    pub(crate) fn has_failed(&self, row: usize) -> bool {
        self.rows[row].failure.is_some()
    }

    fn all(&self) -> f64 {
        (self.sessions * self.messages) as f64
    }

    /// The CPU and memory of the other hosts relative to the first one.
    pub(crate) fn ratios(&self) -> String {
        let mut text = format!("\n{}, times ours:\n\n", self.title());
        text.push_str("| host | CPU per message | peak memory |\n|---|---:|---:|\n");
        let ours = &self.rows[0];
        for row in &self.rows[1..] {
            let (Some(cpu), Some(base)) = (row.cpu(self.all()), ours.cpu(self.all())) else {
                writeln!(text, "| {} {} | did not run | |", row.name, row.note).ok();
                continue;
            };
            let (cpu, memory) = (cpu / base, row.peak() / ours.peak());
            writeln!(
                text,
                "| {} {} | {cpu:.1} | {memory:.1} |",
                row.name, row.note
            )
            .ok();
        }
        text
    }

    /// The measured numbers themselves.
    pub(crate) fn numbers(&self) -> String {
        let mut text = format!("\n{}:\n\n", self.title());
        text.push_str("| host | delivered | CPU µs/message, best | median | k messages/s, best | MB connected | MB at most |\n");
        text.push_str("|---|---:|---:|---:|---:|---:|---:|\n");
        for row in &self.rows {
            let name = format!("{} {}", row.name, row.note);
            if let Some(line) = self.line(row) {
                writeln!(text, "| {name} {line}").ok();
            }
            if let Some(failure) = &row.failure {
                writeln!(text, "| {name} | a run failed: {failure} | | | | | |").ok();
            }
        }
        text
    }

    fn line(&self, row: &Row) -> Option<String> {
        let share = |run: &Measured| run.messages as f64 * 100.0 / self.all();
        let least = row.runs.iter().map(share).fold(f64::INFINITY, f64::min);
        let wall = row.runs.iter().map(|run| run.wall).min()?;
        let idle = row.runs.iter().map(|run| run.idle).max()?;
        Some(format!(
            "| {least:.0} % | {:.2} | {:.2} | {:.0} | {:.1} | {:.1} |",
            row.cpu(self.all())? / 1e3,
            row.median(self.all()) / 1e3,
            self.all() * 1e6 / wall as f64,
            idle as f64 / 1024.0,
            row.peak(),
        ))
    }

    fn title(&self) -> String {
        let sessions = if self.sessions == 1 {
            "1 session".to_owned()
        } else {
            format!("{} sessions", self.sessions)
        };
        let megabytes = (self.sessions * self.bytes) as f64 / 1e6;
        format!(
            "{sessions}, {} messages, {megabytes:.1} MB",
            self.sessions * self.messages
        )
    }
}
