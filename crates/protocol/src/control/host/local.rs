//! Requests that are not published, but that a local host can use. They may change without notice.

use super::constructors;
use crate::ids::{MessageUuid, SessionId};
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Ends the session and the process.
    #[derive(Default)]
    pub struct EndSession {
        /// Why.
        reason: Option<String> = "reason",
    }

    /// Asks the model something beside the conversation.
    #[derive(Default)]
    pub struct SideQuestion {
        /// The question.
        question: String = "question",
        /// What was asked beside it before.
        history: Vec<SideExchange> = "history",
    }

    /// A question asked beside the conversation, and its answer.
    #[derive(Default)]
    pub struct SideExchange {
        /// The question.
        question: String = "question",
        /// The answer.
        response: String = "response",
        /// Another model answered.
        fallback_notice: Option<String> = "fallback_notice",
    }

    /// The answer to a question beside the conversation.
    #[derive(Default)]
    pub struct SideQuestionResponse {
        /// The answer.
        response: Option<String> = "response",
        /// The CLI wrote it itself.
        synthetic: Option<bool> = "synthetic",
        /// The model refused, and another answered.
        refusal_fallback: Option<RawJson> = "refusal_fallback",
    }

    /// Has the model name the session.
    #[derive(Default)]
    pub struct GenerateSessionTitle {
        /// What it is about.
        description: String = "description",
        /// The name is kept.
        persist: Option<bool> = "persist",
    }

    /// A name for the session.
    #[derive(Default)]
    pub struct GenerateSessionTitleResponse {
        /// The name.
        title: Option<String> = "title",
    }

    /// Changes the working directory.
    #[derive(Default)]
    pub struct SetCwd {
        /// The directory.
        path: String = "path",
        /// A person trusts it.
        trust_accepted: Option<bool> = "trust_accepted",
        /// The directory they trust.
        trusted_directory: Option<String> = "trusted_directory",
    }

    /// What came of it.
    #[derive(Default)]
    pub struct SetCwdResponse {
        /// `ok`, `needs_trust` or `rejected`.
        status: Option<String> = "status",
        /// The directory now.
        cwd: Option<String> = "cwd",
        /// It is another one.
        changed: Option<bool> = "changed",
        /// The transcript moved with it.
        transcript_relocated: Option<bool> = "transcript_relocated",
        /// The directory to trust.
        directory: Option<String> = "directory",
        /// The root to trust.
        trust_root: Option<String> = "trust_root",
        /// Why it was rejected.
        reason: Option<String> = "reason",
        /// The same for people.
        message: Option<String> = "message",
    }

    /// Takes a spare process that was started with `--await-claim`.
    #[derive(Default)]
    pub struct ClaimSession {
        /// Where it works.
        cwd: String = "cwd",
        /// Its environment.
        env: std::collections::BTreeMap<String, String> = "env",
        /// Further directories.
        additional_directories: Vec<String> = "additional_directories",
        /// Its mode.
        permission_mode: Option<String> = "permission_mode",
        /// Its system prompt.
        system_prompt: Vec<String> = "system_prompt",
        /// Added to its system prompt.
        append_system_prompt: Option<String> = "append_system_prompt",
        /// Kinds of subagents.
        agents: Option<JsonObject> = "agents",
        /// Its name.
        title: Option<String> = "title",
        /// Servers inside the host.
        sdk_mcp_servers: Vec<String> = "sdk_mcp_servers",
        /// The answer holds that of `initialize`.
        include_initialize: Option<bool> = "include_initialize",
        /// Whether a person trusts the directory.
        workspace_trust: Option<super::WorkspaceTrust> = "workspace_trust",
    }

    /// The process that was taken.
    #[derive(Default)]
    pub struct ClaimSessionResponse {
        /// `ok`.
        status: Option<String> = "status",
        /// Where it works.
        cwd: Option<String> = "cwd",
        /// Its conversation.
        session_id: Option<SessionId> = "session_id",
        /// How long it waited.
        parked_ms: Option<f64> = "parked_ms",
        /// Its servers are ready.
        sdk_mcp_settled: Option<bool> = "sdk_mcp_settled",
        /// The answer of `initialize`.
        initialize: Option<JsonObject> = "initialize",
        /// The trust was noted.
        workspace_trust_recorded: Option<bool> = "workspace_trust_recorded",
    }

    /// Pauses suggestions of what to ask next.
    #[derive(Default)]
    pub struct SetPromptSuggestionsPaused {
        /// Paused.
        paused: bool = "paused",
    }

    /// Asks for the plan.
    #[derive(Default)]
    pub struct GetPlan {
    }

    /// The plan.
    #[derive(Default)]
    pub struct GetPlanResponse {
        /// There is one.
        exists: Option<bool> = "exists",
        /// What it says.
        content: Option<String> = "content",
        /// Its file.
        path: Option<String> = "path",
    }

    /// Asks how the session stands.
    #[derive(Default)]
    pub struct GetStatus {
    }

    /// How the session stands.
    #[derive(Default)]
    pub struct GetStatusResponse {
        /// Part by part.
        sections: Vec<StatusSection> = "sections",
    }

    /// A part of it.
    #[derive(Default)]
    pub struct StatusSection {
        /// Its heading.
        title: Option<String> = "title",
        /// Its rows.
        rows: Vec<StatusRow> = "rows",
    }

    /// A row of it.
    #[derive(Default)]
    pub struct StatusRow {
        /// What it is about.
        label: Option<String> = "label",
        /// What is so.
        value: Option<RawJson> = "value",
    }

    /// Asks for the conversation as text.
    #[derive(Default)]
    pub struct ExportConversation {
    }

    /// The conversation as text.
    #[derive(Default)]
    pub struct ExportConversationResponse {
        /// The text.
        text: Option<String> = "text",
        /// A name for the file.
        default_filename: Option<String> = "default_filename",
    }

    /// Goes back to an earlier prompt.
    #[derive(Default)]
    pub struct RewindConversation {
        /// The prompt.
        target_message_uuid: MessageUuid = "target_message_uuid",
        /// The last prompt the host knows of.
        last_seen_user_message_uuid: Option<MessageUuid> = "last_seen_user_message_uuid",
        /// A running turn is stopped.
        interrupt_if_running: Option<bool> = "interrupt_if_running",
    }

    /// What came of it.
    #[derive(Default)]
    pub struct RewindConversationResponse {
        /// It was done.
        rewound: Option<bool> = "rewound",
        /// The prompt.
        target_message_uuid: Option<MessageUuid> = "targetMessageUuid",
        /// Its text, to be edited.
        prefill_text: Option<String> = "prefillText",
        /// The answer before it.
        preceding_assistant_uuid: Option<MessageUuid> = "precedingAssistantUuid",
        /// How the prompt was found.
        resolution: Option<RawJson> = "resolution",
        /// Why it was not done.
        reason: Option<String> = "reason",
        /// The same for people.
        error: Option<String> = "error",
    }

    /// Copies the conversation; hosted sessions only.
    #[derive(Default)]
    pub struct ForkConversation {
        /// Up to this message.
        target_message_uuid: Option<MessageUuid> = "target_message_uuid",
        /// The name of the copy.
        title: Option<String> = "title",
    }

    /// What came of it.
    #[derive(Default)]
    pub struct ForkConversationResponse {
        /// It was done.
        forked: Option<bool> = "forked",
        /// Why not.
        reason: Option<String> = "reason",
        /// The same for people.
        error: Option<String> = "error",
    }

    /// Says how much the model does unasked.
    #[derive(Default)]
    pub struct SetProactivityLevel {
        /// `ask`, `default` or `proactive`.
        level: String = "level",
        /// May offer to bypass permissions.
        offer_bypass: Option<bool> = "offer_bypass",
    }

    /// Begins to sign in.
    #[derive(Default)]
    pub struct ClaudeAuthenticate {
        /// With claude.ai rather than the console.
        login_with_claude_ai: Option<bool> = "loginWithClaudeAi",
        /// The profile of the console.
        console_profile: Option<RawJson> = "consoleProfile",
    }

    /// Where to sign in.
    #[derive(Default)]
    pub struct ClaudeAuthenticateResponse {
        /// The page that shows a code to type.
        manual_url: Option<String> = "manualUrl",
        /// The page that comes back by itself.
        automatic_url: Option<String> = "automaticUrl",
        /// The profile of the console.
        console_profile: Option<RawJson> = "consoleProfile",
    }

    /// Passes on the code of a sign-in.
    #[derive(Default)]
    pub struct ClaudeOauthCallback {
        /// The code.
        authorization_code: String = "authorizationCode",
        /// Ties it to its beginning.
        state: String = "state",
    }

    /// Waits for a sign-in.
    #[derive(Default)]
    pub struct ClaudeOauthWaitForCompletion {
    }

    /// Who signed in.
    #[derive(Default)]
    pub struct ClaudeOauthResponse {
        /// The account.
        account: Option<crate::control::AccountInfo> = "account",
    }

    /// Turns remote control on or off.
    #[derive(Default)]
    pub struct RemoteControl {
        /// On.
        enabled: bool = "enabled",
        /// The name to show.
        name: Option<String> = "name",
        /// A session to go on with.
        reattach_session_id: Option<String> = "reattach_session_id",
        /// The session stays when the process ends.
        keep_session_on_exit: Option<bool> = "keep_session_on_exit",
        /// The secret of the session.
        work_secret: Option<String> = "work_secret",
    }

    /// Where the session can be steered from.
    #[derive(Default)]
    pub struct RemoteControlResponse {
        /// The page of the session.
        session_url: Option<String> = "session_url",
        /// Where to connect.
        connect_url: Option<String> = "connect_url",
        /// The machine.
        environment_id: Option<String> = "environment_id",
        /// Since when.
        bridge_epoch: Option<RawJson> = "bridge_epoch",
        /// The session there.
        bridge_session_id: Option<String> = "bridge_session_id",
    }

    /// Says what a person thinks of an answer.
    #[derive(Default)]
    pub struct MessageRated {
        /// The answer.
        message_uuid: MessageUuid = "messageUuid",
        /// `positive` or `negative`.
        sentiment: String = "sentiment",
        /// What was rated.
        surface: Option<String> = "surface",
        /// The rating was taken back.
        cleared: Option<bool> = "cleared",
    }

    /// Sends feedback to the makers of the CLI.
    #[derive(Default)]
    pub struct SubmitFeedback {
        /// What is said.
        description: String = "description",
        /// Where it is said.
        surface: Option<String> = "surface",
        /// A draft it began as.
        draft_id: Option<String> = "draft_id",
        /// `bug`, `idea` or `missing_capability`.
        kind: Option<String> = "type",
        /// In short.
        title: Option<String> = "title",
        /// About what.
        area: Option<String> = "area",
        /// The transcript goes with it.
        attach_transcript: Option<bool> = "attach_transcript",
        /// It stays on this machine.
        save_locally: Option<bool> = "save_locally",
    }

    /// Answers a survey of the CLI.
    #[derive(Default)]
    pub struct SubmitSurveyFeedback {
        /// What is said.
        description: String = "description",
        /// Which showing of the survey.
        appearance_id: String = "appearance_id",
        /// `bad`, `fine` or `good`.
        survey_response: String = "survey_response",
        /// `session`, `post_compact`, `memory` or `long_context`.
        survey_type: String = "survey_type",
        /// Where it is said.
        surface: Option<String> = "surface",
    }

    /// What became of feedback.
    #[derive(Default)]
    pub struct FeedbackResponse {
        /// Identifies it.
        feedback_id: Option<String> = "feedback_id",
        /// Why it cannot be sent.
        unavailable_reason: Option<String> = "unavailable_reason",
        /// The organization keeps no data.
        is_zdr_org: Option<bool> = "is_zdr_org",
        /// Why it failed.
        failure_reason: Option<String> = "failure_reason",
        /// The status of the failure.
        status_code: Option<u32> = "status_code",
        /// Where the session was shared.
        ccshare_url: Option<String> = "ccshare_url",
        /// Where it was saved.
        bundle_path: Option<String> = "bundle_path",
    }

    /// Asks for the browsers that are connected.
    #[derive(Default)]
    pub struct GetChromeBrowsers {
    }

    /// The browsers that are connected.
    #[derive(Default)]
    pub struct GetChromeBrowsersResponse {
        /// The browsers: `device_id`, `name`, `os_platform`, `current`.
        browsers: Vec<JsonObject> = "browsers",
    }

    /// Chooses a browser.
    #[derive(Default)]
    pub struct SelectChromeBrowser {
        /// The browser.
        device_id: String = "device_id",
    }

    /// The browser that was chosen.
    #[derive(Default)]
    pub struct SelectChromeBrowserResponse {
        /// Its name.
        name: Option<String> = "name",
    }

    /// Says which browsers are near.
    #[derive(Default)]
    pub struct SetChromeBrowserHints {
        /// The one to prefer.
        preferred_device_id: Option<String> = "preferredDeviceId",
        /// Those on this machine.
        local_device_ids: crate::wire::Present<String> = "localDeviceIds",
        /// What this machine runs.
        host_platform: Option<String> = "hostPlatform",
    }

    /// Asks for what the dialog about browsers shows.
    #[derive(Default)]
    pub struct GetChromeDialog {
    }

    /// Asks for what the dialog about memory shows.
    #[derive(Default)]
    pub struct GetMemoryDialog {
    }

    /// Asks for what the dialog about skills shows.
    #[derive(Default)]
    pub struct GetSkillsDialog {
    }

    /// Asks for what the dialog about the sandbox shows.
    #[derive(Default)]
    pub struct GetSandboxDialog {
    }

    /// Asks for sessions in the cloud.
    #[derive(Default)]
    pub struct ListCloudSessions {
        /// A person asks.
        user_initiated: Option<bool> = "user_initiated",
    }

    /// Asks for a session in the cloud.
    #[derive(Default)]
    pub struct GetCloudSession {
        /// The session.
        session_id: String = "session_id",
    }

    /// Asks for the transcript of a session in the cloud.
    #[derive(Default)]
    pub struct GetCloudSessionTranscript {
        /// The session.
        session_id: String = "session_id",
        /// Where the next page begins.
        cursor: Option<String> = "cursor",
    }

    /// Adds a mounted directory; service only.
    #[derive(Default)]
    pub struct AddDirectory {
        /// Where it is mounted.
        mount_path: Option<String> = "mount_path",
    }
}

constructors! {
    SideQuestion(question: String);
    GenerateSessionTitle(description: String);
    SetCwd(path: String);
    ClaimSession(cwd: String);
    SetPromptSuggestionsPaused(paused: bool);
    RewindConversation(target_message_uuid: MessageUuid);
    SetProactivityLevel(level: String);
    ClaudeOauthCallback(authorization_code: String, state: String);
    RemoteControl(enabled: bool);
    MessageRated(message_uuid: MessageUuid, sentiment: String);
    SubmitFeedback(description: String);
    SelectChromeBrowser(device_id: String);
    GetCloudSession(session_id: String);
    GetCloudSessionTranscript(session_id: String);
}
