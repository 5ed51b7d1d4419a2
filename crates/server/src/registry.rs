//! All sessions: the ones that are open, and the index of the rest.

use std::collections::HashMap;
use std::sync::Arc;

use pilothouse_protocol::log::{Kind, Record, Who};
use pilothouse_runner::LogWriter;
use pilothouse_view::api::project::TrustState;
use pilothouse_view::api::session::{CreateSession, SessionSummary};
use serde_json::json;
use tokio::sync::{Mutex, broadcast};

use crate::problem::Problem;
use crate::session::{Input, SessionHandle, Settings, Shared, open};
use crate::store::now_ms;
use crate::stored::StoredSessions;
use crate::trust;

/// A session's log begins a new segment when it has this size.
const SEGMENT_BYTES: u64 = 16 << 20;

/// The sessions of this host.
pub(crate) struct Registry {
    pub(crate) shared: Shared,
    open: Mutex<HashMap<String, SessionHandle>>,
}

impl Registry {
    pub(crate) fn new(shared: Shared) -> Self {
        Self {
            shared,
            open: Mutex::new(HashMap::new()),
        }
    }

    /// Attaches to every runner that lives, and brings sessions into the index that are not there.
    pub(crate) async fn recover(self: &Arc<Self>) -> std::io::Result<()> {
        let directory = self.shared.config.data.join("sessions");
        std::fs::create_dir_all(&directory)?;
        let known: Vec<String> = self
            .shared
            .store
            .summaries()
            .map_err(std::io::Error::other)?
            .into_iter()
            .map(|summary| summary.id)
            .collect();
        for found in std::fs::read_dir(directory)? {
            let Ok(id) = found?.file_name().into_string() else {
                continue;
            };
            let lives = pilothouse_runner::find(&self.shared.log_dir(&id))
                .ok()
                .flatten()
                .is_some();
            if (lives || !known.contains(&id))
                && let Err(problem) = self.get(&id).await
            {
                tracing::warn!(session = %id, ?problem, "cannot open a session");
            }
        }
        Ok(())
    }

    /// The session with this id, opened if need be.
    pub(crate) async fn get(&self, id: &str) -> Result<SessionHandle, Problem> {
        if let Some(conversation) = StoredSessions::is_stored(id) {
            return self.shared.stored.get(conversation).await;
        }
        let mut open_sessions = self.open.lock().await;
        if let Some(handle) = open_sessions.get(id) {
            return Ok(handle.clone());
        }
        if !is_plain(id) || !self.shared.directory(id).join("log").is_dir() {
            return Err(Problem::not_found("session"));
        }
        let handle = open(self.shared.clone(), id.to_owned()).await?;
        open_sessions.insert(id.to_owned(), handle.clone());
        Ok(handle)
    }

    /// Makes a session: its settings are in its log before anything starts.
    pub(crate) async fn create(
        &self,
        mut create: CreateSession,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let project = std::path::Path::new(&create.project);
        if !project.is_absolute() || !project.is_dir() {
            return Err(
                Problem::invalid(format!("There is no directory {}.", create.project))
                    .detail("Give the absolute path of a directory on the host."),
            );
        }
        let id = uuid::Uuid::new_v4().simple().to_string();
        let history = self.history(&mut create).await?;
        let settings = self.settings(&create)?;
        let (dir, session, by) = (self.shared.log_dir(&id), id.clone(), who.clone());
        let written = tokio::task::spawn_blocking(move || -> std::io::Result<()> {
            std::fs::create_dir_all(dir.path())?;
            let mut writer =
                LogWriter::open(&dir, &session, SEGMENT_BYTES).map_err(std::io::Error::other)?;
            let notes = settings.notes().into_iter().chain(history);
            let mut records: Vec<_> = notes
                .map(|note| Record::new(Kind::Note, by.clone(), note.to_bytes()))
                .collect();
            writer.append(&mut records)?;
            writer.sync()
        });
        written.await.map_err(Problem::internal)??;
        let handle = self.get(&id).await?;
        if let Some(message) = create.message {
            handle
                .ask(|reply| Input::Send {
                    message,
                    blocks: Vec::new(),
                    who,
                    reply,
                })
                .await?;
        }
        handle.ask(|reply| Input::Summary { reply }).await
    }

    fn settings(&self, create: &CreateSession) -> Result<Settings, Problem> {
        if create.permission_mode.as_deref() == Some("bypassPermissions") {
            return Err(
                Problem::invalid("A session cannot be started in bypassPermissions here.").detail(
                    "Start it in another mode and change the mode, typing its name to confirm.",
                ),
            );
        }
        if create.worktree.is_some() || create.debug {
            return Err(Problem::invalid(
                "Worktrees and debug logs cannot be asked for in this version.",
            ));
        }
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
        if create.fork {
            settings.set("fork", json!(true));
        }
        if create.continue_after_limit {
            settings.set("continueAfterLimit", json!(true));
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
        let state = trust::report(&self.shared.store, &create.project)?.state;
        let trusted = state == TrustState::Trusted || self.shared.config.demo;
        settings.set("trusted", json!(trusted));
        Ok(settings)
    }

    /// Ends a session and puts its directory into the trash.
    pub(crate) async fn remove(&self, id: &str) -> Result<(), Problem> {
        let handle = self.get(id).await?;
        handle.ask(|reply| Input::Remove { reply }).await?;
        self.open.lock().await.remove(id);
        let trash = self.shared.config.data.join("trash");
        std::fs::create_dir_all(&trash)?;
        std::fs::rename(self.shared.directory(id), trash.join(id))?;
        self.shared.store.remove_session(id)?;
        Ok(())
    }

    /// Takes a session back out of the trash.
    pub(crate) async fn restore(&self, id: &str) -> Result<SessionSummary, Problem> {
        let trashed = self.shared.config.data.join("trash").join(id);
        if !is_plain(id) || !trashed.is_dir() {
            return Err(Problem::not_found("removed session"));
        }
        std::fs::rename(trashed, self.shared.directory(id))?;
        self.get(id)
            .await?
            .ask(|reply| Input::Summary { reply })
            .await
    }

    pub(crate) fn watch(&self) -> broadcast::Receiver<SessionSummary> {
        self.shared.summaries.subscribe()
    }
}

/// Whether a text from outside can be the id of a session, and so the name of a directory.
fn is_plain(id: &str) -> bool {
    !id.is_empty()
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
