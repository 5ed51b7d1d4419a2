//! Sessions on disk: the CLI's own transcripts.
//!
//! The files belong to the CLI and change with its versions, so this module skips everything that it cannot read.
//! The ID of a session is its [`SessionInfo::session_id`], or [`Session::session_id`](crate::Session::session_id) while
//! it is running.
//!
//! ```no_run
//! # fn main() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::disk::Store;
//!
//! let store = Store::locate()?;
//! for session in store.list()? {
//!     println!("{} {}", session.id, session.title.as_deref().unwrap_or_default());
//!     for message in store.read(&session.session_id())?.messages {
//!         println!("  {:?}: {}", message.speaker, message.text);
//!     }
//! }
//! # Ok(())
//! # }
//! ```

mod archive;
mod change;
mod info;
mod search;
mod slug;
mod time;
mod transcript;

use std::path::{Path, PathBuf};

use pilothouse_protocol::ids::SessionId;

use crate::error::{Error, Result};
pub use info::{PullRequest, SessionInfo};
pub use search::Hit;
pub use slug::project_folder;
pub use transcript::{Speaker, Transcript, TranscriptMessage};

/// The directory in which the CLI keeps its sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    config: PathBuf,
}

impl Store {
    /// Uses this configuration directory of the CLI.
    pub fn at(config: impl Into<PathBuf>) -> Self {
        Self {
            config: config.into(),
        }
    }

    /// Finds the configuration directory as the CLI does: `CLAUDE_CONFIG_DIR`, or `.claude` in the home directory.
    pub fn locate() -> Result<Self> {
        let variable = |name: &str| {
            std::env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        let home = || {
            variable("HOME")
                .or_else(|| variable("USERPROFILE"))
                .map(|home| home.join(".claude"))
        };
        let config = variable("CLAUDE_CONFIG_DIR").or_else(home);
        config.map(Self::at).ok_or_else(|| Error::Option {
            option: "CLAUDE_CONFIG_DIR".into(),
            reason: "there is no home directory".into(),
        })
    }

    /// Lists all sessions, most recently changed first. Reads only the beginning and the end of each file.
    pub fn list(&self) -> Result<Vec<SessionInfo>> {
        let mut sessions = Vec::new();
        for project in folders(&self.projects())? {
            sessions.extend(list_folder(&project)?);
        }
        sessions.sort_by_key(|session| std::cmp::Reverse(session.modified_ms));
        Ok(sessions)
    }

    /// Returns the transcripts of all sessions, in no particular order.
    pub fn transcripts(&self) -> Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for project in folders(&self.projects())? {
            paths.extend(files(&project)?);
        }
        Ok(paths)
    }

