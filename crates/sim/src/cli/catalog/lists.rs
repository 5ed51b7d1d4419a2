//! Names as the CLI lists them; the descriptions are our own.

/// The default model of each version.
pub(in crate::cli) const DEFAULT_MODEL: &str = "claude-opus-5-5";
pub(in crate::cli) const DEFAULT_MODEL_OLD: &str = "claude-sonnet-4-5-20250929";

pub(super) const TOOLS: &[&str] = &[
    "Task",
    "AskUserQuestion",
    "Bash",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "ListAgents",
    "Monitor",
    "NotebookEdit",
    "Read",
    "ReportFindings",
    "ScheduleWakeup",
    "SendMessage",
    "Skill",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskStop",
    "TaskUpdate",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Workflow",
    "Write",
];

pub(super) const TOOLS_OLD: &[&str] = &[
    "Task",
    "TaskOutput",
    "Bash",
    "Glob",
    "Grep",
    "ExitPlanMode",
    "Read",
    "Edit",
    "Write",
    "NotebookEdit",
    "WebFetch",
    "TodoWrite",
    "WebSearch",
    "TaskStop",
    "AskUserQuestion",
    "Skill",
    "EnterPlanMode",
    "TaskCreate",
    "TaskGet",
    "TaskUpdate",
    "TaskList",
    "ToolSearch",
];

/// Tools that exist but are listed only when they are named.
pub(super) const ON_REQUEST: &[&str] = &[
    "Glob",
    "Grep",
    "TodoWrite",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskUpdate",
];

pub(super) const TASK_TOOLS: &[&str] = &["TaskCreate", "TaskGet", "TaskList", "TaskUpdate"];

/// Tools that need a person, and are absent when nobody can be asked.
pub(super) const INTERACTIVE: &[&str] = &["AskUserQuestion", "EnterPlanMode", "ExitPlanMode"];

pub(super) const MCP_RESOURCE_TOOLS: &[&str] = &[
    "ListMcpResourcesTool",
    "ReadMcpResourceDirTool",
    "ReadMcpResourceTool",
];

pub(in crate::cli) const SKILLS: &[&str] = &[
    "deep-research",
    "dataviz",
    "update-config",
    "verify",
    "debug",
    "code-review",
    "simplify",
    "batch",
    "fewer-permission-prompts",
    "doctor",
    "loop",
    "claude-api",
    "workflow-authoring",
    "run",
    "run-skill-generator",
    "plugin-authoring",
];

