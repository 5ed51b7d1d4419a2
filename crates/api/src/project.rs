//! Projects, their files, trust, and the CLI's own store of sessions.

use serde::{Deserialize, Serialize};

use super::bounds::{ADDRESS, bounds};

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
    /// There are no items, or all of them were accepted.
    Trusted,
    /// No items were accepted yet.
    Untrusted,
    /// Some items are new or have changed since others were accepted.
    Changed,
}

/// The items that a directory would run by itself when a session starts in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrustReport {
    /// The project for which items are accepted.
    pub path: String,
    /// The directory that was checked: the project, or a worktree of it.
    pub directory: String,
    /// Additional directories of the session, whose agents, skills and commands are also read.
    #[serde(default)]
    pub added: Vec<String>,
    pub state: TrustState,
    pub items: Vec<TrustItem>,
    /// Send it back to accept exactly these items. Empty if a file cannot be read; then nothing can be accepted.
    pub fingerprint: String,
    /// The CLI's own trust dialog was accepted for this directory.
    pub cli_trusts: bool,
}

/// Accepts the items in the report of a directory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrustProject {
    pub path: String,
    pub fingerprint: String,
}

bounds! { TrustProject {} }

/// Whether a session starts with its project's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum ProjectSettings {
    /// Yes; the value is the fingerprint of the accepted report.
    Use(String),
    /// No: without settings, MCP servers and `CLAUDE.md` of the project.
    LeaveOut,
}

/// The state of a session's project settings, if they are not simply used.
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

bounds! {
    CloneProject {
        address: ADDRESS,
    }
}

/// A repository that was cloned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClonedProject {
    /// Its directory.
    pub path: String,
}

/// A file that matches the text after `@`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FileSuggestion {
    /// Relative to the working directory of the session.
    pub path: String,
}

/// A resource of an MCP server in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct McpResource {
    pub server: String,
    pub uri: String,
    /// The name from the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// An item that would run, or that grants permissions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TrustItem {
    /// The file with the item: relative to the project, or absolute if it is outside.
    pub file: String,
    /// `hook`, `mcpServer`, `allowRule`, `environment` …
    pub what: String,
    /// The name in the file: of the server, the event, the setting.
    pub name: String,
    /// The command or value.
    pub text: String,
    pub state: TrustItemState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum TrustItemState {
    Accepted,
    New,
    /// Another version of the item was accepted.
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
    /// The status in the format of `git status --porcelain`: `M`, `A`, `??` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git: Option<String>,
}

/// A conversation in the CLI's own transcripts.
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
    /// Whether another live process has it open.
    pub held: bool,
    /// The session on this server to which it belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The number of the pull request that was made in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pull_request: Option<u64>,
}

/// A hit of the search in all sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchHit {
    pub session: String,
    pub title: String,
    pub entry: String,
    pub at: u64,
    /// The text with the matches between U+E000 and U+E001.
    pub snippet: String,
}

/// A file that differs from the last commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Relative to the repository.
    pub path: String,
    /// The status in the format of `git status --porcelain`: `M`, `A`, `??` …
    pub git: String,
    pub insertions: u64,
    pub deletions: u64,
    /// Whether this session wrote it.
    pub by_session: bool,
}

/// The changes of the working tree since the last commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct WorkingDiff {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    pub files: Vec<ChangedFile>,
    /// A unified diff of all files.
    pub patch: String,
    /// Whether the patch was truncated.
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

/// A page of the CLI's own transcripts, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct StoredPage {
    pub sessions: Vec<StoredSession>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
