//! The names of tools.

use std::fmt;

/// The built-in tools of the CLI, as listed in its types.
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

/// Older names with their current names.
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

/// Tools of older CLIs that were removed.
const GONE: &[&str] = &[
    "BashOutput",
    "LS",
    "MultiEdit",
    "NotebookRead",
    "TaskOutput",
];

/// Returns the current name of a tool: `Agent` for `Task`; other names are returned unchanged.
pub fn canonical_name(name: &str) -> &str {
    OLDER_NAMES
        .iter()
        .find(|(older, _)| *older == name)
        .map_or(name, |(_, now)| now)
}

/// Returns whether a tool is built in, by its current or an older name.
pub fn is_builtin(name: &str) -> bool {
    BUILTIN_TOOL_NAMES.contains(&canonical_name(name))
}

/// Returns whether the name is that of a current or former built-in tool, or of a tool on an MCP server.
pub(super) fn is_known(name: &str) -> bool {
    is_builtin(name) || GONE.contains(&canonical_name(name)) || McpToolName::parse(name).is_some()
}

/// The name of a tool on an MCP server: `mcp__server__tool`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct McpToolName<'a> {
    /// The server.
    pub server: &'a str,
    /// The name of the tool on its server.
    pub tool: &'a str,
}

impl<'a> McpToolName<'a> {
    /// Parses a name, if it is that of an MCP tool.
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
