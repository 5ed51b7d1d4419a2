//! Requests of a host.

mod answered;
mod context;
mod files;
mod initialize;
mod listing;
mod local;
mod reload;
mod servers;
mod settings;
mod steering;
mod tasks;
mod usage;

pub use context::*;
pub use files::*;
pub use initialize::*;
pub use listing::*;
pub use local::*;
pub use reload::*;
pub use servers::*;
pub use settings::*;
pub use steering::*;
pub use tasks::*;
pub use usage::*;

use super::cli::McpMessage;
use super::{Acknowledgement, ControlSuccess};
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{Audit, Malformed, Reader, Wire, macros, wire_enum, write_key};

/// A request of the host, with the type of its response.
pub trait HostCall: Wire + Into<HostRequest> {
    /// The subtype on the wire.
    const SUBTYPE: &'static str;
    /// The type of the response. An acknowledgement can be parsed from an absent payload too.
    type Response: Wire;
}

/// Gives requests a constructor for their required fields.
macro_rules! constructors {
    ($( $name:ident($($field:ident: $type:ty),+); )*) => {$(
        impl $name {
            /// Creates the request from its required fields; the others are public.
            pub fn new($($field: impl Into<$type>),+) -> Self {
                Self { $($field: $field.into(),)+ ..Self::default() }
            }
        }
    )*};
}

pub(crate) use constructors;

impl HostRequest {
    /// Creates a request without a type from its subtype and fields. A field named `subtype` is ignored.
    pub fn raw(subtype: &str, fields: &JsonObject) -> Self {
        let mut text = String::from("{");
        macros::write_tag("subtype", subtype, &mut text);
        let members = crate::json::members(fields.as_str()).unwrap_or_default();
        for member in members.iter().filter(|member| member.key != "subtype") {
            write_key(&member.key, &mut text);
            text.push_str(member.raw);
        }
        text.push('}');
        Self::read(&text, &mut Reader::default()).unwrap_or_else(|error| {
            Self::Malformed(Malformed {
                tag: Some(subtype.into()),
                error,
                raw: RawJson::trusted(&text),
            })
        })
    }
}

fn audit_as<C: HostCall>(answer: &ControlSuccess, audit: &mut Audit) {
    if let Err(error) = C::Response::read(answer.text(), &mut Reader::default().reporting(audit)) {
        audit.malformed(C::SUBTYPE, &error.to_string());
    }
}

