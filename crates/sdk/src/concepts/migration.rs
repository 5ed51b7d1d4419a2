//! Migration from the official SDKs: their names and the names in this crate.
//!
//! Python is claude-agent-sdk 0.2.182, TypeScript is @anthropic-ai/claude-agent-sdk 0.3.325.
//! An empty cell means that the SDK has no equivalent.
//!
//! # Start, prompt, close
//!
//! | Python | TypeScript | here |
//! |---|---|---|
//! | `query(prompt=…)` | `query({prompt})` | [`Cli::stream`](crate::Cli::stream), [`Cli::prompt`](crate::Cli::prompt), without a runtime [`Cli::prompt_blocking`](crate::Cli::prompt_blocking) |
//! | `ClaudeSDKClient`, `connect()` | streaming input of `query` | [`SessionBuilder::start`](crate::SessionBuilder::start): a [`Session`](crate::Session) and its [`Events`](crate::Events) |
//! | | `startup()`, `prewarm()` | a [`Session`](crate::Session) that was started and not yet asked anything |
//! | `client.query(…)` | `streamInput()`, `yield` a user message | [`Session::send`](crate::Session::send), [`Session::ask`](crate::Session::ask) |
//! | `receive_messages()` | `for await (… of query)` | [`Events::next`](crate::Events::next), [`Events::steps`](crate::Events::steps) |
//! | `receive_response()` | | [`Session::stream`](crate::Session::stream), [`Sent::result`](crate::Sent::result); for all that follows by itself [`Session::idle`](crate::Session::idle) |
//! | `AssistantMessage`, `UserMessage`, `ResultMessage`, `StreamEvent`, … | `SDKMessage` | [`protocol::Message`](crate::protocol::Message) |
//! | `TextBlock`, `ToolUseBlock`, … | `ContentBlock` | [`protocol::content`](crate::protocol::content) |
//! | `disconnect()` | `close()`, `abortController` | [`Session::close`](crate::Session::close), [`Session::kill`](crate::Session::kill), or drop it |
//! | `Transport` | `spawnClaudeCodeProcess` | [`SessionBuilder::elsewhere`](crate::SessionBuilder::elsewhere) over any pair of streams; [`Session::attach`](crate::Session::attach) to one that runs |
//! | `CLINotFoundError`, `ProcessError`, `ResultError`, `CLIJSONDecodeError` | thrown errors | [`Error`](crate::Error); a bad line is an event, a failed turn a result |
//!
//! # Permission requests, hooks, tools
//!
//! | Python | TypeScript | here |
//! |---|---|---|
//! | `can_use_tool` | `canUseTool` | [`SessionBuilder::permissions`](crate::SessionBuilder::permissions) |
//! | `PermissionResultAllow`, `PermissionResultDeny` | `PermissionResult` | [`Decision`](crate::Decision) |
//! | `ToolPermissionContext` | `options` of `canUseTool`, its `signal` | [`PermissionRequest`](crate::PermissionRequest), its `cancelled` |
//! | `HookMatcher`, `hooks={…}` | `hooks: {…}` | [`SessionBuilder::hook`](crate::SessionBuilder::hook), [`HookPoint`](crate::HookPoint) |
//! | `create_sdk_mcp_server`, `@tool` | `createSdkMcpServer`, `tool()` | [`ToolServer`](crate::ToolServer), or any server of rmcp (feature `rmcp`) |
//! | | `onElicitation`, `onUserDialog`, `supportedDialogKinds` | [`SessionBuilder::on_elicitation`](crate::SessionBuilder::on_elicitation), [`SessionBuilder::on_dialog`](crate::SessionBuilder::on_dialog) |
//!
//! # Requests during a session
//!
//! | Python | TypeScript | here |
//! |---|---|---|
//! | `interrupt()` | `interrupt()` | [`Session::interrupt`](crate::Session::interrupt) |
//! | `set_permission_mode()` | `setPermissionMode()` | [`Session::set_permission_mode`](crate::Session::set_permission_mode) |
//! | | `setMcpPermissionModeOverride()` | [`Session::set_mcp_permission_mode_override`](crate::Session::set_mcp_permission_mode_override) |
//! | `set_model()` | `setModel()` | [`Session::set_model`](crate::Session::set_model), [`Session::reset_model`](crate::Session::reset_model) |
//! | | `setMaxThinkingTokens()` | [`Session::set_max_thinking_tokens`](crate::Session::set_max_thinking_tokens), [`Session::set_thinking_display`](crate::Session::set_thinking_display) |
//! | | `applyFlagSettings()`, `updateSettings()` | [`Session::apply_settings`](crate::Session::apply_settings), [`Session::update_settings`](crate::Session::update_settings) |
//! | `get_server_info()` | `initializationResult()`, `supportedCommands()`, `supportedAgents()`, `accountInfo()` | [`Session::initialized`](crate::Session::initialized) |
//! | | `reinitialize()` | [`Session::request`](crate::Session::request) with [`Initialize`](crate::protocol::control::Initialize): asks that its answer lists are handled, each once |
//! | | `supportedModels()` | [`Session::models`](crate::Session::models) |
//! | `get_mcp_status()` | `mcpServerStatus()` | [`Session::mcp_status`](crate::Session::mcp_status) |
//! | `reconnect_mcp_server()`, `toggle_mcp_server()` | `reconnectMcpServer()`, `toggleMcpServer()` | [`Session::reconnect_mcp_server`](crate::Session::reconnect_mcp_server), [`Session::toggle_mcp_server`](crate::Session::toggle_mcp_server) |
//! | | `setMcpServers()` | [`Session::set_mcp_servers`](crate::Session::set_mcp_servers), [`Session::add_mcp_server`](crate::Session::add_mcp_server) |
//! | | `readMcpResource()` | [`Session::read_mcp_resource`](crate::Session::read_mcp_resource) |
//! | | `resolveSettings()` | [`SessionBuilder::resolve_settings`](crate::SessionBuilder::resolve_settings), [`Session::settings`](crate::Session::settings) of one that runs |
//! | | `usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET()` | [`Session::usage`](crate::Session::usage) |
//! | `get_context_usage()` | `getContextUsage()` | [`Session::context_usage`](crate::Session::context_usage) |
//! | `rewind_files()` | `rewindFiles()` | [`Session::rewind_files`](crate::Session::rewind_files), [`Session::rewind_files_dry_run`](crate::Session::rewind_files_dry_run) |
//! | | `readFile()`, `seedReadState()` | [`Session::read_file`](crate::Session::read_file), [`Session::seed_read_state`](crate::Session::seed_read_state) |
//! | | `reloadPlugins()`, `reloadSkills()`, `reloadOutputStyles()` | [`Session::reload_plugins`](crate::Session::reload_plugins), [`Session::reload_skills`](crate::Session::reload_skills), [`Session::reload_output_styles`](crate::Session::reload_output_styles) |
//! | `stop_task()` | `stopTask()` | [`Session::stop_task`](crate::Session::stop_task) |
//! | | `backgroundTasks()` | [`Session::background`](crate::Session::background), [`Session::background_all`](crate::Session::background_all) |
//!
//! # Options
//!
//! `ClaudeAgentOptions` and `Options` are the [`SessionBuilder`](crate::SessionBuilder).
//! Options of one name in all three (`model`, `fallback_model`, `cwd`, `agent`, `betas`, `effort`, `thinking`, `max_turns`, `max_budget_usd`, `task_budget`, `max_thinking_tokens`,
//! `permission_mode`, `allowed_tools`, `disallowed_tools`, `tools`, `tool_aliases`, `settings`, `managed_settings`, `setting_sources`, `skills`, `session_id`, `resume_drops_turn`,
//! `strict_mcp_config`, `include_hook_events`, `forward_subagent_text`, `agent_progress_summaries`, `prompt_suggestions`, `plan_mode_instructions`, `project_config_root`,
//! `permission_prompts`, `title`, `debug`, `debug_file`, `env`) are left out here.
//!
//! | Python | TypeScript | here |
//! |---|---|---|
//! | `resume`, `continue_conversation`, `fork_session` | `resume`, `continue`, `forkSession` | [`resume`](crate::SessionBuilder::resume), [`continue_latest`](crate::SessionBuilder::continue_latest), [`fork`](crate::SessionBuilder::fork) |
//! | `resume_session_at` | `resumeSessionAt` | [`resume_at`](crate::SessionBuilder::resume_at) |
//! | `system_prompt` unset: none | `systemPrompt` unset: none | unset: the CLI's own; [`system_prompt`](crate::SessionBuilder::system_prompt), [`append_system_prompt`](crate::SessionBuilder::append_system_prompt) |
//! | `agents` | `agents` | [`subagent`](crate::SessionBuilder::subagent), once for each |
//! | `add_dirs` | `additionalDirectories` | [`add_dir`](crate::SessionBuilder::add_dir), once for each |
//! | `plugins` | `plugins` | [`plugin_dir`](crate::SessionBuilder::plugin_dir), once for each |
//! | `mcp_servers` | `mcpServers` | [`mcp_config`](crate::SessionBuilder::mcp_config), [`mcp_server`](crate::SessionBuilder::mcp_server) for those in this process |
//! | `output_format` | `outputFormat` | [`structured_output`](crate::SessionBuilder::structured_output), [`json_schema`](crate::SessionBuilder::json_schema), [`prompt_as`](crate::SessionBuilder::prompt_as) |
//! | `include_partial_messages` | `includePartialMessages` | on; [`without_partial_messages`](crate::SessionBuilder::without_partial_messages) |
//! | `verbatim_prompts` | `verbatimPrompts` | [`Prompt::verbatim`](crate::Prompt::verbatim), for each prompt |
//! | `enable_file_checkpointing` | `enableFileCheckpointing` | [`file_checkpointing`](crate::SessionBuilder::file_checkpointing) |
//! | `permission_prompt_tool_name` | `permissionPromptToolName` | [`permission_prompt_tool`](crate::SessionBuilder::permission_prompt_tool) |
//! | | `allowDangerouslySkipPermissions` | [`allow_dangerously_skip_permissions`](crate::SessionBuilder::allow_dangerously_skip_permissions) |
//! | | `perTaskStopAffordance` | [`per_task_stop`](crate::SessionBuilder::per_task_stop) |
//! | | `persistSession: false` | [`no_session_persistence`](crate::SessionBuilder::no_session_persistence) |
//! | `sandbox` | `sandbox` | [`sandbox`](crate::SessionBuilder::sandbox) |
//! | | `toolConfig` | [`question_preview`](crate::SessionBuilder::question_preview) |
//! | | `pluginDelivery` | [`plugin_in_initialize`](crate::SessionBuilder::plugin_in_initialize) for each plugin |
//! | `client_app` | `env.CLAUDE_AGENT_SDK_CLIENT_APP` | [`env`](crate::SessionBuilder::env), the same variable |
//! | `session_store` | `sessionStore`, `sessionStoreFlush` (always `eager`) | [`session_store`](crate::SessionBuilder::session_store), [`SessionStore`](crate::SessionStore) |
//! | | `loadTimeoutMs` | [`store_timeout`](crate::SessionBuilder::store_timeout) |
//! | | `importSessionToStore()`, `InMemorySessionStore` | [`Store::copy_to`](crate::disk::Store::copy_to), [`FileStore`](crate::store::FileStore), `SqliteStore` (feature `sqlite`) |
//! | `cli_path` | `pathToClaudeCodeExecutable` | [`Cli::at`](crate::Cli::at) |
//! | | `executable`, `executableArgs` | [`Cli::with_runtime`](crate::Cli::with_runtime) |
//! | `max_buffer_size` | | [`line_limit`](crate::SessionBuilder::line_limit); 256 MiB, and a longer line is an event |
//! | `stderr` | `stderr` | [`on_stderr`](crate::SessionBuilder::on_stderr); the end of it is in every exit |
//! | `extra_args` | `extraArgs` | [`command_line_with`](crate::SessionBuilder::command_line_with), [`arg`](crate::SessionBuilder::arg) |
//! | `env`: added to ours | `env`: instead of ours | [`env`](crate::SessionBuilder::env): added to ours; [`env_clear`](crate::SessionBuilder::env_clear) |
//! | `user` | | [`user`](crate::SessionBuilder::user), which also sets `HOME` and drops our groups |
//!
//! # Sessions on disk
//!
//! | Python | TypeScript | here |
//! |---|---|---|
//! | `list_sessions()`, `get_session_info()` | `listSessions()`, `getSessionInfo()` | [`Store::list`](crate::disk::Store::list), [`Store::info`](crate::disk::Store::info) |
//! | `get_session_messages()` | `getSessionMessages()` | [`Store::read`](crate::disk::Store::read) |
//! | `list_subagents()`, `get_subagent_messages()` | `listSubagents()`, `getSubagentMessages()` | [`Store::subagents`](crate::disk::Store::subagents), [`Store::read_subagent`](crate::disk::Store::read_subagent) |
//! | `rename_session()`, `tag_session()` | `renameSession()`, `tagSession()` | [`Store::rename`](crate::disk::Store::rename), [`Store::tag`](crate::disk::Store::tag) |
//! | `fork_session()`, `delete_session()` | `forkSession()`, `deleteSession()` | [`Store::fork`](crate::disk::Store::fork), [`Store::delete`](crate::disk::Store::delete) |
//! | | `archiveSession()`, `unarchiveSession()` | [`Store::archive`](crate::disk::Store::archive), [`Store::unarchive`](crate::disk::Store::unarchive), [`SessionInfo::archived`](crate::disk::SessionInfo::archived) |
//! | | | [`Store::search`](crate::disk::Store::search) |
