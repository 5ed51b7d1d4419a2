//! The ends of tasks, and their reports.

use serde_json::{Value, json};

use super::{Task, TaskKind};
use crate::cli::abort::Reason;
use crate::cli::clock::now_ms;
use crate::cli::session::{Shared, Sim};

impl Sim {
    /// Reports the end of a foreground command that was a task.
    pub(in crate::cli) fn end_foreground(&self, id: &str, status: &str) {
        let Some(task) = self.end_task(id) else {
            return;
        };
        self.task_notification(&task, status, "", &task.description, None);
    }

    /// A foreground task whose turn was aborted.
    pub(in crate::cli) fn stop_foreground(&self, tool_use_id: &str) {
        let id = {
            let state = self.state.borrow();
            let mut tasks = state.tasks.tasks.iter();
            tasks
                .find(|task| {
                    task.tool_use_id == tool_use_id && task.is_running && !task.is_background
                })
                .map(|task| task.id.clone())
        };
        if let Some(task) = id.and_then(|id| self.end_task(&id)) {
            self.task_notification(&task, "stopped", "", &task.description, None);
        }
    }

    fn end_task(&self, id: &str) -> Option<Task> {
        let mut state = self.state.borrow_mut();
        let task = state.tasks.find_mut(id)?;
        if !task.is_running {
            return None;
        }
        task.is_running = false;
        Some(task.clone())
    }

    fn task_notification(
        &self,
        task: &Task,
        status: &str,
        output_file: &str,
        summary: &str,
        usage: Option<Value>,
    ) {
        let mut frame = json!({
            "task_id": task.id,
            "run_id": task.run_id,
            "tool_use_id": task.tool_use_id,
            "status": status,
            "output_file": output_file,
            "summary": summary,
        });
        if let Some(usage) = usage {
            frame["usage"] = usage;
        }
        self.system("task_notification", frame);
    }

    fn task_updated(&self, task: &Task, status: &str) {
        self.system(
            "task_updated",
            json!({
                "task_id": task.id,
                "run_id": task.run_id,
                "patch": { "status": status, "end_time": now_ms() },
            }),
        );
    }

    /// A background command ended: the CLI reports it and starts a turn about it.
    pub(in crate::cli) fn end_background_bash(&self, id: &str, output: &str, exit: i32) {
        let Some(mut task) = self.end_task(id) else {
            return;
        };
        task.output = output.to_owned();
        if let Some(kept) = self.state.borrow_mut().tasks.find_mut(id) {
            output.clone_into(&mut kept.output);
        }
        self.write_output(id, output);
        let (status, verb) = if exit == 0 {
            ("completed", "completed")
        } else {
            ("failed", "failed")
        };
        let file = self.output_file(id).display().to_string();
        self.task_updated(&task, status);
        let noun = if exit == 0 {
            "exit code"
        } else {
            "with exit code"
        };
        let summary = if exit == 0 {
            format!(
                "Background command \"{}\" {verb} ({noun} {exit})",
                task.description
            )
        } else {
            format!(
                "Background command \"{}\" {verb} {noun} {exit}",
                task.description
            )
        };
        self.task_notification(&task, status, &file, &summary, None);
        self.emit_background_tasks();
        self.report_task(&task, status, &summary);
    }

    /// An agent ended.
    pub(in crate::cli) fn end_agent(
        &self,
        id: &str,
        summary: &str,
        usage: Value,
        starts_turn: bool,
    ) {
        let Some(task) = self.end_task(id) else {
            return;
        };
        self.state.borrow_mut().tasks.completed += 1;
        self.write_output(id, summary);
        let file = self.output_file(id).display().to_string();
        self.task_updated(&task, "completed");
        self.task_notification(&task, "completed", &file, summary, Some(usage));
        if task.is_background {
            self.emit_background_tasks();
        }
        if starts_turn {
            self.report_task(&task, "completed", summary);
        }
    }

    /// A running command printed output.
    pub(in crate::cli) fn task_prints(&self, id: &str, text: &str) {
        let is_background = {
            let mut state = self.state.borrow_mut();
            let Some(task) = state.tasks.find_mut(id) else {
                return;
            };
            text.clone_into(&mut task.output);
            task.is_background
        };
        if is_background && !text.is_empty() {
            self.write_output(id, text);
        }
    }

