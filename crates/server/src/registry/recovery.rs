//! Starting again: runners that live are attached to, what died is told, the index is made whole.

use std::collections::HashSet;
use std::collections::hash_map::Entry;
use std::io;
use std::path::Path;
use std::sync::Arc;

use pilothouse_api::session::{SessionStatus, SessionSummary};
use pilothouse_log::private;
use tokio::sync::broadcast;
use tokio::task::JoinSet;

use super::fork::UNFINISHED_COPY;
use super::{Opening, Registry, is_plain};
use crate::cli::CliProgram;
use crate::cli_transcripts::CliTranscripts;
use crate::config::Config;
use crate::session::{ProcessSlots, Shared, reindex};
use crate::settings::LiveSettings;
use crate::store::Store;

/// How many sessions are opened at once after a start.
const AT_ONCE: usize = 8;

/// What a repair did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// How many sessions are in the index again.
    pub sessions: u32,
    /// Whether the index itself was damaged and replaced.
    pub replaced: bool,
    /// What could not be repaired, as sentences.
    pub problems: Vec<String>,
}

impl Registry {
    /// Finds what needs attention and sees to it in the background: listening does not wait for it.
    ///
    /// Only the index and the runners' sockets are looked at here; sessions are opened when their
    /// process lives, or was alive when the host last knew, or when the index does not have them.
    /// `busy` are the sessions that were not at rest when the host last knew.
    pub(crate) fn recover(self: &Arc<Self>, busy: &[SessionSummary]) -> io::Result<()> {
        let directory = self.shared.config.data.join("sessions");
        private::create_dir_all(&directory)?;
        remove_unfinished_copies(&directory)?;
        let there = names(&directory)?;
        let known = self
            .shared
            .store
            .known_sessions()
            .map_err(io::Error::other)?;
        let sockets = pilothouse_runner::listening();
        let listens = |id: &str| {
            let name = pilothouse_runner::socket_name(&directory.join(id).join("log"));
            name.is_ok_and(|name| sockets.contains(&name))
        };
        let was_live: HashSet<&str> = busy
            .iter()
            .filter(|summary| was_live(summary))
            .map(|summary| summary.id.as_str())
            .collect();
        let mut live = Vec::new();
        let mut indexed = HashSet::new();
        for id in known {
            if !there.contains(&id) {
                self.shared
                    .store
                    .remove_session(&id)
                    .map_err(io::Error::other)?;
                continue;
            }
            if was_live.contains(id.as_str()) || (!sockets.is_empty() && listens(&id)) {
                live.push(id.clone());
            }
            indexed.insert(id);
        }
        let unknown: Vec<String> = there.difference(&indexed).cloned().collect();
        if live.is_empty() && unknown.is_empty() {
            return Ok(());
        }
        let registry = Arc::clone(self);
        tokio::spawn(async move { registry.attend(live, unknown).await });
        Ok(())
    }

    async fn attend(self: Arc<Self>, live: Vec<String>, unknown: Vec<String>) {
        // Side by side: a runner that does not answer must not keep the sessions behind it waiting.
        let mut opening = JoinSet::new();
        for (id, is_live) in live
            .into_iter()
            .map(|id| (id, true))
            .chain(unknown.into_iter().map(|id| (id, false)))
        {
            if opening.len() >= AT_ONCE {
                opening.join_next().await;
            }
            let registry = Arc::clone(&self);
            opening.spawn(async move {
                // A runner holds the lock of its log even when nothing else tells of it.
                if is_live || registry.shared.log_dir(&id).is_locked().unwrap_or(true) {
                    registry.open_or_warn(&id).await;
                } else {
                    registry.reindex_or_warn(&id).await;
                }
            });
        }
        opening.join_all().await;
    }

    /// Indexes a session that nobody has opened, and opens it if its log leaves something to do. Whoever opens it meanwhile
    /// waits; other sessions do not.
    pub(super) async fn reindex_or_warn(&self, id: &str) {
        let opening = Opening::default();
        match self.open.lock().await.entry(id.to_owned()) {
            Entry::Occupied(_) => return,
            Entry::Vacant(vacant) => vacant.insert(Arc::clone(&opening)),
        };
        let (shared, session) = (self.shared.clone(), id.to_owned());
        let indexed = opening
            .get_or_try_init(|| async move {
                let done = tokio::task::spawn_blocking(move || reindex(&shared, &session));
                // The session stays closed: whoever waits opens it now.
                Err(done
                    .await
                    .unwrap_or_else(|error| Err(io::Error::other(error))))
            })
            .await;
        // Whoever waits has it too, and is opening the session now: nobody may open it beside them.
        let mut sessions = self.open.lock().await;
        if Arc::strong_count(&opening) == 2 {
            sessions.remove(id);
        }
        drop(sessions);
        match indexed {
            Err(Ok(summary)) if was_live(&summary) => self.open_or_warn(id).await,
            Err(Err(error)) => tracing::warn!(session = %id, %error, "cannot index a session"),
            Ok(_) | Err(Ok(_)) => {}
        }
    }

    async fn open_or_warn(&self, id: &str) {
        if let Err(problem) = self.get(id).await {
            tracing::warn!(session = %id, ?problem, "cannot open a session");
        }
    }
}

/// Whether a session had a process, or a message that waits for one, when it was last seen.
fn was_live(summary: &SessionSummary) -> bool {
    let live = matches!(
        summary.status,
        SessionStatus::Live | SessionStatus::Starting
    );
    live || summary.queued > 0
}

/// The directories of sessions.
pub(super) fn names(directory: &Path) -> io::Result<HashSet<String>> {
    let mut names = HashSet::new();
    for entry in std::fs::read_dir(directory)? {
        let name = entry?.file_name().into_string();
        names.extend(name.ok().filter(|name| is_plain(name)));
    }
    Ok(names)
}

/// Removes copies of sessions that were not finished when a server died.
fn remove_unfinished_copies(directory: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        if entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(UNFINISHED_COPY.as_bytes())
        {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// Makes the index anew from the logs. Blocks.
pub(crate) fn repair(data: &Path) -> io::Result<Repaired> {
    let mut repaired = Repaired::default();
    let data = data.canonicalize()?;
    let index = data.join("index.sqlite");
    let store = if Store::is_sound(&index) {
        Store::open(&index).map_err(io::Error::other)?
    } else {
        repaired.replaced = true;
        Store::replace(&index)?
    };
    let store = Arc::new(store);
    let config = Config::new(&data);
    let settings = LiveSettings::load(Arc::clone(&store), &config).map_err(io::Error::other)?;
    let cli = Arc::new(CliProgram::new(&config)?);
    let shared = Shared {
        config: Arc::new(config),
        store: Arc::clone(&store),
        cli,
        settings: Arc::new(settings),
        transcripts: Arc::new(CliTranscripts::locate()),
        summaries: broadcast::channel(1).0,
        removals: broadcast::channel(1).0,
        rules: Arc::default(),
        trust: Arc::default(),
        slots: Arc::new(ProcessSlots::default()),
    };
    let sessions = data.join("sessions");
    private::create_dir_all(&sessions)?;
    for id in names(&sessions)? {
        let forgotten = store.forget_entries(&id).map_err(io::Error::other);
        match forgotten.and_then(|()| reindex(&shared, &id)) {
            Ok(_) => repaired.sessions += 1,
            Err(error) => {
                let problem = format!("The session {id} could not be read: {error}.");
                repaired.problems.push(problem);
            }
        }
    }
    Ok(repaired)
}
