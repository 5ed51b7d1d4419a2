//! Requests of the host.

use pilothouse_protocol::control::HostRequest;
use serde_json::json;

use super::host;
use super::reports;

/// Every published request, in the order of the surface.
const PUBLISHED: [&str; 37] = [
    "initialize",
    "interrupt",
    "set_permission_mode",
    "set_model",
    "set_max_thinking_tokens",
    "apply_flag_settings",
    "update_settings",
    "get_settings",
    "get_hooks_listing",
    "list_permission_rules",
    "get_context_usage",
    "get_session_cost",
    "get_usage",
    "list_models",
    "get_binary_version",
    "rename_session",
    "set_color",
    "mcp_status",
    "mcp_set_servers",
    "mcp_reconnect",
    "mcp_toggle",
    "mcp_call",
    "mcp_read_resource",
    "mcp_message",
    "rewind_files",
    "cancel_async_message",
    "seed_read_state",
    "read_file",
    "file_suggestions",
    "register_repo_root",
    "reload_plugins",
    "reload_skills",
    "reload_output_styles",
    "set_has_subscribers",
    "stop_task",
    "background_tasks",
    "get_task_output",
];

#[test]
fn every_published_request_is_read_by_name() {
    let rows: Vec<&str> = [
        steering(),
        settings(),
        servers(),
        files(),
        tasks(),
        reports::rows(),
    ]
    .concat();
    for subtype in PUBLISHED {
        assert!(rows.contains(&subtype), "{subtype} has no row");
    }
    assert_eq!(rows.len(), PUBLISHED.len());
}

#[test]
fn every_unpublished_request_is_known_by_name() {
    let rows: Vec<&str> = [conversation(), sign_in(), dialogs()].concat();
    let known = HostRequest::TYPED
        .iter()
        .filter(|subtype| !PUBLISHED.contains(subtype));
    for subtype in known {
        assert!(rows.contains(subtype), "{subtype} has no row");
    }
    for subtype in [
        "ui_attach",
        "ui_prompt_autocomplete",
        "turn_handoff",
        "register_device_hooks",
        "poll_event",
        "stage_file",
    ] {
        let request = super::host_request(subtype, &json!({"plugin": "p"}));
        assert_eq!(request.tag(), subtype);
        assert!(
            !matches!(request, HostRequest::Unknown(_)),
            "{subtype} is unknown"
        );
    }
}

fn steering() -> Vec<&'static str> {
    vec![
        host!(Interrupt {"cancel_queued": true, "reason": "user-cancel", "send_now": false, "message_uuid": "m",
                "for_user_message_uuids": ["a"], "spare_background_tasks": true, "worker_epoch": 3}
            [cancel_queued, reason, send_now, message_uuid, for_user_message_uuids, spare_background_tasks, worker_epoch]
            -> {"still_queued": ["a"], "cancelled": ["b"], "put_back": ["c"], "send_now": "stopped", "turn": "idle"}
            [still_queued, cancelled, put_back, send_now, turn]),
        host!(SetPermissionMode {"mode": "plan", "ultraplan": false, "from_settings": true} [mode, ultraplan, from_settings]
            -> {"mode": "plan"} [mode]),
        host!(SetModel {"model": null, "system_prompt": "s", "only_if_model_is_current": true} [model, system_prompt, only_if_model_is_current]
            -> {"model": "claude-x"} [model]),
        host!(SetMaxThinkingTokens {"max_thinking_tokens": null, "thinking_display": "summarized"} [max_thinking_tokens, thinking_display]
            -> {} []),
        host!(RenameSession {"title": "T", "source": "host", "session_id": "s", "names_chrome_tab_group": true}
            [title, source, session_id, names_chrome_tab_group] -> {} []),
        host!(SetColor {"color": "red"} [color] -> {} []),
        host!(CancelAsyncMessage {"message_uuid": "m"} [message_uuid] -> {"cancelled": true} [cancelled]),
        host!(SetHasSubscribers {"has_subscribers": null} [has_subscribers] -> {} []),
    ]
}

