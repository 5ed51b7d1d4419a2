//! Runs tests that require something that a machine may lack, such as the real CLI. The crates with such tests share
//! this file.
//!
//! Rust's own harness cannot skip a test at run time: a test that returns early counts as passed.
//! Here a test whose requirement is missing is listed as ignored and the reason is printed.
//! If `CI` is set it fails instead, unless the requirement is optional in CI.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use libtest_mimic::{Arguments, Trial};

/// The variable that names the real CLI.
const REAL_CLI: &str = "PILOTHOUSE_REAL_CLI";

/// A requirement of tests.
pub(crate) struct Need {
    /// The reason why the tests cannot run.
    missing: Option<String>,
    /// Whether CI must have it.
    in_ci: bool,
}

impl Need {
    /// No requirement.
    pub(crate) fn nothing() -> Self {
        Self {
            missing: None,
            in_ci: true,
        }
    }

    /// The CLI that `PILOTHOUSE_REAL_CLI` names.
    pub(crate) fn real_cli() -> Self {
        let missing = std::env::var_os(REAL_CLI).is_none();
        Self {
            missing: missing.then(|| format!("{REAL_CLI} is not set")),
            in_ci: true,
        }
    }

    /// Programs that are part of the project's set-up.
    pub(crate) fn programs<const N: usize>(programs: [PathBuf; N]) -> Self {
        let missing = programs.iter().find(|program| !runs(program));
        Self {
            missing: missing.map(|program| format!("{} is not installed", program.display())),
            in_ci: true,
        }
    }

    /// Makes the requirement optional in CI.
    pub(crate) fn or_skip_in_ci(self) -> Self {
        Self {
            in_ci: false,
            ..self
        }
    }

    /// Adds a condition that no setup can change.
    pub(crate) fn only_if(self, holds: bool, reason: &str) -> Self {
        match self.missing.is_none() && !holds {
            true => Self {
                missing: Some(reason.to_owned()),
                in_ci: false,
            },
            false => self,
        }
    }
}

/// The CLI that `PILOTHOUSE_REAL_CLI` names.
pub(crate) fn real_cli() -> PathBuf {
    let named = std::env::var_os(REAL_CLI);
    named.map(PathBuf::from).unwrap()
}

fn runs(program: &PathBuf) -> bool {
    let status = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// A test, and the reason for skipping it.
pub(crate) struct Test {
    trial: Trial,
    skipped: Option<String>,
}

impl Test {
    pub(crate) fn new(need: &Need, name: &str, run: impl FnOnce() + Send + 'static) -> Self {
        let missing = need.missing.clone();
        let ci = std::env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false");
        let skipped = missing.clone().filter(|_| !(ci && need.in_ci));
        let trial = Trial::test(name, move || match missing {
            Some(missing) => Err(missing.into()),
            None => {
                run();
                Ok(())
            }
        });
        Self {
            trial: trial.with_ignored_flag(skipped.is_some()),
            skipped,
        }
    }
}

/// Creates tests from functions, with their names: `tests![&need, in_runtime: one::two, one::three]`.
macro_rules! tests {
    ($need:expr, $run:path: $($test:path),* $(,)?) => {
        vec![$($crate::trials::Test::new($need, stringify!($test), || $run($test()))),*]
    };
}
pub(crate) use tests;

/// Runs an asynchronous test.
pub(crate) fn in_runtime(test: impl Future<Output = ()>) {
    tokio::runtime::Runtime::new().unwrap().block_on(test);
}

/// Runs the tests that the command line selects, like Rust's own harness.
pub(crate) fn run(tests: impl IntoIterator<Item = Test>) -> ExitCode {
    let arguments = Arguments::from_args();
    let (mut trials, mut skipped) = (Vec::new(), Vec::new());
    for test in tests {
        if arguments.is_ignored(&test.trial) && !arguments.is_filtered_out(&test.trial) {
            skipped.extend(test.skipped);
        }
        trials.push(test.trial);
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        skipped.sort();
        for same in skipped.chunk_by(|one, other| one == other) {
            let line = format!("skipped {}: {}\n", same.len(), same[0]);
            std::io::stdout().write_all(line.as_bytes()).unwrap();
        }
    }
    conclusion.exit_code()
}
