//! The `initialize` request.

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
    /// Registers the host. All fields are optional, and so is the request itself.
    #[derive(Default)]
    pub struct Initialize {
        hooks: BTreeMap<String, Vec<HookMatcher>>,
        sdk_mcp_servers: Vec<String> = "sdkMcpServers",
        sdk_mcp_server_configs: BTreeMap<String, SdkServerOptions> = "sdkMcpServerConfigs",
        /// The results of the servers' handshakes; sending them here saves the handshakes.
        sdk_mcp_server_manifests: BTreeMap<String, ServerManifest> = "sdkMcpServerManifests",
        /// The origin of the manifests; remote hosts only.
        sdk_mcp_server_manifests_origin: Option<String> = "sdkMcpServerManifestsOrigin",
        json_schema: Option<JsonObject> = "jsonSchema",
        /// The whole system prompt. If absent, the CLI uses its own; `[""]` means no system prompt.
        system_prompt: Vec<String> = "systemPrompt",
        append_system_prompt: Option<String> = "appendSystemPrompt",
        /// Keeps the current system prompt.
        system_prompt_snapshot: Option<bool> = "systemPromptSnapshot",
        /// Instructions for the model in plan mode.
        plan_mode_instructions: Option<String> = "planModeInstructions",
        tool_aliases: BTreeMap<String, String> = "toolAliases",
        /// Excludes machine-specific sections, for a shared prompt cache.
        exclude_dynamic_sections: Option<bool> = "excludeDynamicSections",
        agents: BTreeMap<String, AgentDefinition>,
        title: Option<String>,
        /// The skills that can be used.
        skills: Vec<String>,
        /// Enables suggestions for the next prompt.
        prompt_suggestions: Option<bool> = "promptSuggestions",
        /// Enables summaries of the progress of subagents.
        agent_progress_summaries: Option<bool> = "agentProgressSummaries",
        /// Includes the text of subagents.
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
        /// Servers that are exempt from the isolation of web search.
        web_search_isolation_exempt_mcp_servers: Vec<String> = "webSearchIsolationExemptMcpServers",
        /// The host can show the offer to set up the browser.
        renders_chrome_setup_offer: Option<bool> = "rendersChromeSetupOffer",
        /// Includes tool calls of nested subagents.
        forward_nested_subagent_tool_calls: Option<bool> = "forwardNestedSubagentToolCalls",
        /// A message that quickly follows another replaces it.
        rapid_followup_preempt: Option<bool> = "rapidFollowupPreempt",
        /// Managed settings of the organization; with `--managed-settings-in-initialize`.
        managed_settings: Option<JsonObject> = "managedSettings",
        workspace_trust: Option<WorkspaceTrust> = "workspaceTrust",
        attach_serve_request: Option<RawJson> = "attachServeRequest",
        proactivity: Option<RawJson>,
    }

    /// Whether the user trusts a directory.
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
        /// A reminder that is repeated to the model.
        critical_system_reminder: Option<String> = "criticalSystemReminder_EXPERIMENTAL",
        skills: Vec<String>,
        initial_prompt: Option<String> = "initialPrompt",
        /// The maximum number of rounds.
        max_turns: Option<u32> = "maxTurns",
        auto_compact_window: Option<u64> = "autoCompactWindow",
        background: Option<bool>,
        /// The subagent does not read the project's instructions.
        omit_claude_md: Option<bool> = "omitClaudeMd",
        /// The scope of its memory: `user`, `project` or `local`.
        memory: Option<String>,
        /// The effort: a level or a number.
        effort: Option<RawJson>,
        permission_mode: Option<PermissionMode> = "permissionMode",
        observer: Option<RawJson>,
        observer_message: Option<String> = "observerMessage",
    }

    /// Capabilities and state of the CLI.
    #[derive(Default)]
    pub struct InitializeResponse {
        commands: Vec<SlashCommand>,
        agents: Vec<AgentInfo>,
        output_style: Option<String>,
        available_output_styles: Vec<String>,
        models: Vec<ModelInfo>,
        account: Option<AccountInfo>,
        /// The hooks of the request are active.
        hooks_applied: Option<bool>,
        /// `onFailure` of hooks is supported.
        hook_on_failure_supported: Option<bool>,
        /// The plugins of the request are active.
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
        /// The capabilities of this CLI.
        capabilities: Vec<String>,
        unavailable_models: Vec<ModelInfo>,
        /// Two sign-in methods contradict each other.
        auth_conflict: Option<RawJson>,
        user_output_styles_dir: Option<String>,
        /// The managed settings of the request are active.
        managed_settings_applied: Option<bool>,
        /// The tools that run code, as parsed by the CLI.
        code_running_mcp_tools_applied: Option<RawJson>,
        /// The trust of the request was recorded.
        workspace_trust_recorded: Option<bool>,
        /// Hooks of the host can set the text of permission requests.
        host_worded_asks: Option<bool>,
        /// A permission request of another hook takes precedence over the host's.
        other_hook_ask_outranks_host: Option<bool>,
        /// The CLI reports when it has read a message.
        inbound_read_receipts: Option<bool>,
        permission_mode_from_default_fallback: Option<bool>,
        auto_default_nudge: Option<PermissionMode>,
        /// Text for the footer of the page.
        footer_indicator: Option<RawJson>,
        feedback_survey_config: Option<RawJson>,
        /// A follow-up question of that survey.
        survey_followup_box: Option<RawJson>,
        feedback_mode: Option<RawJson>,
        analytics_disabled: Option<bool>,
        remote_control_auto_enable: Option<bool>,
        /// It is on by default.
        remote_control_auto_on_by_default: Option<bool>,
        remote_control_auto_connect_default: Option<bool>,
        remote_control_available: Option<bool>,
        /// The browser is connected at startup.
        claude_in_chrome_at_startup: Option<bool>,
        /// The offer of the browser is disabled.
        claude_in_chrome_prompt_disabled: Option<bool>,
        /// An editor may enable remote control.
        ide_rc_auto_enable_gate: Option<bool>,
    }
}

impl Initialize {
    /// Registers the callbacks of an event.
    #[must_use]
    pub fn hook(mut self, event: &HookEvent, matcher: HookMatcher) -> Self {
        self.hooks
            .entry(event.as_str().to_owned())
            .or_default()
            .push(matcher);
        self
    }

    /// Registers an in-process server.
    #[must_use]
    pub fn sdk_mcp_server(mut self, name: impl Into<String>) -> Self {
        self.sdk_mcp_servers.push(name.into());
        self
    }
}

impl AgentDefinition {
    /// Creates a definition of a subagent.
    pub fn new(description: impl Into<String>, prompt: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            prompt: prompt.into(),
            ..Self::default()
        }
    }
}
