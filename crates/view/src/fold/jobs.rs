//! Subagents, long shells and other work beside the conversation.

use pilothouse_protocol::message::AssistantMessage;
use pilothouse_protocol::system::{
    BackgroundTasksChanged, TaskNotification, TaskOutcome, TaskProgress, TaskStarted, TaskStatus,
    TaskType, TaskUpdated, TaskUsage,
};
use pilothouse_protocol::tool::{AgentResult, ToolOutput};
use pilothouse_protocol::usage::Usage as WireUsage;

use crate::change::Change;
use crate::id::{EntryId, JobId};
use crate::job::{Job, JobKind, JobState};
use crate::text::cut_head;
use crate::tool::ToolCall;
use crate::turn::Tokens;

use super::SessionFold;

/// How many finished jobs stay listed.
const FINISHED: usize = 100;

impl SessionFold {
    pub(super) fn task_started(&mut self, task: &TaskStarted) {
        let call = task.tool_use_id.as_ref().map(|id| id.as_str());
        let entry = call.and_then(|id| self.state.call_entries.get(id).cloned());
        if let (Some(call), Some(entry)) = (call, &entry) {
            self.state.remember_thread(call, entry);
        }
        let id = JobId::new(task.task_id.as_str());
        let mut job = self.job(&id).unwrap_or_else(|| self.new_job(id.clone()));
        job.job = kind(task.task_type.as_ref());
        job.state = JobState::Running;
        job.background = task.is_backgrounded.unwrap_or(job.background);
        set(&mut job.description, task.description.as_ref());
        job.entry = entry.clone().or(job.entry);
        job.parent = task
            .parent_task_id
            .as_ref()
            .map(|id| JobId::new(id.as_str()));
        job.agent_type = task.subagent_type.clone().or(job.agent_type);
        job.prompt = task.prompt.as_deref().map(cut_head).or(job.prompt);
        self.set_job(job);
        if let Some(entry) = entry {
            self.link_job(&entry, id);
        }
    }

    fn link_job(&mut self, entry: &EntryId, id: JobId) {
        let Some(state) = self.tool(entry).map(|call| call.state) else {
            return;
        };
        self.change_tool(entry, state, |patch| patch.job = Some(id));
    }

    pub(super) fn task_updated(&mut self, task: &TaskUpdated) {
        let Some(mut job) = self.job(&JobId::new(task.task_id.as_str())) else {
            return;
        };
        let patch = &task.patch;
        set(&mut job.description, patch.description.as_ref());
        job.background = patch.is_backgrounded.unwrap_or(job.background);
        job.error = patch.error.clone().or(job.error);
        if let Some(status) = &patch.status {
            let state = match status {
                TaskStatus::Pending => JobState::Pending,
                TaskStatus::Paused => JobState::Paused,
                TaskStatus::Completed => JobState::Done,
                TaskStatus::Failed => JobState::Failed,
                TaskStatus::Killed => JobState::Stopped,
                _ => JobState::Running,
            };
            self.move_job(&mut job, state);
        }
        self.set_job(job);
    }

    pub(super) fn task_progress(&mut self, task: &TaskProgress) {
        let Some(mut job) = self.job(&JobId::new(task.task_id.as_str())) else {
            return;
        };
        // The agent's own words, where the host asked for them.
        let progress = task.summary.clone().or(task.description.clone());
        job.progress = progress.or(job.progress);
        job.last_tool = task.last_tool_name.clone().or(job.last_tool);
        job.agent_type = task.subagent_type.clone().or(job.agent_type);
        use_numbers(&mut job, task.usage.as_ref());
        self.set_job(job);
    }

    pub(super) fn task_notification(&mut self, task: &TaskNotification) {
        let Some(mut job) = self.job(&JobId::new(task.task_id.as_str())) else {
            return;
        };
        let state = match &task.status {
            Some(TaskOutcome::Failed) => JobState::Failed,
            Some(TaskOutcome::Stopped) => JobState::Stopped,
            _ => JobState::Done,
        };
        self.move_job(&mut job, state);
        job.summary = task.summary.as_deref().map(cut_head).or(job.summary);
        let file = task.output_file.clone().filter(|file| !file.is_empty());
        job.output_file = file.or(job.output_file);
        use_numbers(&mut job, task.usage.as_ref());
        let is_told = task.skip_transcript != Some(true) && task.ambient != Some(true);
        if job.background && is_told {
            self.tell_job_end(&job);
        }
        self.set_job(job);
    }

