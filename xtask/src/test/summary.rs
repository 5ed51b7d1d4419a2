//! The summary of a test run: steps with times, slowest tests, retried tests, skipped tests.

use std::time::Duration;

use crate::Outcome;
use crate::arguments::Scope;
use crate::test::report::Report;
use crate::test::schedule::Ended;
use crate::test::step::Done;

/// The number of slowest tests of each kind in the list.
const SLOWEST: usize = 10;

/// The maximum number of retried tests in a run: more are not a coincidence.
const RETRIES: usize = 2;

/// The tests that only `--full` runs.
const FULL_ADDS: &str = "--full adds: every browser test at both widths, every conformance scenario and every rule \
    live with all pinned CLI versions, long property tests, the injected bugs";

/// Prints the summary; returns an error that names the failed step.
pub(crate) fn conclude(ended: &[Ended<'_>], scope: Scope, total: Duration) -> Outcome {
    print!("{}", text(ended, scope, total));
    let failed: Vec<String> = ended.iter().filter_map(failure).collect();
    if !failed.is_empty() {
        return Err(failed.join("\n"));
    }
    let retried: usize = reports(ended).map(|(_, report)| report.retried.len()).sum();
    match retried > RETRIES {
        true => Err(format!(
            "{retried} tests passed only when repeated; at most {RETRIES} may"
        )),
        false => Ok(()),
    }
}

fn failure(ended: &Ended<'_>) -> Option<String> {
    let message = ended.result.as_ref().err()?;
    Some(format!(
        "the step \"{}\" failed: {message}\n       to run it alone: {}",
        ended.step.name, ended.step.alone
    ))
}

fn text(ended: &[Ended<'_>], scope: Scope, total: Duration) -> String {
    let mut text = steps(ended, total);
    for (name, report) in reports(ended) {
        text += &slowest(name, report);
    }
    text += &list(ended, "passed only when repeated", |report| {
        let line = |one: &crate::test::report::Retried| format!("{}: {}", one.name, one.failure);
        report.retried.iter().map(line).collect()
    });
    text += &list(ended, "skipped", |report| {
        let line = |one: &crate::test::report::Skipped| format!("{}: {}", one.name, one.reason);
        report.skipped.iter().map(line).collect()
    });
    if scope != Scope::Full {
        text += &format!("\n{FULL_ADDS}\n");
    }
    let sum = |count: fn(&Report) -> usize| -> usize {
        reports(ended).map(|(_, report)| count(report)).sum()
    };
    let failed = ended.iter().filter(|one| one.result.is_err()).count();
    text + &format!(
        "\ntests: {} passed, {failed} failed, {} skipped\n",
        sum(|report| report.passed),
        sum(|report| report.skipped.len()),
    )
}

fn steps(ended: &[Ended<'_>], total: Duration) -> String {
    let width = ended
        .iter()
        .map(|one| one.step.name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::from("\n");
    for one in ended {
        let (word, detail) = match &one.result {
            Ok(Done::Skipped(why)) => ("skipped", (*why).to_owned()),
            Ok(Done::Tested(report)) => ("passed", format!("{} tests", report.passed)),
            Ok(Done::Passed) => ("passed", String::new()),
            Err(_) => ("FAILED", String::new()),
        };
        let compiled = match one.compiled.len() {
            0 => String::new(),
            count => format!("compiled {count} of our crates"),
        };
        let details = [detail, compiled].join("  ");
        let line = format!(
            "{:<width$}  {word:<8} {:>7}  {}",
            one.step.name,
            clock(one.time),
            details.trim()
        );
        text += line.trim_end();
        text.push('\n');
    }
    text + &format!("{:<width$}  {:<8} {:>7}\n", "total", "", clock(total))
}

fn slowest(name: &str, report: &Report) -> String {
    let mut times: Vec<_> = report.times.iter().collect();
    times.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    let mut text = String::new();
    if !times.is_empty() {
        text += &format!("\nslowest in {name}:\n");
    }
    for time in times.iter().take(SLOWEST) {
        text += &format!("  {:>6.1} s  {}\n", time.seconds, time.name);
    }
    text
}

fn list(ended: &[Ended<'_>], title: &str, lines: fn(&Report) -> Vec<String>) -> String {
    let lines: Vec<String> = reports(ended)
        .flat_map(|(_, report)| lines(report))
        .collect();
    let mut text = format!("\n{title}: {}\n", lines.len());
    for line in lines {
        text += &format!("  {line}\n");
    }
    text
}

fn reports<'a>(ended: &'a [Ended<'_>]) -> impl Iterator<Item = (&'static str, &'a Report)> {
    ended.iter().filter_map(|one| match &one.result {
        Ok(Done::Tested(report)) => Some((one.step.name, report)),
        _ => None,
    })
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Group;
    use crate::test::report::{Retried, Skipped, Time};
    use crate::test::step::{Compiles, Step};

    const STEP: Step = Step {
        name: "Rust tests",
        group: Group::Rust,
        needs: &[],
        from: Scope::Quick,
        compiles: Compiles::Nothing,
        alone: "cargo xtask test --only rust",
        run: |_| Ok(Done::Passed),
    };

    fn ended(result: Outcome<Done>) -> Ended<'static> {
        Ended {
            step: &STEP,
            result,
            time: Duration::from_secs(75),
            compiled: Vec::new(),
        }
    }

    fn report(retried: usize) -> Report {
        let one = |number| Retried {
            name: format!("test {number}"),
            failure: "left != right".to_owned(),
        };
        Report {
            passed: 7,
            times: vec![Time {
                seconds: 1.25,
                name: "slow one".to_owned(),
            }],
            retried: (0..retried).map(one).collect(),
            skipped: vec![Skipped {
                name: "small disk".to_owned(),
                reason: "needs root".to_owned(),
            }],
            ..Report::default()
        }
    }

    #[test]
    fn the_summary_lists_steps_slow_retried_and_skipped_tests() {
        let text = text(
            &[ended(Ok(Done::Tested(report(1))))],
            Scope::Default,
            Duration::from_secs(130),
        );
        for line in [
            "Rust tests  passed      1:15  7 tests",
            "total                   2:10",
            "     1.2 s  slow one",
            "  test 0: left != right",
            "  small disk: needs root",
            "tests: 7 passed, 0 failed, 1 skipped",
        ] {
            assert!(
                text.lines().any(|found| found == line),
                "{line:?} in\n{text}"
            );
        }
        assert!(text.contains("--full adds"));
    }

    #[test]
    fn more_than_two_retried_tests_fail_the_run() {
        let run = |retried| {
            let ended = [ended(Ok(Done::Tested(report(retried))))];
            conclude(&ended, Scope::Default, Duration::ZERO)
        };
        assert_eq!(run(2), Ok(()));
        assert!(
            run(3)
                .unwrap_err()
                .contains("3 tests passed only when repeated")
        );
    }

    #[test]
    fn a_failed_step_is_named_with_the_command_that_repeats_it() {
        let ended = [ended(Err("`cargo test` ended with 101".to_owned()))];
        let message = conclude(&ended, Scope::Quick, Duration::ZERO).unwrap_err();
        assert!(message.contains("\"Rust tests\" failed: `cargo test`"));
        assert!(message.ends_with("to run it alone: cargo xtask test --only rust"));
    }
}