    fn write_output(&self, id: &str, output: &str) {
        let path = self.output_file(id);
        if let Some(parent) = path.parent() {
            // The output is also kept in memory for `get_task_output`.
            let _unmade = std::fs::create_dir_all(parent);
            let _unwritten = std::fs::write(&path, output);
        }
    }

    fn report_task(&self, task: &Task, status: &str, summary: &str) {
        if !self.features().reports_task_ends {
            self.changed.notify_one();
            return;
        }
        let text = format!(
            "<task-notification>\n<task-id>{}</task-id>\n<status>{status}</status>\n<summary>{summary}\
             </summary>\n</task-notification>",
            task.id
        );
        let origin = json!({
            "kind": "task-notification", "producer": "session-task", "runId": task.run_id,
        });
        self.enqueue_report(text, origin);
    }

    /// Stops a task at the request of the host or the model.
    pub(in crate::cli) fn stop_task(&self, id: &str) -> bool {
        let Some(task) = self.end_task(id) else {
            return false;
        };
        task.abort.set(Reason::Interrupt);
        self.state.borrow_mut().tasks.killed_by_user += u64::from(task.kind == TaskKind::Agent);
        self.task_updated(&task, "killed");
        let file = self.output_file(id).display().to_string();
        let summary = task.description.clone();
        self.task_notification(&task, "stopped", &file, &summary, None);
        self.emit_background_tasks();
        match task.kind {
            TaskKind::Agent => self.report_task(&task, "stopped", &summary),
            TaskKind::Bash => self.note_stopped(&task),
        }
        true
    }

    /// An interrupt stops background agents, unless the host declared that it stops them one by one.
    pub(in crate::cli) fn kill_agents(&self) {
        let agents = self.state.borrow().tasks.running_agents();
        for id in agents {
            let Some(task) = self.end_task(&id) else {
                continue;
            };
            task.abort.set(Reason::Interrupt);
            self.state.borrow_mut().tasks.killed_by_user += 1;
            self.task_updated(&task, "killed");
            let file = self.output_file(&id).display().to_string();
            self.task_notification(&task, "stopped", &file, &task.description, None);
            self.emit_background_tasks();
        }
    }

    /// The next message to the model reports that a command was stopped.
    fn note_stopped(&self, task: &Task) {
        if !self.features().reports_task_ends {
            return;
        }
        let text = format!(
            "<task-notification>\n<task-id>{}</task-id>\n<tool-use-id>{}</tool-use-id>\n<output-file>{}\
             </output-file>\n<status>killed</status>\n<summary>Task \"{}\" was stopped by the user or by \
             the app connected to this session</summary>\n</task-notification>",
            task.id,
            task.tool_use_id,
            self.output_file(&task.id).display(),
            task.description
        );
        let origin = json!({ "kind": "task-notification", "runId": task.run_id });
        self.state.borrow_mut().stop_notes.push((text, origin));
    }

    /// Echoes the notes for the model about stopped commands.
    pub(in crate::cli) fn emit_stopped_notes(&self) {
        let notes = std::mem::take(&mut self.state.borrow_mut().stop_notes);
        for (text, origin) in notes {
            let message = json!({ "role": "user", "content": text });
            let uuid = crate::cli::clock::uuid();
            self.record_user(&message, &uuid, Some(&origin));
            if self.replays() {
                let mut frame = self.replay_frame(&message, &uuid);
                frame["origin"] = origin;
                self.emit(&frame);
            }
        }
    }

    /// Stops every background task, and reports it.
    pub(in crate::cli) fn stop_all_tasks(&self) {
        let ids = self.state.borrow().tasks.running_ids();
        for id in ids {
            self.stop_task(&id);
        }
    }

    /// Ends every background task without a report.
    pub(in crate::cli) fn kill_tasks(self: &Shared) {
        let ids = self.state.borrow().tasks.running_ids();
        for id in ids {
            if let Some(task) = self.end_task(&id) {
                task.abort.set(Reason::Signal);
            }
        }
    }
}
