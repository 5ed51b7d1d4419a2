//! Tests one bug: injects it, builds, and runs the default steps of its part.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser::Browsers;
use crate::bugs::inject;
use crate::bugs::list::Bug;
use crate::repository::Repository;
use crate::{Outcome, command};

pub(crate) struct Trial<'a> {
    repository: &'a Repository,
    worktree: &'a Path,
    bug: &'a Bug,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(repository: &'a Repository, worktree: &'a Path, bug: &'a Bug) -> Self {
        Trial {
            repository,
            worktree,
            bug,
        }
    }

    /// Returns the test that caught the bug.
    ///
    /// The suspect is part of the step that must catch the bug, so its failure is enough and the rest need not run.
    pub(crate) fn run(&self) -> Outcome<Option<String>> {
        inject(self.worktree, self.bug)?;
        let package = format!("pilothouse-{}", self.bug.part());
        if let Some(suspect) = &self.bug.suspect {
            let caught = match suspect.target.as_str() {
                "page" => self.fails_in_page(&suspect.test)?,
                target => self.fails_in(&package, target, &suspect.test)?,
            };
            if caught {
                return Ok(Some(suspect.test.clone()));
            }
        }
        match self.bug.part() {
            "ui" => self.run_ui(),
            _ => self.run_rust(&package),
        }
    }

    /// Whether a test of one target fails.
    fn fails_in(&self, package: &str, target: &str, test: &str) -> Outcome<bool> {
        let select: &[&str] = match target {
            "lib" => &["--lib"],
            binary => &["--test", binary],
        };
        let selection = ["--package", package, "--all-features"];
        let mut build = self.cargo("test");
        build.args(selection).args(select).arg("--no-run");
        command::run(build)?;
        let mut tests = self.cargo("nextest");
        tests.arg("run").args(selection).args(select).args([
            "-E",
            &format!("test(={test})"),
            "--retries",
            "0",
        ]);
        let (_, passed) = command::tee(tests)?;
        Ok(!passed)
    }

    fn fails_in_page(&self, file: &str) -> Outcome<bool> {
        let tests = self.npm(&["run", "test", "--", file]);
        let (_, passed) = command::tee(tests)?;
        Ok(!passed)
    }

    fn run_rust(&self, package: &str) -> Outcome<Option<String>> {
        let selection = ["--package", package, "--all-features"];
        let mut build = self.cargo("build");
        build.args(selection).arg("--all-targets");
        command::run(build)?;
        let mut tests = self.cargo("nextest");
        tests
            .arg("run")
            .args(selection)
            .args(["-E", "not binary(real)", "--status-level", "fail"])
            .env("PILOTHOUSE_BUILT", "1");
        let (output, passed) = command::tee(tests)?;
        Ok((!passed).then(|| first_of_nextest(&output)))
    }

    /// Types, lints and unit tests run first; they take seconds.
    fn run_ui(&self) -> Outcome<Option<String>> {
        for script in ["typecheck", "lint", "test"] {
            let (output, passed) = command::tee(self.npm(&["run", script]))?;
            if !passed {
                let line = first(&output, "FAIL");
                return Ok(Some(format!("{script}: {line}")));
            }
        }
        command::run(self.npm(&["run", "build"]))?;
        let mut build = self.cargo("build");
        build.args(["--package", "pilothouse"]);
        command::run(build)?;
        let mut tests = self.npm(&["run", "e2e", "--", "--max-failures=1"]);
        Browsers::find(self.repository)?.name_in(&mut tests);
        tests.env("PILOTHOUSE", self.target().join("debug/pilothouse"));
        let (output, passed) = command::tee(tests)?;
        Ok((!passed).then(|| first(&output, "✘")))
    }

    fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = command::cargo(self.worktree, &[subcommand]);
        cargo.env("CARGO_TARGET_DIR", self.target());
        cargo
    }

    /// Separate from the checkout's own, so that a build with a bug is never used as a good one.
    fn target(&self) -> PathBuf {
        self.repository.scratch().join("bugs-target")
    }

    /// Without colors, because the output goes into a table.
    fn npm(&self, arguments: &[&str]) -> Command {
        let mut npm = command::program(&self.worktree.join("ui"), "npm", arguments);
        npm.env("NO_COLOR", "1");
        npm
    }
}

/// Finds the first failed test in lines such as `TRY 2 FAIL [   0.5s] ( 3/99) PACKAGE TEST`.
fn first_of_nextest(output: &str) -> String {
    let line = first(output, "FAIL [");
    match line.split_once(") ") {
        Some((_, name)) => name.to_owned(),
        None => line,
    }
}

/// Finds the first line with a mark, and returns it without the mark.
fn first(output: &str, mark: &str) -> String {
    let line = output.lines().find(|line| line.contains(mark));
    let line = line.unwrap_or("a failure without a name");
    line.replace(mark, "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failed_test_is_named() {
        let output = "   Starting 2 tests\n  TRY 2 FAIL [   0.5s] ( 3/99) pilothouse-sdk queue::tests::lag\n";
        assert_eq!(first_of_nextest(output), "pilothouse-sdk queue::tests::lag");
        assert_eq!(
            first(" FAIL  src/a.test.ts > b\n", "FAIL"),
            "src/a.test.ts > b"
        );
        assert_eq!(first_of_nextest("killed"), "a failure without a name");
    }
}
