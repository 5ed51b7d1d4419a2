//! What the model was told: the `user` message.

use crate::content::UserMessage;
use crate::ids::{ApiMessageId, MessageUuid, TaskId, ToolUseId};
use crate::input::Priority;
use crate::mcp::McpResourceLink;
use crate::message::origin::MessageOrigin;
use crate::message::stamp::stamped_struct;
use crate::permission::PermissionMode;
use crate::raw::RawJson;
use crate::wire::{Lazy, wire_string, wire_struct};

stamped_struct! {
    /// A message on the user's side: results of tools, and echoes of what the host sent.
    pub struct UserSideMessage {
        /// The message as the API shapes it; chiefly one tool result.
        message: Lazy<UserMessage>,
        /// The call that started the subagent this came from; null on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        /// Made by the CLI, not typed by anyone.
        is_synthetic: Option<bool> = "isSynthetic",
        /// The tool's structured result, or a plain string on failure; read it with the lenses of [`crate::tool`].
        tool_use_result: Option<RawJson>,
        priority: Option<Priority>,
        origin: Option<MessageOrigin>,
        /// False when it only appends to the conversation.
        should_query: Option<bool> = "shouldQuery",
        timestamp: Option<String>,
        client_composed: Option<bool>,
        agent_id: Option<TaskId>,
        subagent_type: Option<String>,
        /// What that subagent was asked to do.
        task_description: Option<String>,
        pasted_content: Option<RawJson>,
        inline_pastes: Vec<String>,
        /// An echo of what the host sent, or of a slash command.
        is_replay: Option<bool> = "isReplay",
        file_attachments: Vec<RawJson>,
        /// How each call ended that has a result here.
        tool_result_meta: Vec<ToolResultMeta>,
        mcp_meta: Option<Box<McpMeta>>,
        /// It is about the conversation, not part of it.
        is_meta: Option<bool>,
        /// It is shown, but the model does not see it.
        is_visible_in_transcript_only: Option<bool>,
        /// It is for display only.
        is_virtual: Option<bool>,
        /// It is the summary that a compaction left.
        is_compact_summary: Option<bool>,
        summarize_metadata: Option<RawJson>,
        source_tool_use_id: Option<ToolUseId>,
        source_tool_assistant_uuid: Option<MessageUuid>,
        image_paste_ids: Vec<u64>,
        plan_content: Option<String>,
        permission_mode: Option<PermissionMode>,
        interrupted_message_id: Option<ApiMessageId>,
        refused_message_id: Option<ApiMessageId>,
        retracted_message_uuids: Vec<MessageUuid>,
        plugin_prompt: Option<PluginPrompt>,
        client_platform: Option<String>,
        inbound_origin: Option<RawJson>,
        /// When a server received it, in milliseconds since 1970.
        server_received_wall_ms: Option<f64>,
        historical: Option<bool>,
        seeded_summon: Option<bool>,
        /// Its text was not typed.
        text_not_typed: Option<bool>,
        initiator: Option<String>,
        /// Goes back to the queue when interrupted within this time.
        requeue_if_interrupted_within_ms: Option<u64>,
        /// The word that raises the effort was typed.
        ultrathink_typed: Option<bool>,
        tool_states: Vec<RawJson>,
    }
}

wire_struct! {
    /// How a call of a tool ended.
    pub struct ToolResultMeta {
        id: ToolUseId,
        /// Why the tool did not run.
        non_execution_kind: Option<NonExecutionKind>,
        /// What the user said when rejecting it.
        user_feedback: Option<String>,
        remedy: Option<ToolRemedy>,
        /// Who decided that it may run, or not.
        permission_decision: Option<ToolPermissionDecision>,
        built_in_tool: Option<RawJson>,
        run_input: Option<RawJson>,
    }

    /// What may help a call that did not run.
    pub struct ToolRemedy {
        kind: String,
        servers: Option<RawJson>,
        provider: Option<RawJson>,
        path: Option<RawJson>,
        managed: Option<RawJson>,
        feature: Option<RawJson>,
        cause: Option<RawJson>,
        policy_kind: Option<RawJson>,
    }

    /// Who decided about a call.
    pub struct ToolPermissionDecision {
        decision: ToolDecision,
        source: Option<String>,
        reason_type: Option<String>,
        auto_mode_rule: Option<RawJson>,
    }

    /// What an MCP server added to a result.
    pub struct McpMeta {
        meta: Option<RawJson> = "_meta",
        structured_content: Option<RawJson>,
        resource_links: Vec<McpResourceLink>,
    }

    /// The prompt of a plugin.
    pub struct PluginPrompt {
        name: Option<String>,
        text: Option<String>,
    }
}

wire_string! {
    /// Why a tool did not run.
    pub enum NonExecutionKind {
        /// A person said no.
        "user-rejected" => UserRejected,
        /// A rule said no.
        "permission-rule" => PermissionRule,
        /// The automatic mode said no.
        "automode-blocked" => AutoModeBlocked,
        /// The automatic mode could not be asked.
        "automode-unavailable" => AutoModeUnavailable,
        /// The automatic mode's answer could not be read.
        "automode-parsing-error" => AutoModeParsingError,
        /// The turn was interrupted.
        "interrupted" => Interrupted,
        /// It was cancelled with another call.
        "cancelled" => Cancelled,
    }

    /// What was decided about a call.
    pub enum ToolDecision {
        /// It runs.
        "accept" => Accept,
        /// It does not.
        "reject" => Reject,
        /// The question was withdrawn.
        "cancelled" => Cancelled,
    }
}
