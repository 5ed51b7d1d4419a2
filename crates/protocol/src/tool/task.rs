//! The model's task list.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{Reader, Wire, WireError, wire_string, wire_struct};

wire_string! {
    /// The state of a task.
    pub enum TaskStatus {
        /// Pending.
        "pending" => Pending,
        /// In progress.
        "in_progress" => InProgress,
        /// Completed.
        "completed" => Completed,
        /// Deleted.
        "deleted" => Deleted,
    }
}

/// The ID of a task in the model's list. Models may write it as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedTaskId(pub String);

impl Wire for ListedTaskId {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if raw.starts_with('"') {
            return String::read(raw, reader).map(Self);
        }
        // A number is written back as a string.
        reader.exact = false;
        u64::read(raw, reader).map(|number| Self(number.to_string()))
    }

    fn write(&self, out: &mut String) {
        self.0.write(out);
    }
}

wire_struct! {
    /// Input of TodoWrite.
    #[derive(Default)]
    pub struct TodoWriteInput {
        todos: Option<Vec<Todo>>,
    }

    /// Result of TodoWrite.
    #[derive(Default)]
    pub struct TodoWriteResult {
        old_todos: Vec<Todo> = "oldTodos",
        new_todos: Option<Vec<Todo>> = "newTodos",
    }

    /// An item of the list.
    #[derive(Default)]
    pub struct Todo {
        content: Option<String>,
        status: Option<TaskStatus>,
        /// The text to show while the item is in progress.
        active_form: Option<String> = "activeForm",
    }

    /// Input of TaskCreate.
    #[derive(Default)]
    pub struct TaskCreateInput {
        subject: Option<String>,
        description: Option<String>,
        /// The text to show while the task is in progress.
        active_form: Option<String> = "activeForm",
        metadata: Option<JsonObject>,
    }

    /// Result of TaskCreate.
    #[derive(Default)]
    pub struct TaskCreateResult {
        task: Option<TaskEntry>,
    }

    /// Input of TaskGet.
    #[derive(Default)]
    pub struct TaskGetInput {
        task_id: Option<ListedTaskId> = "taskId",
    }

    /// Result of TaskGet.
    #[derive(Default)]
    pub struct TaskGetResult {
        /// The task; null if there is none.
        task: Option<TaskEntry>,
    }

    /// Result of TaskList.
    #[derive(Default)]
    pub struct TaskListResult {
        tasks: Option<Vec<TaskEntry>>,
    }

    /// Input of TaskUpdate.
    #[derive(Default)]
    pub struct TaskUpdateInput {
        task_id: Option<ListedTaskId> = "taskId",
        subject: Option<String>,
        description: Option<String>,
        /// The text to show while the task is in progress.
        active_form: Option<String> = "activeForm",
        status: Option<TaskStatus>,
        add_blocks: Vec<ListedTaskId> = "addBlocks",
        add_blocked_by: Vec<ListedTaskId> = "addBlockedBy",
        owner: Option<String>,
        metadata: Option<JsonObject>,
    }

    /// Result of TaskUpdate.
    #[derive(Default)]
    pub struct TaskUpdateResult {
        success: Option<bool>,
        task_id: Option<ListedTaskId> = "taskId",
        updated_fields: Vec<String> = "updatedFields",
        /// The error.
        error: Option<String>,
        status_change: Option<RawJson> = "statusChange",
    }

    /// A task in the model's list.
    #[derive(Default)]
    pub struct TaskEntry {
        id: Option<ListedTaskId>,
        subject: Option<String>,
        description: Option<String>,
        status: Option<TaskStatus>,
        owner: Option<String>,
        blocks: Option<Vec<ListedTaskId>>,
        blocked_by: Option<Vec<ListedTaskId>> = "blockedBy",
    }
}
