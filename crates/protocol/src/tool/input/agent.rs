//! Other agents and skills.

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of Agent, called Task before.
    #[derive(Default)]
    pub struct AgentInput {
        /// What it does, in a few words.
        description: Option<String> = "description",
        /// What it is told.
        prompt: String = "prompt",
        /// Its kind.
        subagent_type: Option<String> = "subagent_type",
        /// Its model.
        model: Option<String> = "model",
        /// How hard it thinks.
        effort: Option<String> = "effort",
        /// It runs in the background; the default since 2.1.325.
        run_in_background: Option<bool> = "run_in_background",
        /// Its name.
        name: Option<String> = "name",
        /// `worktree` or `remote`.
        isolation: Option<String> = "isolation",
        /// Not used.
        team_name: Option<String> = "team_name",
        /// Not used.
        mode: Option<String> = "mode",
        /// The agent to go on with; up to 2.1.38.
        resume: Option<String> = "resume",
        /// How many rounds it may take; up to 2.1.38.
        max_turns: Option<u32> = "max_turns",
    }

    /// Input of Skill.
    #[derive(Default)]
    pub struct SkillInput {
        /// The skill.
        skill: String = "skill",
        /// What it is used with.
        args: Option<String> = "args",
    }

    /// Input of SendMessage.
    #[derive(Default)]
    pub struct SendMessageInput {
        /// To whom.
        to: Option<String> = "to",
        /// In short.
        summary: Option<String> = "summary",
        /// What.
        message: Option<RawJson> = "message",
        /// The sender is told when they are done.
        notify_when_idle: Option<bool> = "notify_when_idle",
    }

    /// Input of ListAgents.
    #[derive(Default)]
    pub struct ListAgentsInput {
        /// Where.
        channel: Option<String> = "channel",
        /// Whose name resembles this.
        query: Option<String> = "q",
    }
}
