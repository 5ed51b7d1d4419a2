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
        hooks: BTreeMap<String, Vec<HookMatcher>>,
        sdk_mcp_servers: Vec<String> = "sdkMcpServers",
        sdk_mcp_server_configs: BTreeMap<String, SdkServerOptions> = "sdkMcpServerConfigs",
        /// What their handshakes would tell; sent ahead, it saves them.
        sdk_mcp_server_manifests: BTreeMap<String, ServerManifest> = "sdkMcpServerManifests",
        /// Where the manifests come from; remote hosts only.
        sdk_mcp_server_manifests_origin: Option<String> = "sdkMcpServerManifestsOrigin",
        json_schema: Option<JsonObject> = "jsonSchema",
        /// The whole system prompt. Left out, the CLI uses its own; `[""]` means none at all.
        system_prompt: Vec<String> = "systemPrompt",
        append_system_prompt: Option<String> = "appendSystemPrompt",
        /// The system prompt is kept as it is now.
        system_prompt_snapshot: Option<bool> = "systemPromptSnapshot",
        /// What the model is told in plan mode.
        plan_mode_instructions: Option<String> = "planModeInstructions",
        tool_aliases: BTreeMap<String, String> = "toolAliases",
        /// Leaves out what differs from machine to machine, for a shared prompt cache.
        exclude_dynamic_sections: Option<bool> = "excludeDynamicSections",
        agents: BTreeMap<String, AgentDefinition>,
        title: Option<String>,
        /// The skills that may be used.
        skills: Vec<String>,
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
        plugins: Vec<PluginConfig>,
        /// Added to the system prompt of subagents.
        append_subagent_system_prompt: Option<String> = "appendSubagentSystemPrompt",
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
        workspace_trust: Option<WorkspaceTrust> = "workspaceTrust",
        attach_serve_request: Option<RawJson> = "attachServeRequest",
        proactivity: Option<RawJson>,
    }

    /// Whether a person trusts a directory.
    #[derive(Default)]
    pub struct WorkspaceTrust {
        accepted: bool,
        directory: String,
    }

    /// A kind of subagent.
    #[derive(Default)]
    pub struct AgentDefinition {
        description: String,
        prompt: String,
        /// The tools it may use; absent means all.
        tools: Vec<String>,
        /// The tools it may not use.
        disallowed_tools: Vec<String> = "disallowedTools",
        /// An alias, a model's id, or `inherit`.
        model: Option<String>,
        /// Its MCP servers: names, or configurations by name.
        mcp_servers: Vec<RawJson> = "mcpServers",
        /// Repeated to the model again and again.
        critical_system_reminder: Option<String> = "criticalSystemReminder_EXPERIMENTAL",
        skills: Vec<String>,
        initial_prompt: Option<String> = "initialPrompt",
        /// How many rounds it may take.
        max_turns: Option<u32> = "maxTurns",
        auto_compact_window: Option<u64> = "autoCompactWindow",
        background: Option<bool>,
        /// It does not read the project's instructions.
        omit_claude_md: Option<bool> = "omitClaudeMd",
        /// Where it remembers: `user`, `project` or `local`.
        memory: Option<String>,
        /// How hard it thinks: a level or a number.
        effort: Option<RawJson>,
        permission_mode: Option<PermissionMode> = "permissionMode",
        observer: Option<RawJson>,
        observer_message: Option<String> = "observerMessage",
    }

    /// What the CLI offers and how it stands.
    #[derive(Default)]
    pub struct InitializeResponse {
        commands: Vec<SlashCommand>,
        agents: Vec<AgentInfo>,
        output_style: Option<String>,
        available_output_styles: Vec<String>,
        models: Vec<ModelInfo>,
        account: Option<AccountInfo>,
        /// The hooks of the request are in force.
        hooks_applied: Option<bool>,
        /// `onFailure` of hooks is understood.
        hook_on_failure_supported: Option<bool>,
        /// The plugins of the request are in force.
        plugins_applied: Option<bool>,
        sdk_mcp_manifests_parked: BTreeMap<String, String>,
        claude_code_version: Option<String>,
        /// Fast mode: `off`, `cooldown` or `on`.
        fast_mode_state: Option<String>,
        fast_mode_disabled_reason: Option<String>,
        pid: Option<u32>,
        current_model: Option<String>,
        current_permission_mode: Option<PermissionMode>,
        session_state: Option<SessionState>,
        /// What this CLI can do.
        capabilities: Vec<String>,
        unavailable_models: Vec<ModelInfo>,
        /// Two ways to sign in contradict each other.
        auth_conflict: Option<RawJson>,
        user_output_styles_dir: Option<String>,
        /// The organization's settings of the request are in force.
        managed_settings_applied: Option<bool>,
        /// The tools that run code, as understood.
        code_running_mcp_tools_applied: Option<RawJson>,
        /// The trust of the request was noted.
        workspace_trust_recorded: Option<bool>,
        /// Hooks of the host may word asks.
        host_worded_asks: Option<bool>,
        /// An ask of another hook outranks the host's.
        other_hook_ask_outranks_host: Option<bool>,
        /// The CLI tells when it read a message.
        inbound_read_receipts: Option<bool>,
        permission_mode_from_default_fallback: Option<bool>,
        auto_default_nudge: Option<PermissionMode>,
        /// Text for the foot of the page.
        footer_indicator: Option<RawJson>,
        feedback_survey_config: Option<RawJson>,
        /// What to ask after that.
        survey_followup_box: Option<RawJson>,
        feedback_mode: Option<RawJson>,
        analytics_disabled: Option<bool>,
        remote_control_auto_enable: Option<bool>,
        /// So it does by default.
        remote_control_auto_on_by_default: Option<bool>,
        remote_control_auto_connect_default: Option<bool>,
        remote_control_available: Option<bool>,
        /// The browser is connected from the start.
        claude_in_chrome_at_startup: Option<bool>,
        /// The browser is not offered.
        claude_in_chrome_prompt_disabled: Option<bool>,
        /// An editor may turn remote control on.
        ide_rc_auto_enable_gate: Option<bool>,
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
