//! Tools: typed readings of their inputs and structured results.
//!
//! On the wire both are plain JSON, because tools change more often than the protocol.
//! Types exist for the tools that a fold or a renderer reads; the JSON of the others is kept as it came.
//! Reading never fails: an unknown tool or an unknown shape is a value too.
//!
//! ```
//! use pilothouse_protocol::RawJson;
//! use pilothouse_protocol::tool::ToolInput;
//!
//! let input = RawJson::from_text(r#"{"command":"ls","description":"List files"}"#)?;
//! let ToolInput::Bash(bash) = ToolInput::of("Bash", &input) else { panic!("a shell") };
//! assert_eq!(bash.command, "ls");
//! # Ok::<(), pilothouse_protocol::JsonError>(())
//! ```

mod agent;
mod file;
mod name;
mod plan;
mod read;
mod schedule;
mod search;
mod shell;
mod task;

pub use agent::*;
pub use file::*;
pub use name::{BUILTIN_TOOL_NAMES, McpToolName, canonical_name, is_builtin};
pub use plan::*;
pub use read::*;
pub use schedule::*;
pub use search::*;
pub use shell::*;
pub use task::*;

use crate::raw::RawJson;
use crate::wire::{Audit, Malformed, Unknown, Wire, WireError};

/// Makes an enum of readings and its reader.
macro_rules! tool_lens {
    (
        $(#[$attribute:meta])*
        pub enum $lens:ident { $( $name:literal => $variant:ident($payload:ty), )* }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum $lens {
            $(
                #[doc = concat!("`", $name, "`.")]
                $variant(Box<$payload>),
            )*
            /// A tool without a type here, or plain text: the result of a call that failed.
            Unknown(Unknown),
            /// A tool with a type that does not fit.
            Malformed(Malformed),
        }

        impl $lens {
            /// The tools that have a type here.
            pub const TOOLS: &'static [&'static str] = &[$($name),*];

            /// Reads the JSON of a tool. Older names of tools are understood.
            pub fn of(name: &str, json: &RawJson) -> Self {
                if is_text(json) {
                    return Self::Unknown(unknown(name, json));
                }
                match canonical_name(name) {
                    $( $name => match Wire::read(json.as_str(), &mut true) {
                        Ok(value) => Self::$variant(Box::new(value)),
                        Err(error) => Self::Malformed(malformed(name, json, error)),
                    }, )*
                    _ => Self::Unknown(unknown(name, json)),
                }
            }

            /// Reports what is unknown or malformed inside.
            pub fn audit(&self, audit: &mut Audit) {
                match self {
                    $( Self::$variant(value) => value.audit(audit), )*
                    Self::Unknown(unknown) if is_text(&unknown.raw) || name::is_known(&unknown.tag) => {}
                    Self::Unknown(unknown) => audit.unknown(stringify!($lens), &unknown.tag),
                    Self::Malformed(malformed) => {
                        let tool = malformed.tag.as_deref().unwrap_or_default();
                        audit.malformed(stringify!($lens), &format!("{tool}: {}", malformed.error));
                    }
                }
            }
        }
    };
}

fn is_text(json: &RawJson) -> bool {
    json.as_str().starts_with('"')
}

fn unknown(name: &str, json: &RawJson) -> Unknown {
    Unknown {
        tag: name.into(),
        raw: json.clone(),
    }
}

fn malformed(name: &str, json: &RawJson, error: WireError) -> Malformed {
    Malformed {
        tag: Some(name.into()),
        error,
        raw: json.clone(),
    }
}

tool_lens! {
    /// What a tool is called with.
    pub enum ToolInput {
        "Agent" => Agent(AgentInput),
        "Bash" => Bash(BashInput),
        "PowerShell" => PowerShell(BashInput),
        "Read" => Read(ReadInput),
        "Write" => Write(WriteInput),
        "Edit" => Edit(EditInput),
        "MultiEdit" => MultiEdit(MultiEditInput),
        "NotebookEdit" => NotebookEdit(NotebookEditInput),
        "LS" => ListDirectory(ListDirectoryInput),
        "Glob" => Glob(GlobInput),
        "Grep" => Grep(GrepInput),
        "WebFetch" => WebFetch(WebFetchInput),
        "WebSearch" => WebSearch(WebSearchInput),
        "AskUserQuestion" => AskUserQuestion(AskUserQuestionInput),
        "ExitPlanMode" => ExitPlanMode(ExitPlanModeInput),
        "TodoWrite" => TodoWrite(TodoWriteInput),
        "TaskCreate" => TaskCreate(TaskCreateInput),
        "TaskGet" => TaskGet(TaskGetInput),
        "TaskUpdate" => TaskUpdate(TaskUpdateInput),
        "Workflow" => Workflow(WorkflowInput),
        "Monitor" => Monitor(MonitorInput),
        "CronCreate" => CronCreate(CronCreateInput),
        "CronDelete" => CronDelete(CronDeleteInput),
        "ScheduleWakeup" => ScheduleWakeup(ScheduleWakeupInput),
        "EnterWorktree" => EnterWorktree(EnterWorktreeInput),
        "ExitWorktree" => ExitWorktree(ExitWorktreeInput),
        "ReportFindings" => ReportFindings(ReportFindingsInput),
        "Skill" => Skill(SkillInput),
        "SendMessage" => SendMessage(SendMessageInput),
        "ListAgents" => ListAgents(ListAgentsInput),
    }
}

tool_lens! {
    /// The structured result of a tool (`tool_use_result`).
    pub enum ToolOutput {
        "Agent" => Agent(AgentResult),
        "Bash" => Bash(BashResult),
        "PowerShell" => PowerShell(BashResult),
        "Read" => Read(ReadResult),
        "Write" => Write(WriteResult),
        "Edit" => Edit(EditResult),
        "MultiEdit" => MultiEdit(EditResult),
        "NotebookEdit" => NotebookEdit(NotebookEditResult),
        "Glob" => Glob(GlobResult),
        "Grep" => Grep(GrepResult),
        "WebFetch" => WebFetch(WebFetchResult),
        "WebSearch" => WebSearch(WebSearchResult),
        "AskUserQuestion" => AskUserQuestion(AskUserQuestionResult),
        "EnterPlanMode" => EnterPlanMode(EnterPlanModeResult),
        "ExitPlanMode" => ExitPlanMode(ExitPlanModeResult),
        "TodoWrite" => TodoWrite(TodoWriteResult),
        "TaskCreate" => TaskCreate(TaskCreateResult),
        "TaskGet" => TaskGet(TaskGetResult),
        "TaskUpdate" => TaskUpdate(TaskUpdateResult),
        "TaskList" => TaskList(TaskListResult),
        "Workflow" => Workflow(WorkflowResult),
        "Monitor" => Monitor(MonitorResult),
        "CronCreate" => CronCreate(CronJob),
        "CronDelete" => CronDelete(CronDeleteResult),
        "CronList" => CronList(CronListResult),
        "ScheduleWakeup" => ScheduleWakeup(ScheduleWakeupResult),
        "EnterWorktree" => EnterWorktree(EnterWorktreeResult),
        "ExitWorktree" => ExitWorktree(ExitWorktreeResult),
        "ReportFindings" => ReportFindings(ReportFindingsResult),
        "Skill" => Skill(SkillResult),
    }
}
