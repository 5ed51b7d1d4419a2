//! What tools give back, as data (`tool_use_result`).

mod agent;
mod file;
mod plan;
mod project;
mod search;
mod service;
mod shell;

pub use agent::*;
pub use file::*;
pub use plan::*;
pub use project::*;
pub use search::*;
pub use service::*;
pub use shell::*;

use super::name::{McpToolName, canonical_name};
use crate::raw::RawJson;
use crate::wire::{Audit, Malformed, Unknown, Wire, wire_struct};

wire_struct! {
    /// A call that goes on elsewhere.
    #[derive(Default)]
    pub struct DetachedCall {
        /// Always true.
        detached_tool_call: bool = "detachedToolCall",
    }

    /// A result whose shape is not described anywhere; what there is stands in `extra`.
    #[derive(Default)]
    pub struct OpenResult {
    }
}

/// The result of a tool on an MCP server.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct McpResult {
    /// The server.
    pub server: Box<str>,
    /// The tool, as the server calls it.
    pub tool: Box<str>,
    /// What the model sees: text, or a list of blocks.
    pub content: Option<RawJson>,
    /// The same as data.
    pub structured_content: Option<RawJson>,
    /// All of it.
    pub raw: RawJson,
}

impl McpResult {
    /// A list of blocks stands for itself; an object names its content.
    fn new(name: McpToolName<'_>, raw: &RawJson) -> Self {
        let is_list = raw.as_str().starts_with('[');
        Self {
            server: name.server.into(),
            tool: name.tool.into(),
            content: if is_list {
                Some(raw.clone())
            } else {
                raw.get("content")
            },
            structured_content: raw.get("structuredContent"),
            raw: raw.clone(),
        }
    }
}

