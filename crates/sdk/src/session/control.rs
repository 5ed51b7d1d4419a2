//! Requests to the CLI, one method each.
//!
//! A request that an older CLI does not know is [`Error::Unsupported`](crate::Error::Unsupported), or a timeout where it leaves them unanswered.

use std::collections::BTreeMap;
use std::path::Path;

use pilothouse_protocol::control::*;
use pilothouse_protocol::ids::{MessageUuid, TaskId, ToolUseId};
use pilothouse_protocol::mcp::{McpServerConfig, McpServerStatus};
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_protocol::wire::Nullable;
use pilothouse_protocol::{JsonObject, RawJson};

use super::Session;
use crate::connection::lock;
use crate::error::Result;

/// Makes a request out of an empty one.
fn call<C: Default>(fill: impl FnOnce(&mut C)) -> C {
    let mut call = C::default();
    fill(&mut call);
    call
}

/// How the session works.
impl Session {
    /// Changes how much the CLI may do without asking.
    pub async fn set_permission_mode(
        &self,
        mode: PermissionMode,
    ) -> Result<SetPermissionModeResponse> {
        self.request(call::<SetPermissionMode>(|call| call.mode = mode))
            .await
    }

    /// Changes the model; in the middle of a turn from the next request on. Returns the model as the CLI resolved it.
    pub async fn set_model(&self, model: impl Into<String>) -> Result<SetModelResponse> {
        let model = model.into();
        self.request(call::<SetModel>(|call| call.model = Nullable::Value(model)))
            .await
    }

    /// Goes back to the session's default model.
    pub async fn reset_model(&self) -> Result<SetModelResponse> {
        self.request(SetModel::default()).await
    }

    /// Changes how much the model may think.
    pub async fn set_max_thinking_tokens(&self, tokens: u64) -> Result<()> {
        self.request_raw(
            "set_max_thinking_tokens",
            serde_json::json!({"max_thinking_tokens": tokens}),
        )
        .await
        .map(|_| ())
    }

    /// Lays settings over all others, until the session ends; a `null` takes one away.
    pub async fn apply_settings(&self, settings: JsonObject) -> Result<()> {
        self.request(call::<ApplyFlagSettings>(|call| call.settings = settings))
            .await
            .map(|_| ())
    }

    /// Writes settings to the file of a source. Few keys may be written so.
    pub async fn update_settings(
        &self,
        source: impl Into<String>,
        settings: JsonObject,
    ) -> Result<()> {
        let source = source.into();
        let request = call::<UpdateSettings>(|call| {
            call.source = source;
            call.settings = settings;
        });
        self.request(request).await.map(|_| ())
    }

    /// Asks for the settings, and where each comes from.
    pub async fn settings(&self) -> Result<GetSettingsResponse> {
        self.request(GetSettings::default()).await
    }

    /// Asks for the permission rules in force.
    pub async fn permission_rules(&self) -> Result<ListPermissionRulesResponse> {
        self.request(ListPermissionRules::default()).await
    }

    /// Asks for the hooks in force.
    pub async fn hooks(&self) -> Result<GetHooksListingResponse> {
        self.request(GetHooksListing::default()).await
    }

    /// Asks for the models.
    pub async fn models(&self) -> Result<Vec<ModelInfo>> {
        self.request(ListModels::default())
            .await
            .map(|response| response.models)
    }

    /// Asks for the version of the CLI.
    pub async fn binary_version(&self) -> Result<GetBinaryVersionResponse> {
        self.request(GetBinaryVersion::default()).await
    }

    /// Names the session.
    pub async fn rename(&self, title: impl Into<String>) -> Result<()> {
        let title = title.into();
        self.request(call::<RenameSession>(|call| call.title = title))
            .await
            .map(|_| ())
    }

    /// Colors the session. CLI 2.1.325 does not know it over a pipe.
    pub async fn set_color(&self, color: impl Into<String>) -> Result<()> {
        self.request_raw("set_color", serde_json::json!({"color": color.into()}))
            .await
            .map(|_| ())
    }

    /// Says whether anybody watches; a CLI that nobody watches may hold deltas back.
    pub async fn set_has_subscribers(&self, watched: bool) -> Result<()> {
        self.request_raw(
            "set_has_subscribers",
            serde_json::json!({"has_subscribers": watched}),
        )
        .await
        .map(|_| ())
    }
}

/// What the session has used.
impl Session {
    /// Asks what fills the context.
    pub async fn context_usage(&self) -> Result<GetContextUsageResponse> {
        self.request(GetContextUsage::default()).await
    }

