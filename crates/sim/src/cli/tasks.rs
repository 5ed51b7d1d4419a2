//! Background tasks: shells and agents that outlive the call that started them.

mod background;
mod ends;

use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::abort::Abort;
use super::call::Call;
use super::clock::short_id;
use super::session::Sim;

/// The kind of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TaskKind {
    Bash,
    Agent,
}

impl TaskKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Bash => "local_bash",
            Self::Agent => "local_agent",
        }
    }
}

/// A task.
#[derive(Debug, Clone)]
pub(super) struct Task {
    pub(super) id: String,
    pub(super) run_id: String,
    pub(super) tool_use_id: String,
    pub(super) kind: TaskKind,
    pub(super) description: String,
    pub(super) subagent_type: Option<String>,
    pub(super) is_background: bool,
    pub(super) is_running: bool,
    pub(super) output: String,
    abort: Abort,
    to_background: Abort,
}

/// All tasks of the session, and the counts for results.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    tasks: Vec<Task>,
    spawned: u64,
    requested: [u64; 3],
    started_in_background: u64,
    completed: u64,
    failed: u64,
    killed_by_user: u64,
    by_type: Map<String, Value>,
}

impl Tasks {
    pub(super) fn has_running_agent(&self) -> bool {
        self.tasks
            .iter()
            .any(|task| task.is_running && task.is_background && task.kind == TaskKind::Agent)
    }

    pub(super) fn has_running(&self) -> bool {
        self.tasks
            .iter()
            .any(|task| task.is_running && task.is_background)
    }

    pub(super) fn find(&self, id: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }

    fn find_mut(&mut self, id: &str) -> Option<&mut Task> {
        self.tasks.iter_mut().find(|task| task.id == id)
    }

    /// The running background tasks in the format of frames.
    pub(super) fn background(&self) -> Value {
        let running = self
            .tasks
            .iter()
            .filter(|task| task.is_running && task.is_background);
        running
            .map(|task| {
                let mut entry = json!({
                    "task_id": task.id, "run_id": task.run_id, "task_type": task.kind.as_str(),
                });
                if let Some(subagent_type) = &task.subagent_type {
                    entry["subagent_type"] = subagent_type.clone().into();
                }
                entry["description"] = task.description.clone().into();
                entry
            })
            .collect()
    }

    /// Counts an agent that starts.
    pub(super) fn count_agent(
        &mut self,
        subagent_type: &str,
        requested: Option<bool>,
        is_background: bool,
    ) {
        self.spawned += 1;
        let index = match requested {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        };
        self.requested[index] += 1;
        self.started_in_background += u64::from(is_background);
        let count = self
            .by_type
            .get(subagent_type)
            .and_then(Value::as_u64)
            .unwrap_or(0);
        self.by_type
            .insert(subagent_type.to_owned(), (count + 1).into());
    }

    pub(super) fn subagent_stats(&self) -> Value {
        json!({
            "spawned": self.spawned,
            "requested": {
                "background": self.requested[0],
                "foreground": self.requested[1],
                "unset": self.requested[2],
            },
            "started_in_background": self.started_in_background,
            "max_depth": u64::from(self.spawned > 0),
            "spawned_by_subagents": 0,
            "completed": self.completed,
            "failed": self.failed,
            "killed": { "parent": 0, "user": self.killed_by_user, "system": 0 },
            "refused": { "depth_limit": 0, "concurrency_limit": 0, "budget": 0 },
            "by_type": self.by_type,
        })
    }

    pub(super) fn running_agents(&self) -> Vec<String> {
        let agents = self
            .tasks
            .iter()
            .filter(|task| task.is_running && task.is_background && task.kind == TaskKind::Agent);
        agents.map(|task| task.id.clone()).collect()
    }

    pub(super) fn running_ids(&self) -> Vec<String> {
        let running = self
            .tasks
            .iter()
            .filter(|task| task.is_running && task.is_background);
        running.map(|task| task.id.clone()).collect()
    }
}

impl Sim {
    /// The directory of task outputs.
    pub(super) fn tasks_directory(&self) -> PathBuf {
        let slug = super::transcript::slug(&self.cwd, self.features());
        std::env::temp_dir()
            .join(format!("claude-{}", self.environment.user_id))
            .join(slug)
            .join(self.session_id())
            .join("tasks")
    }

    pub(super) fn output_file(&self, id: &str) -> PathBuf {
        self.tasks_directory().join(format!("{id}.output"))
    }

    /// Stores an output that is too long for the transcript; returns its path.
    pub(super) fn keep_output(&self, tool_use_id: &str, output: &str) -> String {
        let directory = self
            .project_directory()
            .join(self.session_id())
            .join("tool-results");
        let path = directory.join(format!("{tool_use_id}.txt"));
        // The result has a preview in any case.
        let _unmade = std::fs::create_dir_all(&directory);
        let _unwritten = std::fs::write(&path, output);
        path.display().to_string()
    }

    /// Registers a task and reports its start.
    pub(super) fn start_task(&self, kind: TaskKind, call: &Call, is_background: bool) -> String {
        let text = |name: &str| {
            call.input
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let (prefix, length) = if kind == TaskKind::Bash {
            ('b', 8)
        } else {
            ('a', 16)
        };
        let subagent_type = (kind == TaskKind::Agent).then(|| match text("subagent_type") {
            "" => "general-purpose".to_owned(),
            name => name.to_owned(),
        });
        let description = match text("description") {
            "" => text("command"),
            description => description,
        };
        let task = Task {
            id: short_id(prefix, length),
            run_id: format!("{}-{}", short_id('0', 8), short_id('0', 7)),
            tool_use_id: call.id.clone(),
            kind,
            description: description.to_owned(),
            subagent_type: subagent_type.clone(),
            is_background,
            is_running: true,
            output: String::new(),
            abort: Abort::default(),
            to_background: Abort::default(),
        };
        let id = task.id.clone();
        let mut frame = json!({
            "task_id": task.id,
            "run_id": task.run_id,
            "tool_use_id": task.tool_use_id,
            "description": task.description,
        });
        if let Some(subagent_type) = &subagent_type {
            frame["subagent_type"] = subagent_type.clone().into();
        }
        frame["is_backgrounded"] = is_background.into();
        if kind == TaskKind::Agent {
            frame["spawn_depth"] = 1.into();
        }
        frame["task_type"] = kind.as_str().into();
        if kind == TaskKind::Agent {
            frame["prompt"] = text("prompt").into();
        }
        if let Some(agent) = &call.agent {
            frame["owned_by_subagent"] = true.into();
            frame["parent_task_id"] = agent.agent_id.clone().into();
        }
        self.state.borrow_mut().tasks.tasks.push(task);
        if is_background {
            self.emit_background_tasks();
        }
        self.system("task_started", frame);
        id
    }

    pub(super) fn task_abort(&self, id: &str) -> Abort {
        self.state
            .borrow()
            .tasks
            .find(id)
            .map(|task| task.abort.clone())
            .unwrap_or_default()
    }

    pub(super) fn emit_background_tasks(&self) {
        let tasks = self.state.borrow().tasks.background();
        self.system("background_tasks_changed", json!({ "tasks": tasks }));
    }
}
