//! Foreground commands that are moved to the background.

use serde_json::json;

use super::{Task, TaskKind};
use crate::cli::abort::{Abort, Reason};
use crate::cli::session::Sim;

impl Sim {
    /// Moves foreground commands that are tasks to the background; returns whether there were any.
    pub(in crate::cli) fn move_to_background(&self, tool_use_id: Option<&str>) -> bool {
        let moved: Vec<Task> = {
            let mut state = self.state.borrow_mut();
            let tasks = state.tasks.tasks.iter_mut();
            tasks
                .filter(|task| {
                    task.is_running && !task.is_background && task.kind == TaskKind::Bash
                })
                .filter(|task| tool_use_id.is_none_or(|id| id == task.tool_use_id))
                .map(|task| {
                    task.is_background = true;
                    task.clone()
                })
                .collect()
        };
        for task in &moved {
            self.emit_background_tasks();
            self.system(
                "task_updated",
                json!({
                    "task_id": task.id,
                    "run_id": task.run_id,
                    "patch": { "is_backgrounded": true },
                }),
            );
            task.to_background.set(Reason::Interrupt);
        }
        !moved.is_empty()
    }

    /// The flag that is set when a foreground command is moved to the background.
    pub(in crate::cli) fn background_mark(&self, id: &str) -> Abort {
        let state = self.state.borrow();
        state
            .tasks
            .find(id)
            .map(|task| task.to_background.clone())
            .unwrap_or_default()
    }
}