/// Generates the enum and maps each request to its response.
macro_rules! host_requests {
    (
        typed { $( $(#[$attribute:meta])* $subtype:literal => $variant:ident($payload:ty) -> $response:ty, )* }
        untyped { $( $untyped:literal ),* }
    ) => {
        wire_enum! {
            /// A request of the host to the CLI.
            pub enum HostRequest by "subtype" {
                $( $(#[$attribute])* $subtype => $variant(Box<$payload>), )*
                untyped $($untyped),* => Untyped,
            }
        }

        impl HostRequest {
            /// The subtypes whose responses have a type.
            pub const TYPED: &'static [&'static str] = &[$($subtype),*];

            /// Parses a response as the type that this request expects, and reports unknown or malformed parts.
            pub fn audit_answer(&self, answer: &ControlSuccess, audit: &mut Audit) {
                match self {
                    $( Self::$variant(_) => audit_as::<$payload>(answer, audit), )*
                    _ => {}
                }
            }
        }

        $(
            impl HostCall for $payload {
                const SUBTYPE: &'static str = $subtype;
                type Response = $response;
            }

            impl From<$payload> for HostRequest {
                fn from(request: $payload) -> Self {
                    Self::$variant(Box::new(request))
                }
            }
        )*
    };
}

host_requests! {
    typed {
        /// Registers the host's hooks, in-process servers and prompts.
        "initialize" => Initialize(Initialize) -> InitializeResponse,
        /// Stops the turn.
        "interrupt" => Interrupt(Interrupt) -> InterruptResponse,
        /// Changes the permission mode.
        "set_permission_mode" => SetPermissionMode(SetPermissionMode) -> SetPermissionModeResponse,
        /// Changes the model.
        "set_model" => SetModel(SetModel) -> SetModelResponse,
        /// Changes how much the model thinks.
        "set_max_thinking_tokens" => SetMaxThinkingTokens(SetMaxThinkingTokens) -> Acknowledgement,
        /// Sets settings that override all others.
        "apply_flag_settings" => ApplyFlagSettings(ApplyFlagSettings) -> Acknowledgement,
        /// Writes a setting to a file.
        "update_settings" => UpdateSettings(UpdateSettings) -> Acknowledgement,
        /// Returns the settings.
        "get_settings" => GetSettings(GetSettings) -> GetSettingsResponse,
        /// Returns the hooks.
        "get_hooks_listing" => GetHooksListing(GetHooksListing) -> GetHooksListingResponse,
        /// Returns the permission rules in force.
        "list_permission_rules" => ListPermissionRules(ListPermissionRules) -> ListPermissionRulesResponse,
        /// Returns the usage of the context.
        "get_context_usage" => GetContextUsage(GetContextUsage) -> GetContextUsageResponse,
        /// Returns the cost, as text.
        "get_session_cost" => GetSessionCost(GetSessionCost) -> GetSessionCostResponse,
        /// Returns tokens, cost and limits.
        "get_usage" => GetUsage(GetUsage) -> GetUsageResponse,
        /// Returns the models.
        "list_models" => ListModels(ListModels) -> ListModelsResponse,
        /// Returns the CLI's version.
        "get_binary_version" => GetBinaryVersion(GetBinaryVersion) -> GetBinaryVersionResponse,
        /// Renames the session.
        "rename_session" => RenameSession(RenameSession) -> Acknowledgement,
        /// Sets the color of the session.
        "set_color" => SetColor(SetColor) -> Acknowledgement,
        /// Returns the state of the MCP servers.
        "mcp_status" => McpStatus(McpStatus) -> McpStatusResponse,
        /// Replaces the MCP servers that a host set.
        "mcp_set_servers" => McpSetServers(McpSetServers) -> McpSetServersResponse,
        /// Reconnects a server.
        "mcp_reconnect" => McpReconnect(McpReconnect) -> Acknowledgement,
        /// Enables or disables a server.
        "mcp_toggle" => McpToggle(McpToggle) -> Acknowledgement,
        /// Calls a tool of a server.
        "mcp_call" => McpCall(McpCall) -> McpCallResponse,
        /// Reads a resource of a server.
        "mcp_read_resource" => McpReadResource(McpReadResource) -> McpReadResourceResponse,
        /// Passes on a message of an in-process MCP server.
        "mcp_message" => McpMessage(McpMessage) -> Acknowledgement,
        /// Restores files to their state before a prompt.
        "rewind_files" => RewindFiles(RewindFiles) -> RewindFilesResponse,
        /// Removes a message from the queue.
        "cancel_async_message" => CancelAsyncMessage(CancelAsyncMessage) -> CancelAsyncMessageResponse,
        /// Records that the model has read a file.
        "seed_read_state" => SeedReadState(SeedReadState) -> Acknowledgement,
        /// Reads a file.
        "read_file" => ReadFile(ReadFile) -> ReadFileResponse,
        /// Returns files whose path is similar to a text.
        "file_suggestions" => FileSuggestions(FileSuggestions) -> FileSuggestionsResponse,
        /// Adds a repository.
        "register_repo_root" => RegisterRepoRoot(RegisterRepoRoot) -> RegisterRepoRootResponse,
        /// Reloads plugins.
        "reload_plugins" => ReloadPlugins(ReloadPlugins) -> ReloadPluginsResponse,
        /// Reloads skills.
        "reload_skills" => ReloadSkills(ReloadSkills) -> ReloadSkillsResponse,
        /// Reloads output styles.
        "reload_output_styles" => ReloadOutputStyles(ReloadOutputStyles) -> ReloadOutputStylesResponse,
        /// Sets whether the session has viewers.
        "set_has_subscribers" => SetHasSubscribers(SetHasSubscribers) -> Acknowledgement,
        /// Stops a task.
        "stop_task" => StopTask(StopTask) -> Acknowledgement,
        /// Moves a running call to the background.
        "background_tasks" => BackgroundTasks(BackgroundTasks) -> BackgroundTasksResponse,
        /// Returns the output of a task.
        "get_task_output" => GetTaskOutput(GetTaskOutput) -> GetTaskOutputResponse,
        /// Asks the model a question beside the conversation.
        "side_question" => SideQuestion(SideQuestion) -> SideQuestionResponse,
        /// Asks the model for a title of the session.
        "generate_session_title" => GenerateSessionTitle(GenerateSessionTitle) -> GenerateSessionTitleResponse,
        /// Sets the permission mode of one server.
        "set_mcp_permission_mode_override" => SetMcpPermissionModeOverride(SetMcpPermissionModeOverride) -> WarningResponse,
        /// Returns the plan.
        "get_plan" => GetPlan(GetPlan) -> GetPlanResponse,
        /// Returns the status of the session.
        "get_status" => GetStatus(GetStatus) -> GetStatusResponse,
        /// Returns the conversation as text.
        "export_conversation" => ExportConversation(ExportConversation) -> ExportConversationResponse,
        /// Returns the changes in the working directory.
        "get_workspace_diff" => GetWorkspaceDiff(GetWorkspaceDiff) -> GetWorkspaceDiffResponse,
        /// Starts the sign-in to a server.
        "mcp_authenticate" => McpAuthenticate(McpAuthenticate) -> McpAuthenticateResponse,
        /// Passes on the URL of the OAuth callback.
        "mcp_oauth_callback_url" => McpOauthCallbackUrl(McpOauthCallbackUrl) -> Acknowledgement,
        /// Signs out of a server.
        "mcp_clear_auth" => McpClearAuth(McpClearAuth) -> Acknowledgement,
    }
    untyped {
        "end_session", "set_cwd", "claim_session", "set_prompt_suggestions_paused", "list_directory",
        "start_shell_task", "rewind_conversation", "fork_conversation", "set_proactivity_level",
        "channel_enable", "claude_authenticate", "claude_oauth_callback", "claude_oauth_wait_for_completion",
        "remote_control", "message_rated", "submit_feedback", "submit_survey_feedback", "get_chrome_browsers",
        "select_chrome_browser", "set_chrome_browser_hints", "get_chrome_dialog", "get_memory_dialog",
        "get_skills_dialog", "get_sandbox_dialog", "list_cloud_sessions", "get_cloud_session",
        "get_cloud_session_transcript", "add_directory", "register_device_hooks",
        "upload_device_hook_template", "remote_tools_announce", "turn_handoff", "ultrareview_launch",
        "poll_event", "stage_file", "mcp_tasks_changed", "send_task_message", "prefetch_attachments",
        "set_attached_project", "ui_attach", "ui_detach", "ui_render", "ui_press", "ui_input", "ui_select",
        "ui_client_module", "ui_client_press", "ui_message", "ui_client_fault", "ui_panes", "ui_pane_show",
        "ui_pane_focus", "ui_close", "ui_scroll", "ui_focus", "ui_prompt_edit", "ui_prompt_autocomplete"
    }
}