fn settings() -> Vec<&'static str> {
    vec![
        host!(ApplyFlagSettings {"settings": {"effortLevel": "max", "model": null}} [settings] -> {} []),
        host!(UpdateSettings {"source": "userSettings", "settings": {"effortLevel": "low"}} [source, settings] -> {} []),
        host!(ListModels {} [] -> {"models": [{"value": "v", "resolvedModel": "r", "displayName": "d", "description": "x",
                "supportsEffort": true, "supportedEffortLevels": ["low"], "supportsAdaptiveThinking": true, "supportsFastMode": true,
                "supportsAutoMode": true, "supportsThinkingOff": true, "disabled": false, "promoListPrice": 1}]} [models]),
        host!(GetBinaryVersion {} [] -> {"version": "2.1.325", "buildTime": "now"} [version, build_time = "buildTime"]),
        host!(RegisterRepoRoot {"directory": "/r", "reload_claude_md": true, "reload_plugins": false, "reload_skills": true}
            [directory, reload_claude_md, reload_plugins, reload_skills] -> {"directory": "/r"} [directory]),
        host!(ReloadPlugins {"hold_on_cache_impact": true, "add_plugins": [{"type": "local", "path": "/p", "skipMcpDiscovery": true}], "refuse_if_busy": true}
            [hold_on_cache_impact, add_plugins, refuse_if_busy]
            -> {"commands": [{"name": "c", "description": "d", "argumentHint": "", "aliases": ["x"], "builtin": true, "plugin": "p"}],
                "agents": [{"name": "a", "description": "d", "model": "m"}],
                "plugins": [{"name": "p", "path": "/p", "source": "s", "version": "1"}],
                "mcpServers": [{"name": "s", "status": "pending"}], "error_count": 0, "held": false,
                "cache_impact": {"mcp_servers_added": ["a"], "mcp_servers_removed": ["b"], "lsp_tool_change": "adds"}}
            [commands, agents, plugins, mcp_servers = "mcpServers", error_count, held, cache_impact]),
        host!(ReloadSkills {} [] -> {"skills": [{"name": "s", "description": "d", "argumentHint": ""}]} [skills]),
        host!(ReloadOutputStyles {} [] -> {"available_output_styles": ["default"]} [available_output_styles]),
    ]
}

fn servers() -> Vec<&'static str> {
    vec![
        host!(McpStatus {"liveReply": true} [live_reply = "liveReply"]
            -> {"mcpServers": [{"name": "s", "status": "needs-auth", "serverInfo": {"name": "n", "version": "1"}, "error": "e",
                "error_code": "APPROVAL_REQUIRED", "config": {"type": "http", "url": "http://127.0.0.1"}, "scope": "user", "source": "user",
                "tools": [{"name": "t", "description": "d", "annotations": {"readOnly": true, "destructive": false, "openWorld": false}, "_meta": {}}],
                "transport": "http", "sessionProxied": false, "cloudServiceProvided": false, "urlHost": "h", "toolCount": 1,
                "capabilities": {"experimental": {}}}]} [mcp_servers = "mcpServers"]),
        host!(McpSetServers {"servers": {"a": {"command": "x", "args": ["1"], "env": {"K": "V"}, "timeout": 5, "alwaysLoad": true},
                "b": {"type": "sse", "url": "u", "headers": {"h": "v"}, "tools": [{"name": "t", "permission_policy": "always_ask", "org_max_permission": "ask"}],
                    "timeout": 1, "alwaysLoad": false, "request_timeout_ms": 2, "displayName": "B", "role": "comms"},
                "c": {"type": "sdk", "name": "c", "timeout": 1000, "tools": [{"name": "t", "permission_policy": "always_deny"}], "disableAutoBackground": true,
                    "connectorId": "x", "autoModeVerdictTools": ["t"], "dataFlowServer": {"type": "anthropic", "id": "i"}},
                "d": {"type": "claudeai-proxy", "url": "u", "id": "i", "timeout": 3}, "e": {"type": "stdio", "command": "y"}},
                "hint": "h", "denied_tools": ["t"]} [servers, hint, denied_tools]
            -> {"added": ["a"], "removed": ["b"], "errors": {"c": "no"}} [added, removed, errors]),
        host!(McpReconnect {"serverName": "s"} [server_name = "serverName"] -> {} []),
        host!(McpToggle {"serverName": "s", "enabled": false} [server_name = "serverName", enabled] -> {} []),
        host!(McpCall {"tool": "mcp__s__t", "arguments": {"a": 1}, "expires_at": "x", "timeout_ms": 1000, "result_not_for_model": true,
                "check_permissions": true, "input_files": [{"name": "n", "lane_path": "p"}], "output_files": [{"name": "n", "lane_path": "p", "if_match": "e"}]}
            [tool, arguments, expires_at, timeout_ms, result_not_for_model, check_permissions, input_files, output_files]
            -> {"content": [], "structuredContent": {}, "_meta": {}, "staging": {"ok": true}}
            [content, structured_content = "structuredContent", meta = "_meta", staging]),
        host!(McpReadResource {"serverName": "s", "uri": "ui://x"} [server_name = "serverName", uri]
            -> {"contents": [{"uri": "ui://x", "mimeType": "text/html", "text": "t", "blob": "b", "_meta": {}}]} [contents]),
        host!(McpMessage {"server_name": "s", "message": {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}} [server_name, message] -> {} []),
    ]
}

