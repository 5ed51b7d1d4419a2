//! Sessions with a store: transcripts are copied to the store and restored from it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Conversation, SessionBuilder};
use crate::disk;
use crate::error::{Error, Result};
use crate::store::{SessionStore, newest, restore};

impl SessionBuilder {
    /// Copies the transcript into a store as it grows, and resumes from the store if the session is not on this
    /// machine.
    ///
    /// The CLI also writes its own files, so this excludes [`no_session_persistence`](Self::no_session_persistence).
    /// Entries that the store rejects three times are reported as a [`Notice`](crate::Notice); the session continues.
    pub fn session_store(mut self, store: impl SessionStore) -> Self {
        self.settings.store = Some(Arc::new(store));
        self.session_mirror()
    }

    /// Restores the session to be resumed to the CLI's directory.
    pub(super) async fn restore_session(&mut self) -> Result<()> {
        let Some(store) = self.settings.store.clone() else {
            return Ok(());
        };
        let timeout = self.settings.store_timeout;
        let (disk, project) = (self.disk()?, self.project()?);
        let id = match &self.conversation {
            Conversation::New | Conversation::NewAs(_) => None,
            Conversation::Resume(id) => Some(id.clone()),
            Conversation::Continue => newest(&*store, timeout, &project).await?,
        };
        let Some(id) = id else {
            return Ok(());
        };
        restore(&*store, timeout, &disk, &project, &id).await?;
        self.conversation = Conversation::Resume(id);
        Ok(())
    }

    /// The CLI's configuration directory.
    fn disk(&self) -> Result<disk::Store> {
        let config = self.variable("CLAUDE_CONFIG_DIR").map(PathBuf::from);
        let home = || Some(PathBuf::from(self.variable("HOME")?).join(".claude"));
        match config.or_else(home) {
            Some(config) => Ok(disk::Store::at(config)),
            None => disk::Store::locate(),
        }
    }

    /// The CLI's folder for the working directory.
    fn project(&self) -> Result<String> {
        let given = self.cwd.clone().unwrap_or_else(|| PathBuf::from("."));
        let real = given.canonicalize();
        let real = real.map_err(|error| Error::file("work in", &given, error))?;
        Ok(disk::project_folder(&real))
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        let mut given = self.env.iter().rev();
        let given = given
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.clone());
        let is_removed = || self.env_clear || self.env_remove.iter().any(|removed| removed == name);
        let inherited = || std::env::var_os(name).filter(|_| !is_removed());
        given.or_else(inherited).filter(|value| !value.is_empty())
    }
}
