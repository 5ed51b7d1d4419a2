//! The program that sessions drive: looked for when it is needed, so that one installed later is found without a restart.

use std::path::PathBuf;
use std::sync::Mutex;

use pilothouse_protocol::command::CliVersion;
use pilothouse_sdk::Cli;
use pilothouse_view::api::host::{CliInfo, CliVerdict};

use crate::problem::Problem;

/// Versions that the conformance suite runs against.
const VERIFIED: [&str; 2] = ["2.1.38", "2.1.325"];

/// Where the program is, or why it is not.
pub(crate) struct CliProgram {
    given: Option<PathBuf>,
    demo: Option<Vec<String>>,
    found: Mutex<Option<Found>>,
}

/// A program that was found.
#[derive(Clone)]
pub(crate) struct Found {
    /// The program, and what stands before its own arguments.
    pub(crate) argv: Vec<String>,
    pub(crate) version: Option<CliVersion>,
}

impl CliProgram {
    /// Uses this program, or the one that is installed; in a demo the simulator.
    pub(crate) fn new(given: Option<PathBuf>, demo: Option<Vec<String>>) -> Self {
        Self {
            given,
            demo,
            found: Mutex::new(None),
        }
    }

    /// Finds the program. What was found is kept as long as its file is there.
    pub(crate) async fn find(&self) -> Result<Found, Problem> {
        if let Some(found) = self.known() {
            return Ok(found);
        }
        let (given, demo) = (self.given.clone(), self.demo.clone());
        let found = tokio::task::spawn_blocking(move || look(given, demo))
            .await
            .map_err(Problem::internal)??;
        *self
            .found
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(found.clone());
        Ok(found)
    }

    fn known(&self) -> Option<Found> {
        let found = self
            .found
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .clone();
        found.filter(|found| {
            found
                .argv
                .first()
                .is_some_and(|path| std::path::Path::new(path).exists())
        })
    }

    /// What to tell people about it.
    pub(crate) async fn info(&self) -> CliInfo {
        match self.find().await {
            Ok(found) => {
                let version = found.version.as_ref().map(ToString::to_string);
                CliInfo {
                    path: found.argv.first().cloned(),
                    verdict: if self.demo.is_some() {
                        CliVerdict::Simulated
                    } else {
                        verdict(version.as_deref())
                    },
                    version,
                    problem: None,
                }
            }
            Err(problem) => CliInfo {
                path: None,
                version: None,
                verdict: CliVerdict::Missing,
                problem: Some(problem.to_string()),
            },
        }
    }
}

fn look(given: Option<PathBuf>, demo: Option<Vec<String>>) -> Result<Found, Problem> {
    if let Some(argv) = demo {
        return Ok(Found {
            argv,
            version: "2.1.325".parse().ok(),
        });
    }
    let cli = match given {
        Some(path) => Cli::at(path),
        None => Cli::locate(),
    };
    let cli = cli.map_err(|error| {
        Problem::conflict("noCli", format!("The Claude Code CLI cannot be used: {error}."))
            .detail("Install it with `npm install -g @anthropic-ai/claude-code`, then run `claude` once to sign in.")
    })?;
    let version = cli
        .version()
        .and_then(|version| version.as_str().parse().ok());
    Ok(Found {
        argv: vec![cli.path().to_string_lossy().into_owned()],
        version,
    })
}

fn verdict(version: Option<&str>) -> CliVerdict {
    let Some(version) = version else {
        return CliVerdict::Broken;
    };
    if VERIFIED.contains(&version) {
        return CliVerdict::Verified;
    }
    let numbers = |text: &str| {
        text.split('.')
            .map(|part| part.parse().unwrap_or(0))
            .collect::<Vec<u32>>()
    };
    if numbers(version) > numbers(VERIFIED[1]) {
        CliVerdict::Newer
    } else {
        CliVerdict::Older
    }
}
