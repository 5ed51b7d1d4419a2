//! The report of a step: counts, times, retried and skipped tests.
//!
//! Playwright and the conformance suite write it as lines of tab-separated fields into the file in
//! `PILOTHOUSE_SUMMARY`; that of nextest is read from its JUnit file.

use std::fs;
use std::path::Path;

use crate::Outcome;

/// The report of a step.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Report {
    pub(crate) passed: usize,
    /// The names of the failed tests, as in `times`.
    pub(crate) failures: Vec<String>,
    pub(crate) times: Vec<Time>,
    pub(crate) retried: Vec<Retried>,
    pub(crate) skipped: Vec<Skipped>,
}

/// The duration of one test.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Time {
    pub(crate) seconds: f64,
    pub(crate) name: String,
}

/// A test that failed first and passed when it was repeated.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Retried {
    pub(crate) name: String,
    /// The first line of its first failure.
    pub(crate) failure: String,
}

/// A test that did not run.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Skipped {
    pub(crate) name: String,
    pub(crate) reason: String,
}

impl Report {
    /// Reads the file written by a test runner.
    pub(crate) fn read(path: &Path) -> Outcome<Report> {
        let text = fs::read_to_string(path)
            .map_err(|error| format!("read the summary {}: {error}", path.display()))?;
        Report::parse(&text)
    }

    fn parse(text: &str) -> Outcome<Report> {
        let mut report = Report::default();
        for line in text.lines() {
            report
                .add_line(line)
                .ok_or_else(|| format!("the summary has a malformed line: {line}"))?;
        }
        Ok(report)
    }

    fn add_line(&mut self, line: &str) -> Option<()> {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            ["passed", count] => self.passed += count.parse::<usize>().ok()?,
            ["failed", name] => self.failures.push(name.to_owned()),
            ["time", seconds, name] => self.times.push(Time {
                seconds: seconds.parse().ok()?,
                name: name.to_owned(),
            }),
            ["retried", name, failure] => self.retried.push(Retried {
                name: name.to_owned(),
                failure: failure.to_owned(),
            }),
            ["skipped", name, reason] => self.skipped.push(Skipped {
                name: name.to_owned(),
                reason: reason.to_owned(),
            }),
            _ => return None,
        }
        Some(())
    }

    /// Adds the report of another run.
    pub(crate) fn merge(&mut self, other: Report) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
        self.times.extend(other.times);
        self.retried.extend(other.retried);
        self.skipped.extend(other.skipped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_read_line_by_line() {
        let text = "passed\t2\nfailed\tasks: stop\ntime\t1.5\tasks: allow\nretried\tasks: deny\tno button\nskipped\tpush\tno service\n";
        let report = Report::parse(text).unwrap();
        assert_eq!(report.passed, 2);
        assert_eq!(report.failures, ["asks: stop"]);
        assert_eq!(report.times[0].seconds, 1.5);
        assert_eq!(report.retried[0].failure, "no button");
        assert_eq!(report.skipped[0].reason, "no service");
    }

    #[test]
    fn a_malformed_summary_is_an_error() {
        for wrong in ["passed", "passed\tmany", "time\tx\tname", "other\t1"] {
            assert!(Report::parse(wrong).is_err(), "{wrong}");
        }
    }
}
