//! A list of steps run in order, with a header and a time for each, a summary at the end, and a stop at the first failure.

use std::time::{Duration, Instant};

use crate::Outcome;
use crate::arguments::Group;
use crate::repository::Repository;

/// One step of the tests.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    /// The command that runs this step and nothing else.
    pub(crate) alone: &'static str,
    /// Whether a test runner prints its own count of tests in this step.
    pub(crate) counts_tests: bool,
    pub(crate) run: fn(&Repository) -> Outcome<Done>,
}

/// How a step ended, when it did not fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    Passed,
    /// Nothing to do in this checkout, and why.
    Skipped(&'static str),
}

struct Line {
    name: &'static str,
    word: &'static str,
    detail: String,
}

/// Runs the steps; stops at the first that fails.
pub(crate) fn run_all(repository: &Repository, steps: &[&Step]) -> Outcome {
    let started = Instant::now();
    let mut lines = Vec::new();
    let mut counted = false;
    let mut failure = None;
    for step in steps {
        println!("\n== {} ==", step.name);
        let step_started = Instant::now();
        let outcome = (step.run)(repository);
        let time = seconds(step_started.elapsed());
        let line = line_for(step, &outcome, &time);
        println!("-- {}: {} ({}) --", line.name, line.word, line.detail);
        counted |= step.counts_tests && !matches!(outcome, Ok(Done::Skipped(_)));
        lines.push(line);
        if let Err(message) = outcome {
            failure = Some(failure_text(step, &message));
            break;
        }
    }
    print!("{}", summary(&lines, started.elapsed()));
    if !counted {
        println!("{}", count(&lines));
    }
    failure.map_or(Ok(()), Err)
}

fn line_for(step: &Step, outcome: &Outcome<Done>, time: &str) -> Line {
    let (word, detail) = match outcome {
        Ok(Done::Passed) => ("passed", time.to_owned()),
        Ok(Done::Skipped(why)) => ("skipped", (*why).to_owned()),
        Err(_) => ("failed", time.to_owned()),
    };
    Line {
        name: step.name,
        word,
        detail,
    }
}

fn failure_text(step: &Step, message: &str) -> String {
    format!(
        "the step \"{}\" failed: {message}\n       to run it alone: {}",
        step.name, step.alone
    )
}

fn summary(lines: &[Line], total: Duration) -> String {
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    let mut text = String::from("\n");
    for line in lines {
        text += &format!("{:<width$}  {:<8} {}\n", line.name, line.word, line.detail);
    }
    text + &format!("{:<width$}  {:<8} {}\n", "total", "", seconds(total))
}

/// The closing line for runs in which no test runner printed one.
fn count(lines: &[Line]) -> String {
    let of = |word: &str| lines.iter().filter(|line| line.word == word).count();
    format!("{} passed, {} failed", of("passed"), of("failed"))
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Step = Step {
        name: "lints",
        group: Group::Rust,
        alone: "cargo clippy",
        counts_tests: false,
        run: |_| Ok(Done::Passed),
    };

    #[test]
    fn the_summary_has_a_line_for_each_step() {
        let lines = [
            line_for(&STEP, &Ok(Done::Passed), "1.5 s"),
            line_for(&STEP, &Ok(Done::Skipped("there is no ui/")), "0.0 s"),
            line_for(&STEP, &Err("no".to_owned()), "2.0 s"),
        ];
        assert_eq!(
            summary(&lines, Duration::from_millis(3500)),
            "\nlints  passed   1.5 s\nlints  skipped  there is no ui/\nlints  failed   2.0 s\ntotal           3.5 s\n"
        );
        assert_eq!(count(&lines), "1 passed, 1 failed");
    }

    #[test]
    fn a_failure_names_the_step_and_the_way_to_repeat_it() {
        let text = failure_text(&STEP, "`cargo clippy` ended with exit status: 101");
        assert!(text.contains("\"lints\" failed"));
        assert!(text.ends_with("to run it alone: cargo clippy"));
    }
}
