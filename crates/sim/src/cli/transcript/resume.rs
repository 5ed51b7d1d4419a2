//! The start of a session: new, resumed, continued, forked.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::cli::clock::uuid;
use crate::cli::session::Sim;

/// The starting point of a session.
#[derive(Debug, Default)]
pub(in crate::cli) struct Start {
    session_id: String,
    /// The transcript to continue.
    from: Option<PathBuf>,
    is_fork: bool,
}

/// The reason why it cannot start.
#[derive(Debug)]
pub(in crate::cli) enum StartError {
    /// A message on stderr, exit code 1.
    Refused(String),
    /// A result with the error, and the message on stderr, exit code 1.
    NoConversation { message: String, session_id: String },
}

impl Sim {
    /// Determines the start of the session from the flags.
    pub(in crate::cli) fn choose_start(&self) -> Result<Start, StartError> {
        let given = self.options.value("session-id");
        if let Some(id) = given
            && uuid::Uuid::parse_str(id).is_err()
        {
            return Err(StartError::Refused(
                "Error: Invalid session ID. Must be a valid UUID.".to_owned(),
            ));
        }
        let is_fork = self.options.has("fork-session");
        let resumes = self.options.has("resume") || self.options.has("continue");
        if given.is_some() && resumes && !is_fork {
            return Err(StartError::Refused(
                "Error: --session-id can only be used with --continue or --resume if --fork-session is \
                 also specified."
                    .to_owned(),
            ));
        }
        if let Some(id) = given
            && !resumes
            && self.find_transcript(id).is_some()
        {
            return Err(StartError::Refused(format!(
                "Error: Session ID {id} is already in use."
            )));
        }
        let fresh = given.map_or_else(uuid, str::to_owned);
        let from = if self.options.has("resume") {
            Some(self.resumed()?)
        } else if self.options.has("continue") {
            self.newest_transcript()
        } else {
            None
        };
        let session_id = match &from {
            Some(path) if !is_fork => id_of(path),
            _ => fresh,
        };
        Ok(Start {
            session_id,
            from,
            is_fork,
        })
    }

    fn resumed(&self) -> Result<PathBuf, StartError> {
        let wanted = self.options.value("resume").unwrap_or_default();
        let found = self
            .find_transcript(wanted)
            .or_else(|| self.find_title(wanted));
        found.ok_or_else(|| {
            let is_uuid = uuid::Uuid::parse_str(wanted).is_ok();
            if !is_uuid {
                let message =
                    self.message("resume_unknown", &[("wanted", &wanted), ("uuid", &uuid())]);
                return StartError::NoConversation {
                    message,
                    session_id: uuid(),
                };
            }
            StartError::NoConversation {
                message: format!("No conversation found with session ID: {wanted}"),
                session_id: self.id_of_failed_resume(wanted),
            }
        })
    }

    fn id_of_failed_resume(&self, wanted: &str) -> String {
        if self.features().reports_failed_resume {
            wanted.to_owned()
        } else {
            uuid()
        }
    }

    fn find_transcript(&self, id: &str) -> Option<PathBuf> {
        if uuid::Uuid::parse_str(id).is_err() {
            return None;
        }
        let own = self.transcript_path(id);
        if own.exists() {
            return Some(own);
        }
        if !self.features().resumes_across_projects {
            return None;
        }
        let name = format!("{id}.jsonl");
        self.project_directories()
            .into_iter()
            .map(|directory| directory.join(&name))
            .find(|path| path.exists())
    }

    fn project_directories(&self) -> Vec<PathBuf> {
        let root = self.environment.config_directory.join("projects");
        let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    }

    fn find_title(&self, title: &str) -> Option<PathBuf> {
        if !self.features().resumes_by_title || title.is_empty() {
            return None;
        }
        transcripts(&self.project_directory())
            .into_iter()
            .find(|path| {
                let lines = read_lines(path);
                let newest = lines.iter().rfind(|line| line["type"] == "custom-title");
                newest.is_some_and(|line| line["customTitle"] == title)
            })
    }

