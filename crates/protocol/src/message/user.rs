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
        message: Lazy<UserMessage> = "message",
        /// The call that started the subagent this came from; null on the main thread.
        parent_tool_use_id: Option<ToolUseId> = "parent_tool_use_id",
        /// Made by the CLI, not typed by anyone.
        is_synthetic: Option<bool> = "isSynthetic",
        /// The tool's structured result, or a plain string on failure; read it with the lenses of [`crate::tool`].
        tool_use_result: Option<RawJson> = "tool_use_result",
        /// Where it stood in the queue.
        priority: Option<Priority> = "priority",
        /// Where it comes from.
        origin: Option<MessageOrigin> = "origin",
        /// False when it only appends to the conversation.
        should_query: Option<bool> = "shouldQuery",
        /// When it was made.
        timestamp: Option<String> = "timestamp",
        /// Its text was delivered as written.
        client_composed: Option<bool> = "client_composed",
        /// The subagent it came from.
        agent_id: Option<TaskId> = "agent_id",
        /// The kind of that subagent.
        subagent_type: Option<String> = "subagent_type",
        /// What that subagent was asked to do.
        task_description: Option<String> = "task_description",
        /// Pastes kept out of the message.
        pasted_content: Option<RawJson> = "pasted_content",
        /// Pastes that are inside the message.
        inline_pastes: Vec<String> = "inline_pastes",
        /// An echo of what the host sent, or of a slash command.
        is_replay: Option<bool> = "isReplay",
        /// Files that came with it.
        file_attachments: Vec<RawJson> = "file_attachments",
        /// How each call ended that has a result here.
        tool_result_meta: Vec<ToolResultMeta> = "tool_result_meta",
        /// What an MCP server added.
        mcp_meta: Option<Box<McpMeta>> = "mcp_meta",
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "is_meta",
        /// It is shown, but the model does not see it.
        is_visible_in_transcript_only: Option<bool> = "is_visible_in_transcript_only",
        /// It is for display only.
        is_virtual: Option<bool> = "is_virtual",
        /// It is the summary that a compaction left.
        is_compact_summary: Option<bool> = "is_compact_summary",
        /// About a summary.
        summarize_metadata: Option<RawJson> = "summarize_metadata",
        /// The call that produced it.
        source_tool_use_id: Option<ToolUseId> = "source_tool_use_id",
        /// The assistant message with that call.
        source_tool_assistant_uuid: Option<MessageUuid> = "source_tool_assistant_uuid",
        /// Pictures that were pasted.
        image_paste_ids: Vec<u64> = "image_paste_ids",
        /// The plan it carries.
        plan_content: Option<String> = "plan_content",
        /// The mode it was sent in.
        permission_mode: Option<PermissionMode> = "permission_mode",
        /// The answer it interrupted.
        interrupted_message_id: Option<ApiMessageId> = "interrupted_message_id",
        /// The answer that was refused.
        refused_message_id: Option<ApiMessageId> = "refused_message_id",
        /// Messages that leave the transcript.
        retracted_message_uuids: Vec<MessageUuid> = "retracted_message_uuids",
        /// The prompt of a plugin.
        plugin_prompt: Option<PluginPrompt> = "plugin_prompt",
        /// The platform of the client.
        client_platform: Option<String> = "client_platform",
        /// By which way it came in.
        inbound_origin: Option<RawJson> = "inbound_origin",
        /// When a server received it, in milliseconds since 1970.
        server_received_wall_ms: Option<f64> = "server_received_wall_ms",
        /// It comes from an earlier run.
        historical: Option<bool> = "historical",
        /// It was seeded.
        seeded_summon: Option<bool> = "seeded_summon",
        /// Its text was not typed.
        text_not_typed: Option<bool> = "text_not_typed",
        /// Who began it.
        initiator: Option<String> = "initiator",
        /// Goes back to the queue when interrupted within this time.
        requeue_if_interrupted_within_ms: Option<u64> = "requeue_if_interrupted_within_ms",
        /// The word that raises the effort was typed.
        ultrathink_typed: Option<bool> = "ultrathink_typed",
        /// States of tools.
        tool_states: Vec<RawJson> = "tool_states",
    }
}

wire_struct! {
    /// How a call of a tool ended.
    pub struct ToolResultMeta {
        /// The call.
        id: ToolUseId = "id",
        /// Why the tool did not run.
        non_execution_kind: Option<NonExecutionKind> = "non_execution_kind",
        /// What the user said when rejecting it.
        user_feedback: Option<String> = "user_feedback",
        /// What may help.
        remedy: Option<ToolRemedy> = "remedy",
        /// Who decided that it may run, or not.
        permission_decision: Option<ToolPermissionDecision> = "permission_decision",
        /// The built-in tool that ran.
        built_in_tool: Option<RawJson> = "built_in_tool",
        /// The input it ran with.
        run_input: Option<RawJson> = "run_input",
    }

    /// What may help a call that did not run.
    pub struct ToolRemedy {
        /// The kind of help.
        kind: String = "kind",
        /// MCP servers it is about.
        servers: Option<RawJson> = "servers",
        /// The provider it is about.
        provider: Option<RawJson> = "provider",
        /// The path it is about.
        path: Option<RawJson> = "path",
        /// A managed setting is the reason.
        managed: Option<RawJson> = "managed",
        /// The feature it is about.
        feature: Option<RawJson> = "feature",
        /// What caused it.
        cause: Option<RawJson> = "cause",
        /// The policy it is about.
        policy_kind: Option<RawJson> = "policy_kind",
    }

    /// Who decided about a call.
    pub struct ToolPermissionDecision {
        /// What was decided.
        decision: ToolDecision = "decision",
        /// Who decided.
        source: Option<String> = "source",
        /// The kind of reason.
        reason_type: Option<String> = "reason_type",
        /// The rule of the automatic mode.
        auto_mode_rule: Option<RawJson> = "auto_mode_rule",
    }

    /// What an MCP server added to a result.
    pub struct McpMeta {
        /// The server's own metadata.
        meta: Option<RawJson> = "_meta",
        /// The structured result.
        structured_content: Option<RawJson> = "structured_content",
        /// Resources it links to.
        resource_links: Vec<McpResourceLink> = "resource_links",
    }

    /// The prompt of a plugin.
    pub struct PluginPrompt {
        /// The plugin's name for it.
        name: Option<String> = "name",
        /// The text.
        text: Option<String> = "text",
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
