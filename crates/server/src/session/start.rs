//! Opening a session: from its saved fold or its whole log, and from its runner if one lives.

use std::path::PathBuf;
use std::sync::Arc;

use pilothouse_api::session::SessionSummary;
use pilothouse_log::LogDir;
use pilothouse_log::disk_reserve::Reserve;
use pilothouse_runner::RESERVE_BYTES;
use tokio::sync::{broadcast, mpsc, watch};

use super::driver::Driver;
use super::folding::Loaded;
use super::process_slots::ProcessSlots;
use super::{Input, SessionHandle, seal};
use crate::cli::CliProgram;
use crate::cli_transcripts::CliTranscripts;
use crate::config::Config;
use crate::problem::Problem;
use crate::settings::LiveSettings;
use crate::store::Store;
use crate::trust::{self, Place};

/// How many inputs may wait for a session's task.
const INPUTS: usize = 256;

/// What all sessions share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) config: Arc<Config>,
    pub(crate) store: Arc<Store>,
    pub(crate) cli: Arc<CliProgram>,
    /// The settings in force: the live limit, when to park, budgets, retention.
    pub(crate) settings: Arc<LiveSettings>,
    /// The CLI's own conversations.
    pub(crate) transcripts: Arc<CliTranscripts>,
    /// Told of every summary that changed.
    pub(crate) summaries: broadcast::Sender<SessionSummary>,
    /// Told of every session that was removed.
    pub(crate) removals: broadcast::Sender<String>,
    /// Counts changes of rules, so that open asks are looked at again.
    pub(crate) rules: Arc<watch::Sender<u64>>,
    /// Counts acceptances of project settings, so that waiting sessions check again.
    pub(crate) trust: Arc<watch::Sender<u64>>,
    /// Who has a process, and who waits for one.
    pub(crate) slots: Arc<ProcessSlots>,
}

impl Shared {
    /// The directory of a session.
    pub(crate) fn directory(&self, session: &str) -> PathBuf {
        self.config.data.join("sessions").join(session)
    }

    /// Whether a person accepted what a project would run. Blocks.
    pub(crate) fn trusts(&self, project: &str) -> bool {
        trust::is_accepted(&self.store, &self.config, project)
    }

    /// Accepts what was shown of a directory. Sessions that wait for this go on. Blocks.
    pub(crate) fn accept(&self, place: &Place<'_>, shown: &str) -> Result<(), Problem> {
        trust::accept(&self.store, place, shown)?;
        self.trust.send_modify(|times| *times += 1);
        Ok(())
    }

    /// Says that rules have changed.
    pub(crate) fn rules_changed(&self) {
        self.rules.send_modify(|times| *times += 1);
    }

    /// The log of a session.
    pub(crate) fn log_dir(&self, session: &str) -> LogDir {
        LogDir::new(self.directory(session).join("log"))
            .with_sealed(seal::open_sealed)
            .with_reserve(Reserve::new(self.reserve(), RESERVE_BYTES))
    }

    /// The file that keeps disk space for all sessions.
    pub(crate) fn reserve(&self) -> PathBuf {
        self.config.data.join("reserve")
    }
}

/// Opens a session and starts its task, which first looks for a runner of the session.
pub(crate) async fn open(shared: Shared, session: String) -> std::io::Result<SessionHandle> {
    let (inputs, receiver) = mpsc::channel::<Input>(INPUTS);
    let loaded = tokio::task::spawn_blocking(move || Driver::load(shared, &session));
    let (driver, listens) = loaded.await.map_err(std::io::Error::other)??;
    tokio::spawn(driver.run(receiver, listens));
    Ok(SessionHandle::new(inputs))
}

/// Folds a session's log anew and puts what it gives into the store. Returns the summary, which says whether the session
/// is to be opened for what its log leaves to do. Blocks.
pub(crate) fn reindex(shared: &Shared, session: &str) -> std::io::Result<SessionSummary> {
    let (mut driver, _) = Driver::load(shared.clone(), session)?;
    driver.save();
    Ok(driver.tell_unopened())
}

/// Puts what the log of an open session gives into the store, beside its task. What the task saves meanwhile is not
/// read: the entries before it may be gone. Blocks.
pub(crate) fn refill(shared: &Shared, session: &str) -> std::io::Result<()> {
    Loaded::read_all(shared, session).map(drop)
}
