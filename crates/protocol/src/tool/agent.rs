//! Subagents, skills and messages between agents.

use crate::content::ContentBlock;
use crate::ids::TaskId;
use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{wire_enum, wire_struct};

wire_struct! {
    /// Input of Agent, formerly Task.
    #[derive(Default)]
    pub struct AgentInput {
        /// A short description.
        description: Option<String>,
        prompt: String,
        subagent_type: Option<String>,
        model: Option<String>,
        effort: Option<String>,
        /// Runs in the background; the default since 2.1.325.
        run_in_background: Option<bool>,
        name: Option<String>,
        /// `worktree` or `remote`.
        isolation: Option<String>,
        /// Not used.
        team_name: Option<String>,
        /// Not used.
        mode: Option<String>,
        /// The agent to continue; up to 2.1.38.
        resume: Option<String>,
        /// The maximum number of rounds; up to 2.1.38.
        max_turns: Option<u32>,
    }

    /// A completed subagent.
    #[derive(Default)]
    pub struct AgentCompleted {
        agent_id: Option<TaskId> = "agentId",
        agent_type: Option<String> = "agentType",
        content: Vec<ContentBlock>,
        prompt: Option<String>,
        resolved_model: Option<String> = "resolvedModel",
        models_used: Option<RawJson> = "modelsUsed",
        total_tool_use_count: Option<u64> = "totalToolUseCount",
        total_duration_ms: Option<f64> = "totalDurationMs",
        total_tokens: Option<u64> = "totalTokens",
        usage: Option<Usage>,
        tools_used: Option<RawJson> = "toolsUsed",
        tool_stats: Option<RawJson> = "toolStats",
        worktree_path: Option<String> = "worktreePath",
        worktree_branch: Option<String> = "worktreeBranch",
        /// The agent accepts further messages.
        can_continue_agent: Option<bool> = "canContinueAgent",
        /// Number of notes that the CLI added to the answer.
        harness_note_count: Option<u64> = "harnessNoteCount",
        /// Number of lines that the CLI added to the answer.
        harness_tail_count: Option<u64> = "harnessTailCount",
        harness_section_hash: Option<String> = "harnessSectionHash",
    }

    /// A subagent that runs in the background.
    #[derive(Default)]
    pub struct AgentLaunched {
        is_async: Option<bool> = "isAsync",
        agent_id: Option<TaskId> = "agentId",
        description: Option<String>,
        prompt: Option<String>,
        output_file: Option<String> = "outputFile",
        resolved_model: Option<String> = "resolvedModel",
        models_used: Option<RawJson> = "modelsUsed",
        /// The model may read the output file.
        can_read_output_file: Option<bool> = "canReadOutputFile",
        /// The agent accepts further messages.
        can_continue_agent: Option<bool> = "canContinueAgent",
    }

    /// A subagent that runs in the cloud.
    #[derive(Default)]
    pub struct AgentRemote {
        task_id: Option<TaskId> = "taskId",
        session_url: Option<String> = "sessionUrl",
        description: Option<String>,
        prompt: Option<String>,
        output_file: Option<String> = "outputFile",
    }

    /// Input of Skill.
    #[derive(Default)]
    pub struct SkillInput {
        skill: String,
        args: Option<String>,
    }

    /// Result of Skill.
    #[derive(Default)]
    pub struct SkillResult {
        success: Option<bool>,
        command_name: Option<String> = "commandName",
        allowed_tools: Vec<String> = "allowedTools",
        model: Option<String>,
        /// `inline` or `forked`.
        status: Option<String>,
    }

    /// Input of SendMessage.
    #[derive(Default)]
    pub struct SendMessageInput {
        to: Option<String>,
        summary: Option<String>,
        message: Option<RawJson>,
        /// Notifies the sender when the receivers are idle.
        notify_when_idle: Option<bool>,
    }

    /// Input of ListAgents.
    #[derive(Default)]
    pub struct ListAgentsInput {
        channel: Option<String>,
        query: Option<String> = "q",
    }
}

wire_enum! {
    /// Result of Agent.
    pub enum AgentResult by "status" {
        /// The subagent completed.
        "completed" => Completed(Box<AgentCompleted>),
        /// It runs in the background.
        "async_launched" => Launched(AgentLaunched),
        /// It runs in the cloud.
        "remote_launched" => Remote(AgentRemote),
    }
}
