//! The `user` message.

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
    /// A user message: results of tools, and echoes of messages that the host sent.
    pub struct UserSideMessage {
        /// The message in the format of the API; usually one tool result.
        message: Lazy<UserMessage>,
        /// The call that started the sending subagent; null on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        /// Created by the CLI, not typed by a person.
        is_synthetic: Option<bool> = "isSynthetic",
        /// The tool's structured result, or a string on failure; parse it with the types of [`crate::tool`].
        tool_use_result: Option<RawJson>,
        priority: Option<Priority>,
        origin: Option<MessageOrigin>,
        /// `false` if it only appends to the conversation.
        should_query: Option<bool> = "shouldQuery",
        timestamp: Option<String>,
        client_composed: Option<bool>,
        agent_id: Option<TaskId>,
        subagent_type: Option<String>,
        /// The prompt of the subagent.
        task_description: Option<String>,
        pasted_content: Option<RawJson>,
        inline_pastes: Vec<String>,
        /// An echo of a message that the host sent, or of a slash command.
        is_replay: Option<bool> = "isReplay",
        file_attachments: Vec<RawJson>,
        /// The outcome of each call that has a result here.
        tool_result_meta: Vec<ToolResultMeta>,
        mcp_meta: Option<Box<McpMeta>>,
        /// A message about the conversation, not part of it.
        is_meta: Option<bool>,
        /// Visible in the transcript, but not to the model.
        is_visible_in_transcript_only: Option<bool>,
        /// For display only.
        is_virtual: Option<bool>,
        /// The summary of a compaction.
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
        /// When a server received the message, in milliseconds since 1970.
        server_received_wall_ms: Option<f64>,
        historical: Option<bool>,
        seeded_summon: Option<bool>,
        /// The text was not typed.
        text_not_typed: Option<bool>,
        initiator: Option<String>,
        /// The message returns to the queue if interrupted within this time.
        requeue_if_interrupted_within_ms: Option<u64>,
        /// The keyword for more thinking was typed.
        ultrathink_typed: Option<bool>,
        tool_states: Vec<RawJson>,
    }
}

wire_struct! {
    /// The outcome of a tool call.
    pub struct ToolResultMeta {
        id: ToolUseId,
        /// Why the tool did not run.
        non_execution_kind: Option<NonExecutionKind>,
        /// The user's reason for rejecting the call.
        user_feedback: Option<String>,
        remedy: Option<ToolRemedy>,
        /// The decision about the call, and its source.
        permission_decision: Option<ToolPermissionDecision>,
        built_in_tool: Option<RawJson>,
        run_input: Option<RawJson>,
    }

    /// A remedy for a call that did not run.
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

    /// The decision about a call, and its source.
    pub struct ToolPermissionDecision {
        decision: ToolDecision,
        source: Option<String>,
        reason_type: Option<String>,
        auto_mode_rule: Option<RawJson>,
    }

    /// Metadata from an MCP server.
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
        /// A person rejected it.
        "user-rejected" => UserRejected,
        /// A rule denied it.
        "permission-rule" => PermissionRule,
        /// Auto mode blocked it.
        "automode-blocked" => AutoModeBlocked,
        /// Auto mode was not available.
        "automode-unavailable" => AutoModeUnavailable,
        /// The response of auto mode could not be parsed.
        "automode-parsing-error" => AutoModeParsingError,
        /// The turn was interrupted.
        "interrupted" => Interrupted,
        /// It was cancelled with another call.
        "cancelled" => Cancelled,
    }

    /// The decision about a call.
    pub enum ToolDecision {
        /// It runs.
        "accept" => Accept,
        /// It does not run.
        "reject" => Reject,
        /// The permission request was withdrawn.
        "cancelled" => Cancelled,
    }
}
