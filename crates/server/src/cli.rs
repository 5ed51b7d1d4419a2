//! The program that sessions drive: looked for when it is needed, so that one installed later is found without a restart.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use pilothouse_api::doctor::{CheckOutcome, DoctorReport};
use pilothouse_api::host::{CliInfo, CliVerdict};
use pilothouse_protocol::command::CliVersion;
use pilothouse_sdk::Cli;

use crate::config::Config;
use crate::demo;
use crate::doctor;
use crate::problem::Problem;

/// Where the program is, or why it is not.
pub(crate) struct CliProgram {
    given: Option<PathBuf>,
    /// All sessions are simulated.
    is_simulated: bool,
    /// Sessions here are simulated in any case.
    tour: PathBuf,
    simulator: Found,
    found: Mutex<Option<(Stamp, Found)>>,
    report: Mutex<Option<(Stamp, DoctorReport)>>,
}

/// A program that was found.
#[derive(Clone)]
pub(crate) struct Found {
    /// The program, and what stands before its own arguments.
    pub(crate) argv: Vec<String>,
    pub(crate) version: Option<CliVersion>,
}

/// Changes when a program is replaced by another.
#[derive(Clone, PartialEq)]
struct Stamp {
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Self {
            path: path.to_owned(),
            length: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    fn is_current(&self) -> bool {
        Self::of(&self.path).as_ref() == Some(self)
    }
}

impl CliProgram {
    /// Uses the program of the configuration, or the one that is installed, or the simulator.
    pub(crate) fn new(config: &Config) -> std::io::Result<Self> {
        let simulator = Found {
            argv: demo::simulator(config)?,
            version: doctor::VERIFIED[1].parse().ok(),
        };
        Ok(Self {
            given: config.claude.clone(),
            is_simulated: config.is_simulated(),
            tour: demo::project(config),
            simulator,
            found: Mutex::new(None),
            report: Mutex::new(None),
        })
    }

    /// Finds the program for a session in this directory.
    pub(crate) async fn find_for(&self, directory: &Path) -> Result<Found, Problem> {
        if directory == self.tour {
            return Ok(self.simulator.clone());
        }
        self.find().await
    }

    /// Finds the program. What was found is kept until its file changes.
    async fn find(&self) -> Result<Found, Problem> {
        if self.is_simulated {
            return Ok(self.simulator.clone());
        }
        let known = lock(&self.found).clone();
        if let Some((stamp, found)) = known
            && stamp.is_current()
        {
            return Ok(found);
        }
        let cli = self.locate().map_err(|error| {
            let reason = error.to_string();
            let reason = reason.split(';').next().unwrap_or_default();
            Problem::conflict("noCli", format!("The Claude Code CLI cannot be used: {reason}."))
                .transient()
                .detail("Install it with `npm install -g @anthropic-ai/claude-code`, then run `claude` once to sign in.")
        })?;
        let path = cli.path().to_owned();
        // A program that does not tell its version may still work; the doctor says what is wrong with it.
        let version = match cli.with_version().await {
            Ok(cli) => cli.version(),
            Err(_) => None,
        };
        let found = Found {
            argv: vec![path.to_string_lossy().into_owned()],
            version,
        };
        if let Some(stamp) = Stamp::of(&path) {
            *lock(&self.found) = Some((stamp, found.clone()));
        }
        Ok(found)
    }

    fn locate(&self) -> Result<Cli, pilothouse_sdk::Error> {
        match &self.given {
            Some(path) => Cli::at(path),
            None => Cli::locate(),
        }
    }

    /// Looks at the program thoroughly, and remembers what was seen.
    pub(crate) async fn examine(&self) -> DoctorReport {
        if self.is_simulated {
            return doctor::simulated(self.simulator.argv.first().cloned());
        }
        let report = doctor::examine(self.given.as_deref()).await;
        let stamp = report
            .path
            .as_deref()
            .and_then(|path| Stamp::of(Path::new(path)));
        *lock(&self.report) = stamp.map(|stamp| (stamp, report.clone()));
        report
    }

    /// What to tell people about it: by the last thorough look, or by its version alone.
    pub(crate) async fn info(&self) -> CliInfo {
        match self.find().await {
            Err(problem) => CliInfo {
                path: None,
                version: None,
                verdict: CliVerdict::Missing,
                problem: Some(problem.to_string()),
            },
            Ok(found) => {
                let version = found.version.as_ref().map(ToString::to_string);
                let report = lock(&self.report).clone();
                let report = report
                    .filter(|(stamp, _)| stamp.is_current())
                    .map(|(_, report)| report);
                let verdict = match &report {
                    _ if self.is_simulated => CliVerdict::Simulated,
                    Some(report) => report.verdict,
                    None => doctor::by_version_text(version.as_deref()),
                };
                CliInfo {
                    path: found.argv.first().cloned(),
                    problem: report.as_ref().and_then(wrong),
                    verdict,
                    version,
                }
            }
        }
    }
}

/// The first thing that is wrong, as one sentence with a next step.
fn wrong(report: &DoctorReport) -> Option<String> {
    let check = report
        .checks
        .iter()
        .find(|check| check.outcome == CheckOutcome::Error)?;
    let text = check.text.trim_end_matches('.');
    Some(match &check.fix {
        Some(fix) => format!("{text}: {fix}."),
        None => format!("{text}."),
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
