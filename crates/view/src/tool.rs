//! Tool calls: what was asked for, how far it is, what came of it.

use pilothouse_protocol::RawJson;
use pilothouse_protocol::tool::ToolInput;

use crate::entry::{Attachment, CutText, Links};
use crate::id::{AskId, JobId};
use crate::json::Json;
use crate::session::Who;

view_types! {
    /// A tool call.
    pub struct ToolCall {
        pub tool_use_id: String,
        pub tool: ToolName,
        /// What the model asked for. `null` while the input streams: the view's draft of this entry
        /// then holds the JSON text so far. Long strings inside may be cut, see `inputCut`.
        pub input: Json,
        /// Whether strings inside `input` were cut; the whole is served under the entry's id.
        pub input_cut: bool,
        /// Sequence of the record that holds the whole input.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub input_seq: Option<u64>,
        /// What ran instead, when a person or a hook changed the input before allowing it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub changed_input: Option<Json>,
        pub state: ToolState,
        /// When the call began to run, milliseconds since 1970; absent while it waits.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub started_at: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended_at: Option<u64>,
        /// The newest elapsed time the CLI reported.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub elapsed_seconds: Option<u64>,
        /// How it came to be allowed or denied.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decision: Option<Decision>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub result: Option<Box<ToolResult>>,
        /// The ask that is or was open for it, and the job it started.
        pub links: Links,
    }
}

impl ToolCall {
    /// Reads the input that the tool ran with.
    pub(crate) fn read_input(&self) -> ToolInput {
        let input = self.changed_input.as_ref().unwrap_or(&self.input);
        ToolInput::of(&self.tool.name, &RawJson::from(input.0.clone()))
    }
}

view_types! {
    /// What changed in a tool call. Fields that are absent stay as they are.
    pub struct ToolPatch {
        pub state: ToolState,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub started_at: Option<u64>,
        /// Set when it ended without a result.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended_at: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub elapsed_seconds: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub changed_input: Option<Json>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decision: Option<Decision>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ask: Option<AskId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub job: Option<JobId>,
    }
}

impl ToolPatch {
    pub(crate) fn new(state: ToolState) -> Self {
        Self {
            state,
            started_at: None,
            ended_at: None,
            elapsed_seconds: None,
            changed_input: None,
            decision: None,
            ask: None,
            job: None,
        }
    }

    pub(crate) fn apply(&self, call: &mut ToolCall) {
        fn replace<T: Clone>(slot: &mut Option<T>, new: &Option<T>) {
            if new.is_some() {
                slot.clone_from(new);
            }
        }
        call.state = self.state;
        replace(&mut call.started_at, &self.started_at);
        replace(&mut call.ended_at, &self.ended_at);
        replace(&mut call.elapsed_seconds, &self.elapsed_seconds);
        replace(&mut call.changed_input, &self.changed_input);
        replace(&mut call.decision, &self.decision);
        replace(&mut call.links.ask, &self.ask);
        replace(&mut call.links.job, &self.job);
    }
}

view_types! {
    /// How far a tool call is.
    #[derive(Copy, Eq)]
    pub enum ToolState {
        /// Its input is still being written by the model.
        Streaming,
        /// It waits for a person, or for an earlier call to end.
        Waiting,
        Running,
        Done,
        Failed,
        Denied,
        Interrupted,
    }

    /// A tool's name, taken apart for display.
    pub struct ToolName {
        /// As on the wire: `Bash`, `mcp__github__search_repositories`.
        pub name: String,
        /// For people: `Bash`, `Search Repositories`.
        pub display: String,
        /// The MCP server, for tools that come from one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub server: Option<McpToolServer>,
    }

    /// The MCP server a tool belongs to.
    pub struct McpToolServer {
        /// As in the configuration: `github`.
        pub name: String,
        /// For people: `GitHub`, or what the CLI calls it.
        pub display: String,
        /// The tool's own name without the prefix: `search_repositories`.
        pub tool: String,
    }

    /// How a call came to be allowed or denied.
    pub struct Decision {
        pub allowed: bool,
        pub by: DecisionBy,
        /// Who answered, when a person, a rule or the host did.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub who: Option<Who>,
        /// The text that was given with it: the reason of a denial.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub message: Option<String>,
        /// The CLI's own words for the source and the reason type, for those who want to know.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason_type: Option<String>,
        /// What is remembered from now on, as sentences.
        pub remembered: Vec<String>,
    }

    /// What decided.
    #[derive(Copy, Eq)]
    pub enum DecisionBy {
        /// A person, in an ask.
        Person,
        /// A rule of the host.
        HostRule,
        /// Rules, mode or settings of the CLI.
        Settings,
        Hook,
        /// The automatic check of the CLI.
        Classifier,
        /// The answer was not usable, or nobody could be asked.
        Nobody,
        Unknown,
    }

    /// What a tool returned.
    pub struct ToolResult {
        /// What the model was told, without its wrappers; may hold ANSI colours.
        pub text: CutText,
        pub is_error: bool,
        /// Whether the text was a refusal of the call itself (wrong input, unknown tool).
        pub invalid_call: bool,
        /// Pictures, documents and references among the result.
        pub attachments: Vec<Attachment>,
        /// The tool's structured outcome, by tool (`structuredPatch`, `stdout`, `filenames` …).
        /// Long strings inside may be cut, see `structuredCut`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub structured: Option<Json>,
        pub structured_cut: bool,
        /// Exit code of a shell command that failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub exit_code: Option<i64>,
        /// The CLI put a long output into a file.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub persisted: Option<PersistedOutput>,
        /// Sequence of the record that holds the whole result.
        pub seq: u64,
    }

    /// Output that the CLI saved to a file because it was long.
    pub struct PersistedOutput {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub size: Option<u64>,
    }
}
