//! All sessions: the ones that are open, and the index of the rest.

mod fork;
mod housekeeping;
mod rebuild;
mod recovery;
mod trash;
mod trust;

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use pilothouse_api::message::NewMessage;
use pilothouse_api::project::ProjectSettings;
use pilothouse_api::session::{CreateSession, SessionSummary};
use pilothouse_log::{Kind, LogWriter, Record, Who, private};
use serde_json::{Value, json};
use tokio::sync::{Mutex, OnceCell, broadcast};
use uuid::Uuid;

use crate::blocking::blocking;
use crate::cli_transcripts::CliTranscripts;
use crate::problem::Problem;
use crate::session::{
    Input, LEAVE_OUT, PROJECT_SETTINGS, Reply, SessionHandle, Settings, Shared, open,
};
use crate::store::{Store, now_ms};
use crate::worktree::{Removal, Worktree};

pub(crate) use fork::pending_work;
pub use recovery::Repaired;
pub(crate) use recovery::repair;

/// A session that is open, or is being opened by the first who asked for it.
type Opening = Arc<OnceCell<SessionHandle>>;

/// The sessions of this host.
pub(crate) struct Registry {
    pub(crate) shared: Shared,
    open: Mutex<HashMap<String, Opening>>,
    /// Sessions that are being deleted. Nobody may open one: its task would put it back into the index.
    deleting: std::sync::Mutex<HashSet<String>>,
}

/// Marks a session as being deleted until it is dropped.
struct Deleting<'a> {
    registry: &'a Registry,
    id: &'a str,
}

impl Drop for Deleting<'_> {
    fn drop(&mut self) {
        self.registry.lock_deleting().remove(self.id);
    }
}

impl Registry {
    pub(crate) fn new(shared: Shared) -> Self {
        Self {
            shared,
            open: Mutex::new(HashMap::new()),
            deleting: std::sync::Mutex::default(),
        }
    }

    /// The session with this id, opened if need be. Opening one holds up no other.
    pub(crate) async fn get(&self, id: &str) -> Result<SessionHandle, Problem> {
        if let Some(conversation) = CliTranscripts::conversation_id(id) {
            return self.shared.transcripts.get(conversation).await;
        }
        let opening = self.opening(id).await?;
        let opened = opening
            .get_or_try_init(|| open(self.shared.clone(), id.to_owned()))
            .await?;
        Ok(opened.clone())
    }

