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
        message: Lazy<ApiMessage> = "message",
        /// The call that started the subagent this came from; null on the main thread.
        parent_tool_use_id: Option<ToolUseId> = "parent_tool_use_id",
        /// What went wrong, on a message that stands for an API error.
        error: Option<AssistantError> = "error",
        /// The API's id of the request.
        request_id: Option<String> = "request_id",
        /// The prompt this turn answers; on the turn's first message.
        user_message_uuid: Option<MessageUuid> = "user_message_uuid",
        /// Every prompt this turn has consumed so far.
        user_message_uuids: Vec<MessageUuid> = "user_message_uuids",
        /// Why a turn that was cut off goes on.
        resume_reason: Option<String> = "resume_reason",
        /// It goes on with a thinking block that was cut off.
        resumed_from_incomplete_thinking: Option<bool> = "resumed_from_incomplete_thinking",
        /// Earlier messages that leave the transcript now.
        supersedes: Vec<MessageUuid> = "supersedes",
        /// It was cut by an interrupt; the text may end in the middle of a word.
        aborted: Option<bool> = "aborted",
        /// The subagent it came from.
        agent_id: Option<TaskId> = "agent_id",
        /// The kind of that subagent.
        subagent_type: Option<String> = "subagent_type",
        /// What that subagent was asked to do.
        task_description: Option<String> = "task_description",
        /// When the block was complete; for display.
        timestamp: Option<String> = "timestamp",
        /// The numbers behind an answer to `/context`.
        context_usage: Option<Box<ContextUsage>> = "context_usage",
        /// The numbers behind an answer to `/usage`.
        usage_report: Option<Box<UsageReport>> = "usage_report",
        /// How to show the tools that are called.
        tool_use_meta: Vec<ToolUseMeta> = "tool_use_meta",
        /// Blocks that only narrate.
        narration_block_indexes: Vec<u32> = "narration_block_indexes",
        /// How to show those.
        narration_hint: Option<NarrationHint> = "narration_hint",
        /// How long the model thought.
        thinking_duration_ms: Option<u64> = "thinking_duration_ms",
        /// How thinking is shown.
        thinking_display: Option<String> = "thinking_display",
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "is_meta",
        /// It is for display only.
        is_virtual: Option<bool> = "is_virtual",
        /// It comes from an earlier run.
        historical: Option<bool> = "historical",
        /// It stands for an API error.
        is_api_error_message: Option<bool> = "is_api_error_message",
        /// The HTTP status of that error.
        api_error_status: Option<u32> = "api_error_status",
        /// What the CLI calls that error.
        api_error: Option<String> = "api_error",
        /// More about that error.
        api_error_params: Option<Box<ApiErrorParams>> = "api_error_params",
        /// The API's code of that error.
        api_error_code: Option<String> = "api_error_code",
        /// The API's type of that error.
        api_error_type: Option<String> = "api_error_type",
        /// Who made that error.
        api_error_origin: Option<String> = "api_error_origin",
        /// That error in words.
        error_details: Option<String> = "error_details",
        /// The answer that was refused.
        refused_message_id: Option<ApiMessageId> = "refused_message_id",
        /// The slash command whose output this is.
        local_command_source: Option<String> = "local_command_source",
        /// That command, taken apart.
        local_command_run: Option<LocalCommandRun> = "local_command_run",
        /// Why that command did not do what it should.
        local_command_outcome: Option<LocalCommandOutcome> = "local_command_outcome",
        /// The calls of the batch that this one belongs to.
        batch_tool_uses: Vec<BatchToolUse> = "batch_tool_uses",
        /// Inputs as they were sent, by call.
        wire_tool_inputs: Option<RawJson> = "wire_tool_inputs",
        /// What was known when they were read, by call.
        wire_ingest_context: Option<RawJson> = "wire_ingest_context",
        /// The model that advised.
        advisor_model: Option<String> = "advisor_model",
        /// The agent it is attributed to.
        attribution_agent: Option<String> = "attribution_agent",
        /// The skill it is attributed to.
        attribution_skill: Option<String> = "attribution_skill",
        /// The plugin it is attributed to.
        attribution_plugin: Option<String> = "attribution_plugin",
        /// The MCP server it is attributed to.
        attribution_mcp_server: Option<String> = "attribution_mcp_server",
        /// The MCP tool it is attributed to.
        attribution_mcp_tool: Option<String> = "attribution_mcp_tool",
    }
}

wire_struct! {
    /// How to show a call of a tool.
    pub struct ToolUseMeta {
        /// The call.
        id: ToolUseId = "id",
        /// What to call the tool.
        display_name: Option<String> = "display_name",
        /// What to call its server.
        server_display_name: Option<String> = "server_display_name",
        /// A picture for it.
        icon_url: Option<String> = "icon_url",
        /// The server's id.
        server_id: Option<String> = "server_id",
        /// Proves the server's id.
        server_id_stamp: Option<String> = "server_id_stamp",
        /// The tool as its server names it.
        tool_name: Option<String> = "tool_name",
        /// It publishes an artifact.
        artifact_publish: Option<bool> = "artifact_publish",
    }

    /// More about an API error.
    pub struct ApiErrorParams {
        /// The effort that was asked for.
        effort: Option<RawJson> = "effort",
        /// Who served the model.
        provider: Option<RawJson> = "provider",
        /// What may help.
        remedy: Option<RawJson> = "remedy",
        /// The medium that did not fit.
        media: Option<RawJson> = "media",
        /// Why it did not.
        media_reason: Option<RawJson> = "media_reason",
        /// The limit that was reached.
        rate_limit_info: Option<Box<RateLimitInfo>> = "rate_limit_info",
        /// How the stream was cut.
        cut: Option<RawJson> = "cut",
    }

    /// A slash command, taken apart.
    pub struct LocalCommandRun {
        /// Its name, without the slash.
        command: String = "command",
        /// What stood after it.
        args: Option<String> = "args",
        /// The plugin it comes from.
        plugin: Option<String> = "plugin",
    }

    /// Why a slash command did not do what it should.
    pub struct LocalCommandOutcome {
        /// The reason.
        kind: LocalCommandOutcomeKind = "kind",
        /// What to try instead.
        suggestion: Option<String> = "suggestion",
    }

    /// One call of a batch.
    pub struct BatchToolUse {
        /// The call.
        id: ToolUseId = "id",
        /// The tool.
        name: Option<String> = "name",
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
