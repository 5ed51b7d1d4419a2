//! The end of a run: the printed summary, and the file for the caller.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::Parts;
use crate::report::say;

/// The variable with the path of the caller's file, which has lines of tab-separated fields.
const VARIABLE: &str = "PILOTHOUSE_SUMMARY";

/// The number of slowest plays in the list.
const SLOWEST: usize = 10;

impl Parts {
    /// Prints the summary and writes it for the caller. Returns whether everything passed.
    pub(crate) fn finish(&mut self) -> Result<bool> {
        self.plays.sort_by(|left, right| right.0.total_cmp(&left.0));
        if let Some(path) = std::env::var_os(VARIABLE) {
            std::fs::write(path, self.fields()).context("cannot write the summary")?;
        }
        self.print();
        Ok(self.failed.is_empty())
    }

    fn print(&self) {
        let names = self.done.iter().map(|part| part.name.len());
        let width = names.max().unwrap_or_default();
        say("");
        say(&format!(
            "{:width$}     time  passed  failed  skipped",
            "part"
        ));
        for part in &self.done {
            say(&format!(
                "{:width$} {:6.1} s {:7} {:7} {:8}",
                part.name, part.seconds, part.passed, part.failed, part.skipped
            ));
        }
        let slowest = self.plays.iter().take(SLOWEST);
        let slowest = slowest.map(|(seconds, label)| format!("{seconds:.1} s  {label}"));
        list("slowest", slowest);
        let retried = self.retried.iter();
        let retried = retried.map(|(label, failure)| format!("{label}: {failure}"));
        list("retried, with the first failure", retried);
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (label, reason) in &self.skipped {
            reasons.entry(reason).or_default().push(label);
        }
        let skipped = reasons
            .iter()
            .map(|(reason, labels)| format!("{reason} ({}): {}", labels.len(), labels.join(", ")));
        list("skipped", skipped);
        list("failed", self.failed.iter().cloned());
        say(&format!(
            "conformance: {} passed, {} failed, {} skipped",
            self.passed(),
            self.failed.len(),
            self.skipped.len()
        ));
    }

    fn passed(&self) -> usize {
        self.done.iter().map(|part| part.passed).sum()
    }

    /// The summary for the caller.
    fn fields(&self) -> String {
        let mut lines = vec![vec!["passed".to_owned(), self.passed().to_string()]];
        let line = |fields: [&str; 3]| fields.map(str::to_owned).to_vec();
        for label in &self.failed {
            lines.push(vec!["failed".to_owned(), label.clone()]);
        }
        for (seconds, label) in &self.plays {
            lines.push(line(["time", &format!("{seconds:.1}"), label]));
        }
        for (label, failure) in &self.retried {
            lines.push(line(["retried", label, failure]));
        }
        for (label, reason) in &self.skipped {
            lines.push(line(["skipped", label, reason]));
        }
        let mut text = String::new();
        for fields in lines {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| field.replace(['\t', '\n'], " "))
                .collect();
            text.push_str(&format!("{}\n", fields.join("\t")));
        }
        text
    }
}

fn list(title: &str, lines: impl Iterator<Item = String>) {
    for (index, line) in lines.enumerate() {
        if index == 0 {
            say(&format!("{title}:"));
        }
        say(&format!("    {line}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::Cell;

    #[test]
    fn the_caller_gets_one_line_per_fact() {
        let mut parts = Parts::new(1, false, false, false);
        parts.check("good", &Cell::Same);
        parts.check("bad", &Cell::Stuck("no".to_owned()));
        parts.missing("live", &["a".to_owned()], "no\tCLI");
        parts.plays.push((1.25, "play".to_owned()));
        parts
            .retried
            .push(("late".to_owned(), "first\nline".to_owned()));
        assert_eq!(
            parts.fields(),
            "passed\t1\nfailed\tbad\ntime\t1.2\tplay\nretried\tlate\tfirst line\nskipped\tlive: a\tno CLI\n"
        );
        assert!(!parts.finish().unwrap());
    }
}
