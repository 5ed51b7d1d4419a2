//! The names of tools.

use std::fmt;

/// The tools that come with the CLI, as far as its types name them.
pub const BUILTIN_TOOL_NAMES: &[&str] = &[
    "Agent",
    "Artifact",
    "AskUserQuestion",
    "Bash",
    "ClaudeDesign",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EndConversation",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "LSP",
    "ListAgents",
    "ListMcpResourcesTool",
    "Monitor",
    "NotebookEdit",
    "OfferChromeSetup",
    "PowerShell",
    "Projects",
    "ProposeGoal",
    "PushNotification",
    "Read",
    "ReadMcpResourceDirTool",
    "ReadMcpResourceTool",
    "ReadNotifications",
    "RefreshMcpTools",
    "RemoteTrigger",
    "ReportFindings",
    "ScheduleWakeup",
    "SendFeedback",
    "SendMessage",
    "SendUserFile",
    "SendUserMessage",
    "ShareOnboardingGuide",
    "ShowOnboardingRolePicker",
    "Skill",
    "StructuredOutput",
    "SubagentHandback",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "WaitForMcpServers",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
    "propose_skills",
];

/// Older names, and what they are called now.
const OLDER_NAMES: &[(&str, &str)] = &[
    ("Task", "Agent"),
    ("KillShell", "TaskStop"),
    ("KillBash", "TaskStop"),
    ("ListPeers", "ListAgents"),
    ("Brief", "SendUserMessage"),
    ("ListMcpResources", "ListMcpResourcesTool"),
    ("ReadMcpResource", "ReadMcpResourceTool"),
    ("ReadMcpResourceDir", "ReadMcpResourceDirTool"),
    ("AgentOutputTool", "TaskOutput"),
    ("AgentOutput", "TaskOutput"),
    ("BashOutputTool", "BashOutput"),
];

/// Tools of older CLIs that have no other name now.
const GONE: &[&str] = &[
    "BashOutput",
    "LS",
    "MultiEdit",
    "NotebookRead",
    "TaskOutput",
];

/// Returns what a tool is called now: `Agent` for `Task`, and any other name as it is.
pub fn canonical_name(name: &str) -> &str {
    OLDER_NAMES
        .iter()
        .find(|(older, _)| *older == name)
        .map_or(name, |(_, now)| now)
}

/// Returns whether a tool comes with the CLI, under its name of now or an older one.
pub fn is_builtin(name: &str) -> bool {
    BUILTIN_TOOL_NAMES.contains(&canonical_name(name))
}

/// Returns whether the name is one of the CLI, of now or before, or of a tool on an MCP server.
pub(super) fn is_known(name: &str) -> bool {
    is_builtin(name) || GONE.contains(&canonical_name(name)) || McpToolName::parse(name).is_some()
}

/// The name of a tool on an MCP server: `mcp__server__tool`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct McpToolName<'a> {
    /// The server.
    pub server: &'a str,
    /// The tool, as the server calls it.
    pub tool: &'a str,
}

impl<'a> McpToolName<'a> {
    /// Takes a name apart, if it is one of an MCP tool.
    pub fn parse(name: &'a str) -> Option<Self> {
        let (server, tool) = name.strip_prefix("mcp__")?.split_once("__")?;
        (!server.is_empty() && !tool.is_empty()).then_some(Self { server, tool })
    }
}

impl fmt::Display for McpToolName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mcp__{}__{}", self.server, self.tool)
    }
}