fn files() -> Vec<&'static str> {
    vec![
        host!(RewindFiles {"user_message_id": "u", "dry_run": true} [user_message_id, dry_run]
            -> {"canRewind": true, "error": "e", "filesChanged": ["f"], "insertions": 1, "deletions": 2, "skippedLinks": 0}
            [can_rewind = "canRewind", error, files_changed = "filesChanged", insertions, deletions, skipped_links = "skippedLinks"]),
        host!(SeedReadState {"path": "/f", "mtime": 1.5} [path, mtime] -> {} []),
        host!(ReadFile {"path": "/f", "max_bytes": 9, "encoding": "base64", "anchor": {"kind": "repo", "repo": "r"}, "offset": 1, "for_upload": true, "liveReply": true}
            [path, max_bytes, encoding, anchor, offset, for_upload, live_reply = "liveReply"]
            -> {"contents": "c", "absPath": "/f", "truncated": true, "encoding": "base64", "lossy": false, "anchor": "repo", "offset": 1,
                "read_bytes": 2, "total_bytes": 3, "etag": "e", "upload_screened": true, "requested_path": "f"}
            [contents, abs_path = "absPath", truncated, encoding, lossy, anchor, offset, read_bytes, total_bytes, etag, upload_screened, requested_path]),
        host!(FileSuggestions {"query": "q"} [query] -> {"suggestions": [{"path": "p", "score": 0.5}], "cwd": "/"} [suggestions, cwd]),
    ]
}

fn tasks() -> Vec<&'static str> {
    vec![
        host!(StopTask {"task_id": "t"} [task_id] -> {} []),
        host!(BackgroundTasks {"tool_use_id": "u"} [tool_use_id] -> {"backgrounded": false} [backgrounded]),
        host!(GetTaskOutput {"task_id": "t"} [task_id] -> {"output": "o", "total_bytes": 1, "truncated": false} [output, total_bytes, truncated]),
    ]
}

