//! The requests with large answers: `initialize`, settings, hooks, rules, usage.

use super::host;

pub(super) fn rows() -> Vec<&'static str> {
    vec![
        initialize(),
        get_settings(),
        get_hooks_listing(),
        list_permission_rules(),
        get_context_usage(),
        get_session_cost(),
        get_usage(),
    ]
}

fn initialize() -> &'static str {
    host!(Initialize {
        "hooks": {"PreToolUse": [{"matcher": "Bash", "hookCallbackIds": ["hook_0"], "timeout": 3, "onFailure": "block"}]},
        "sdkMcpServers": ["calc"],
        "sdkMcpServerConfigs": {"calc": {"timeout": 4000, "tools": [{"name": "add", "permission_policy": "always_allow"}], "disableAutoBackground": true,
            "connectorId": "c", "autoModeVerdictTools": ["add"], "dataFlowServer": {"type": "anthropic", "id": "i"}}},
        "sdkMcpServerManifests": {"calc": {"initializeResult": {"protocolVersion": "2025-11-25"}, "toolsListResult": {"tools": []}}},
        "sdkMcpServerManifestsOrigin": "host_per_send",
        "jsonSchema": {"type": "object"}, "systemPrompt": [""], "appendSystemPrompt": "a", "systemPromptSnapshot": true,
        "planModeInstructions": "p", "toolAliases": {"A": "B"}, "excludeDynamicSections": true,
        "agents": {"r": {"description": "d", "prompt": "p", "tools": ["Read"], "disallowedTools": ["Bash"], "model": "inherit", "mcpServers": ["s", {"t": {"command": "c"}}],
            "criticalSystemReminder_EXPERIMENTAL": "c", "skills": ["k"], "initialPrompt": "i", "maxTurns": 3, "autoCompactWindow": 100000, "background": true,
            "omitClaudeMd": true, "memory": "project", "effort": "high", "permissionMode": "plan", "observer": "o", "observerMessage": "m"}},
        "title": "t", "skills": ["s"], "promptSuggestions": true, "agentProgressSummaries": true, "forwardSubagentText": true,
        "supportedDialogKinds": ["goal_proposal"], "perTaskStopAffordance": true,
        "plugins": [{"type": "local", "path": "/p"}], "appendSubagentSystemPrompt": "x", "codeRunningMcpTools": {"s": ["t"]},
        "webSearchIsolationExemptMcpServers": ["w"], "rendersChromeSetupOffer": true, "forwardNestedSubagentToolCalls": true, "rapidFollowupPreempt": true,
        "managedSettings": {"a": 1}, "workspaceTrust": {"accepted": true, "directory": "/"}, "attachServeRequest": {"workId": "w"}, "proactivity": "ask"
    } [
        hooks, sdk_mcp_servers = "sdkMcpServers", sdk_mcp_server_configs = "sdkMcpServerConfigs", sdk_mcp_server_manifests = "sdkMcpServerManifests",
        sdk_mcp_server_manifests_origin = "sdkMcpServerManifestsOrigin", json_schema = "jsonSchema", system_prompt = "systemPrompt",
        append_system_prompt = "appendSystemPrompt", system_prompt_snapshot = "systemPromptSnapshot", plan_mode_instructions = "planModeInstructions",
        tool_aliases = "toolAliases", exclude_dynamic_sections = "excludeDynamicSections", agents, title, skills,
        prompt_suggestions = "promptSuggestions", agent_progress_summaries = "agentProgressSummaries", forward_subagent_text = "forwardSubagentText",
        supported_dialog_kinds = "supportedDialogKinds", per_task_stop_affordance = "perTaskStopAffordance", plugins,
        append_subagent_system_prompt = "appendSubagentSystemPrompt", code_running_mcp_tools = "codeRunningMcpTools",
        web_search_isolation_exempt_mcp_servers = "webSearchIsolationExemptMcpServers", renders_chrome_setup_offer = "rendersChromeSetupOffer",
        forward_nested_subagent_tool_calls = "forwardNestedSubagentToolCalls", rapid_followup_preempt = "rapidFollowupPreempt",
        managed_settings = "managedSettings", workspace_trust = "workspaceTrust", attach_serve_request = "attachServeRequest", proactivity
    ] -> {
        "commands": [{"name": "c", "description": "d", "argumentHint": "h", "builtin": true}], "agents": [{"name": "a", "description": "d"}],
        "output_style": "default", "available_output_styles": ["default"], "models": [{"value": "v", "displayName": "d", "description": "x"}],
        "account": {"tokenSource": "none", "apiKeySource": "ANTHROPIC_API_KEY", "apiProvider": "firstParty"},
        "hooks_applied": true, "hook_on_failure_supported": true, "plugins_applied": true, "sdk_mcp_manifests_parked": {"calc": "parked"},
        "claude_code_version": "2.1.325", "fast_mode_state": "off", "fast_mode_disabled_reason": "free", "pid": 7, "current_model": "m",
        "current_permission_mode": "default", "session_state": "idle", "capabilities": ["ui_surface_v1"], "unavailable_models": [{"value": "u"}],
        "auth_conflict": {"token_source": "a"}, "user_output_styles_dir": "/d", "managed_settings_applied": true, "code_running_mcp_tools_applied": {"s": []},
        "workspace_trust_recorded": true, "host_worded_asks": true, "other_hook_ask_outranks_host": true, "inbound_read_receipts": true,
        "permission_mode_from_default_fallback": true, "auto_default_nudge": "auto", "footer_indicator": {"text": "t"}, "feedback_survey_config": {},
        "survey_followup_box": {}, "feedback_mode": {"kind": "post"}, "analytics_disabled": true, "remote_control_auto_enable": false,
        "remote_control_auto_on_by_default": false, "remote_control_auto_connect_default": false, "remote_control_available": false,
        "claude_in_chrome_at_startup": false, "claude_in_chrome_prompt_disabled": true, "ide_rc_auto_enable_gate": false
    } [
        commands, agents, output_style, available_output_styles, models, account, hooks_applied, hook_on_failure_supported, plugins_applied,
        sdk_mcp_manifests_parked, claude_code_version, fast_mode_state, fast_mode_disabled_reason, pid, current_model, current_permission_mode,
        session_state, capabilities, unavailable_models, auth_conflict, user_output_styles_dir, managed_settings_applied, code_running_mcp_tools_applied,
        workspace_trust_recorded, host_worded_asks, other_hook_ask_outranks_host, inbound_read_receipts, permission_mode_from_default_fallback,
        auto_default_nudge, footer_indicator, feedback_survey_config, survey_followup_box, feedback_mode, analytics_disabled, remote_control_auto_enable,
        remote_control_auto_on_by_default, remote_control_auto_connect_default, remote_control_available, claude_in_chrome_at_startup,
        claude_in_chrome_prompt_disabled, ide_rc_auto_enable_gate
    ])
}

