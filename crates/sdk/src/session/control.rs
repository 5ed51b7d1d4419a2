//! Requests to the CLI, one method each.
//!
//! If an older CLI does not support a request, the method returns [`Error::Unsupported`](crate::Error::Unsupported), or
//! times out if the CLI does not respond.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::control::*;
use pilothouse_protocol::ids::{MessageUuid, TaskId, ToolUseId};
use pilothouse_protocol::mcp::{McpServerConfig, McpServerStatus};
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_protocol::wire::Nullable;

use super::Session;
use crate::connection::lock;
use crate::error::Result;

/// The timeout of a side question: the CLI's own limit is eleven minutes.
const SIDE_QUESTION_TIMEOUT: Duration = Duration::from_secs(700);

/// Generates a method for each request: `name(arguments) -> Type: request;`. If the method returns a part of the
/// response, `=> part` follows.
macro_rules! requests {
    ($( $(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $returned:ty: $request:expr $(, $response:ident => $part:expr)?; )*) => {
        impl Session {$(
            $(#[$doc])*
            pub async fn $name(&self $(, $argument: $type)*) -> Result<$returned> {
                let response = self.request($request).await?;
                Ok(requests!(@part response $(, $response => $part)?))
            }
        )*}
    };
    (@part $given:ident) => { $given };
    (@part $given:ident, $response:ident => $part:expr) => {{
        let $response = $given;
        $part
    }};
}

requests! {
    /// Changes the permission mode.
    set_permission_mode(mode: PermissionMode) -> SetPermissionModeResponse: SetPermissionMode::new(mode);
    /// Changes the model; during a turn, from the next request on. Returns the model as resolved by the CLI.
    set_model(model: impl Into<String>) -> SetModelResponse: SetModel::new(model);
    /// Resets the model to the session's default.
    reset_model() -> SetModelResponse: SetModel::default();
    /// Sets the maximum number of thinking tokens.
    set_max_thinking_tokens(tokens: u32) -> (): SetMaxThinkingTokens::new(tokens.into()), _done => ();
    /// Resets the maximum number of thinking tokens to its initial value.
    reset_max_thinking_tokens() -> (): SetMaxThinkingTokens::reset(), _done => ();
    /// Changes how thinking is shown.
    set_thinking_display(display: ThinkingDisplay) -> (): SetMaxThinkingTokens::display(display), _done => ();
    /// Overrides settings until the session ends; `null` removes an override.
    apply_settings(settings: JsonObject) -> (): ApplyFlagSettings::new(settings), _done => ();
    /// Writes settings to the file of a source. The CLI accepts only a few keys.
    update_settings(source: impl Into<String>, settings: JsonObject) -> (): UpdateSettings::new(source, settings), _done => ();
    /// Returns the settings, with their sources.
    settings() -> GetSettingsResponse: GetSettings::default();
    /// Returns the permission rules in force.
    permission_rules() -> ListPermissionRulesResponse: ListPermissionRules::default();
    /// Returns the hooks in force.
    hooks() -> GetHooksListingResponse: GetHooksListing::default();
    /// Returns the models.
    models() -> Vec<ModelInfo>: ListModels::default(), response => response.models;
    /// Returns the version of the CLI.
    binary_version() -> GetBinaryVersionResponse: GetBinaryVersion::default();
    /// Renames the session.
    rename(title: impl Into<String>) -> (): RenameSession::new(title), _done => ();
    /// Sets the color of the session. CLI 2.1.325 does not support this over a pipe.
    set_color(color: impl Into<String>) -> (): SetColor::new(color), _done => ();
    /// Sets whether the session has viewers; without viewers, the CLI may hold deltas back.
    set_has_subscribers(watched: bool) -> (): SetHasSubscribers::new(watched), _done => ();

    /// Returns the usage of the context.
    context_usage() -> GetContextUsageResponse: GetContextUsage::default();
    /// Returns tokens, cost, and limits of the plan.
    usage() -> GetUsageResponse: GetUsage::default();
    /// Returns the cost, as text for people.
    cost_text() -> String: GetSessionCost::default(), response => response.text.unwrap_or_default();

    /// Reloads plugins.
    reload_plugins() -> ReloadPluginsResponse: ReloadPlugins::default();
    /// Reloads skills.
    reload_skills() -> ReloadSkillsResponse: ReloadSkills::default();
    /// Reloads output styles.
    reload_output_styles() -> ReloadOutputStylesResponse: ReloadOutputStyles::default();

    /// Returns the changes that [`rewind_files`](Self::rewind_files) would make. Requires
    /// [`file_checkpointing`](crate::SessionBuilder::file_checkpointing).
    rewind_files_dry_run(prompt: &MessageUuid) -> RewindFilesResponse: RewindFiles::new(prompt).dry_run();
    /// Restores files to their state before a prompt. Changes by shell commands are not reverted.
    rewind_files(prompt: &MessageUuid) -> RewindFilesResponse: RewindFiles::new(prompt);
    /// Reads a file that the CLI is allowed to read.
    read_file(path: impl AsRef<Path>) -> ReadFileResponse: ReadFile::new(path.as_ref().to_string_lossy());
    /// Returns files whose path is similar to a text, for completion.
    file_suggestions(query: impl Into<String>) -> Vec<FileSuggestion>: FileSuggestions::new(query), response => response.suggestions;
    /// Records that the model has read a file as of a time, in milliseconds since 1970.
    seed_read_state(path: impl AsRef<Path>, modified_ms: f64) -> (): SeedReadState::new(path.as_ref().to_string_lossy(), modified_ms), _done => ();
    /// Adds a repository below the working directories.
    register_repo_root(directory: impl AsRef<Path>) -> RegisterRepoRootResponse: RegisterRepoRoot::new(directory.as_ref().to_string_lossy());
    /// Returns the changes in the working directory.
    workspace_diff() -> GetWorkspaceDiffResponse: GetWorkspaceDiff::default();

    /// Stops a background task. The CLI also reports success if there is no such task.
    stop_task(task: impl Into<TaskId>) -> (): StopTask::new(task), _done => ();
    /// Moves all foreground work to the background.
    background_all() -> BackgroundTasksResponse: BackgroundTasks::default();
    /// Moves one call to the background. A command can be moved after it has run for some seconds.
    background(tool_call: ToolUseId) -> BackgroundTasksResponse: BackgroundTasks::new(tool_call);
    /// Returns the end of the output of a task.
    task_output(task: impl Into<TaskId>) -> GetTaskOutputResponse: GetTaskOutput::new(task);
    /// Removes a waiting prompt from the queue. Returns whether it was still waiting.
    cancel_prompt(uuid: &MessageUuid) -> bool: CancelAsyncMessage::new(uuid), response => response.cancelled;

    /// Returns the state of the MCP servers.
    mcp_status() -> Vec<McpServerStatus>: McpStatus::default(), response => response.mcp_servers;
    /// Reconnects an MCP server.
    reconnect_mcp_server(name: impl Into<String>) -> (): McpReconnect::new(name), _done => ();
    /// Enables or disables an MCP server.
    toggle_mcp_server(name: impl Into<String>, enabled: bool) -> (): McpToggle::new(name, enabled), _done => ();
    /// Sets the permission mode of one server: `default`, `auto`, or `None` for the session's mode.
    set_mcp_permission_mode_override(name: impl Into<String>, mode: Option<&str>) -> WarningResponse:
        SetMcpPermissionModeOverride::new(name, Nullable::from(mode.map(str::to_owned)));
    /// Calls a tool of a server, by its full name, without the model. Not for in-process servers.
    call_mcp_tool(tool: impl Into<String>, arguments: JsonObject) -> McpCallResponse: McpCall::new(tool, arguments);
    /// Reads a resource of a server; only `ui://` URIs.
    read_mcp_resource(server: impl Into<String>, uri: impl Into<String>) -> McpReadResourceResponse: McpReadResource::new(server, uri);

    /// Returns the plan. The CLI does not publish this request; it may change.
    plan() -> GetPlanResponse: GetPlan::default();
    /// Returns the state of the session, for people. The CLI does not publish this request; it may change.
    status() -> GetStatusResponse: GetStatus::default();
    /// Returns the conversation as text. The CLI does not publish this request; it may change.
    export_conversation() -> ExportConversationResponse: ExportConversation::default();
    /// Asks the model for a title. The CLI does not publish this request; it may change.
    generate_title(description: impl Into<String>) -> GenerateSessionTitleResponse: GenerateSessionTitle::new(description);
}

impl Session {
    /// Asks a question beside the conversation, which does not record it. The CLI does not publish this request; it may
    /// change.
    pub async fn side_question(&self, question: impl Into<String>) -> Result<SideQuestionResponse> {
        self.request_within(SideQuestion::new(question), SIDE_QUESTION_TIMEOUT)
            .await
    }

    /// Replaces the MCP servers that were set during the session. In-process servers of this session are kept.
    pub async fn set_mcp_servers(
        &self,
        servers: BTreeMap<String, McpServerConfig>,
    ) -> Result<McpSetServersResponse> {
        *lock(&self.handle.set_servers) = servers;
        self.announce_servers().await
    }

    /// Sends all servers of the host to the CLI, which treats each such request as the complete set.
    pub(super) async fn announce_servers(&self) -> Result<McpSetServersResponse> {
        let mut all = lock(&self.handle.set_servers).clone();
        for (name, server) in self.shared().handlers.servers.announcement() {
            all.entry(name).or_insert(server);
        }
        self.request(McpSetServers::new(all)).await
    }
}
