//! What tools are called with.

mod agent;
mod file;
mod older;
mod plan;
mod schedule;
mod search;
mod service;
mod shell;

pub use agent::*;
pub use file::*;
pub use older::*;
pub use plan::*;
pub use schedule::*;
pub use search::*;
pub use service::*;
pub use shell::*;

use super::name::{McpToolName, canonical_name};
use crate::raw::RawJson;
use crate::wire::{Audit, Malformed, Unknown, Wire, wire_struct};

wire_struct! {
    /// The input of a tool that takes none, or whose input is not described anywhere; what there is stands in `extra`.
    #[derive(Default)]
    pub struct OpenInput {
    }
}

/// The input of a tool on an MCP server.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct McpInput {
    /// The server.
    pub server: Box<str>,
    /// The tool, as the server calls it.
    pub tool: Box<str>,
    /// The input.
    pub input: RawJson,
}

/// Makes the enum and its reader.
macro_rules! tool_inputs {
    ($( $(#[$attribute:meta])* $name:literal => $variant:ident($payload:ty), )*) => {
        /// What a tool is called with.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum ToolInput {
            $( $(#[$attribute])* $variant(Box<$payload>), )*
            /// A tool on an MCP server.
            Mcp(McpInput),
            /// A tool that is not known here.
            Unknown(Unknown),
            /// A known tool with an input that does not fit.
            Malformed(Malformed),
        }

        impl ToolInput {
            /// The tools whose inputs have a type here.
            pub const TOOLS: &'static [&'static str] = &[$($name),*];

            /// Reads the input of a tool. Older names of tools are understood.
            pub fn of(name: &str, input: &RawJson) -> Self {
                if let Some(mcp) = McpToolName::parse(name) {
                    return Self::Mcp(McpInput { server: mcp.server.into(), tool: mcp.tool.into(), input: input.clone() });
                }
                let read = match canonical_name(name) {
                    $( $name => <$payload as Wire>::read(input.as_str(), &mut true).map(|input| Self::$variant(Box::new(input))), )*
                    _ => return Self::Unknown(Unknown { tag: name.into(), raw: input.clone() }),
                };
                read.unwrap_or_else(|error| Self::Malformed(Malformed { tag: Some(name.into()), error, raw: input.clone() }))
            }

            /// Reports what is unknown or malformed inside.
            pub fn audit(&self, audit: &mut Audit) {
                match self {
                    $( Self::$variant(input) => input.audit(audit), )*
                    Self::Mcp(_) => {}
                    Self::Unknown(unknown) => audit.unknown("ToolInput", &unknown.tag),
                    Self::Malformed(malformed) => audit.malformed("ToolInput", &format!("{}: {}", malformed.tag.as_deref().unwrap_or_default(), malformed.error)),
                }
            }

            /// Returns what the tool is called now; for an MCP tool, without its server.
            pub fn tool(&self) -> &str {
                match self {
                    $( Self::$variant(_) => $name, )*
                    Self::Mcp(mcp) => &mcp.tool,
                    Self::Unknown(unknown) => &unknown.tag,
                    Self::Malformed(malformed) => malformed.tag.as_deref().unwrap_or_default(),
                }
            }
        }
    };
}

tool_inputs! {
    /// Starts a subagent; called `Task` before.
    "Agent" => Agent(AgentInput),
    /// Runs a shell command.
    "Bash" => Bash(BashInput),
    /// Runs a PowerShell command.
    "PowerShell" => PowerShell(BashInput),
    /// Reads a file.
    "Read" => Read(ReadInput),
    /// Writes a file.
    "Write" => Write(WriteInput),
    /// Replaces text in a file.
    "Edit" => Edit(EditInput),
    /// Changes a cell of a notebook.
    "NotebookEdit" => NotebookEdit(NotebookEditInput),
    /// Finds files by name.
    "Glob" => Glob(GlobInput),
    /// Finds text in files.
    "Grep" => Grep(GrepInput),
    /// Reads a web page.
    "WebFetch" => WebFetch(WebFetchInput),
    /// Searches the web.
    "WebSearch" => WebSearch(WebSearchInput),
    /// Asks the person.
    "AskUserQuestion" => AskUserQuestion(AskUserQuestionInput),
    /// Begins to plan.
    "EnterPlanMode" => EnterPlanMode(OpenInput),
    /// Shows a plan for approval.
    "ExitPlanMode" => ExitPlanMode(ExitPlanModeInput),
    /// Replaces the list of things to do.
    "TodoWrite" => TodoWrite(TodoWriteInput),
    /// Adds a task.
    "TaskCreate" => TaskCreate(TaskCreateInput),
    /// Reads a task.
    "TaskGet" => TaskGet(TaskGetInput),
    /// Changes a task.
    "TaskUpdate" => TaskUpdate(TaskUpdateInput),
    /// Lists the tasks.
    "TaskList" => TaskList(OpenInput),
    /// Stops a background task; called `KillShell` before.
    "TaskStop" => TaskStop(TaskStopInput),
    /// Runs a workflow.
    "Workflow" => Workflow(WorkflowInput),
    /// Watches something in the background.
    "Monitor" => Monitor(MonitorInput),
    /// Schedules a prompt.
    "CronCreate" => CronCreate(CronCreateInput),
    /// Takes a scheduled prompt away.
    "CronDelete" => CronDelete(CronDeleteInput),
    /// Lists scheduled prompts.
    "CronList" => CronList(OpenInput),
    /// Goes on later.
    "ScheduleWakeup" => ScheduleWakeup(ScheduleWakeupInput),
    /// Works in a worktree.
    "EnterWorktree" => EnterWorktree(EnterWorktreeInput),
    /// Leaves a worktree.
    "ExitWorktree" => ExitWorktree(ExitWorktreeInput),
    /// Lists resources of MCP servers.
    "ListMcpResourcesTool" => ListMcpResources(McpServerInput),
    /// Reads a resource of an MCP server.
    "ReadMcpResourceTool" => ReadMcpResource(McpResourceInput),
    /// Lists resources below another.
    "ReadMcpResourceDirTool" => ReadMcpResourceDir(McpResourceInput),
    /// Lists the tools of MCP servers again.
    "RefreshMcpTools" => RefreshMcpTools(McpServerInput),
    /// Reports what a review found.
    "ReportFindings" => ReportFindings(ReportFindingsInput),
    /// Tells the makers of the CLI something.
    "SendFeedback" => SendFeedback(SendFeedbackInput),
    /// Notifies the person.
    "PushNotification" => PushNotification(PushNotificationInput),
    /// Reads notifications.
    "ReadNotifications" => ReadNotifications(OpenInput),
    /// Works with triggers in the cloud.
    "RemoteTrigger" => RemoteTrigger(RemoteTriggerInput),
    /// Proposes a goal.
    "ProposeGoal" => ProposeGoal(ProposeGoalInput),
    /// Proposes skills.
    "propose_skills" => ProposeSkills(ProposeSkillsInput),
    /// Publishes a page.
    "Artifact" => Artifact(ArtifactInput),
    /// Works with projects of claude.ai.
    "Projects" => Projects(ProjectsInput),
    /// Works with a design.
    "ClaudeDesign" => ClaudeDesign(ClaudeDesignInput),
    /// Offers to set the browser up.
    "OfferChromeSetup" => OfferChromeSetup(OfferChromeSetupInput),
    /// Asks the person for their role.
    "ShowOnboardingRolePicker" => ShowOnboardingRolePicker(OpenInput),
    /// Uses a skill.
    "Skill" => Skill(SkillInput),
    /// Finds tools that are not loaded.
    "ToolSearch" => ToolSearch(ToolSearchInput),
    /// Writes to another agent.
    "SendMessage" => SendMessage(SendMessageInput),
    /// Lists other agents.
    "ListAgents" => ListAgents(ListAgentsInput),
    /// Ends the conversation.
    "EndConversation" => EndConversation(OpenInput),
    /// Asks a language server.
    "LSP" => LanguageServer(OpenInput),
    /// Sends the person a file.
    "SendUserFile" => SendUserFile(OpenInput),
    /// Sends the person a message; called `Brief` before.
    "SendUserMessage" => SendUserMessage(OpenInput),
    /// Shares a guide.
    "ShareOnboardingGuide" => ShareOnboardingGuide(OpenInput),
    /// Hands the work back.
    "SubagentHandback" => SubagentHandback(OpenInput),
    /// Waits for MCP servers.
    "WaitForMcpServers" => WaitForMcpServers(OpenInput),
    /// Gives the answer that a JSON schema demands; its fields are that schema's.
    "StructuredOutput" => StructuredOutput(OpenInput),
    /// Reads the output of a background task; up to 2.1.150.
    "TaskOutput" => TaskOutput(TaskOutputInput),
    /// Reads the output of a background shell; long gone.
    "BashOutput" => BashOutput(BashOutputInput),
    /// Replaces several texts in a file; long gone.
    "MultiEdit" => MultiEdit(MultiEditInput),
    /// Lists a directory; long gone.
    "LS" => ListDirectory(ListDirectoryInput),
    /// Reads a notebook; long gone.
    "NotebookRead" => NotebookRead(NotebookReadInput),
}
