//! Project trust: what a directory would run by itself, and which of it a person has accepted.
//!
//! Every start compares what the CLI would read now with the items that were accepted.
//! A start with items that nobody accepted waits for an answer: with the project's settings, or without them.

mod cli_config;
mod commands;
mod definitions;
mod items;
mod legacy;
mod own;
mod report;
mod schedules;
mod servers;
mod settings;
mod sources;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use pilothouse_api::project::{TrustReport, TrustState};
use pilothouse_log::private;

use crate::config::Config;
use crate::demo;
use crate::problem::{Problem, TRUST_REQUIRED};
use crate::store::Store;

pub(crate) use own::accept_updates;
pub(crate) use report::{Place, accept, forget, report};

/// Whether a process starts with its project's settings.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Nothing would run, or everything is ours.
    Use,
    /// A person accepted all that would run.
    Accepted,
    /// A person chose to start without them.
    LeaveOut,
    /// A person must decide first.
    Ask(Box<TrustReport>),
}

/// Decides how a process starts. Blocks.
pub(crate) fn verdict(
    store: &Store,
    config: &Config,
    place: &Place<'_>,
    left_out: bool,
) -> Result<Verdict, Problem> {
    if is_own(config, place.project) {
        return Ok(Verdict::Use);
    }
    let report = report(store, place)?;
    Ok(if report.items.is_empty() {
        Verdict::Use
    } else if left_out {
        Verdict::LeaveOut
    } else if report.state == TrustState::Trusted {
        Verdict::Accepted
    } else {
        Verdict::Ask(Box::new(report))
    })
}

/// Whether a person accepted what a project would run, all of it as it is now.
///
/// A project that would run nothing was never accepted: git keeps its filters and hooks off there.
pub(crate) fn is_accepted(store: &Store, config: &Config, project: &str) -> bool {
    is_own(config, project)
        || report(store, &Place::of(project))
            .is_ok_and(|report| report.state == TrustState::Trusted && !report.items.is_empty())
}

/// Whether the server created the project itself, or simulates all sessions.
pub(crate) fn is_own(config: &Config, project: &str) -> bool {
    config.is_simulated() || Path::new(project) == demo::project(config)
}

/// The directories that flags of the CLI add.
pub fn added_by(flags: &[&str]) -> Vec<String> {
    const FLAG: &str = "--add-dir";
    let mut added = Vec::new();
    let mut takes = false;
    for flag in flags {
        if let Some(directory) = flag.strip_prefix("--add-dir=") {
            added.push(directory.to_owned());
        } else if takes && !flag.starts_with('-') {
            added.push((*flag).to_owned());
            continue;
        }
        takes = *flag == FLAG;
    }
    added
}

/// Why a process cannot start before a person has answered.
pub(crate) fn required(report: TrustReport) -> Problem {
    let title = match report.state {
        TrustState::Changed => "The settings of this project have changed since they were trusted.",
        _ => "This project can run programs on its own, and nobody has decided about that yet.",
    };
    Problem::conflict(TRUST_REQUIRED, title)
        .transient()
        .detail("Start with the project's settings, or without them.")
        .trust(report)
}

/// The trust store of a data directory, for commands that start the CLI without a server.
pub struct TrustStore {
    /// None while there is no index: nothing was trusted yet.
    store: Option<Store>,
    path: PathBuf,
}

impl TrustStore {
    /// Opens the store of a data directory.
    pub fn open(data: &Path) -> io::Result<Self> {
        let path = data.join("index.sqlite");
        let store = path.exists().then(|| Store::open(&path)).transpose();
        Ok(Self {
            store: store.map_err(io::Error::other)?,
            path,
        })
    }

    /// Reports what a directory of a project would run. Blocks.
    ///
    /// `added` are additional directories that the CLI is given.
    pub fn report(
        &self,
        project: &str,
        directory: &str,
        added: &[String],
    ) -> io::Result<TrustReport> {
        let place = Place {
            project,
            directory,
            added,
        };
        let reported = match &self.store {
            Some(store) => report(store, &place),
            None => report(&Store::in_memory().map_err(io::Error::other)?, &place),
        };
        reported.map_err(|problem| io::Error::other(problem.to_string()))
    }

    /// Accepts what a report showed, if it is still so. Blocks.
    pub fn accept(&mut self, shown: &TrustReport) -> io::Result<()> {
        let place = Place {
            project: &shown.path,
            directory: &shown.directory,
            added: &shown.added,
        };
        let store = match self.store.take() {
            Some(store) => store,
            None => {
                if let Some(data) = self.path.parent().filter(|data| !data.exists()) {
                    private::create_dir_all(data)?;
                }
                Store::open(&self.path).map_err(io::Error::other)?
            }
        };
        let accepted = accept(&store, &place, &shown.fingerprint);
        self.store = Some(store);
        accepted
            .map(drop)
            .map_err(|problem| io::Error::other(problem.to_string()))
    }
}
