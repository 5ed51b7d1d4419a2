//! The numbers, and whether they are within their limits.

use std::time::Duration;

use crate::{Outcome, STREAMING};

/// The maximum latency of deltas, in milliseconds.
const LATEST: f64 = 25.0;

#[derive(Default)]
pub(crate) struct Report {
    lines: Vec<String>,
    beyond: Vec<String>,
}

impl Report {
    pub(crate) fn section(&mut self, title: &str) {
        self.lines.push(format!("| **{title}** | | |"));
    }

    pub(crate) fn number(&mut self, name: &str, value: f64, most: Option<f64>) {
        let limit = most.map_or_else(String::new, |most| format!("{most}"));
        self.lines
            .push(format!("| {name} | {value:.1} | {limit} |"));
        if most.is_some_and(|most| value > most) {
            self.beyond.push(name.to_owned());
        }
        println!("  {name}: {value:.1}");
    }

    /// Values over time.
    pub(crate) fn range(&mut self, name: &str, values: &[f64]) {
        let values: Vec<String> = values.iter().map(|value| format!("{value:.1}")).collect();
        self.lines
            .push(format!("| {name} | {} | |", values.join(", ")));
        println!("  {name}: {}", values.join(", "));
    }

    /// The latencies of changes. There is no limit with several browsers.
    pub(crate) fn latencies(&mut self, late: &[f64], over: Duration, browsers: usize) -> Outcome {
        if late.is_empty() {
            return Err("no messages arrived on the sockets".to_owned());
        }
        let mut late = late.to_vec();
        late.sort_by(f64::total_cmp);
        let at = |part: f64| late[((late.len() - 1) as f64 * part) as usize];
        let sockets = (STREAMING * browsers) as f64;
        let rate = late.len() as f64 / over.as_secs_f64() / sockets;
        self.number("changes a second on each socket", rate, None);
        self.number("from the record to the socket, p50, in ms", at(0.5), None);
        let most = (browsers == 1).then_some(LATEST);
        self.number("from the record to the socket, p99, in ms", at(0.99), most);
        self.number(
            "from the record to the socket, the latest, in ms",
            at(1.0),
            None,
        );
        Ok(())
    }

    pub(crate) fn finish(self) -> Outcome {
        println!("\n| what | measured | limit |\n|---|---:|---:|");
        for line in &self.lines {
            println!("{line}");
        }
        if self.beyond.is_empty() {
            return Ok(());
        }
        Err(format!("limits exceeded: {}", self.beyond.join("; ")))
    }
}
