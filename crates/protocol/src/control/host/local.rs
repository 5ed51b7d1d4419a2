//! Requests about the conversation that are not published, but that a local host can use. They may change without notice.

use std::collections::BTreeMap;

use super::{WorkspaceTrust, constructors};
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
        env: BTreeMap<String, String> = "env",
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
        workspace_trust: Option<WorkspaceTrust> = "workspace_trust",
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
}
