//! The Rust tests: with nextest if it is installed, else with `cargo test`.
//!
//! In both cases a failed test is repeated once, and the summary lists it with its first failure.

use std::path::Path;
use std::process::Command;

use crate::arguments::Scope;
use crate::repository::Repository;
use crate::test::junit;
use crate::test::lints;
use crate::test::listed::{self, Part};
use crate::test::report::{Report, Retried, Skipped};
use crate::test::step::{Context, Done};
use crate::{Outcome, command, conformance, tools};

/// The selection of the build step, so that nothing is compiled again.
const SELECTION: &[&str] = &["--workspace", "--all-features"];

/// Tests that start no process and open no socket.
const PURE: &str = "not binary(real) & (kind(lib) + kind(bin) + package(pilothouse-protocol) + package(pilothouse-view) + package(xtask))";

/// Tests of the real CLI have a separate binary in each crate.
const NOT_REAL: &str = "not binary(real)";

const REAL: &str = "binary(real)";

/// The tests of older pinned versions: sessions of the SDK, and the doctor.
const REAL_OLDER: &str = "binary(real) & (package(pilothouse-sdk) + test(doctor))";

/// Every Rust test without the real CLI; in a quick run only the pure ones.
pub(crate) fn test(context: &Context<'_>) -> Outcome<Done> {
    let filter = match context.scope {
        Scope::Quick => PURE,
        _ => NOT_REAL,
    };
    let nextest = Nextest {
        repository: context.repository,
        profile: "default",
        filter: filter.to_owned(),
    };
    let mut environment = environment(context);
    environment.push(("PILOTHOUSE_EXAMPLES", "1".into()));
    if tools::has_nextest() {
        let report = nextest.run(&environment)?;
        if context.scope != Scope::Quick {
            listed::check(context.repository, Part::NotReal, &report)?;
        }
        return Ok(Done::Tested(report));
    }
    let targets: &[&str] = match context.scope {
        Scope::Quick => &["--lib", "--bins"],
        _ => &["--lib", "--bins", "--test", "it", "--test", "attacks"],
    };
    cargo_test(context.repository, targets, &[], &environment).map(Done::Tested)
}

pub(crate) fn test_docs(context: &Context<'_>) -> Outcome<Done> {
    let mut cargo = lints::cargo(context.repository, &["test"])?;
    cargo.args(SELECTION).arg("--doc");
    command::run(cargo)?;
    Ok(Done::Passed)
}

/// The tests of the real CLI: all with the first pinned version, some with the others.
pub(crate) fn test_real(context: &Context<'_>) -> Outcome<Done> {
    let mut report = Report::default();
    for (place, (version, cli)) in conformance::programs(context.repository)?
        .iter()
        .enumerate()
    {
        command::say(&format!("with {version}"));
        let all = place == 0;
        let mut environment = environment(context);
        environment.push(("PILOTHOUSE_REAL_CLI", cli.to_string_lossy().into_owned()));
        report.merge(if tools::has_nextest() {
            let nextest = Nextest {
                repository: context.repository,
                profile: "real",
                filter: if all { REAL } else { REAL_OLDER }.to_owned(),
            };
            nextest.run(&environment)?
        } else {
            let filters: &[&str] = if all { &[] } else { &["sdk", "doctor"] };
            cargo_test(
                context.repository,
                &["--test", "real"],
                filters,
                &environment,
            )?
        });
    }
    if tools::has_nextest() {
        listed::check(context.repository, Part::Real, &report)?;
    }
    Ok(Done::Tested(report))
}

/// The tests start the programs of the build step, and build none themselves.
fn environment(context: &Context<'_>) -> Vec<(&'static str, String)> {
    let mut environment = vec![("PILOTHOUSE_BUILT", "1".to_owned())];
    if context.scope == Scope::Full {
        environment.push(("PILOTHOUSE_FULL", "1".to_owned()));
    }
    environment
}

/// A run of cargo-nextest.
pub(crate) struct Nextest<'a> {
    pub(crate) repository: &'a Repository,
    /// The profile in .config/nextest.toml; each writes a separate JUnit file.
    pub(crate) profile: &'a str,
    pub(crate) filter: String,
}

impl Nextest<'_> {
    fn command(&self) -> Outcome<Command> {
        let mut cargo = lints::cargo(self.repository, &["nextest", "run"])?;
        cargo
            .args(SELECTION)
            .args(["--no-fail-fast", "--status-level", "retry"])
            .args(["--profile", self.profile, "-E", &self.filter]);
        Ok(cargo)
    }

    /// Returns the counts even if tests failed, and repeats none.
    pub(crate) fn run_and_count(&self) -> Outcome<Report> {
        std::fs::remove_file(self.report_path()).ok();
        let mut cargo = self.command()?;
        cargo.args(["--retries", "0", "--no-tests", "pass"]);
        cargo
            .env("PILOTHOUSE_BUILT", "1")
            .env("PILOTHOUSE_EXAMPLES", "1");
        let failed = command::run(cargo);
        match (self.report_path().exists(), failed) {
            (false, Ok(())) => Ok(Report::default()),
            (false, Err(error)) => Err(error),
            (true, _) => self.read_report(),
        }
    }

    fn run(&self, environment: &[(&str, String)]) -> Outcome<Report> {
        // A report of an earlier run must not be read if this run writes none.
        let path = self.report_path();
        std::fs::remove_file(&path).ok();
        let mut cargo = self.command()?;
        cargo.envs(environment.iter().map(|(name, value)| (name, value)));
        command::run(cargo)?;
        let mut report = self.read_report()?;
        report.skipped = self.ignored(environment)?;
        Ok(report)
    }

    fn read_report(&self) -> Outcome<Report> {
        let path = self.report_path();
        let xml = std::fs::read_to_string(&path)
            .map_err(|error| format!("read {}: {error}", path.display()))?;
        Ok(junit::parse(&xml))
    }

    fn report_path(&self) -> std::path::PathBuf {
        let target = self.repository.binaries().parent();
        let target = target.unwrap_or_else(|| Path::new("target"));
        target.join("nextest").join(self.profile).join("junit.xml")
    }

    /// Lists the skipped tests, which the JUnit file does not include.
    fn ignored(&self, environment: &[(&str, String)]) -> Outcome<Vec<Skipped>> {
        let mut cargo = lints::cargo(self.repository, &["nextest", "list"])?;
        cargo
            .args(SELECTION)
            .args(["--run-ignored", "only", "--message-format", "oneline"])
            .args(["--profile", self.profile, "-E", &self.filter]);
        // The requirements of tests are read from the environment when tests are listed.
        cargo.envs(environment.iter().map(|(name, value)| (name, value)));
        let skipped = |line: &str| Skipped {
            name: line.trim().to_owned(),
            reason: "marked as ignored on this machine".to_owned(),
        };
        let listed = command::read(cargo)?;
        Ok(listed
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(skipped)
            .collect())
    }
}

