//! Work beside the main conversation: subagents, background shells and the like; and the
//! task list the model keeps.

use crate::entry::CutText;
use crate::id::{EntryId, JobId};
use crate::turn::Tokens;

view_types! {
    /// A subagent, a shell command that runs long, a workflow.
    pub struct Job {
        pub id: JobId,
        pub job: JobKind,
        pub description: String,
        pub state: JobState,
        /// Whether the conversation goes on without waiting for it.
        pub background: bool,
        /// The tool call that started it; what a subagent does is shown under this entry.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entry: Option<EntryId>,
        /// The job that started this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub parent: Option<JobId>,
        /// `general-purpose`, `Explore` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub agent_type: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub prompt: Option<CutText>,
        pub started_at: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended_at: Option<u64>,
        /// Tokens in all, as the CLI reports them.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub total_tokens: Option<u64>,
        /// Tokens by kind, when the CLI reports them at the end.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tokens: Option<Tokens>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tool_uses: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub duration_ms: Option<u64>,
        /// What it does now, or did last.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub last_tool: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub progress: Option<String>,
        /// How it ended, in its own words.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub summary: Option<CutText>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        /// Where its output is on disk.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub output_file: Option<String>,
    }
}

impl Job {
    /// Whether it has not ended.
    pub fn is_open(&self) -> bool {
        matches!(
            self.state,
            JobState::Pending | JobState::Running | JobState::Paused
        )
    }

    /// Whether it is an agent that works while the conversation goes on.
    pub fn is_background_agent(&self) -> bool {
        let is_agent = matches!(self.job, JobKind::Agent | JobKind::Workflow);
        is_agent && self.background && self.is_open()
    }
}

view_types! {
    #[derive(Copy, Eq)]
    pub enum JobKind {
        Agent,
        Shell,
        Workflow,
        Monitor,
        Mcp,
        Other,
    }

    #[derive(Copy, Eq)]
    pub enum JobState {
        Pending,
        Running,
        Paused,
        Done,
        Failed,
        /// Stopped by a person, by its parent or with its process.
        Stopped,
    }

    /// One task of the model's task list.
    pub struct TaskItem {
        pub id: String,
        pub subject: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        /// What to say while it is worked on: "Running tests".
        #[serde(skip_serializing_if = "Option::is_none")]
        pub active_form: Option<String>,
        pub status: TaskStatus,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub owner: Option<String>,
        /// Tasks that wait for this one.
        pub blocks: Vec<String>,
        /// Tasks this one waits for.
        pub blocked_by: Vec<String>,
    }

    #[derive(Copy, Eq)]
    pub enum TaskStatus {
        Pending,
        InProgress,
        Completed,
    }
}