/// Makes the enum and its reader.
macro_rules! tool_outputs {
    ($( $(#[$attribute:meta])* $name:literal => $variant:ident($payload:ty), )*) => {
        /// What a tool gave back.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum ToolOutput {
            $( $(#[$attribute])* $variant(Box<$payload>), )*
            /// A tool on an MCP server.
            Mcp(McpResult),
            /// The call goes on elsewhere.
            Detached(DetachedCall),
            /// Plain text: why a call failed (`Error: …`), and what the few tools say that have no data.
            Text(String),
            /// A tool that is not known here.
            Unknown(Unknown),
            /// A known tool with a result that does not fit.
            Malformed(Malformed),
        }

        impl ToolOutput {
            /// The tools whose results have a type here.
            pub const TOOLS: &'static [&'static str] = &[$($name),*];

            /// Reads the structured result of a tool. Older names of tools are understood.
            pub fn of(name: &str, output: &RawJson) -> Self {
                if let Some(text) = output.as_string() {
                    return Self::Text(text);
                }
                if let Some(mcp) = McpToolName::parse(name) {
                    return Self::Mcp(McpResult::new(mcp, output));
                }
                if let Some(detached) = read_detached(output) {
                    return Self::Detached(detached);
                }
                let read = match canonical_name(name) {
                    $( $name => <$payload as Wire>::read(output.as_str(), &mut true).map(|output| Self::$variant(Box::new(output))), )*
                    _ => return Self::Unknown(Unknown { tag: name.into(), raw: output.clone() }),
                };
                read.unwrap_or_else(|error| Self::Malformed(Malformed { tag: Some(name.into()), error, raw: output.clone() }))
            }

            /// Reports what is unknown or malformed inside.
            pub fn audit(&self, audit: &mut Audit) {
                match self {
                    $( Self::$variant(output) => output.audit(audit), )*
                    Self::Mcp(_) | Self::Detached(_) | Self::Text(_) => {}
                    Self::Unknown(unknown) => audit.unknown("ToolOutput", &unknown.tag),
                    Self::Malformed(malformed) => {
                        audit.malformed("ToolOutput", &format!("{}: {}", malformed.tag.as_deref().unwrap_or_default(), malformed.error));
                    }
                }
            }
        }
    };
}

fn read_detached(output: &RawJson) -> Option<DetachedCall> {
    output.get("detachedToolCall")?;
    DetachedCall::read(output.as_str(), &mut true).ok()
}

tool_outputs! {
    /// A subagent; called `Task` before.
    "Agent" => Agent(AgentResult),
    /// A shell command.
    "Bash" => Bash(BashResult),
    /// A PowerShell command.
    "PowerShell" => PowerShell(BashResult),
    /// A file that was read.
    "Read" => Read(ReadResult),
    /// A file that was written.
    "Write" => Write(WriteResult),
    /// A file that was edited.
    "Edit" => Edit(EditResult),
    /// A notebook that was edited.
    "NotebookEdit" => NotebookEdit(NotebookEditResult),
    /// Files that were found.
    "Glob" => Glob(GlobResult),
    /// Text that was found.
    "Grep" => Grep(GrepResult),
    /// A web page.
    "WebFetch" => WebFetch(WebFetchResult),
    /// Web pages that were found.
    "WebSearch" => WebSearch(WebSearchResult),
    /// What the person answered.
    "AskUserQuestion" => AskUserQuestion(AskUserQuestionResult),
    /// Planning began.
    "EnterPlanMode" => EnterPlanMode(EnterPlanModeResult),
    /// The plan that was approved.
    "ExitPlanMode" => ExitPlanMode(ExitPlanModeResult),
    /// The list of things to do, before and after.
    "TodoWrite" => TodoWrite(TodoWriteResult),
    /// The task that was added.
    "TaskCreate" => TaskCreate(TaskCreateResult),
    /// The task that was asked for.
    "TaskGet" => TaskGet(TaskGetResult),
    /// What changed in a task.
    "TaskUpdate" => TaskUpdate(TaskUpdateResult),
    /// The tasks.
    "TaskList" => TaskList(TaskListResult),
    /// The background task that was stopped.
    "TaskStop" => TaskStop(TaskStopResult),
    /// The output of a background task; up to 2.1.150.
    "TaskOutput" => TaskOutput(TaskOutputResult),
    /// A workflow that was started.
    "Workflow" => Workflow(WorkflowResult),
    /// What is being watched.
    "Monitor" => Monitor(MonitorResult),
    /// What was scheduled.
    "CronCreate" => CronCreate(CronJob),
    /// What is no longer scheduled.
    "CronDelete" => CronDelete(CronDeleteResult),
    /// All that is scheduled.
    "CronList" => CronList(CronListResult),
    /// When it goes on.
    "ScheduleWakeup" => ScheduleWakeup(ScheduleWakeupResult),
    /// The worktree that was entered.
    "EnterWorktree" => EnterWorktree(EnterWorktreeResult),
    /// The worktree that was left.
    "ExitWorktree" => ExitWorktree(ExitWorktreeResult),
    /// Resources of MCP servers.
    "ListMcpResourcesTool" => ListMcpResources(Vec<McpResourceEntry>),
    /// A resource of an MCP server.
    "ReadMcpResourceTool" => ReadMcpResource(ReadMcpResourceResult),
    /// Resources below another.
    "ReadMcpResourceDirTool" => ReadMcpResourceDir(ReadMcpResourceDirResult),
    /// What became of the tools of MCP servers.
    "RefreshMcpTools" => RefreshMcpTools(Vec<RefreshedServer>),
    /// What a review found.
    "ReportFindings" => ReportFindings(ReportFindingsResult),
    /// Whether feedback was sent.
    "SendFeedback" => SendFeedback(SendFeedbackResult),
    /// Whether the person was notified.
    "PushNotification" => PushNotification(PushNotificationResult),
    /// Notifications.
    "ReadNotifications" => ReadNotifications(ReadNotificationsResult),
    /// What the service of triggers said.
    "RemoteTrigger" => RemoteTrigger(RemoteTriggerResult),
    /// The goal that was proposed.
    "ProposeGoal" => ProposeGoal(ProposeGoalResult),
    /// How many skills were proposed.
    "propose_skills" => ProposeSkills(ProposeSkillsResult),
    /// A page.
    "Artifact" => Artifact(ArtifactResult),
    /// Projects of claude.ai.
    "Projects" => Projects(ProjectsResult),
    /// A design.
    "ClaudeDesign" => ClaudeDesign(ClaudeDesignResult),
    /// What the person said to setting the browser up.
    "OfferChromeSetup" => OfferChromeSetup(OfferChromeSetupResult),
    /// The person's role.
    "ShowOnboardingRolePicker" => ShowOnboardingRolePicker(OnboardingRoleResult),
    /// A skill that was used.
    "Skill" => Skill(SkillResult),
    /// Tools that were found.
    "ToolSearch" => ToolSearch(ToolSearchResult),
    /// Whether a message was sent.
    "SendMessage" => SendMessage(OpenResult),
    /// Other agents.
    "ListAgents" => ListAgents(OpenResult),
    /// The conversation was ended.
    "EndConversation" => EndConversation(OpenResult),
    /// What a language server said.
    "LSP" => LanguageServer(OpenResult),
    /// Whether a file was sent.
    "SendUserFile" => SendUserFile(OpenResult),
    /// Whether a message was sent to the person.
    "SendUserMessage" => SendUserMessage(OpenResult),
    /// Whether a guide was shared.
    "ShareOnboardingGuide" => ShareOnboardingGuide(OpenResult),
    /// The work was handed back.
    "SubagentHandback" => SubagentHandback(OpenResult),
    /// MCP servers that were waited for.
    "WaitForMcpServers" => WaitForMcpServers(OpenResult),
}