    /// The whole set of what runs in the background.
    pub(super) fn background_tasks(&mut self, tasks: &BackgroundTasksChanged) {
        for task in &tasks.tasks {
            let id = JobId::new(task.task_id.as_str());
            let mut job = self.job(&id).unwrap_or_else(|| self.new_job(id));
            job.job = kind(task.task_type.as_ref());
            set(&mut job.description, task.description.as_ref());
            job.agent_type = task.subagent_type.clone().or(job.agent_type);
            job.background = true;
            self.set_job(job);
        }
        let listed = |job: &Job| {
            tasks
                .tasks
                .iter()
                .any(|task| task.task_id.as_str() == job.id.as_str())
        };
        let gone: Vec<Job> = self
            .view
            .jobs
            .iter()
            .filter(|job| job.background && is_open(job.state) && !listed(job))
            .cloned()
            .collect();
        for mut job in gone {
            self.move_job(&mut job, JobState::Stopped);
            self.set_job(job);
        }
    }

    /// Older CLIs say nothing of tasks: a subagent is known by its first line.
    pub(super) fn note_subagent(&mut self, parent: Option<&str>, message: &AssistantMessage) {
        let Some(call_id) = parent else { return };
        let Some(entry) = self.state.thread(call_id).cloned() else {
            return;
        };
        self.state.remember_thread(call_id, &entry);
        if self
            .view
            .jobs
            .iter()
            .any(|job| job.entry.as_ref() == Some(&entry))
        {
            return;
        }
        let call = self.tool(&entry).cloned();
        let input = |key: &str| {
            call.as_ref()
                .and_then(|call| call.input.0.get(key)?.as_str())
                .map(str::to_owned)
        };
        let agent = message.agent_id.as_ref().map_or(call_id, |id| id.as_str());
        let mut job = self.new_job(JobId::new(agent));
        job.job = JobKind::Agent;
        job.entry = Some(entry.clone());
        job.description = message
            .task_description
            .clone()
            .or(input("description"))
            .unwrap_or_default();
        job.agent_type = message.subagent_type.clone().or(input("subagent_type"));
        job.prompt = input("prompt").as_deref().map(cut_head);
        let id = job.id.clone();
        self.set_job(job);
        self.link_job(&entry, id);
    }

    /// What the result of the call that started a subagent tells about it.
    pub(super) fn agent_done(
        &mut self,
        id: &EntryId,
        call: &ToolCall,
        outcome: Option<&ToolOutput>,
        has_structure: bool,
    ) {
        let Some(job) = self
            .view
            .jobs
            .iter()
            .find(|job| job.entry.as_ref() == Some(id))
        else {
            return;
        };
        let mut job = job.clone();
        if !has_structure {
            if !job.background && is_open(job.state) {
                self.move_job(&mut job, JobState::Done);
                self.set_job(job);
            }
            return;
        }
        if let Some(outcome) = outcome {
            learn(&mut job, outcome);
        }
        let launched = outcome.is_some_and(is_launched);
        if launched {
            job.background = true;
        } else {
            let is_agent = job.job == JobKind::Agent && call.tool.display == "Agent";
            if is_open(job.state) && (is_agent || !job.background) {
                self.move_job(&mut job, JobState::Done);
            }
        }
        self.set_job(job);
    }

    /// The process is gone, and with it what it ran.
    pub(super) fn stop_jobs(&mut self) {
        let open: Vec<Job> = self
            .view
            .jobs
            .iter()
            .filter(|job| is_open(job.state))
            .cloned()
            .collect();
        for mut job in open {
            self.move_job(&mut job, JobState::Stopped);
            self.set_job(job);
        }
    }

    /// Foreground work ends with its turn.
    pub(super) fn end_foreground_jobs(&mut self) {
        let open = self
            .view
            .jobs
            .iter()
            .filter(|job| is_open(job.state) && !job.background);
        let open: Vec<Job> = open.cloned().collect();
        for mut job in open {
            self.move_job(&mut job, JobState::Stopped);
            self.set_job(job);
        }
    }

    /// Whether the entry belongs to work that goes on in the background.
    pub(super) fn in_background(&self, parent: &EntryId) -> bool {
        let job = self
            .view
            .jobs
            .iter()
            .find(|job| job.entry.as_ref() == Some(parent));
        job.is_some_and(|job| job.background && is_open(job.state))
    }

    /// Whether the subagent that made this call was stopped.
    pub(super) fn stopped_with_agent(&self, id: &EntryId) -> bool {
        let parent = self.open(id).and_then(|entry| entry.parent.as_ref());
        let mut jobs = self.view.jobs.iter();
        parent.is_some()
            && jobs.any(|job| job.entry.as_ref() == parent && job.state == JobState::Stopped)
    }

    pub(super) fn background_count(&self) -> u32 {
        let open = self
            .view
            .jobs
            .iter()
            .filter(|job| job.background && is_open(job.state));
        u32::try_from(open.count()).unwrap_or(u32::MAX)
    }

