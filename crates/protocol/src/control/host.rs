//! What a host asks.

mod account;
mod answered;
mod context;
mod dialogs;
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

pub use account::*;
pub use context::*;
pub use dialogs::*;
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
use crate::wire::{Audit, Wire, wire_enum, wire_struct};

/// A request of the host, tied to its answer.
pub trait HostCall: Wire + Into<HostRequest> {
    /// The subtype on the wire.
    const SUBTYPE: &'static str;
    /// What answers it. An acknowledgement reads from an absent payload too.
    type Response: Wire;
}

wire_struct! {
    /// A request that is known by name only: for cloud sessions and surfaces of plugins. Its fields are in `extra`.
    #[derive(Default)]
    pub struct OpenRequest {
    }
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

fn audit_as<C: HostCall>(answer: &ControlSuccess, audit: &mut Audit) {
    match answer.read::<C>() {
        Ok(answer) => answer.audit(audit),
        Err(error) => audit.malformed(C::SUBTYPE, &error.to_string()),
    }
}

/// Makes the enum, and ties each request to its answer.
macro_rules! host_requests {
    (
        typed { $( $(#[$attribute:meta])* $subtype:literal => $variant:ident($payload:ty) -> $response:ty, )* }
        named { $( $name:literal => $named:ident, )* }
    ) => {
        wire_enum! {
            /// What a host asks of the CLI.
            pub enum HostRequest by "subtype" {
                $( $(#[$attribute])* $subtype => $variant(Box<$payload>), )*
                $(
                    #[doc = concat!("`", $name, "`: for cloud sessions or surfaces of plugins.")]
                    $name => $named(OpenRequest),
                )*
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
        /// Ends the session and the process.
        "end_session" => EndSession(EndSession) -> Acknowledgement,
        /// Asks something beside the conversation.
        "side_question" => SideQuestion(SideQuestion) -> SideQuestionResponse,
        /// Has the model name the session.
        "generate_session_title" => GenerateSessionTitle(GenerateSessionTitle) -> GenerateSessionTitleResponse,
        /// Changes the working directory.
        "set_cwd" => SetCwd(SetCwd) -> SetCwdResponse,
        /// Takes a spare process.
        "claim_session" => ClaimSession(ClaimSession) -> ClaimSessionResponse,
        /// Says how asks of one server are decided.
        "set_mcp_permission_mode_override" => SetMcpPermissionModeOverride(SetMcpPermissionModeOverride) -> WarningResponse,
        /// Pauses suggestions of what to ask next.
        "set_prompt_suggestions_paused" => SetPromptSuggestionsPaused(SetPromptSuggestionsPaused) -> Acknowledgement,
        /// Asks for the plan.
        "get_plan" => GetPlan(GetPlan) -> GetPlanResponse,
        /// Asks how the session stands.
        "get_status" => GetStatus(GetStatus) -> GetStatusResponse,
        /// Asks for the conversation as text.
        "export_conversation" => ExportConversation(ExportConversation) -> ExportConversationResponse,
        /// Asks what changed in the working directory.
        "get_workspace_diff" => GetWorkspaceDiff(GetWorkspaceDiff) -> GetWorkspaceDiffResponse,
        /// Asks what a directory holds.
        "list_directory" => ListDirectory(ListDirectory) -> ListDirectoryResponse,
        /// Starts a shell in the background.
        "start_shell_task" => StartShellTask(StartShellTask) -> StartShellTaskResponse,
        /// Goes back to an earlier prompt.
        "rewind_conversation" => RewindConversation(RewindConversation) -> RewindConversationResponse,
        /// Copies the conversation.
        "fork_conversation" => ForkConversation(ForkConversation) -> ForkConversationResponse,
        /// Says how much the model does unasked.
        "set_proactivity_level" => SetProactivityLevel(SetProactivityLevel) -> Acknowledgement,
        /// Begins to sign in at a server.
        "mcp_authenticate" => McpAuthenticate(McpAuthenticate) -> McpAuthenticateResponse,
        /// Passes on where the person came back to.
        "mcp_oauth_callback_url" => McpOauthCallbackUrl(McpOauthCallbackUrl) -> Acknowledgement,
        /// Signs out at a server.
        "mcp_clear_auth" => McpClearAuth(McpClearAuth) -> Acknowledgement,
        /// Lets a server push messages.
        "channel_enable" => ChannelEnable(ChannelEnable) -> Acknowledgement,
        /// Begins to sign in.
        "claude_authenticate" => ClaudeAuthenticate(ClaudeAuthenticate) -> ClaudeAuthenticateResponse,
        /// Passes on the code of a sign-in.
        "claude_oauth_callback" => ClaudeOauthCallback(ClaudeOauthCallback) -> ClaudeOauthResponse,
        /// Waits for a sign-in.
        "claude_oauth_wait_for_completion" => ClaudeOauthWaitForCompletion(ClaudeOauthWaitForCompletion) -> ClaudeOauthResponse,
        /// Turns remote control on or off.
        "remote_control" => RemoteControl(RemoteControl) -> RemoteControlResponse,
        /// Says what a person thinks of an answer.
        "message_rated" => MessageRated(MessageRated) -> Acknowledgement,
        /// Sends feedback.
        "submit_feedback" => SubmitFeedback(SubmitFeedback) -> FeedbackResponse,
        /// Answers a survey.
        "submit_survey_feedback" => SubmitSurveyFeedback(SubmitSurveyFeedback) -> FeedbackResponse,
        /// Asks for the browsers that are connected.
        "get_chrome_browsers" => GetChromeBrowsers(GetChromeBrowsers) -> GetChromeBrowsersResponse,
        /// Chooses a browser.
        "select_chrome_browser" => SelectChromeBrowser(SelectChromeBrowser) -> SelectChromeBrowserResponse,
        /// Says which browsers are near.
        "set_chrome_browser_hints" => SetChromeBrowserHints(SetChromeBrowserHints) -> Acknowledgement,
        /// Asks for what the dialog about browsers shows.
        "get_chrome_dialog" => GetChromeDialog(GetChromeDialog) -> JsonObject,
        /// Asks for what the dialog about memory shows.
        "get_memory_dialog" => GetMemoryDialog(GetMemoryDialog) -> JsonObject,
        /// Asks for what the dialog about skills shows.
        "get_skills_dialog" => GetSkillsDialog(GetSkillsDialog) -> JsonObject,
        /// Asks for what the dialog about the sandbox shows.
        "get_sandbox_dialog" => GetSandboxDialog(GetSandboxDialog) -> JsonObject,
        /// Asks for sessions in the cloud.
        "list_cloud_sessions" => ListCloudSessions(ListCloudSessions) -> JsonObject,
        /// Asks for a session in the cloud.
        "get_cloud_session" => GetCloudSession(GetCloudSession) -> JsonObject,
        /// Asks for the transcript of a session in the cloud.
        "get_cloud_session_transcript" => GetCloudSessionTranscript(GetCloudSessionTranscript) -> JsonObject,
        /// Adds a mounted directory.
        "add_directory" => AddDirectory(AddDirectory) -> Acknowledgement,
    }
    named {
        "register_device_hooks" => RegisterDeviceHooks,
        "upload_device_hook_template" => UploadDeviceHookTemplate,
        "remote_tools_announce" => RemoteToolsAnnounce,
        "turn_handoff" => TurnHandoff,
        "ultrareview_launch" => UltrareviewLaunch,
        "poll_event" => PollEvent,
        "stage_file" => StageFile,
        "mcp_tasks_changed" => McpTasksChanged,
        "send_task_message" => SendTaskMessage,
        "prefetch_attachments" => PrefetchAttachments,
        "set_attached_project" => SetAttachedProject,
        "ui_attach" => UiAttach,
        "ui_detach" => UiDetach,
        "ui_render" => UiRender,
        "ui_press" => UiPress,
        "ui_input" => UiInput,
        "ui_select" => UiSelect,
        "ui_client_module" => UiClientModule,
        "ui_client_press" => UiClientPress,
        "ui_message" => UiMessage,
        "ui_client_fault" => UiClientFault,
        "ui_panes" => UiPanes,
        "ui_pane_show" => UiPaneShow,
        "ui_pane_focus" => UiPaneFocus,
        "ui_close" => UiClose,
        "ui_scroll" => UiScroll,
        "ui_focus" => UiFocus,
        "ui_prompt_edit" => UiPromptEdit,
        "ui_prompt_autocomplete" => UiPromptAutocomplete,
    }
}