    /// Asks the session with this id something.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        make: impl FnOnce(Reply<T>) -> Input,
    ) -> Result<T, Problem> {
        self.get(id).await?.ask(make).await
    }

    async fn opening(&self, id: &str) -> Result<Opening, Problem> {
        let mut sessions = self.open.lock().await;
        if let Some(opening) = sessions.get(id)
            && !opening.get().is_some_and(SessionHandle::is_closed)
        {
            return Ok(Arc::clone(opening));
        }
        // The order matters: a removal that ends between the two checks leaves no directory behind.
        let is_deleting = self.lock_deleting().contains(id);
        if is_deleting || !is_plain(id) || !self.shared.directory(id).join("log").is_dir() {
            return Err(Problem::not_found("session"));
        }
        let opening = Opening::default();
        sessions.insert(id.to_owned(), Arc::clone(&opening));
        Ok(opening)
    }

    /// Makes a session: its settings are in its log before anything starts. `blocks` go with its first message.
    ///
    /// The session is named after the command, so a command that is repeated after a crash finds what it made.
    pub(crate) async fn create(
        &self,
        command: Uuid,
        mut create: CreateSession,
        blocks: Vec<Value>,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let id = command.simple().to_string();
        let message = create.message.take();
        if !self.is_made(&id).await? {
            self.make(&id, create, who.clone()).await?;
        }
        self.begin(&id, message, blocks, who).await
    }

    /// Whether a command that is repeated has made this session before, also if it was removed since.
    pub(super) async fn is_made(&self, id: &str) -> Result<bool, Problem> {
        let (shared, trashed) = (self.shared.clone(), self.trash().join(id));
        let id = id.to_owned();
        blocking(move || {
            let directory = shared.directory(&id);
            if !directory.join("log").is_dir() {
                return Ok(trashed.is_dir());
            }
            // Its settings are written in one go: without them the attempt before died too early.
            Ok(shared.log_dir(&id).read_after(0)?.next().is_some())
        })
        .await
    }

    async fn make(&self, id: &str, mut create: CreateSession, who: Who) -> Result<(), Problem> {
        let project = PathBuf::from(&create.project);
        let found = project.clone();
        if !project.is_absolute() || !blocking(move || Ok(found.is_dir())).await? {
            return Err(
                Problem::refused(format!("There is no directory {}.", create.project))
                    .detail("Give the absolute path of a directory on the host."),
            );
        }
        self.settle_trust(&create).await?;
        let history = self.history(&mut create).await?;
        let mut settings = self.settings(&create);
        if let Some(name) = &create.worktree {
            let worktree = self.worktree_for(id, &create.project, name);
            settings.set("worktree", json!(worktree.path));
            settings.set("branch", json!(worktree.branch));
            blocking(move || worktree.create_once()).await?;
        }
        let (shared, session) = (self.shared.clone(), id.to_owned());
        let notes = settings.notes().into_iter().chain(history);
        blocking(move || {
            let mut records: Vec<_> = notes
                .map(|note| Record::new(Kind::Note, who.clone(), note.to_bytes()))
                .collect();
            append(&shared, &session, &mut records).map_err(Problem::from)
        })
        .await
    }

    /// Opens a session that was just made and sends its first message.
    async fn begin(
        &self,
        id: &str,
        message: Option<NewMessage>,
        blocks: Vec<Value>,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let handle = self.get(id).await?;
        if let Some(mut message) = message {
            // It has the ID of its session, so that it is the same message at every attempt.
            if let (None, Ok(uuid)) = (&message.uuid, Uuid::try_parse(id)) {
                message.uuid = Some(uuid.to_string());
            }
            handle
                .ask(|reply| Input::Send {
                    message,
                    blocks,
                    who,
                    reply,
                })
                .await?;
        }
        handle.ask(|reply| Input::Summary { reply }).await
    }

    /// Where the worktree of a session goes: into the data directory, on the branch that was asked for or one of its own.
    fn worktree_for(&self, id: &str, project: &str, name: &str) -> Worktree {
        let branch = match name.trim() {
            "" => format!("pilothouse/{}", &id[..8]),
            name => name.to_owned(),
        };
        Worktree {
            project: project.into(),
            path: self.shared.config.data.join("worktrees").join(&id[..12]),
            branch,
            trusted: self.shared.trusts(project),
        }
    }

    fn settings(&self, create: &CreateSession) -> Settings {
        let mut settings = Settings::default();
        settings.set("project", json!(create.project));
        settings.set("title", json!(create.title));
        settings.set("model", json!(create.model));
        settings.set("permissionMode", json!(create.permission_mode));
        settings.set("effort", json!(create.effort));
        settings.set("appendSystemPrompt", json!(create.append_system_prompt));
        settings.set("budgetUsd", json!(create.budget_usd));
        settings.set("maxTurns", json!(create.max_turns));
        settings.set("resume", json!(create.resume));
        settings.set("createdAt", json!(now_ms()));
        for (name, wanted) in [
            ("fork", create.fork),
            ("continueAfterLimit", create.continue_after_limit),
            ("debug", create.debug),
        ] {
            if wanted {
                settings.set(name, json!(true));
            }
        }
        if let Some(servers) = &create.mcp_servers {
            settings.set("mcpServers", servers.0.clone());
        }
        for (name, list) in [
            ("directories", &create.directories),
            ("flags", &create.flags),
        ] {
            if !list.is_empty() {
                settings.set(name, json!(list));
            }
        }
        if create.project_settings == Some(ProjectSettings::LeaveOut) {
            settings.set(PROJECT_SETTINGS, json!(LEAVE_OUT));
        }
        settings
    }

    /// Ends a session and puts its directory into the trash.
    pub(crate) async fn remove(&self, id: &str, removal: Removal) -> Result<(), Problem> {
        let handle = self.get(id).await?;
        let settings = handle.ask(|reply| Input::Settings { reply }).await?;
        let summary = handle.ask(|reply| Input::Summary { reply }).await?;
        if !self.lock_deleting().insert(id.to_owned()) {
            return Err(Problem::not_found("session"));
        }
        let _deleting = Deleting { registry: self, id };
        handle.ask(|reply| Input::Remove { reply }).await?;
        self.open.lock().await.remove(id);
        if let Some(worktree) = self.own_worktree(&settings) {
            blocking(move || worktree.remove(removal)).await?;
        }
        self.trash_directory(summary).await?;
        let name = id.to_owned();
        let forget = move |store: &Store| store.remove_session(&name);
        self.shared.store.run(forget).await?;
        // Nobody may be watching the list.
        drop(self.shared.removals.send(id.to_owned()));
        Ok(())
    }

    /// The worktree that was made for this session and for no other.
    fn own_worktree(&self, settings: &Settings) -> Option<Worktree> {
        if settings.flag("worktreeShared") {
            return None;
        }
        let project = settings.text("project")?;
        Some(Worktree {
            project: project.into(),
            path: settings.text("worktree")?.into(),
            branch: settings.text("branch")?.to_owned(),
            trusted: self.shared.trusts(project),
        })
    }

    fn lock_deleting(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.deleting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn watch(&self) -> broadcast::Receiver<SessionSummary> {
        self.shared.summaries.subscribe()
    }

    pub(crate) fn watch_removals(&self) -> broadcast::Receiver<String> {
        self.shared.removals.subscribe()
    }
}

/// Appends to the log of a session that has no runner. Blocks.
fn append(shared: &Shared, session: &str, records: &mut [Record]) -> io::Result<()> {
    let dir = shared.log_dir(session);
    private::create_dir_all(dir.path())?;
    let mut writer = LogWriter::open(&dir, session, shared.config.segment_bytes)?;
    writer.append_synced(records)
}

/// Whether a text from outside can be the id of a session, and so the name of a directory.
fn is_plain(id: &str) -> bool {
    !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
