//! The first request.

use std::collections::BTreeMap;

use crate::control::{AccountInfo, AgentInfo, ModelInfo, PluginConfig, SlashCommand};
use crate::elicitation::DialogKind;
use crate::hook::{HookEvent, HookMatcher};
use crate::mcp::{SdkServerOptions, ServerManifest};
use crate::object::JsonObject;
use crate::permission::PermissionMode;
use crate::raw::RawJson;
use crate::system::SessionState;
use crate::wire::wire_struct;

wire_struct! {
    /// Introduces the host. Everything is optional, and so is the request itself.
    #[derive(Default)]
    pub struct Initialize {
        /// Callbacks by event.
        hooks: BTreeMap<String, Vec<HookMatcher>> = "hooks",
        /// Names of servers inside the host.
        sdk_mcp_servers: Vec<String> = "sdkMcpServers",
        /// Their options.
        sdk_mcp_server_configs: BTreeMap<String, SdkServerOptions> = "sdkMcpServerConfigs",
        /// What their handshakes would tell; sent ahead, it saves them.
        sdk_mcp_server_manifests: BTreeMap<String, ServerManifest> = "sdkMcpServerManifests",
        /// Where the manifests come from; remote hosts only.
        sdk_mcp_server_manifests_origin: Option<String> = "sdkMcpServerManifestsOrigin",
        /// JSON schema of a structured answer.
        json_schema: Option<JsonObject> = "jsonSchema",
        /// The whole system prompt. Left out, the CLI uses its own; `[""]` means none at all.
        system_prompt: Vec<String> = "systemPrompt",
        /// Added to the system prompt.
        append_system_prompt: Option<String> = "appendSystemPrompt",
        /// The system prompt is kept as it is now.
        system_prompt_snapshot: Option<bool> = "systemPromptSnapshot",
        /// What the model is told in plan mode.
        plan_mode_instructions: Option<String> = "planModeInstructions",
        /// Other names for tools.
        tool_aliases: BTreeMap<String, String> = "toolAliases",
        /// Leaves out what differs from machine to machine, for a shared prompt cache.
        exclude_dynamic_sections: Option<bool> = "excludeDynamicSections",
        /// Kinds of subagents.
        agents: BTreeMap<String, AgentDefinition> = "agents",
        /// Names the session.
        title: Option<String> = "title",
        /// The skills that may be used.
        skills: Vec<String> = "skills",
        /// The CLI suggests what to ask next.
        prompt_suggestions: Option<bool> = "promptSuggestions",
        /// The CLI sums up what subagents do.
        agent_progress_summaries: Option<bool> = "agentProgressSummaries",
        /// The text of subagents is sent too.
        forward_subagent_text: Option<bool> = "forwardSubagentText",
        /// The dialogs the host can show.
        supported_dialog_kinds: Vec<DialogKind> = "supportedDialogKinds",
        /// The host can stop single tasks.
        per_task_stop_affordance: Option<bool> = "perTaskStopAffordance",
        /// Plugins; only with `--await-initialize`.
        plugins: Vec<PluginConfig> = "plugins",
        /// Added to the system prompt of subagents.
        append_subagent_system_prompt: Option<String> = "appendSubagentSystemPrompt",
        /// MCP tools that run code.
        code_running_mcp_tools: BTreeMap<String, Vec<String>> = "codeRunningMcpTools",
        /// Servers that web search is not kept apart from.
        web_search_isolation_exempt_mcp_servers: Vec<String> = "webSearchIsolationExemptMcpServers",
        /// The host offers to set the browser up.
        renders_chrome_setup_offer: Option<bool> = "rendersChromeSetupOffer",
        /// Tool calls of subagents of subagents are sent too.
        forward_nested_subagent_tool_calls: Option<bool> = "forwardNestedSubagentToolCalls",
        /// A quick second message replaces the first.
        rapid_followup_preempt: Option<bool> = "rapidFollowupPreempt",
        /// Settings of the organization; with `--managed-settings-in-initialize`.
        managed_settings: Option<JsonObject> = "managedSettings",
        /// Whether a person trusts the directory.
        workspace_trust: Option<WorkspaceTrust> = "workspaceTrust",
        /// A session to attach to.
        attach_serve_request: Option<RawJson> = "attachServeRequest",
        /// How much the model does unasked.
        proactivity: Option<RawJson> = "proactivity",
    }

    /// Whether a person trusts a directory.
    #[derive(Default)]
    pub struct WorkspaceTrust {
        /// They do.
        accepted: bool = "accepted",
        /// The directory.
        directory: String = "directory",
    }

    /// A kind of subagent.
    #[derive(Default)]
    pub struct AgentDefinition {
        /// When to use it.
        description: String = "description",
        /// Its system prompt.
        prompt: String = "prompt",
        /// The tools it may use; absent means all.
        tools: Vec<String> = "tools",
        /// The tools it may not use.
        disallowed_tools: Vec<String> = "disallowedTools",
        /// An alias, a model's id, or `inherit`.
        model: Option<String> = "model",
        /// Its MCP servers: names, or configurations by name.
        mcp_servers: Vec<RawJson> = "mcpServers",
        /// Repeated to the model again and again.
        critical_system_reminder: Option<String> = "criticalSystemReminder_EXPERIMENTAL",
        /// Its skills.
        skills: Vec<String> = "skills",
        /// Its first prompt.
        initial_prompt: Option<String> = "initialPrompt",
        /// How many rounds it may take.
        max_turns: Option<u32> = "maxTurns",
        /// When its context is compacted.
        auto_compact_window: Option<u64> = "autoCompactWindow",
        /// It runs in the background.
        background: Option<bool> = "background",
        /// It does not read the project's instructions.
        omit_claude_md: Option<bool> = "omitClaudeMd",
        /// Where it remembers: `user`, `project` or `local`.
        memory: Option<String> = "memory",
        /// How hard it thinks: a level or a number.
        effort: Option<RawJson> = "effort",
        /// Its mode.
        permission_mode: Option<PermissionMode> = "permissionMode",
        /// Who watches it.
        observer: Option<RawJson> = "observer",
        /// What the watcher is told.
        observer_message: Option<String> = "observerMessage",
    }

    /// What the CLI offers and how it stands.
    #[derive(Default)]
    pub struct InitializeResponse {
        /// Slash commands.
        commands: Vec<SlashCommand> = "commands",
        /// Kinds of subagents.
        agents: Vec<AgentInfo> = "agents",
        /// The output style.
        output_style: Option<String> = "output_style",
        /// The output styles to choose from.
        available_output_styles: Vec<String> = "available_output_styles",
        /// The models to choose from.
        models: Vec<ModelInfo> = "models",
        /// Whose account is used.
        account: Option<AccountInfo> = "account",
        /// The hooks of the request are in force.
        hooks_applied: Option<bool> = "hooks_applied",
        /// `onFailure` of hooks is understood.
        hook_on_failure_supported: Option<bool> = "hook_on_failure_supported",
        /// The plugins of the request are in force.
        plugins_applied: Option<bool> = "plugins_applied",
        /// What became of each manifest.
        sdk_mcp_manifests_parked: BTreeMap<String, String> = "sdk_mcp_manifests_parked",
        /// The CLI's version.
        claude_code_version: Option<String> = "claude_code_version",
        /// Fast mode: `off`, `cooldown` or `on`.
        fast_mode_state: Option<String> = "fast_mode_state",
        /// Why fast mode is off.
        fast_mode_disabled_reason: Option<String> = "fast_mode_disabled_reason",
        /// The CLI's process.
        pid: Option<u32> = "pid",
        /// The model in use.
        current_model: Option<String> = "current_model",
        /// The mode in force.
        current_permission_mode: Option<PermissionMode> = "current_permission_mode",
        /// What the session does.
        session_state: Option<SessionState> = "session_state",
        /// What this CLI can do.
        capabilities: Vec<String> = "capabilities",
        /// Models that cannot be chosen.
        unavailable_models: Vec<ModelInfo> = "unavailable_models",
        /// Two ways to sign in contradict each other.
        auth_conflict: Option<RawJson> = "auth_conflict",
        /// Where the user's output styles are.
        user_output_styles_dir: Option<String> = "user_output_styles_dir",
        /// The organization's settings of the request are in force.
        managed_settings_applied: Option<bool> = "managed_settings_applied",
        /// The tools that run code, as understood.
        code_running_mcp_tools_applied: Option<RawJson> = "code_running_mcp_tools_applied",
        /// The trust of the request was noted.
        workspace_trust_recorded: Option<bool> = "workspace_trust_recorded",
        /// Hooks of the host may word asks.
        host_worded_asks: Option<bool> = "host_worded_asks",
        /// An ask of another hook outranks the host's.
        other_hook_ask_outranks_host: Option<bool> = "other_hook_ask_outranks_host",
        /// The CLI tells when it read a message.
        inbound_read_receipts: Option<bool> = "inbound_read_receipts",
        /// The mode was nobody's choice.
        permission_mode_from_default_fallback: Option<bool> = "permission_mode_from_default_fallback",
        /// The mode the CLI would propose.
        auto_default_nudge: Option<PermissionMode> = "auto_default_nudge",
        /// Text for the foot of the page.
        footer_indicator: Option<RawJson> = "footer_indicator",
        /// When to ask for an opinion.
        feedback_survey_config: Option<RawJson> = "feedback_survey_config",
        /// What to ask after that.
        survey_followup_box: Option<RawJson> = "survey_followup_box",
        /// Where opinions go.
        feedback_mode: Option<RawJson> = "feedback_mode",
        /// Nothing is counted.
        analytics_disabled: Option<bool> = "analytics_disabled",
        /// Remote control starts by itself.
        remote_control_auto_enable: Option<bool> = "remote_control_auto_enable",
        /// So it does by default.
        remote_control_auto_on_by_default: Option<bool> = "remote_control_auto_on_by_default",
        /// It connects by default.
        remote_control_auto_connect_default: Option<bool> = "remote_control_auto_connect_default",
        /// Remote control is to be had.
        remote_control_available: Option<bool> = "remote_control_available",
        /// The browser is connected from the start.
        claude_in_chrome_at_startup: Option<bool> = "claude_in_chrome_at_startup",
        /// The browser is not offered.
        claude_in_chrome_prompt_disabled: Option<bool> = "claude_in_chrome_prompt_disabled",
        /// An editor may turn remote control on.
        ide_rc_auto_enable_gate: Option<bool> = "ide_rc_auto_enable_gate",
    }
}

impl Initialize {
    /// Registers callbacks for an event.
    #[must_use]
    pub fn hook(mut self, event: &HookEvent, matcher: HookMatcher) -> Self {
        self.hooks
            .entry(event.as_str().to_owned())
            .or_default()
            .push(matcher);
        self
    }

    /// Names a server inside the host.
    #[must_use]
    pub fn sdk_mcp_server(mut self, name: impl Into<String>) -> Self {
        self.sdk_mcp_servers.push(name.into());
        self
    }
}

impl AgentDefinition {
    /// Makes a kind of subagent.
    pub fn new(description: impl Into<String>, prompt: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            prompt: prompt.into(),
            ..Self::default()
        }
    }
}
