//! Projects, their files, trust, and the CLI's own store of sessions.

use serde::{Deserialize, Serialize};

/// A directory in which sessions have run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Project {
    pub path: String,
    pub name: String,
    pub sessions: u32,
    pub used_at: u64,
    pub is_git: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    pub trust: TrustState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TrustState {
    /// Nothing would run, or all of it was accepted.
    Trusted,
    /// Nobody has accepted anything yet.
    Untrusted,
    /// There are items that are new or have changed since others were accepted.
    Changed,
}

/// What a directory would run by itself when a session starts in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrustReport {
    /// The project for which items are accepted.
    pub path: String,
    /// The directory that was checked: the project, or a worktree of it.
    pub directory: String,
    /// Additional directories of the session, whose agents, skills and commands are read too.
    #[serde(default)]
    pub added: Vec<String>,
    pub state: TrustState,
    pub items: Vec<TrustItem>,
    /// Send it back to accept exactly this. Empty when a file cannot be read: then nothing can be accepted.
    pub fingerprint: String,
    /// The CLI's own trust dialog was accepted for this directory.
    pub cli_trusts: bool,
}

/// Accepts what the report of a directory showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrustProject {
    pub path: String,
    pub fingerprint: String,
}

/// Whether a session starts with its project's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ProjectSettings {
    /// With them; the value is the fingerprint of the report that was accepted.
    Use(String),
    /// Without settings, MCP servers and `CLAUDE.md` of the project.
    LeaveOut,
}

/// What became of a session's project settings, when not simply used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ProjectSettingsState {
    /// The session cannot start until a person decides.
    Undecided,
    /// The newest process was started without them.
    LeftOut,
}

/// Clones a git repository to work in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloneProject {
    /// By https, http or ssh, without a password.
    pub address: String,
    /// The directory in which that of the repository is made; the home directory when absent.
    pub parent: Option<String>,
}

/// A repository that was cloned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClonedProject {
    /// Its directory.
    pub path: String,
}

/// A file that fits what is being typed after `@`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FileSuggestion {
    /// Relative to the directory the session works in.
    pub path: String,
}

/// A resource of an MCP server that a session has listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct McpResource {
    pub server: String,
    pub uri: String,
    /// What its server calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// One thing that would run, or that widens what may run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrustItem {
    /// The file that declares it: relative to the project, or absolute when it lies outside.
    pub file: String,
    /// `hook`, `mcpServer`, `allowRule`, `environment` …
    pub what: String,
    /// Its name in the file: of the server, the event, the setting.
    pub name: String,
    /// What would run.
    pub text: String,
    pub state: TrustItemState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TrustItemState {
    Accepted,
    New,
    /// Another version of it was accepted.
    Changed,
}

/// A file or directory of a project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct FileNode {
    pub name: String,
    /// Relative to the project.
    pub path: String,
    pub directory: bool,
    pub size: u64,
    /// As `git status --porcelain` tells: `M`, `A`, `??` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<String>,
}

/// A conversation in the CLI's own store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct StoredSession {
    pub cli_session_id: String,
    pub project: String,
    pub title: String,
    pub at: u64,
    pub messages: u32,
    pub size: u64,
    /// Another live process writes it.
    pub held: bool,
    /// The hosted session it already belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

/// A hit of the search over all sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    pub session: String,
    pub title: String,
    pub entry: String,
    pub at: u64,
    /// With the found words between U+E000 and U+E001.
    pub snippet: String,
}

/// A file that differs from the last commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Relative to the repository.
    pub path: String,
    /// As `git status --porcelain` tells: `M`, `A`, `??` …
    pub git: String,
    pub insertions: u64,
    pub deletions: u64,
    /// Whether this session wrote it.
    pub by_session: bool,
}

/// The working tree against the last commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct WorkingDiff {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    pub files: Vec<ChangedFile>,
    /// A unified diff of all of them.
    pub patch: String,
    /// The patch was longer than is sent.
    pub truncated: bool,
}

/// A page of hits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct SearchPage {
    pub hits: Vec<SearchHit>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A page of the CLI's own store, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct StoredPage {
    pub sessions: Vec<StoredSession>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