    fn newest_transcript(&self) -> Option<PathBuf> {
        transcripts(&self.project_directory())
            .into_iter()
            .max_by_key(|path| {
                std::fs::metadata(path)
                    .and_then(|data| data.modified())
                    .ok()
            })
    }

    /// Loads the transcript.
    pub(in crate::cli) fn begin(&self, start: Start) -> Result<(), StartError> {
        let keeps = !self.options.has("no-session-persistence");
        let mut lines = start.from.as_deref().map(read_lines).unwrap_or_default();
        let cost = lines
            .iter()
            .rfind(|line| line["type"] == "cost-state")
            .cloned();
        if let Some(at) = self.options.value("resume-session-at") {
            let position = lines.iter().position(|line| line["uuid"] == at);
            let Some(position) = position else {
                return Err(StartError::NoConversation {
                    message: format!("No message found with message.uuid of: {at}"),
                    session_id: self.id_of_failed_resume(&start.session_id),
                });
            };
            lines.truncate(position + 1);
        }
        let path = if start.is_fork || start.from.is_none() {
            self.transcript_path(&start.session_id)
        } else {
            start.from.clone().unwrap_or_default()
        };
        if start.is_fork && keeps && start.from.is_some() {
            copy_lines(&path, &lines, &start.session_id);
        }
        self.attach_overlay(&start, keeps);
        let mut state = self.state.borrow_mut();
        state.transcript.path = keeps.then_some(path);
        state.session_id.clone_from(&start.session_id);
        let conversation: Vec<&Value> = lines
            .iter()
            .filter(|line| line["uuid"].is_string())
            .collect();
        state.transcript.leaf = conversation
            .last()
            .and_then(|line| line["uuid"].as_str())
            .map(str::to_owned);
        state.has_messages = !conversation.is_empty();
        state.seen_uuids = answered(&conversation);
        state.resumed_uuids = state.seen_uuids.clone();
        if let Some(cost) = cost
            && self.features().restores_cost
        {
            let total = cost["totalCostUSD"].as_f64().unwrap_or(0.0);
            state.totals.restore(total, &cost["modelUsage"]);
        }
        state.title = lines
            .iter()
            .rfind(|line| line["type"] == "custom-title")
            .and_then(|line| line["customTitle"].as_str())
            .map(str::to_owned);
        Ok(())
    }

    fn attach_overlay(&self, start: &Start, keeps: bool) {
        let store = |id: &str| {
            self.environment
                .config_directory
                .join("sim")
                .join(format!("{id}.json"))
        };
        let mut files = self.files.borrow_mut();
        if let Some(from) = &start.from {
            files.attach(store(&id_of(from)));
        }
        if keeps && (start.is_fork || start.from.is_none()) {
            if start.from.is_some() {
                files.move_to(store(&start.session_id));
            } else {
                files.attach(store(&start.session_id));
            }
        }
    }
}

fn id_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn transcripts(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jsonl")
        })
        .collect()
}

fn read_lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// User messages that the model started to answer; those are not run again.
fn answered(conversation: &[&Value]) -> HashSet<String> {
    let mut seen = HashSet::new();
    for (index, line) in conversation.iter().enumerate() {
        let is_last = index + 1 == conversation.len();
        if let (Some(uuid), false) = (line["uuid"].as_str(), is_last && line["type"] == "user") {
            seen.insert(uuid.to_owned());
        }
    }
    seen
}

fn copy_lines(path: &Path, lines: &[Value], session_id: &str) {
    let copied: String = lines
        .iter()
        .map(|line| {
            let mut line = line.clone();
            if line.get("sessionId").is_some() {
                line["sessionId"] = json!(session_id);
            }
            format!("{line}\n")
        })
        .collect();
    if let Some(parent) = path.parent() {
        // If the directory cannot be created, the write below fails.
        let _unmade = std::fs::create_dir_all(parent);
    }
    if std::fs::write(path, copied).is_err() {
        crate::cli::output::print_error("the forked transcript cannot be written");
    }
}
