//! Sessions without a server: what `pilothouse sessions` does.
//!
//! Everything reads the same logs and the same index as a server, also while one runs. All of it blocks.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pilothouse_api::project::SearchPage;
use pilothouse_api::session::{SessionStatus, SessionSummary};
use pilothouse_log::private;
use pilothouse_view::SessionView;
use tokio::sync::broadcast;

use crate::cli::CliProgram;
use crate::cli_transcripts::CliTranscripts;
use crate::config::Config;
pub use crate::export::Format;
use crate::export::{self, Place};
use crate::session::{ProcessSlots, Shared, reindex};
use crate::settings::LiveSettings;
use crate::store::{Search, Store};

/// The sessions in a data directory.
pub struct Offline {
    shared: Shared,
}

impl Offline {
    /// Opens a data directory. Sessions that are not in its index are brought into it.
    pub fn open(data: impl AsRef<Path>) -> io::Result<Self> {
        let data = data.as_ref();
        private::create_dir_all(data.join("sessions"))?;
        let config = Config::new(data.canonicalize()?);
        let index = config.data.join("index.sqlite");
        let store = Arc::new(Store::open(&index).map_err(io::Error::other)?);
        let settings = LiveSettings::load(Arc::clone(&store), &config).map_err(io::Error::other)?;
        let offline = Self {
            shared: Shared {
                cli: Arc::new(CliProgram::new(&config)?),
                config: Arc::new(config),
                store,
                settings: Arc::new(settings),
                transcripts: Arc::new(CliTranscripts::locate()),
                summaries: broadcast::channel(1).0,
                removals: broadcast::channel(1).0,
                rules: Arc::default(),
                trust: Arc::default(),
                slots: Arc::new(ProcessSlots::default()),
            },
        };
        offline.index()?;
        Ok(offline)
    }

    /// Folds the logs of sessions that the index does not know.
    fn index(&self) -> io::Result<()> {
        let known = self.shared.store.summaries().map_err(io::Error::other)?;
        for id in self.ids()? {
            if !known.iter().any(|summary| summary.id == id) {
                reindex(&self.shared, &id)?;
            }
        }
        Ok(())
    }

    fn ids(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        for entry in std::fs::read_dir(self.shared.config.data.join("sessions"))? {
            let entry = entry?;
            if entry.path().join("log").is_dir()
                && let Ok(id) = entry.file_name().into_string()
                && !id.starts_with('.')
            {
                ids.push(id);
            }
        }
        Ok(ids)
    }

    /// All sessions, newest first.
    pub fn list(&self) -> io::Result<Vec<SessionSummary>> {
        let mut sessions = self.shared.store.summaries().map_err(io::Error::other)?;
        sessions.retain(|summary| self.shared.directory(&summary.id).is_dir());
        for summary in &mut sessions {
            let found = pilothouse_runner::find(&self.shared.log_dir(&summary.id));
            // The index tells what the last server saw.
            if summary.status == SessionStatus::Live && !matches!(found, Ok(Some(_))) {
                summary.status = SessionStatus::Closed;
            }
        }
        Ok(sessions)
    }

    /// The session with this id, or whose id begins so when there is only one.
    pub fn find(&self, id: &str) -> io::Result<SessionSummary> {
        let sessions = self.list()?;
        let mut found = sessions
            .into_iter()
            .filter(|summary| !id.is_empty() && summary.id.starts_with(id));
        match (found.next(), found.next()) {
            (Some(summary), None) => Ok(summary),
            (Some(summary), _) if summary.id == id => Ok(summary),
            (Some(_), Some(_)) => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("more than one session begins with {id}"),
            )),
            _ => Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("there is no session {id}"),
            )),
        }
    }

    /// The whole view of a session, nothing cut.
    pub fn show(&self, id: &str) -> io::Result<SessionView> {
        export::view(&self.shared.log_dir(&self.find(id)?.id))
    }

    /// Searches all sessions; `cursor` is the `next` of the page before.
    pub fn search(&self, query: &str, cursor: Option<&str>) -> io::Result<SearchPage> {
        let search = Search {
            query,
            skip: cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0),
            ..Search::default()
        };
        self.shared.store.search(&search).map_err(io::Error::other)
    }

    /// Writes a session in a format.
    pub fn export(&self, id: &str, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let summary = self.find(id)?;
        let log = self.shared.log_dir(&summary.id);
        let scratch = self.shared.config.data.join("tmp");
        export::write(
            format,
            &log,
            &summary,
            &self.shared.transcripts,
            &scratch,
            out,
        )
    }

    /// Writes every session into a directory, one file each; returns the files.
    pub fn export_all(&self, format: Format, directory: &Path) -> io::Result<Vec<PathBuf>> {
        std::fs::create_dir_all(directory)?;
        let mut files = Vec::new();
        for summary in self.list()? {
            let path = directory.join(format!("{}.{}", summary.id, format.extension()));
            // A file with its final name is whole.
            let part = path.with_extension("part");
            let mut out = io::BufWriter::new(private::create(&part)?);
            self.export(&summary.id, format, &mut out)?;
            out.flush()?;
            out.get_ref().sync_all()?;
            std::fs::rename(&part, &path)?;
            files.push(path);
        }
        Ok(files)
    }

    /// Brings a session out of an archive; `project` says where it goes on, when not where it was.
    ///
    /// Fails with [`io::ErrorKind::AlreadyExists`] when the session is here already.
    pub fn import(
        &self,
        archive: &mut dyn Read,
        project: Option<&str>,
    ) -> io::Result<SessionSummary> {
        let place = Place {
            sessions: &self.shared.config.data.join("sessions"),
            transcripts: &self.shared.transcripts,
            project,
        };
        let session = export::import(archive, &place)?;
        self.index()?;
        self.find(&session)
    }
}
