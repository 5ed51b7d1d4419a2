//! Opening a session: from its saved fold or its whole log, and from its runner if one lives.

use std::path::PathBuf;
use std::sync::Arc;

use pilothouse_runner::LogDir;
use pilothouse_view::api::session::SessionSummary;
use tokio::sync::{Notify, broadcast, mpsc};

use super::task::Task;
use super::{Input, SessionHandle};
use crate::cli::CliProgram;
use crate::config::Config;
use crate::settings::LiveSettings;
use crate::store::Store;
use crate::stored::StoredSessions;

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
    /// Distinguishes this server's requests from those of the one before it.
    pub(crate) incarnation: String,
    /// Told when a process ended, so that a session that waits for room can start.
    pub(crate) room: Arc<Notify>,
    /// How many processes run.
    pub(crate) live: Arc<std::sync::atomic::AtomicU32>,
}

impl Shared {
    /// The directory of a session.
    pub(crate) fn directory(&self, session: &str) -> PathBuf {
        self.config.data.join("sessions").join(session)
    }

    /// The log of a session.
    pub(crate) fn log_dir(&self, session: &str) -> LogDir {
        LogDir::new(self.directory(session).join("log"))
    }
}

/// Opens a session and starts its task.
pub(crate) async fn open(shared: Shared, session: String) -> std::io::Result<SessionHandle> {
    let (inputs, receiver) = mpsc::channel::<Input>(INPUTS);
    let loaded = tokio::task::spawn_blocking({
        let (shared, session) = (shared.clone(), session.clone());
        move || Task::load(shared, &session)
    });
    let mut task = loaded.await.map_err(std::io::Error::other)??;
    task.attach().await?;
    tokio::spawn(task.run(receiver));
    Ok(SessionHandle::new(inputs))
}
