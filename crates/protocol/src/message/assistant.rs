//! The `assistant` message.

use crate::content::ApiMessage;
use crate::ids::{ApiMessageId, MessageUuid, TaskId, ToolUseId};
use crate::message::rate_limit::RateLimitInfo;
use crate::message::report::{ContextUsage, UsageReport};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{Lazy, wire_string, wire_struct};

stamped_struct! {
    /// A finished block of the model's answer, or a text that the CLI wrote as the model.
    ///
    /// Frames with the same [`ApiMessage::id`] are parts of one answer.
    pub struct AssistantMessage {
        /// The answer in the format of the API; normally one block.
        message: Lazy<ApiMessage>,
        /// The call that started the sending subagent; null on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        /// The error, on a message that reports an API error.
        error: Option<AssistantError>,
        request_id: Option<String>,
        /// The prompt this turn answers; on the turn's first message.
        user_message_uuid: Option<MessageUuid>,
        /// Every prompt this turn has consumed so far.
        user_message_uuids: Vec<MessageUuid>,
        /// Why an interrupted turn continues.
        resume_reason: Option<String>,
        /// The turn continues with an interrupted thinking block.
        resumed_from_incomplete_thinking: Option<bool>,
        /// Earlier messages that this message removes from the transcript.
        supersedes: Vec<MessageUuid>,
        /// An interrupt cut it off; the text may end within a word.
        aborted: Option<bool>,
        agent_id: Option<TaskId>,
        subagent_type: Option<String>,
        /// The prompt of the subagent.
        task_description: Option<String>,
        /// When the block was completed; for display.
        timestamp: Option<String>,
        /// The data of an answer to `/context`.
        context_usage: Option<Box<ContextUsage>>,
        /// The data of an answer to `/usage`.
        usage_report: Option<Box<UsageReport>>,
        /// How to show the tools that are called.
        tool_use_meta: Vec<ToolUseMeta>,
        narration_block_indexes: Vec<u32>,
        narration_hint: Option<NarrationHint>,
        thinking_duration_ms: Option<u64>,
        thinking_display: Option<String>,
        /// A message about the conversation, not part of it.
        is_meta: Option<bool>,
        /// For display only.
        is_virtual: Option<bool>,
        historical: Option<bool>,
        is_api_error_message: Option<bool>,
        api_error_status: Option<u32>,
        api_error: Option<String>,
        api_error_params: Option<Box<ApiErrorParams>>,
        api_error_code: Option<String>,
        api_error_type: Option<String>,
        api_error_origin: Option<String>,
        error_details: Option<String>,
        refused_message_id: Option<ApiMessageId>,
        /// The slash command that printed this.
        local_command_source: Option<String>,
        local_command_run: Option<LocalCommandRun>,
        /// The reason for the failure of that command.
        local_command_outcome: Option<LocalCommandOutcome>,
        /// The calls in the same batch.
        batch_tool_uses: Vec<BatchToolUse>,
        /// Inputs as sent by the model, by call.
        wire_tool_inputs: Option<RawJson>,
        /// Context at the time the inputs were read, by call.
        wire_ingest_context: Option<RawJson>,
        advisor_model: Option<String>,
        attribution_agent: Option<String>,
        attribution_skill: Option<String>,
        attribution_plugin: Option<String>,
        /// The MCP server it is attributed to.
        attribution_mcp_server: Option<String>,
        /// The MCP tool it is attributed to.
        attribution_mcp_tool: Option<String>,
    }
}

wire_struct! {
    /// How to display a tool call.
    pub struct ToolUseMeta {
        id: ToolUseId,
        display_name: Option<String>,
        server_display_name: Option<String>,
        icon_url: Option<String>,
        server_id: Option<String>,
        server_id_stamp: Option<String>,
        /// The name of the tool on its server.
        tool_name: Option<String>,
        artifact_publish: Option<bool>,
    }

    /// Details of an API error.
    pub struct ApiErrorParams {
        effort: Option<RawJson>,
        provider: Option<RawJson>,
        remedy: Option<RawJson>,
        /// The rejected media.
        media: Option<RawJson>,
        media_reason: Option<RawJson>,
        rate_limit_info: Option<Box<RateLimitInfo>>,
        cut: Option<RawJson>,
    }

    /// A parsed slash command.
    pub struct LocalCommandRun {
        /// Its name, without the slash.
        command: String,
        args: Option<String>,
        plugin: Option<String>,
    }

    /// The reason for the failure of a slash command.
    pub struct LocalCommandOutcome {
        kind: LocalCommandOutcomeKind,
        suggestion: Option<String>,
    }

    /// A tool call of a batch.
    pub struct BatchToolUse {
        id: ToolUseId,
        name: Option<String>,
    }
}

wire_string! {
    /// The kind of a failed API request.
    pub enum AssistantError {
        /// The credentials were rejected.
        "authentication_failed" => AuthenticationFailed,
        /// The organization may not be used.
        "oauth_org_not_allowed" => OrganizationNotAllowed,
        /// The account is on hold.
        "account_on_hold" => AccountOnHold,
        /// The account must be verified.
        "verification_required" => VerificationRequired,
        /// A billing problem.
        "billing_error" => Billing,
        /// A limit was reached.
        "rate_limit" => RateLimit,
        /// The API is overloaded.
        "overloaded" => Overloaded,
        /// The request was invalid.
        "invalid_request" => InvalidRequest,
        /// The model does not exist.
        "model_not_found" => ModelNotFound,
        /// The API returned a server error.
        "server_error" => ServerError,
        /// Any other error.
        "unknown" => Unspecified,
        /// The answer exceeded the maximum length.
        "max_output_tokens" => MaxOutputTokens,
        /// The credentials of a cloud provider were rejected.
        "cloud_credential_error" => CloudCredential,
    }

    /// How to display blocks of narration.
    pub enum NarrationHint {
        /// Hidden.
        "hidden" => Hidden,
        /// Faint.
        "faint" => Faint,
    }

    /// The kind of a failed slash command.
    pub enum LocalCommandOutcomeKind {
        /// It needs a terminal.
        "unavailable_headless" => UnavailableHeadless,
        /// The command does not exist.
        "unknown" => NotFound,
        /// It failed.
        "failed" => Failed,
        /// It takes effect after a restart.
        "restart_required" => RestartRequired,
    }
}