/// Runs `cargo test` and repeats the tests that failed, once.
fn cargo_test(
    repository: &Repository,
    targets: &[&str],
    filters: &[&str],
    environment: &[(&str, String)],
) -> Outcome<Report> {
    let run = |filters: &[String]| {
        let mut cargo = lints::cargo(repository, &["test"])?;
        cargo.args(SELECTION).args(targets).arg("--no-fail-fast");
        cargo.arg("--").args(filters);
        cargo.envs(environment.iter().map(|(name, value)| (name, value)));
        command::tee(cargo)
    };
    let filters: Vec<String> = filters.iter().map(|filter| (*filter).to_owned()).collect();
    let (first, success) = run(&filters)?;
    let mut report = Libtest::parse(&first).report();
    let failed = Libtest::parse(&first).failed;
    match (success, failed.is_empty()) {
        (true, _) => return Ok(report),
        (false, true) => return Err("cargo test failed without a failed test".to_owned()),
        (false, false) => command::say("repeating the tests that failed"),
    }
    let mut exact = vec!["--exact".to_owned()];
    exact.extend(failed.iter().map(|(name, _)| name.clone()));
    let (second, success) = run(&exact)?;
    if success {
        let retried = |(name, failure)| Retried { name, failure };
        report.failures.clear();
        report.passed += failed.len();
        report.retried = failed.into_iter().map(retried).collect();
        return Ok(report);
    }
    let still = Libtest::parse(&second).failed;
    Err(format!("{} tests failed twice", still.len()))
}

/// The output of Rust's own test harness.
#[derive(Default)]
struct Libtest {
    passed: usize,
    /// Names, each with the first line of its failure.
    failed: Vec<(String, String)>,
    ignored: Vec<Skipped>,
}

impl Libtest {
    fn parse(output: &str) -> Libtest {
        let mut found = Libtest::default();
        for line in output.lines() {
            let Some((name, outcome)) = test_line(line) else {
                continue;
            };
            match outcome.split([',', ' ']).next() {
                Some("ok") => found.passed += 1,
                Some("FAILED") => found.failed.push((name.to_owned(), reason(output, name))),
                Some("ignored") => found.ignored.push(Skipped {
                    name: name.to_owned(),
                    reason: outcome
                        .trim_start_matches("ignored")
                        .trim_start_matches([',', ' '])
                        .to_owned(),
                }),
                _ => {}
            }
        }
        found
    }

    fn report(self) -> Report {
        Report {
            passed: self.passed,
            failures: self.failed.into_iter().map(|(name, _)| name).collect(),
            skipped: self.ignored,
            ..Report::default()
        }
    }
}

/// Splits `test NAME ... OUTCOME`.
fn test_line(line: &str) -> Option<(&str, &str)> {
    let (name, outcome) = line.strip_prefix("test ")?.split_once(" ... ")?;
    Some((name.trim(), outcome.trim()))
}

/// Finds the panic of a test in the output that the harness repeats at the end.
fn reason(output: &str, test: &str) -> String {
    let mut lines = output
        .lines()
        .skip_while(|line| *line != format!("---- {test} stdout ----"))
        .skip_while(|line| !line.contains("panicked at"));
    let place = lines.next().unwrap_or("no panic was printed").trim();
    format!("{} {}", place, lines.next().unwrap_or("").trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "     Running tests/it/main.rs (target/debug/deps/it-1)\n\nrunning 4 tests\n\
        test a::fine ... ok\ntest a::late ... FAILED\ntest disk::small ... ignored, needs root\ntest b ... ok\n\nfailures:\n\n\
        ---- a::late stdout ----\n\nthread 'a::late' (7) panicked at tests/it/a.rs:7:5:\nexpected idle\n\n\
        test result: FAILED. 2 passed; 1 failed; 1 ignored;\n";

    #[test]
    fn the_output_of_the_harness_is_read() {
        let found = Libtest::parse(OUTPUT);
        assert_eq!(found.passed, 2);
        let failure = "thread 'a::late' (7) panicked at tests/it/a.rs:7:5: expected idle";
        assert_eq!(found.failed, [("a::late".to_owned(), failure.to_owned())]);
        assert_eq!(found.ignored[0].reason, "needs root");
    }
}