    /// Returns the conversations that are open in live processes, as recorded by the CLI: IDs and processes.
    pub fn held(&self) -> Result<Vec<(String, u32)>> {
        let mut held = Vec::new();
        for path in notes(&self.config.join("sessions"))? {
            let note: serde_json::Value = std::fs::read(&path)
                .ok()
                .and_then(|bytes| serde_json::from_slice(&bytes).ok())
                .unwrap_or_default();
            let pid = note["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok());
            if let (Some(id), Some(pid)) = (note["sessionId"].as_str(), pid)
                && is_alive(pid)
            {
                held.push((id.to_owned(), pid));
            }
        }
        Ok(held)
    }

    /// Lists the sessions of a working directory, most recently changed first.
    pub fn list_project(&self, cwd: impl AsRef<Path>) -> Result<Vec<SessionInfo>> {
        let cwd = cwd.as_ref();
        let real = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
        let mut sessions = list_folder(&self.projects().join(project_folder(&real)))?;
        sessions.sort_by_key(|session| std::cmp::Reverse(session.modified_ms));
        Ok(sessions)
    }

    /// Returns the information about a session.
    pub fn info(&self, id: &SessionId) -> Result<SessionInfo> {
        let path = self.file(id)?;
        SessionInfo::read(&path)?.ok_or_else(|| Error::NoSession { id: id.to_string() })
    }

    /// Reads a conversation.
    pub fn read(&self, id: &SessionId) -> Result<Transcript> {
        Transcript::read(&self.file(id)?)
    }

    /// Returns the ids of the subagents of a session.
    pub fn subagents(&self, id: &SessionId) -> Result<Vec<String>> {
        let paths = self.subagent_files(id)?;
        let mut ids: Vec<String> = paths.iter().filter_map(|path| agent_of(path)).collect();
        ids.sort();
        Ok(ids)
    }

    /// Reads the transcript of a subagent.
    pub fn read_subagent(&self, id: &SessionId, agent: &str) -> Result<Transcript> {
        let paths = self.subagent_files(id)?;
        let path = paths
            .iter()
            .find(|path| agent_of(path).as_deref() == Some(agent));
        let missing = || Error::NoSession {
            id: agent.to_owned(),
        };
        Transcript::read_side(path.ok_or_else(missing)?)
    }

    /// Finds the files of all subagents; those of a workflow have their own folders.
    pub(crate) fn subagent_files(&self, id: &SessionId) -> Result<Vec<PathBuf>> {
        let mut folders_left = vec![self.file(id)?.with_extension("").join("subagents")];
        let mut found = Vec::new();
        while let Some(folder) = folders_left.pop() {
            found.extend(files(&folder)?);
            folders_left.extend(entries(&folder, |path| {
                path.is_dir() && !path.is_symlink()
            })?);
        }
        Ok(found)
    }

    /// Returns the live processes that have a session open, as recorded by the CLI. Two processes that write to one
    /// session fork its history silently.
    pub fn holders(&self, id: &SessionId) -> Result<Vec<u32>> {
        let held = self.held()?.into_iter();
        Ok(held
            .filter(|(held, _)| held == id.as_str())
            .map(|(_, pid)| pid)
            .collect())
    }

    /// Returns the directory that has a folder for each working directory: see [`project_folder`].
    pub fn projects(&self) -> PathBuf {
        self.config.join("projects")
    }

    /// Finds the transcript of a session in any project.
    pub fn file(&self, id: &SessionId) -> Result<PathBuf> {
        let missing = || Error::NoSession { id: id.to_string() };
        // The ID becomes a part of a path, so it must not contain path separators.
        if !is_plain(id.as_str()) {
            return Err(missing());
        }
        let name = format!("{id}.jsonl");
        let found = folders(&self.projects())?
            .into_iter()
            .map(|folder| folder.join(&name))
            .find(|path| is_there(path));
        found.ok_or_else(missing)
    }
}

/// Returns the subagent's ID: `agent-ID.jsonl`.
fn agent_of(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    stem.strip_prefix("agent-").map(str::to_owned)
}

fn is_plain(id: &str) -> bool {
    !id.is_empty()
        && id
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Empty files count as absent, as in the CLI.
fn is_there(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// Returns whether there is a process with this ID.
#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    // A process of another user exists, although it may not be signaled.
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH))
}

#[cfg(not(unix))]
fn is_alive(_pid: u32) -> bool {
    true
}

fn list_folder(folder: &Path) -> Result<Vec<SessionInfo>> {
    let mut sessions = Vec::new();
    for path in files(folder)? {
        // A file that was removed or cannot be read must not hide the others.
        if let Ok(Some(info)) = SessionInfo::read(&path) {
            sessions.push(info);
        }
    }
    Ok(sessions)
}

fn folders(parent: &Path) -> Result<Vec<PathBuf>> {
    entries(parent, |path| path.is_dir())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    entries(folder, |path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
            && is_there(path)
    })
}

fn notes(folder: &Path) -> Result<Vec<PathBuf>> {
    entries(folder, |path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    })
}

/// Lists a folder; a missing one is empty.
fn entries(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let read = match std::fs::read_dir(folder) {
        Ok(read) => read,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::file("list", folder, error)),
    };
    let mut paths: Vec<PathBuf> = read
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| wanted(path))
        .collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests;