    /// Asks for tokens, cost, and limits of the plan.
    pub async fn usage(&self) -> Result<GetUsageResponse> {
        self.request(GetUsage::default()).await
    }

    /// Asks for the cost, as text for people.
    pub async fn cost_text(&self) -> Result<String> {
        self.request(GetSessionCost::default())
            .await
            .map(|response| response.text.unwrap_or_default())
    }
}

/// MCP servers that the CLI itself speaks to.
impl Session {
    /// Asks how the servers stand.
    pub async fn mcp_status(&self) -> Result<Vec<McpServerStatus>> {
        self.request(McpStatus::default())
            .await
            .map(|response| response.mcp_servers)
    }

    /// Replaces the servers that were set while the session runs. In-process servers of this session stay.
    pub async fn set_mcp_servers(
        &self,
        servers: BTreeMap<String, McpServerConfig>,
    ) -> Result<McpSetServersResponse> {
        *lock(&self.handle.set_servers) = servers;
        self.announce_servers().await
    }

    /// Tells the CLI all servers that a host sets: it takes each such request for the whole set.
    pub(super) async fn announce_servers(&self) -> Result<McpSetServersResponse> {
        let mut all = lock(&self.handle.set_servers).clone();
        for name in self.shared().handlers.servers.names() {
            all.entry(name.clone())
                .or_insert_with(|| McpServerConfig::sdk(name));
        }
        self.request(call::<McpSetServers>(|call| call.servers = ServerMap(all)))
            .await
    }

    /// Connects a server again.
    pub async fn reconnect_mcp_server(&self, name: impl Into<String>) -> Result<()> {
        let name = name.into();
        self.request(call::<McpReconnect>(|call| call.server_name = name))
            .await
            .map(|_| ())
    }

    /// Switches a server on or off.
    pub async fn toggle_mcp_server(&self, name: impl Into<String>, enabled: bool) -> Result<()> {
        let name = name.into();
        let request = call::<McpToggle>(|call| {
            call.server_name = name;
            call.enabled = enabled;
        });
        self.request(request).await.map(|_| ())
    }

    /// Calls a tool of a server, by its full name, without the model. Not for in-process servers.
    pub async fn call_mcp_tool(
        &self,
        tool: impl Into<String>,
        arguments: JsonObject,
    ) -> Result<McpCallResponse> {
        let tool = tool.into();
        let request = call::<McpCall>(|call| {
            call.tool = tool;
            call.arguments = Some(arguments);
        });
        self.request(request).await
    }

    /// Reads a resource of a server; `ui://` addresses only.
    pub async fn read_mcp_resource(
        &self,
        server: impl Into<String>,
        uri: impl Into<String>,
    ) -> Result<McpReadResourceResponse> {
        let (server, uri) = (server.into(), uri.into());
        let request = call::<McpReadResource>(|call| {
            call.server_name = server;
            call.uri = uri;
        });
        self.request(request).await
    }
}

/// Files.
impl Session {
    /// Says what taking files back to how they were before a prompt would change. Needs [`file_checkpointing`](crate::SessionBuilder::file_checkpointing).
    pub async fn rewind_files_dry_run(&self, prompt: &MessageUuid) -> Result<RewindFilesResponse> {
        self.rewind(prompt, Some(true)).await
    }

    /// Takes files back to how they were before a prompt. What shell commands changed stays.
    pub async fn rewind_files(&self, prompt: &MessageUuid) -> Result<RewindFilesResponse> {
        self.rewind(prompt, None).await
    }

    async fn rewind(
        &self,
        prompt: &MessageUuid,
        dry_run: Option<bool>,
    ) -> Result<RewindFilesResponse> {
        let mut request = serde_json::json!({"user_message_id": prompt.as_str()});
        if let Some(dry_run) = dry_run {
            request["dry_run"] = dry_run.into();
        }
        let answer = self.request_raw("rewind_files", request).await?;
        answer.parse().map_err(|error| crate::Error::Answer {
            subtype: "rewind_files".into(),
            reason: error.to_string(),
        })
    }

    /// Reads a file, as far as the CLI may.
    pub async fn read_file(&self, path: impl AsRef<Path>) -> Result<ReadFileResponse> {
        let path = path.as_ref().to_string_lossy().into_owned();
        self.request(call::<ReadFile>(|call| call.path = path))
            .await
    }

    /// Asks for files whose path resembles a text, for completion.
    pub async fn file_suggestions(&self, query: impl Into<String>) -> Result<Vec<FileSuggestion>> {
        let query = query.into();
        self.request(call::<FileSuggestions>(|call| call.query = query))
            .await
            .map(|response| response.suggestions)
    }