    pub(super) fn job(&self, id: &JobId) -> Option<Job> {
        self.view.jobs.iter().find(|job| job.id == *id).cloned()
    }

    fn new_job(&self, id: JobId) -> Job {
        Job {
            id,
            job: JobKind::Other,
            description: String::new(),
            state: JobState::Running,
            background: false,
            entry: None,
            parent: None,
            agent_type: None,
            model: None,
            prompt: None,
            started_at: self.now.at,
            ended_at: None,
            total_tokens: None,
            tokens: None,
            tool_uses: None,
            duration_ms: None,
            last_tool: None,
            progress: None,
            summary: None,
            error: None,
            output_file: None,
        }
    }

    /// Moves a job on. What has ended does not begin again by a late word.
    fn move_job(&mut self, job: &mut Job, state: JobState) {
        if is_open(job.state) && !is_open(state) {
            job.ended_at = Some(self.now.at);
            self.state.finished_jobs.push_back(job.id.clone());
        }
        if is_open(job.state) {
            job.state = state;
        }
    }

    fn set_job(&mut self, job: Job) {
        if self.job(&job.id).as_ref() != Some(&job) {
            self.emit(Change::JobSet { job: Box::new(job) });
        }
        while self.state.finished_jobs.len() > FINISHED {
            if let Some(id) = self.state.finished_jobs.pop_front() {
                self.emit(Change::JobRemoved { id });
            }
        }
    }
}

pub(super) fn is_open(state: JobState) -> bool {
    matches!(
        state,
        JobState::Pending | JobState::Running | JobState::Paused
    )
}

fn kind(kind: Option<&TaskType>) -> JobKind {
    match kind {
        Some(TaskType::LocalAgent | TaskType::RemoteAgent) => JobKind::Agent,
        Some(TaskType::LocalBash) => JobKind::Shell,
        Some(TaskType::LocalWorkflow) => JobKind::Workflow,
        Some(TaskType::McpTask) => JobKind::Mcp,
        Some(other) if other.as_str().contains("monitor") => JobKind::Monitor,
        _ => JobKind::Other,
    }
}

fn set(text: &mut String, new: Option<&String>) {
    if let Some(new) = new {
        text.clone_from(new);
    }
}

fn use_numbers(job: &mut Job, usage: Option<&TaskUsage>) {
    let Some(usage) = usage else { return };
    job.total_tokens = usage.total_tokens.or(job.total_tokens);
    job.tool_uses = usage.tool_uses.or(job.tool_uses);
    job.duration_ms = usage.duration_ms.or(job.duration_ms);
}

/// Takes over what a result tells about the job that its call started.
fn learn(job: &mut Job, outcome: &ToolOutput) {
    let (model, file) = match outcome {
        ToolOutput::Agent(agent) => match &**agent {
            AgentResult::Completed(agent) => {
                job.agent_type = agent.agent_type.clone().or(job.agent_type.take());
                job.total_tokens = agent.total_tokens.or(job.total_tokens);
                job.tool_uses = agent.total_tool_use_count.or(job.tool_uses);
                let duration = agent.total_duration_ms.map(|duration| duration as u64);
                job.duration_ms = duration.or(job.duration_ms);
                job.tokens = agent.usage.as_ref().map(tokens).or(job.tokens.take());
                (&agent.resolved_model, &None)
            }
            AgentResult::Launched(agent) => (&agent.resolved_model, &agent.output_file),
            AgentResult::Remote(agent) => (&None, &agent.output_file),
            _ => return,
        },
        ToolOutput::Bash(shell) | ToolOutput::PowerShell(shell) => (&None, &shell.raw_output_path),
        _ => return,
    };
    job.model = model.clone().or(job.model.take());
    job.output_file = file.clone().or(job.output_file.take());
}

/// Whether the job goes on after the result of the call that started it.
fn is_launched(outcome: &ToolOutput) -> bool {
    match outcome {
        ToolOutput::Agent(agent) => {
            matches!(**agent, AgentResult::Launched(_) | AgentResult::Remote(_))
        }
        ToolOutput::Workflow(workflow) => matches!(
            workflow.status.as_deref(),
            Some("async_launched" | "remote_launched")
        ),
        ToolOutput::Bash(shell) | ToolOutput::PowerShell(shell) => {
            shell.background_task_id.is_some()
        }
        _ => false,
    }
}

fn tokens(usage: &WireUsage) -> Tokens {
    Tokens {
        input: usage.input_tokens.unwrap_or_default(),
        output: usage.output_tokens.unwrap_or_default(),
        cache_read: usage.cache_read_input_tokens.unwrap_or_default(),
        cache_write: usage.cache_creation_input_tokens.unwrap_or_default(),
        thinking: 0,
    }
}
