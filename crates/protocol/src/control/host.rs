//! What a host asks.

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

/// A request of the host, tied to its answer.
pub trait HostCall: Wire + Into<HostRequest> {
    /// The subtype on the wire.
    const SUBTYPE: &'static str;
    /// What answers it. An acknowledgement reads from an absent payload too.
    type Response: Wire;
}

/// Gives requests a constructor that takes what they need.
macro_rules! constructors {
    ($( $name:ident($($field:ident: $type:ty),+); )*) => {$(
        impl $name {
            /// Makes the request with what it needs; the rest is set by its fields.
            pub fn new($($field: impl Into<$type>),+) -> Self {
                Self { $($field: $field.into(),)+ ..Self::default() }
            }
        }
    )*};
}

pub(crate) use constructors;

impl HostRequest {
    /// Makes a request from its subtype and its fields, for those without a type here. A `subtype` among the fields is ignored.
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

/// Makes the enum, and ties each request to its answer.
macro_rules! host_requests {
    (
        typed { $( $(#[$attribute:meta])* $subtype:literal => $variant:ident($payload:ty) -> $response:ty, )* }
        untyped { $( $untyped:literal ),* }
    ) => {
        wire_enum! {
            /// What a host asks of the CLI.
            pub enum HostRequest by "subtype" {
                $( $(#[$attribute])* $subtype => $variant(Box<$payload>), )*
                untyped $($untyped),* => Untyped,
            }
        }

        impl HostRequest {
            /// The subtypes whose answers have a type here.
            pub const TYPED: &'static [&'static str] = &[$($subtype),*];

            /// Reads an answer as the type that this request expects, and reports what is unknown or malformed inside.
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
        /// Introduces the host: hooks, in-process servers, prompts.
        "initialize" => Initialize(Initialize) -> InitializeResponse,
        /// Stops the turn.
        "interrupt" => Interrupt(Interrupt) -> InterruptResponse,
        /// Changes the mode.
        "set_permission_mode" => SetPermissionMode(SetPermissionMode) -> SetPermissionModeResponse,
        /// Changes the model.
        "set_model" => SetModel(SetModel) -> SetModelResponse,
        /// Changes how much the model thinks.
        "set_max_thinking_tokens" => SetMaxThinkingTokens(SetMaxThinkingTokens) -> Acknowledgement,
        /// Lays settings over all others.
        "apply_flag_settings" => ApplyFlagSettings(ApplyFlagSettings) -> Acknowledgement,
        /// Writes a setting to a file.
        "update_settings" => UpdateSettings(UpdateSettings) -> Acknowledgement,
        /// Asks for the settings.
        "get_settings" => GetSettings(GetSettings) -> GetSettingsResponse,
        /// Asks for the hooks.
        "get_hooks_listing" => GetHooksListing(GetHooksListing) -> GetHooksListingResponse,
        /// Asks for the rules in force.
        "list_permission_rules" => ListPermissionRules(ListPermissionRules) -> ListPermissionRulesResponse,
        /// Asks what fills the context.
        "get_context_usage" => GetContextUsage(GetContextUsage) -> GetContextUsageResponse,
        /// Asks for the cost, as text.
        "get_session_cost" => GetSessionCost(GetSessionCost) -> GetSessionCostResponse,
        /// Asks for tokens, cost and limits.
        "get_usage" => GetUsage(GetUsage) -> GetUsageResponse,
        /// Asks for the models.
        "list_models" => ListModels(ListModels) -> ListModelsResponse,
        /// Asks for the CLI's version.
        "get_binary_version" => GetBinaryVersion(GetBinaryVersion) -> GetBinaryVersionResponse,
        /// Names the session.
        "rename_session" => RenameSession(RenameSession) -> Acknowledgement,
        /// Colors the session.
        "set_color" => SetColor(SetColor) -> Acknowledgement,
        /// Asks how the MCP servers stand.
        "mcp_status" => McpStatus(McpStatus) -> McpStatusResponse,
        /// Replaces the MCP servers that a host set.
        "mcp_set_servers" => McpSetServers(McpSetServers) -> McpSetServersResponse,
        /// Connects a server again.
        "mcp_reconnect" => McpReconnect(McpReconnect) -> Acknowledgement,
        /// Switches a server on or off.
        "mcp_toggle" => McpToggle(McpToggle) -> Acknowledgement,
        /// Calls a tool of a server.
        "mcp_call" => McpCall(McpCall) -> McpCallResponse,
        /// Reads a resource of a server.
        "mcp_read_resource" => McpReadResource(McpReadResource) -> McpReadResourceResponse,
        /// A message of an in-process MCP server.
        "mcp_message" => McpMessage(McpMessage) -> Acknowledgement,
        /// Puts files back as they were.
        "rewind_files" => RewindFiles(RewindFiles) -> RewindFilesResponse,
        /// Takes a queued message back.
        "cancel_async_message" => CancelAsyncMessage(CancelAsyncMessage) -> CancelAsyncMessageResponse,
        /// Tells the session that the model knows a file.
        "seed_read_state" => SeedReadState(SeedReadState) -> Acknowledgement,
        /// Reads a file.
        "read_file" => ReadFile(ReadFile) -> ReadFileResponse,
        /// Asks for files whose path resembles a text.
        "file_suggestions" => FileSuggestions(FileSuggestions) -> FileSuggestionsResponse,
        /// Adds a repository.
        "register_repo_root" => RegisterRepoRoot(RegisterRepoRoot) -> RegisterRepoRootResponse,
        /// Reads plugins again.
        "reload_plugins" => ReloadPlugins(ReloadPlugins) -> ReloadPluginsResponse,
        /// Reads skills again.
        "reload_skills" => ReloadSkills(ReloadSkills) -> ReloadSkillsResponse,
        /// Reads output styles again.
        "reload_output_styles" => ReloadOutputStyles(ReloadOutputStyles) -> ReloadOutputStylesResponse,
        /// Says whether anybody watches.
        "set_has_subscribers" => SetHasSubscribers(SetHasSubscribers) -> Acknowledgement,
        /// Stops a task.
        "stop_task" => StopTask(StopTask) -> Acknowledgement,
        /// Moves what runs to the background.
        "background_tasks" => BackgroundTasks(BackgroundTasks) -> BackgroundTasksResponse,
        /// Asks for the output of a task.
        "get_task_output" => GetTaskOutput(GetTaskOutput) -> GetTaskOutputResponse,
        /// Asks something beside the conversation.
        "side_question" => SideQuestion(SideQuestion) -> SideQuestionResponse,
        /// Has the model name the session.
        "generate_session_title" => GenerateSessionTitle(GenerateSessionTitle) -> GenerateSessionTitleResponse,
        /// Says how asks of one server are decided.
        "set_mcp_permission_mode_override" => SetMcpPermissionModeOverride(SetMcpPermissionModeOverride) -> WarningResponse,
        /// Asks for the plan.
        "get_plan" => GetPlan(GetPlan) -> GetPlanResponse,
        /// Asks how the session stands.
        "get_status" => GetStatus(GetStatus) -> GetStatusResponse,
        /// Asks for the conversation as text.
        "export_conversation" => ExportConversation(ExportConversation) -> ExportConversationResponse,
        /// Asks what changed in the working directory.
        "get_workspace_diff" => GetWorkspaceDiff(GetWorkspaceDiff) -> GetWorkspaceDiffResponse,
        /// Begins to sign in at a server.
        "mcp_authenticate" => McpAuthenticate(McpAuthenticate) -> McpAuthenticateResponse,
        /// Passes on where the person came back to.
        "mcp_oauth_callback_url" => McpOauthCallbackUrl(McpOauthCallbackUrl) -> Acknowledgement,
        /// Signs out at a server.
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