fn conversation() -> Vec<&'static str> {
    vec![
        host!(EndSession {"reason": "r"} [reason] -> {} []),
        host!(SideQuestion {"question": "q", "history": [{"question": "a", "response": "b", "fallback_notice": "c"}]} [question, history]
            -> {"response": "r", "synthetic": false, "refusal_fallback": {"content": "c"}} [response, synthetic, refusal_fallback]),
        host!(GenerateSessionTitle {"description": "d", "persist": true} [description, persist] -> {"title": "t"} [title]),
        host!(SetCwd {"path": "/", "trust_accepted": true, "trusted_directory": "/"} [path, trust_accepted, trusted_directory]
            -> {"status": "ok", "cwd": "/", "changed": true, "transcript_relocated": false, "directory": "d", "trust_root": "t", "reason": "busy", "message": "m"}
            [status, cwd, changed, transcript_relocated, directory, trust_root, reason, message]),
        host!(ClaimSession {"cwd": "/", "env": {"A": "B"}, "additional_directories": ["/x"], "permission_mode": "plan", "system_prompt": ["s"],
                "append_system_prompt": "a", "agents": {"k": {}}, "title": "t", "sdk_mcp_servers": ["s"], "include_initialize": true,
                "workspace_trust": {"accepted": true, "directory": "/"}}
            [cwd, env, additional_directories, permission_mode, system_prompt, append_system_prompt, agents, title, sdk_mcp_servers, include_initialize, workspace_trust]
            -> {"status": "ok", "cwd": "/", "session_id": "s", "parked_ms": 5, "sdk_mcp_settled": true, "initialize": {}, "workspace_trust_recorded": true}
            [status, cwd, session_id, parked_ms, sdk_mcp_settled, initialize, workspace_trust_recorded]),
        host!(SetMcpPermissionModeOverride {"serverName": "s", "mode": null, "askForTools": [{"name": "t"}]}
            [server_name = "serverName", mode, ask_for_tools = "askForTools"] -> {"warning": "w"} [warning]),
        host!(SetPromptSuggestionsPaused {"paused": true} [paused] -> {} []),
        host!(GetPlan {} [] -> {"exists": true, "content": "c", "path": "p"} [exists, content, path]),
        host!(GetStatus {} [] -> {"sections": [{"title": "t", "rows": [{"label": "l", "value": "v"}]}]} [sections]),
        host!(ExportConversation {} [] -> {"text": "t", "default_filename": "f"} [text, default_filename]),
        host!(GetWorkspaceDiff {} [] -> {"diff": {"stats": {"filesCount": 1, "linesAdded": 2, "linesRemoved": 3},
                "perFileStats": [{"path": "p", "added": 1, "removed": 0, "isBinary": false, "isUntracked": true, "status": "added", "previousPath": "a", "newPath": "b"}],
                "omitted": {"files": 1, "exact": true}, "hunks": [{"path": "p", "hunks": [{"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["+x"]}]}],
                "skippedLarge": ["l"], "restricted": ["r"], "source": {"kind": "working-tree"}}, "noDiffReason": "diff-failed"} [diff, no_diff_reason = "noDiffReason"]),
        host!(ListDirectory {"path": "/"} [path] -> {"absPath": "/", "entries": [{"name": "n", "isDirectory": true, "isSymlink": false, "isSpecial": false}], "truncated": false}
            [abs_path = "absPath", entries, truncated]),
        host!(StartShellTask {"command": "c", "args": ["a"], "cwd": "/", "env": {"A": "B"}, "timeout_ms": 5, "description": "d"}
            [command, args, cwd, env, timeout_ms, description] -> {"status": "started", "task_id": "t", "message": "m"} [status, task_id, message]),
        host!(RewindConversation {"target_message_uuid": "t", "last_seen_user_message_uuid": "l", "interrupt_if_running": true}
            [target_message_uuid, last_seen_user_message_uuid, interrupt_if_running]
            -> {"rewound": true, "targetMessageUuid": "t", "prefillText": "p", "precedingAssistantUuid": "a", "resolution": "exact", "reason": "r", "error": "e"}
            [rewound, target_message_uuid = "targetMessageUuid", prefill_text = "prefillText", preceding_assistant_uuid = "precedingAssistantUuid", resolution, reason, error]),
        host!(ForkConversation {"target_message_uuid": "t", "title": "x"} [target_message_uuid, title]
            -> {"forked": false, "reason": "r", "error": "e"} [forked, reason, error]),
        host!(SetProactivityLevel {"level": "ask", "offer_bypass": false} [level, offer_bypass] -> {} []),
        host!(MessageRated {"messageUuid": "m", "sentiment": "positive", "surface": "tool_use", "cleared": true}
            [message_uuid = "messageUuid", sentiment, surface, cleared] -> {} []),
        host!(AddDirectory {"mount_path": "/m"} [mount_path] -> {} []),
    ]
}

fn sign_in() -> Vec<&'static str> {
    vec![
        host!(McpAuthenticate {"serverName": "s", "redirectUri": "u", "redirectUriOnly": true, "liveReply": false}
            [server_name = "serverName", redirect_uri = "redirectUri", redirect_uri_only = "redirectUriOnly", live_reply = "liveReply"]
            -> {"authUrl": "u", "requiresUserAction": true, "callbackExpected": true, "redirectScheme": "custom", "state": "s", "callbackPort": 1}
            [auth_url = "authUrl", requires_user_action = "requiresUserAction", callback_expected = "callbackExpected", redirect_scheme = "redirectScheme", state, callback_port = "callbackPort"]),
        host!(McpOauthCallbackUrl {"serverName": "s", "callbackUrl": "u"} [server_name = "serverName", callback_url = "callbackUrl"] -> {} []),
        host!(McpClearAuth {"serverName": "s"} [server_name = "serverName"] -> {} []),
        host!(ChannelEnable {"serverName": "s"} [server_name = "serverName"] -> {} []),
        host!(ClaudeAuthenticate {"loginWithClaudeAi": true, "consoleProfile": "p"} [login_with_claude_ai = "loginWithClaudeAi", console_profile = "consoleProfile"]
            -> {"manualUrl": "m", "automaticUrl": "a", "consoleProfile": "p"} [manual_url = "manualUrl", automatic_url = "automaticUrl", console_profile = "consoleProfile"]),
        host!(ClaudeOauthCallback {"authorizationCode": "c", "state": "s"} [authorization_code = "authorizationCode", state]
            -> {"account": {"email": "e", "organization": "o", "subscriptionType": "t", "tokenSource": "x", "apiKeySource": "k", "apiProvider": "firstParty"}} [account]),
        host!(ClaudeOauthWaitForCompletion {} [] -> {"account": {}} [account]),
        host!(RemoteControl {"enabled": true, "name": "n", "reattach_session_id": "r", "keep_session_on_exit": true, "work_secret": "w"}
            [enabled, name, reattach_session_id, keep_session_on_exit, work_secret]
            -> {"session_url": "s", "connect_url": "c", "environment_id": "e", "bridge_epoch": 1, "bridge_session_id": "b"}
            [session_url, connect_url, environment_id, bridge_epoch, bridge_session_id]),
        host!(SubmitFeedback {"description": "d", "surface": "sdk", "draft_id": "i", "type": "bug", "title": "t", "area": "a", "attach_transcript": false, "save_locally": true}
            [description, surface, draft_id, kind = "type", title, area, attach_transcript, save_locally]
            -> {"feedback_id": "f", "unavailable_reason": "u", "is_zdr_org": false, "failure_reason": "x", "status_code": 500, "ccshare_url": "c", "bundle_path": "b"}
            [feedback_id, unavailable_reason, is_zdr_org, failure_reason, status_code, ccshare_url, bundle_path]),
        host!(SubmitSurveyFeedback {"description": "d", "appearance_id": "a", "survey_response": "good", "survey_type": "session", "surface": "sdk"}
            [description, appearance_id, survey_response, survey_type, surface] -> {"feedback_id": "f"} [feedback_id]),
    ]
}

fn dialogs() -> Vec<&'static str> {
    let mut rows = vec![
        host!(GetChromeBrowsers {} [] -> {"browsers": [{"device_id": "d"}]} [browsers]),
        host!(SelectChromeBrowser {"device_id": "d"} [device_id] -> {"name": "n"} [name]),
        host!(SetChromeBrowserHints {"preferredDeviceId": "p", "localDeviceIds": ["l"], "hostPlatform": "linux"}
            [preferred_device_id = "preferredDeviceId", local_device_ids = "localDeviceIds", host_platform = "hostPlatform"] -> {} []),
    ];
    let members = json!({"user_initiated": true});
    let HostRequest::ListCloudSessions(request) =
        super::host_request("list_cloud_sessions", &members)
    else {
        panic!()
    };
    super::fields!(*request, members, user_initiated);
    let members = json!({"session_id": "s"});
    let HostRequest::GetCloudSession(request) = super::host_request("get_cloud_session", &members)
    else {
        panic!()
    };
    super::fields!(*request, members, session_id);
    let members = json!({"session_id": "s", "cursor": "c"});
    let HostRequest::GetCloudSessionTranscript(request) =
        super::host_request("get_cloud_session_transcript", &members)
    else {
        panic!()
    };
    super::fields!(*request, members, session_id, cursor);
    rows.extend([
        "list_cloud_sessions",
        "get_cloud_session",
        "get_cloud_session_transcript",
    ]);
    for dialog in [
        "get_chrome_dialog",
        "get_memory_dialog",
        "get_skills_dialog",
        "get_sandbox_dialog",
    ] {
        assert_eq!(super::host_request(dialog, &json!({})).tag(), dialog);
        rows.push(dialog);
    }
    let answer = super::host_response::<pilothouse_protocol::control::GetMemoryDialog>(
        &json!({"files": []}),
    );
    assert_eq!(answer.get("files").unwrap().as_str(), "[]");
    rows
}
