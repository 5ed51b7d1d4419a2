//! The model's own lists: TodoWrite and the task tools.

use serde_json::{Map, Value, json};

use super::{ToolResult, text};
use crate::cli::call::Call;
use crate::cli::session::Sim;

pub(super) fn write(sim: &Sim, call: &Call) -> ToolResult {
    let new = call
        .input
        .get("todos")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let old = std::mem::replace(&mut sim.state.borrow_mut().todos, new.clone());
    ToolResult::success(
        "Todos have been modified successfully. Ensure that you continue to use the todo list to track \
         your progress. Please proceed with the current tasks if applicable",
        json!({ "oldTodos": old, "newTodos": new }),
    )
}

pub(super) fn task(sim: &Sim, call: &Call) -> ToolResult {
    let result = match call.name.as_str() {
        "TaskCreate" => create(sim, call),
        "TaskUpdate" => update(sim, call),
        "TaskGet" => get(sim, call),
        _ => list(sim),
    };
    sim.save_task_list();
    result
}

fn create(sim: &Sim, call: &Call) -> ToolResult {
    let mut state = sim.state.borrow_mut();
    let id = (state.task_list.len() + 1).to_string();
    let (subject, description) = (text(call, "subject"), text(call, "description"));
    let mut task = Map::new();
    task.insert("id".into(), id.clone().into());
    task.insert("subject".into(), subject.into());
    task.insert("description".into(), description.into());
    if let Some(form) = call.input.get("activeForm") {
        task.insert("activeForm".into(), form.clone());
    }
    task.insert("status".into(), "pending".into());
    task.insert("blocks".into(), json!([]));
    task.insert("blockedBy".into(), json!([]));
    state.task_list.push(task);
    ToolResult::success(
        format!("Task #{id} created successfully: {subject}"),
        json!({ "task": { "id": id, "subject": subject, "description": description } }),
    )
}

fn update(sim: &Sim, call: &Call) -> ToolResult {
    let mut state = sim.state.borrow_mut();
    let id = text(call, "taskId");
    let Some(task) = state.task_list.iter_mut().find(|task| task["id"] == id) else {
        return ToolResult::success(
            "Task not found",
            json!({ "success": false, "taskId": id, "updatedFields": [], "error": "Task not found" }),
        );
    };
    let mut fields = Vec::new();
    let mut change = None;
    for name in ["subject", "description", "activeForm", "status", "owner"] {
        let Some(value) = call.input.get(name) else {
            continue;
        };
        if name == "status" {
            change = Some(json!({ "from": task["status"], "to": value }));
        }
        task.insert(name.into(), value.clone());
        fields.push(name);
    }
    for (name, field) in [("addBlocks", "blocks"), ("addBlockedBy", "blockedBy")] {
        if let (Some(Value::Array(more)), Some(Value::Array(list))) =
            (call.input.get(name), task.get_mut(field))
        {
            list.extend(more.iter().cloned());
            fields.push(field);
        }
    }
    let mut response = json!({ "success": true, "taskId": id, "updatedFields": fields });
    if let Some(change) = change {
        response["statusChange"] = change;
    }
    ToolResult::success(
        format!("Updated task #{id} {}", fields.join(", ")),
        response,
    )
}

fn get(sim: &Sim, call: &Call) -> ToolResult {
    let state = sim.state.borrow();
    let id = text(call, "taskId");
    let Some(task) = state.task_list.iter().find(|task| task["id"] == id) else {
        return ToolResult::success("Task not found", json!({ "task": null }));
    };
    let shown = |name: &str| task[name].as_str().unwrap_or_default();
    let mut response = Map::new();
    for name in [
        "id",
        "subject",
        "description",
        "status",
        "blocks",
        "blockedBy",
    ] {
        response.insert(name.into(), task[name].clone());
    }
    ToolResult::success(
        format!(
            "Task #{id}: {}\nStatus: {}\nDescription: {}",
            shown("subject"),
            shown("status"),
            shown("description")
        ),
        json!({ "task": response }),
    )
}

fn list(sim: &Sim) -> ToolResult {
    let state = sim.state.borrow();
    let tasks: Vec<Value> = state
        .task_list
        .iter()
        .map(|task| {
            json!({
                "id": task["id"], "subject": task["subject"], "status": task["status"],
                "blockedBy": task["blockedBy"],
            })
        })
        .collect();
    let lines: Vec<String> = tasks
        .iter()
        .map(|task| {
            let shown = |name: &str| task[name].as_str().unwrap_or_default().to_owned();
            format!(
                "#{} [{}] {}",
                shown("id"),
                shown("status"),
                shown("subject")
            )
        })
        .collect();
    let text = if lines.is_empty() {
        "No tasks found".to_owned()
    } else {
        lines.join("\n")
    };
    ToolResult::success(text, json!({ "tasks": tasks }))
}

impl Sim {
    /// Saves the task list where the CLI does.
    fn save_task_list(&self) {
        if self.options.has("no-session-persistence") {
            return;
        }
        let state = self.state.borrow();
        let directory = self
            .environment
            .config_directory
            .join("tasks")
            .join(&state.session_id);
        // The list is only for other programs; the session continues without it.
        let _unmade = std::fs::create_dir_all(&directory);
        for task in &state.task_list {
            let name = format!("{}.json", task["id"].as_str().unwrap_or_default());
            let _unwritten = std::fs::write(directory.join(name), json!(task).to_string());
        }
    }
}