fn get_settings() -> &'static str {
    host!(GetSettings {} [] -> {
        "effective": {"model": "m"}, "sources": [{"source": "policySettings", "settings": {}}],
        "applied": {"model": "m", "effort": "high", "advisor": "a", "ultracode": false, "ultracodeRequested": false, "ultracodeAvailable": false,
            "ultrathinkAvailable": true, "outsideFileToolReadsBlocked": false, "outsideFileToolWritesBlocked": false,
            "outsideBlocksCountLaunchFoldersOnly": false, "launchEnvLeftOwnFilesInPlace": true},
        "errors": [{"file": "f", "path": "p", "message": "m"}], "withheld": true, "remote_control_policy_lock_reason": "r"
    } [effective, sources, applied, errors, withheld, remote_control_policy_lock_reason])
}

fn get_hooks_listing() -> &'static str {
    host!(GetHooksListing {} [] -> {
        "events": [{"name": "Stop", "summary": "s", "supportsMatcher": false, "hookCount": 1}],
        "hooks": [{"event": "Stop", "matcher": "", "source": "s", "sourceLabel": "l", "pluginName": "p", "type": "command", "displayText": "d",
            "commandText": "c", "contentLabel": "x", "condition": "if", "timeout": 5, "statusMessage": "m", "runsOnce": true, "runsInBackground": false,
            "disabled": true, "editable": {"matcher": "m", "config": {}}}],
        "eventCatalog": [{"name": "Stop", "summary": "s", "supportsMatcher": false}],
        "policy": {"disabledByPolicy": false, "managedOnly": false, "pluginOnly": false, "allDisabled": false, "policyHookCount": 0, "policyUnreadable": true},
        "safeMode": {"managedHooksStillApply": true, "exitHint": "x"}, "bareMode": {"exitHint": "x"}, "errors": [{"path": "p", "message": "m"}]
    } [events, hooks, event_catalog = "eventCatalog", policy, safe_mode = "safeMode", bare_mode = "bareMode", errors])
}

fn list_permission_rules() -> &'static str {
    host!(ListPermissionRules {} [] -> {"state": {
        "rules": [{"behavior": "allow", "source": "session", "rule": "Bash(touch:*)", "description": {"prefix": "a", "emphasis": "b", "suffix": "c"},
            "editability": "session", "notInEffect": false}],
        "workspaceDirectories": [{"path": "/", "source": "session"}], "originalCwd": "/", "managedOnly": false,
        "errors": [{"file": "f", "path": "p", "message": "m"}], "withheld": false
    }} [state])
}