/// The commands of the newer version with a description of our own and the hint for arguments.
pub(in crate::cli) const COMMANDS: &[(&str, &str, &str, &[&str])] = &[
    (
        "deep-research",
        "Research a question on the web and cite sources",
        "",
        &[],
    ),
    ("dataviz", "Guidance for charts and dashboards", "", &[]),
    (
        "update-config",
        "Change settings, hooks and permissions",
        "",
        &[],
    ),
    ("verify", "Exercise a change end to end", "", &[]),
    (
        "debug",
        "Log in detail and look into a problem",
        "[issue description]",
        &[],
    ),
    (
        "code-review",
        "Review the current changes",
        "[level] [target]",
        &["review"],
    ),
    ("simplify", "Tidy the changed code", "[<target>]", &[]),
    (
        "batch",
        "Plan and run a large change in parallel",
        "<instruction>",
        &[],
    ),
    (
        "fewer-permission-prompts",
        "Propose allow rules from past sessions",
        "",
        &[],
    ),
    (
        "doctor",
        "Check the installation and its settings",
        "[prompt-audit [<path>]]",
        &["checkup"],
    ),
    (
        "loop",
        "Repeat a prompt or command",
        "[interval] [prompt]",
        &["proactive"],
    ),
    ("claude-api", "Reference for the Claude API", "", &[]),
    (
        "workflow-authoring",
        "Reference for workflow scripts",
        "",
        &[],
    ),
    ("run", "Start the project's program and look at it", "", &[]),
    (
        "run-skill-generator",
        "Write a skill that runs the project",
        "",
        &[],
    ),
    ("plugin-authoring", "Make or change a plugin", "", &[]),
    ("agents", "Manage subagents", "", &[]),
    (
        "auto-mode-setup",
        "Describe the environment to auto mode",
        "",
        &[],
    ),
    (
        "autocompact",
        "Set the window of automatic compaction",
        "[auto|<tokens>]",
        &[],
    ),
    (
        "clear",
        "Start a new session with an empty context",
        "[name]",
        &["reset", "new"],
    ),
    ("color", "Set the color of the prompt bar", "[color]", &[]),
    (
        "compact",
        "Summarize the conversation to free context",
        "<instructions>",
        &[],
    ),
    ("config", "Set a setting by key", "key=value", &["settings"]),
    (
        "output-style",
        "List or switch output styles",
        "[style]",
        &[],
    ),
    ("context", "Show what fills the context", "", &[]),
    ("effort", "Set the effort level", "<level>", &[]),
    ("fast", "Switch fast mode", "[on|off]", &[]),
    ("focus", "Switch the focus view", "[on|off]", &[]),
    ("heapdump", "Write a heap dump", "", &[]),
    ("init", "Write a CLAUDE.md for the project", "", &[]),
    (
        "mcp",
        "Manage MCP servers",
        "[reconnect|enable|disable]",
        &[],
    ),
    ("model", "Set the model", "<model>", &[]),
    (
        "__remote-workflow",
        "Run a workflow that a server delivered",
        "",
        &[],
    ),
    (
        "workflow-launch-exec",
        "Run a workflow that a server launched",
        "",
        &[],
    ),
    ("reload-plugins", "Apply plugin changes", "[--force]", &[]),
    ("reload-skills", "Look for new skills on disk", "", &[]),
    ("rename", "Rename the conversation", "[name]", &["name"]),
    ("security-review", "Review the branch for security", "", &[]),
    ("usage", "Show cost and usage", "", &["cost", "stats"]),
    ("insights", "Report on past sessions", "", &[]),
    ("recap", "Sum up the session in a line", "", &[]),
    ("goal", "Work until a condition holds", "", &[]),
    (
        "list-agents",
        "List agents and sessions to talk to",
        "",
        &["peers"],
    ),
    ("team-onboarding", "Write a guide for teammates", "", &[]),
];

pub(super) const COMMANDS_OLD: &[&str] = &[
    "debug",
    "compact",
    "context",
    "cost",
    "init",
    "pr-comments",
    "release-notes",
    "review",
    "security-review",
    "insights",
];

/// Names of the agents, with the model they ask for.
pub(super) const AGENTS: &[(&str, &str, Option<&str>)] = &[
    ("claude", "For any task that fits no other agent", None),
    (
        "Explore",
        "Finds code quickly and only reads",
        Some("inherit"),
    ),
    (
        "general-purpose",
        "Researches and carries out tasks of several steps",
        None,
    ),
    (
        "Plan",
        "Designs how a change should be made",
        Some("inherit"),
    ),
    (
        "statusline-setup",
        "Sets up the status line",
        Some("sonnet"),
    ),
];

pub(super) const AGENTS_OLD: &[&str] = &[
    "Bash",
    "general-purpose",
    "statusline-setup",
    "Explore",
    "Plan",
];

pub(in crate::cli) const CAPABILITIES: &[&str] = &[
    "interrupt_receipt_v1",
    "interrupt_cancel_queued_v1",
    "interrupt_send_now_v1",
    "interrupt_requeue_taken_v1",
    "msg_lifecycle_v1",
    "request_marker_lists_v1",
    "ask_user_question_unanswered_v1",
    "lifecycle_wakeup_source_v1",
    "sdk_mcp_tools_list_changed",
    "sdk_mcp_manifests",
    "mcp_read_resource_v1",
    "mcp_tool_ui_meta_v1",
    "ui_surface_v1",
    "mcp_call_result_not_for_model_v1",
    "mcp_call_check_permissions_v1",
    "voice_call_talk_line_v1",
    "withdrawn_files_note_v2",
    "ui_pane_widget_v1",
    "reload_plugins_refuse_if_busy_v1",
];

pub(in crate::cli) const INITIALIZE_CAPABILITIES: &[&str] = &[
    "ui_surface_v1",
    "mcp_call_result_not_for_model_v1",
    "mcp_call_check_permissions_v1",
    "voice_call_talk_line_v1",
    "ui_pane_widget_v1",
    "reload_plugins_refuse_if_busy_v1",
];
