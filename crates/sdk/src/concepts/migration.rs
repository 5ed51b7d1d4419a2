//! From the official SDKs: their names and ours.
//!
//! | Python | TypeScript | here |
//! |---|---|---|
//! | `query(prompt=…)` | `query({prompt})` | [`Cli::prompt`](crate::Cli::prompt) |
//! | `ClaudeSDKClient` | streaming input of `query` | [`Session`](crate::Session) and [`Events`](crate::Events) |
//! | `ClaudeAgentOptions` | `Options` | [`SessionBuilder`](crate::SessionBuilder) |
//! | `client.query(…)` | `yield` a user message | [`Session::send`](crate::Session::send), [`Session::ask`](crate::Session::ask) |
//! | `receive_messages()` | `for await (… of query)` | [`Events::next`](crate::Events::next), [`Events::steps`](crate::Events::steps) |
//! | `AssistantMessage`, `UserMessage`, `ResultMessage`, … | `SDKMessage` | [`protocol::Message`](crate::protocol::Message) |
//! | `can_use_tool` | `canUseTool` | `SessionBuilder::permissions` |
//! | `PermissionResultAllow`, `PermissionResultDeny` | `PermissionResult` | [`Decision`](crate::Decision) |
//! | `ToolPermissionContext.suggestions` | `options.suggestions` | `PermissionRequest::permission_suggestions` |
//! | `HookMatcher`, `hooks={…}` | `hooks: {…}` | `SessionBuilder::hook`, [`HookPoint`](crate::HookPoint) |
//! | `create_sdk_mcp_server`, `@tool` | `createSdkMcpServer`, `tool()` | [`ToolServer`](crate::ToolServer) |
//! | `mcp_servers` | `mcpServers` | `SessionBuilder::mcp_config`, `SessionBuilder::mcp_server` |
//! | `interrupt()` | `interrupt()` | [`Session::interrupt`](crate::Session::interrupt) |
//! | `set_permission_mode()` | `setPermissionMode()` | [`Session::set_permission_mode`](crate::Session::set_permission_mode) |
//! | `set_model()` | `setModel()` | [`Session::set_model`](crate::Session::set_model) |
//! | `rewind_files()` | `rewindFiles()` | [`Session::rewind_files`](crate::Session::rewind_files), with a dry run |
//! | `get_mcp_status()` | `mcpServerStatus()` | [`Session::mcp_status`](crate::Session::mcp_status) |
//! | `get_server_info()` | `initializationResult()` | [`Session::initialized`](crate::Session::initialized) |
//! | `stop_task()` | `stopTask()` | [`Session::stop_task`](crate::Session::stop_task) |
//! | `get_context_usage()` | `getContextUsage()` | [`Session::context_usage`](crate::Session::context_usage) |
//! | | `supportedModels()`, `supportedCommands()` | [`Session::models`](crate::Session::models), [`Session::initialized`](crate::Session::initialized) |
//! | | `applyFlagSettings()` | [`Session::apply_settings`](crate::Session::apply_settings) |
//! | | `onElicitation`, `onUserDialog` | `SessionBuilder::on_elicitation`, `SessionBuilder::on_dialog` |
//! | `output_format` | `outputFormat` | `SessionBuilder::structured_output`, `SessionBuilder::prompt_as` |
//! | `resume`, `continue_conversation`, `fork_session` | `resume`, `continue`, `forkSession` | `resume`, `continue_latest`, `fork` |
//! | `enable_file_checkpointing` | `enableFileCheckpointing` | `SessionBuilder::file_checkpointing` |
//! | `include_partial_messages` | `includePartialMessages` | on; `without_partial_messages` |
//! | `list_sessions()`, `get_session_messages()` | `listSessions()`, `getSessionMessages()` | [`disk::Store`](crate::disk::Store) |
//! | `rename_session()`, `fork_session()`, `delete_session()` | `renameSession()`, `forkSession()`, `deleteSession()` | [`disk::Store`](crate::disk::Store) |
//! | `stderr` | `stderr` | `SessionBuilder::on_stderr`; the end of it is in every exit |
//! | `extra_args`, `env` | `extraArgs`, `env` | `SessionBuilder::arg`, `SessionBuilder::env` (added to, not instead of, the environment) |
//! | `system_prompt` unset: none | `systemPrompt` unset: none | unset: the CLI's own |
//! | `CLINotFoundError`, `ProcessError`, `CLIJSONDecodeError` | thrown errors | [`Error::NotFound`](crate::Error::NotFound), [`Error::Exited`](crate::Error::Exited); a bad line is an event |