fn get_context_usage() -> &'static str {
    host!(GetContextUsage {"detail": "full"} [detail] -> {
        "categories": [{"id": "messages", "name": "Messages", "tokens": 5, "color": "c", "isDeferred": false, "kind": "used"}],
        "totalTokens": 1, "maxTokens": 2, "rawMaxTokens": 3, "percentage": 0.5,
        "gridRows": [[{"color": "c", "isFilled": true, "categoryName": "n", "tokens": 1, "percentage": 1, "squareFullness": 0.7}]],
        "model": "m", "memoryFiles": [{"path": "p", "type": "Project", "tokens": 1}],
        "mcpTools": [{"name": "n", "serverName": "s", "tokens": 1, "isLoaded": true}], "mcpInstructions": [{"serverName": "s", "tokens": 1}],
        "deferredBuiltinTools": [{"name": "n", "tokens": 1, "isLoaded": false}], "systemTools": [{"name": "n", "tokens": 1}],
        "systemPromptSections": [{"name": "n", "tokens": 1}],
        "agents": [{"agentType": "a", "source": "s", "pluginId": "p", "path": "x", "tokens": 1}],
        "slashCommands": {"totalCommands": 1, "includedCommands": 1, "tokens": 1},
        "skills": {"totalSkills": 1, "includedSkills": 1, "tokens": 1, "skillFrontmatter": [{"name": "n", "source": "s", "pluginName": "p", "pluginId": "i", "path": "x", "tokens": 1}]},
        "autoCompactThreshold": 9, "isAutoCompactEnabled": true, "autocompactSource": "auto",
        "messageBreakdown": {"toolCallTokens": 1, "toolResultTokens": 1, "attachmentTokens": 1, "assistantMessageTokens": 1, "userMessageTokens": 1,
            "redirectedContextTokens": 1, "unattributedTokens": 1, "toolCallsByType": [{"name": "n", "callTokens": 1, "resultTokens": 1}],
            "attachmentsByType": [{"name": "n", "tokens": 1}]},
        "apiUsage": {"input_tokens": 1, "output_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
        "coldResumeQuota": {"percentPerMillionTokens": 1, "minPercent": 2}
    } [
        categories, total_tokens = "totalTokens", max_tokens = "maxTokens", raw_max_tokens = "rawMaxTokens", percentage, grid_rows = "gridRows", model,
        memory_files = "memoryFiles", mcp_tools = "mcpTools", mcp_instructions = "mcpInstructions", deferred_builtin_tools = "deferredBuiltinTools",
        system_tools = "systemTools", system_prompt_sections = "systemPromptSections", agents, slash_commands = "slashCommands", skills,
        auto_compact_threshold = "autoCompactThreshold", is_auto_compact_enabled = "isAutoCompactEnabled", autocompact_source = "autocompactSource",
        message_breakdown = "messageBreakdown", api_usage = "apiUsage", cold_resume_quota = "coldResumeQuota"
    ])
}

fn get_session_cost() -> &'static str {
    host!(GetSessionCost {} [] -> {"text": "$1"} [text])
}

fn get_usage() -> &'static str {
    host!(GetUsage {"skip_behaviors": true} [skip_behaviors] -> {
        "session": {"total_cost_usd": 0.5, "total_api_duration_ms": 1, "total_duration_ms": 2, "total_lines_added": 3, "total_lines_removed": 4,
            "model_usage": {"m": {"inputTokens": 1, "costUSD": 0.5}}},
        "subscription_type": "pro", "rate_limits_available": true,
        "rate_limits": {"five_hour": {"utilization": 1.5, "resets_at": "t"}, "seven_day": {"utilization": 2, "resets_at": "t"},
            "seven_day_oauth_apps": {"utilization": 2, "resets_at": "t"}, "seven_day_opus": {"utilization": 2, "resets_at": "t"},
            "seven_day_sonnet": {"utilization": 2, "resets_at": "t"}, "model_scoped": [{"display_name": "d", "utilization": 1, "resets_at": "t"}],
            "extra_usage": {"is_enabled": true, "monthly_limit": 5, "used_credits": 1.5, "utilization": 30, "currency": "USD"}},
        "behaviors": {"day": {"request_count": 1, "session_count": 1, "behaviors": [{"key": "cron", "pct": 1, "count": 2}],
                "recommendations": [{"key": "k", "pct": 1, "title": "t", "detail": "d"}], "fix": {"keys": ["k"], "messages": ["m"]},
                "agents": [{"name": "n", "pct": 1}], "skills": [{"name": "n", "pct": 1}], "plugins": [{"name": "n", "pct": 1}], "mcp_servers": [{"name": "n", "pct": 1}]},
            "week": {"request_count": 1, "session_count": 1}}
    } [session, subscription_type, rate_limits_available, rate_limits, behaviors])
}
