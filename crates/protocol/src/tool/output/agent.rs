//! Other agents and skills.

use crate::content::ContentBlock;
use crate::ids::TaskId;
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{wire_enum, wire_struct};

wire_struct! {
    /// A subagent that is done.
    #[derive(Default)]
    pub struct AgentCompleted {
        /// The subagent.
        agent_id: Option<TaskId> = "agentId",
        /// Its kind.
        agent_type: Option<String> = "agentType",
        /// What it said.
        content: Vec<ContentBlock> = "content",
        /// What it was told.
        prompt: Option<String> = "prompt",
        /// Its model.
        resolved_model: Option<String> = "resolvedModel",
        /// All its models.
        models_used: Option<RawJson> = "modelsUsed",
        /// How many tools it called.
        total_tool_use_count: Option<u64> = "totalToolUseCount",
        /// How long it took.
        total_duration_ms: Option<f64> = "totalDurationMs",
        /// How many tokens it took.
        total_tokens: Option<u64> = "totalTokens",
        /// The same in parts.
        usage: Option<Usage> = "usage",
        /// Which tools it called.
        tools_used: Option<RawJson> = "toolsUsed",
        /// What it did with them.
        tool_stats: Option<ToolStats> = "toolStats",
        /// Its worktree.
        worktree_path: Option<String> = "worktreePath",
        /// Its branch.
        worktree_branch: Option<String> = "worktreeBranch",
        /// It can be told more.
        can_continue_agent: Option<bool> = "canContinueAgent",
        /// Notes the CLI added to its answer.
        harness_note_count: Option<u64> = "harnessNoteCount",
        /// Lines the CLI added to its answer.
        harness_tail_count: Option<u64> = "harnessTailCount",
        /// Identifies what the CLI added.
        harness_section_hash: Option<String> = "harnessSectionHash",
    }

    /// What a subagent did with its tools.
    #[derive(Default)]
    pub struct ToolStats {
        /// Reads.
        read_count: Option<u64> = "readCount",
        /// Searches.
        search_count: Option<u64> = "searchCount",
        /// Commands.
        bash_count: Option<u64> = "bashCount",
        /// Files edited.
        edit_file_count: Option<u64> = "editFileCount",
        /// Lines added.
        lines_added: Option<u64> = "linesAdded",
        /// Lines removed.
        lines_removed: Option<u64> = "linesRemoved",
        /// Other calls.
        other_tool_count: Option<u64> = "otherToolCount",
        /// Frames.
        frame_count: Option<u64> = "frameCount",
    }

    /// A subagent that runs in the background.
    #[derive(Default)]
    pub struct AgentLaunched {
        /// Always true.
        is_async: Option<bool> = "isAsync",
        /// The subagent.
        agent_id: Option<TaskId> = "agentId",
        /// What it does.
        description: Option<String> = "description",
        /// What it was told.
        prompt: Option<String> = "prompt",
        /// Where what it says goes.
        output_file: Option<String> = "outputFile",
        /// Its model.
        resolved_model: Option<String> = "resolvedModel",
        /// All its models.
        models_used: Option<RawJson> = "modelsUsed",
        /// The model may read that file.
        can_read_output_file: Option<bool> = "canReadOutputFile",
        /// It can be told more.
        can_continue_agent: Option<bool> = "canContinueAgent",
    }

    /// A subagent that runs in the cloud.
    #[derive(Default)]
    pub struct AgentRemote {
        /// Its task.
        task_id: Option<TaskId> = "taskId",
        /// Its page.
        session_url: Option<String> = "sessionUrl",
        /// What it does.
        description: Option<String> = "description",
        /// What it was told.
        prompt: Option<String> = "prompt",
        /// Where what it says goes.
        output_file: Option<String> = "outputFile",
    }

    /// Result of Skill.
    #[derive(Default)]
    pub struct SkillResult {
        /// It was found.
        success: Option<bool> = "success",
        /// The skill.
        command_name: Option<String> = "commandName",
        /// Tools it may use.
        allowed_tools: Vec<String> = "allowedTools",
        /// Its model.
        model: Option<String> = "model",
        /// `inline` or `forked`.
        status: Option<String> = "status",
    }
}

wire_enum! {
    /// Result of Agent.
    pub enum AgentResult by "status" {
        /// It is done.
        "completed" => Completed(Box<AgentCompleted>),
        /// It runs in the background.
        "async_launched" => Launched(AgentLaunched),
        /// It runs in the cloud.
        "remote_launched" => Remote(AgentRemote),
    }
}
