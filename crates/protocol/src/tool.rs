//! Typed inputs and structured results of tools.
//!
//! On the wire both are plain JSON, because tools change more often than the protocol.
//! There are types for the tools that a fold or a renderer reads; the JSON of the others is kept unparsed.
//! Parsing never fails: an unknown tool or an unknown format is a value too.
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
use crate::wire::{Audit, Malformed, Reader, Unknown, Wire};

/// Generates an enum of tools and its parser.
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
            /// A tool without a type, or plain text: the result of a failed call.
            Unknown(Unknown),
            /// JSON that does not match the type of its tool.
            Malformed(Malformed),
        }

        impl $lens {
            /// The tools that have a type.
            pub const TOOLS: &'static [&'static str] = &[$($name),*];

            /// Parses the JSON of a tool. Older names of tools are supported.
            pub fn of(name: &str, json: &RawJson) -> Self {
                Self::read(name, json, &mut Reader::sharing(json.line()))
            }

            /// Parses the JSON of a tool, and reports unknown or malformed parts.
            pub fn audited(name: &str, json: &RawJson, audit: &mut Audit) -> Self {
                Self::read(name, json, &mut Reader::default().reporting(audit))
            }

            fn read(name: &str, json: &RawJson, reader: &mut Reader<'_>) -> Self {
                let raw = json.as_str();
                let read = match canonical_name(name) {
                    // The result of a failed call is plain text.
                    _ if raw.starts_with('"') => return Self::Unknown(reader.untyped(name, raw)),
                    $( $name => Wire::read(raw, reader).map(|value| Self::$variant(Box::new(value))), )*
                    _ if name::is_known(name) => return Self::Unknown(reader.untyped(name, raw)),
                    _ => return Self::Unknown(reader.unknown(stringify!($lens), name, raw)),
                };
                read.unwrap_or_else(|error| {
                    Self::Malformed(reader.malformed(stringify!($lens), Some(name), error, raw))
                })
            }
        }
    };
}

tool_lens! {
    /// The input of a tool.
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
