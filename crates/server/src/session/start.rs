//! Opening a session: from its saved fold or its whole log, and from its runner if one lives.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pilothouse_api::session::SessionSummary;
use pilothouse_log::LogDir;
use pilothouse_log::reserve::Reserve;
use pilothouse_runner::RESERVE_BYTES;
use tokio::sync::{broadcast, mpsc};

use super::folding::Loaded;
use super::room::Room;
use super::saved::{self, Which};
use super::task::Task;
use super::{Input, SessionHandle, seal};
use crate::cli::CliProgram;
use crate::config::Config;
use crate::problem::Problem;
use crate::settings::LiveSettings;
use crate::store::Store;
use crate::stored::StoredSessions;
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
    pub(crate) stored: Arc<StoredSessions>,
    /// Told of every summary that changed.
    pub(crate) summaries: broadcast::Sender<SessionSummary>,
    /// Told of every session that was removed.
    pub(crate) removals: broadcast::Sender<String>,
    /// Distinguishes this server's requests from those of the one before it.
    pub(crate) incarnation: String,
    /// Counts changes of rules, so that open asks are looked at again.
    pub(crate) rules: Arc<AtomicU64>,
    /// Counts acceptances of project settings, so that waiting sessions check again.
    pub(crate) trust: Arc<AtomicU64>,
    /// Who has a process, and who waits for one.
    pub(crate) room: Arc<Room>,
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
        self.trust.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// How often items were accepted.
    pub(crate) fn trust_version(&self) -> u64 {
        self.trust.load(Ordering::Relaxed)
    }

    /// Says that rules have changed.
    pub(crate) fn rules_changed(&self) {
        self.rules.fetch_add(1, Ordering::Relaxed);
    }

    /// How often rules have changed.
    pub(crate) fn rules_version(&self) -> u64 {
        self.rules.load(Ordering::Relaxed)
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

/// Opens a session and starts its task.
pub(crate) async fn open(shared: Shared, session: String) -> std::io::Result<SessionHandle> {
    let (inputs, receiver) = mpsc::channel::<Input>(INPUTS);
    let loaded = tokio::task::spawn_blocking({
        let (shared, session) = (shared.clone(), session.clone());
        let inputs = inputs.downgrade();
        move || Task::load(shared, &session, inputs)
    });
    let mut task = loaded.await.map_err(std::io::Error::other)??;
    task.attach().await?;
    tokio::spawn(task.run(receiver));
    Ok(SessionHandle::new(inputs))
}

/// Folds a session's log anew and puts what it gives into the store. Blocks.
pub(crate) fn reindex(shared: &Shared, session: &str) -> std::io::Result<()> {
    let (inputs, _) = mpsc::channel::<Input>(1);
    let mut task = Task::load(shared.clone(), session, inputs.downgrade())?;
    task.save();
    task.tell_summary();
    Ok(())
}

/// Folds all of a session's log into an index that was replaced, beside the session's own task. Blocks.
pub(crate) fn refill(shared: &Shared, session: &str) -> std::io::Result<()> {
    let loaded = Loaded::read_all(shared, session)?;
    saved::save(&shared.store, session, Which::Newest, &loaded.projection)
}

/// The list entry of a session whose log cannot be read to its end. Blocks.
pub(crate) fn unreadable(
    shared: &Shared,
    session: &str,
    problem: &Problem,
) -> std::io::Result<SessionSummary> {
    let (inputs, _) = mpsc::channel::<Input>(1);
    let loaded = Loaded::read(shared, session)?;
    let mut task = Task::new(shared.clone(), session, inputs.downgrade(), loaded);
    task.trouble = Some(problem.to_string());
    Ok(task.summary())
}