    /// Tells the CLI that the model knows a file as it was at a time, in milliseconds since 1970.
    pub async fn seed_read_state(&self, path: impl AsRef<Path>, modified_ms: f64) -> Result<()> {
        let path = path.as_ref().to_string_lossy().into_owned();
        let request = call::<SeedReadState>(|call| {
            call.path = path;
            call.mtime = modified_ms;
        });
        self.request(request).await.map(|_| ())
    }

    /// Adds a repository below the working directories.
    pub async fn register_repo_root(
        &self,
        directory: impl AsRef<Path>,
    ) -> Result<RegisterRepoRootResponse> {
        let directory = directory.as_ref().to_string_lossy().into_owned();
        self.request(call::<RegisterRepoRoot>(|call| call.directory = directory))
            .await
    }

    /// Asks what changed in the working directory.
    pub async fn workspace_diff(&self) -> Result<GetWorkspaceDiffResponse> {
        self.request(GetWorkspaceDiff::default()).await
    }
}

/// What runs, and what waits.
impl Session {
    /// Stops a task in the background. The CLI also agrees when there is no such task.
    pub async fn stop_task(&self, task: impl Into<TaskId>) -> Result<()> {
        self.request_raw(
            "stop_task",
            serde_json::json!({"task_id": task.into().as_str()}),
        )
        .await
        .map(|_| ())
    }

    /// Moves all that runs in the foreground to the background.
    pub async fn background_all(&self) -> Result<BackgroundTasksResponse> {
        self.request(BackgroundTasks::default()).await
    }

    /// Moves one call to the background. A command can be moved once it has run some seconds.
    pub async fn background(&self, tool_call: ToolUseId) -> Result<BackgroundTasksResponse> {
        self.request(call::<BackgroundTasks>(|call| {
            call.tool_use_id = Some(tool_call)
        }))
        .await
    }

    /// Asks for the end of the output of a task.
    pub async fn task_output(&self, task: impl Into<TaskId>) -> Result<GetTaskOutputResponse> {
        let answer = self
            .request_raw(
                "get_task_output",
                serde_json::json!({"task_id": task.into().as_str()}),
            )
            .await?;
        answer.parse().map_err(|error| crate::Error::Answer {
            subtype: "get_task_output".into(),
            reason: error.to_string(),
        })
    }

    /// Takes back a prompt that waits. Returns whether it was still waiting.
    pub async fn cancel_prompt(&self, uuid: &MessageUuid) -> Result<bool> {
        let answer = self
            .request_raw(
                "cancel_async_message",
                serde_json::json!({"message_uuid": uuid.as_str()}),
            )
            .await?;
        Ok(answer
            .get("cancelled")
            .is_some_and(|cancelled| cancelled.as_str() == "true"))
    }
}

/// What is read again.
impl Session {
    /// Reads plugins again.
    pub async fn reload_plugins(&self) -> Result<ReloadPluginsResponse> {
        self.request(ReloadPlugins::default()).await
    }

    /// Reads skills again.
    pub async fn reload_skills(&self) -> Result<ReloadSkillsResponse> {
        self.request(ReloadSkills::default()).await
    }

    /// Reads output styles again.
    pub async fn reload_output_styles(&self) -> Result<ReloadOutputStylesResponse> {
        self.request(ReloadOutputStyles::default()).await
    }
}

/// Requests that the CLI serves but does not publish; they may change.
impl Session {
    /// Asks something beside the conversation; nothing of it stays there.
    pub async fn side_question(&self, question: impl Into<String>) -> Result<RawJson> {
        let fields = RawJson::from(serde_json::json!({"question": question.into()}));
        // The CLI takes up to eleven minutes for it.
        let patience = std::time::Duration::from_secs(700);
        let payload = self
            .shared()
            .request("side_question", &fields, patience)
            .await?;
        Ok(payload.unwrap_or_else(RawJson::null))
    }

    /// Asks for the plan.
    pub async fn plan(&self) -> Result<GetPlanResponse> {
        self.request(GetPlan::default()).await
    }

    /// Asks how the session stands, for people.
    pub async fn status(&self) -> Result<GetStatusResponse> {
        self.request(GetStatus::default()).await
    }

    /// Asks for the conversation as text.
    pub async fn export_conversation(&self) -> Result<ExportConversationResponse> {
        self.request(ExportConversation::default()).await
    }

    /// Has the model find a title.
    pub async fn generate_title(&self, description: impl Into<String>) -> Result<RawJson> {
        self.request_raw(
            "generate_session_title",
            serde_json::json!({"description": description.into()}),
        )
        .await
    }
}
