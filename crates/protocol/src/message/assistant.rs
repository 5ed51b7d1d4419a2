//! What the model said: the `assistant` message.

use crate::content::ApiMessage;
use crate::ids::{ApiMessageId, MessageUuid, TaskId, ToolUseId};
use crate::message::rate_limit::RateLimitInfo;
use crate::message::report::{ContextUsage, UsageReport};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{Lazy, wire_string, wire_struct};

stamped_struct! {
    /// A finished block of the model's answer, or a text the CLI wrote in its name.
    ///
    /// Frames that share [`ApiMessage::id`] are parts of one answer.
    pub struct AssistantMessage {
        /// The answer as the API shapes it; normally one block.
        message: Lazy<ApiMessage>,
        /// The call that started the subagent this came from; null on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        /// What went wrong, on a message that stands for an API error.
        error: Option<AssistantError>,
        request_id: Option<String>,
        /// The prompt this turn answers; on the turn's first message.
        user_message_uuid: Option<MessageUuid>,
        /// Every prompt this turn has consumed so far.
        user_message_uuids: Vec<MessageUuid>,
        /// Why a turn that was cut off goes on.
        resume_reason: Option<String>,
        /// It goes on with a thinking block that was cut off.
        resumed_from_incomplete_thinking: Option<bool>,
        /// Earlier messages that leave the transcript now.
        supersedes: Vec<MessageUuid>,
        /// It was cut by an interrupt; the text may end in the middle of a word.
        aborted: Option<bool>,
        agent_id: Option<TaskId>,
        subagent_type: Option<String>,
        /// What that subagent was asked to do.
        task_description: Option<String>,
        /// When the block was complete; for display.
        timestamp: Option<String>,
        /// The numbers behind an answer to `/context`.
        context_usage: Option<Box<ContextUsage>>,
        /// The numbers behind an answer to `/usage`.
        usage_report: Option<Box<UsageReport>>,
        /// How to show the tools that are called.
        tool_use_meta: Vec<ToolUseMeta>,
        narration_block_indexes: Vec<u32>,
        narration_hint: Option<NarrationHint>,
        thinking_duration_ms: Option<u64>,
        thinking_display: Option<String>,
        /// It is about the conversation, not part of it.
        is_meta: Option<bool>,
        /// It is for display only.
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
        /// The slash command whose output this is.
        local_command_source: Option<String>,
        local_command_run: Option<LocalCommandRun>,
        /// Why that command did not do what it should.
        local_command_outcome: Option<LocalCommandOutcome>,
        /// The calls of the batch that this one belongs to.
        batch_tool_uses: Vec<BatchToolUse>,
        /// Inputs as they were sent, by call.
        wire_tool_inputs: Option<RawJson>,
        /// What was known when they were read, by call.
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
    /// How to show a call of a tool.
    pub struct ToolUseMeta {
        id: ToolUseId,
        display_name: Option<String>,
        server_display_name: Option<String>,
        icon_url: Option<String>,
        server_id: Option<String>,
        server_id_stamp: Option<String>,
        /// The tool as its server names it.
        tool_name: Option<String>,
        artifact_publish: Option<bool>,
    }

    /// More about an API error.
    pub struct ApiErrorParams {
        effort: Option<RawJson>,
        provider: Option<RawJson>,
        remedy: Option<RawJson>,
        /// The medium that did not fit.
        media: Option<RawJson>,
        media_reason: Option<RawJson>,
        rate_limit_info: Option<Box<RateLimitInfo>>,
        cut: Option<RawJson>,
    }

    /// A slash command, taken apart.
    pub struct LocalCommandRun {
        /// Its name, without the slash.
        command: String,
        args: Option<String>,
        plugin: Option<String>,
    }

    /// Why a slash command did not do what it should.
    pub struct LocalCommandOutcome {
        kind: LocalCommandOutcomeKind,
        suggestion: Option<String>,
    }

    /// One call of a batch.
    pub struct BatchToolUse {
        id: ToolUseId,
        name: Option<String>,
    }
}

wire_string! {
    /// What went wrong with a request to the API.
    pub enum AssistantError {
        /// The credentials were not accepted.
        "authentication_failed" => AuthenticationFailed,
        /// The organization may not be used.
        "oauth_org_not_allowed" => OrganizationNotAllowed,
        /// The account is on hold.
        "account_on_hold" => AccountOnHold,
        /// The account must be verified.
        "verification_required" => VerificationRequired,
        /// Payment is the problem.
        "billing_error" => Billing,
        /// A limit was reached.
        "rate_limit" => RateLimit,
        /// The API is overloaded.
        "overloaded" => Overloaded,
        /// The request was not accepted.
        "invalid_request" => InvalidRequest,
        /// There is no such model.
        "model_not_found" => ModelNotFound,
        /// The API failed.
        "server_error" => ServerError,
        /// Something else.
        "unknown" => Unspecified,
        /// The answer grew too long.
        "max_output_tokens" => MaxOutputTokens,
        /// The credentials of a cloud provider were not accepted.
        "cloud_credential_error" => CloudCredential,
    }

    /// How to show blocks that only narrate.
    pub enum NarrationHint {
        /// Not at all.
        "hidden" => Hidden,
        /// In the background.
        "faint" => Faint,
    }

    /// Why a slash command did not do what it should.
    pub enum LocalCommandOutcomeKind {
        /// It needs a terminal.
        "unavailable_headless" => UnavailableHeadless,
        /// There is no such command.
        "unknown" => NotFound,
        /// It failed.
        "failed" => Failed,
        /// It takes effect after a restart.
        "restart_required" => RestartRequired,
    }
}
