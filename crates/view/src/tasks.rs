//! The task list the model keeps, out of the calls that keep it.

use pilothouse_protocol::tool::{
    ListedTaskId, TaskCreateInput, TaskEntry, TaskStatus as WireStatus, TaskUpdateInput, Todo,
    ToolInput, ToolOutput,
};
use serde::{Deserialize, Serialize};

use crate::job::{TaskItem, TaskStatus};

/// The task list. Newer CLIs give each task a call; older ones write the whole list at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct TaskList {
    tasks: Vec<TaskItem>,
}

impl TaskList {
    pub(crate) fn items(&self) -> &[TaskItem] {
        &self.tasks
    }

    /// Folds a call that succeeded. Returns whether the list changed.
    pub(crate) fn call(
        &mut self,
        tool: &str,
        input: impl FnOnce() -> ToolInput,
        outcome: Option<&ToolOutput>,
    ) -> bool {
        const TOOLS: [&str; 5] = [
            "TaskCreate",
            "TaskUpdate",
            "TaskGet",
            "TaskList",
            "TodoWrite",
        ];
        if !TOOLS.contains(&tool) {
            return false;
        }
        let before = self.tasks.clone();
        match (input(), outcome) {
            (ToolInput::TaskCreate(input), Some(ToolOutput::TaskCreate(outcome))) => {
                self.create(&input, outcome.task.as_ref());
            }
            (ToolInput::TaskUpdate(input), outcome) => {
                let refused = matches!(outcome, Some(ToolOutput::TaskUpdate(update)) if update.success == Some(false));
                if !refused {
                    self.update(&input);
                }
            }
            (ToolInput::TodoWrite(input), outcome) => {
                let written = match outcome {
                    Some(ToolOutput::TodoWrite(outcome)) => outcome.new_todos.as_deref(),
                    _ => None,
                };
                if let Some(todos) = written.or(input.todos.as_deref()) {
                    self.replace(todos);
                }
            }
            (_, Some(ToolOutput::TaskGet(outcome))) => {
                outcome.task.iter().for_each(|task| self.learn(task));
            }
            (_, Some(ToolOutput::TaskList(outcome))) => {
                if let Some(tasks) = &outcome.tasks {
                    self.list(tasks);
                }
            }
            _ => {}
        }
        self.tasks != before
    }

    fn create(&mut self, input: &TaskCreateInput, task: Option<&TaskEntry>) {
        let Some((task, id)) = task.and_then(|task| Some((task, id_of(task)?))) else {
            return;
        };
        let text = |first: &Option<String>, then: &Option<String>| text(first).or(text(then));
        let mut item = blank(id, text(&task.subject, &input.subject));
        item.description = text(&task.description, &input.description);
        item.active_form = text(&input.active_form, &None);
        self.put(item);
    }

    fn update(&mut self, input: &TaskUpdateInput) {
        let Some(ListedTaskId(id)) = &input.task_id else {
            return;
        };
        if input.status == Some(WireStatus::Deleted) {
            self.tasks.retain(|task| task.id != *id);
            return;
        }
        for ListedTaskId(blocked) in &input.add_blocks {
            add(&mut self.at(blocked).blocked_by, id);
        }
        for ListedTaskId(blocking) in &input.add_blocked_by {
            add(&mut self.at(blocking).blocks, id);
        }
        let task = self.at(id);
        if let Some(subject) = text(&input.subject) {
            task.subject = subject;
        }
        task.description = text(&input.description).or(task.description.take());
        task.active_form = text(&input.active_form).or(task.active_form.take());
        task.owner = text(&input.owner).or(task.owner.take());
        task.status = status(input.status.as_ref()).unwrap_or(task.status);
        for ListedTaskId(other) in &input.add_blocks {
            add(&mut task.blocks, other);
        }
        for ListedTaskId(other) in &input.add_blocked_by {
            add(&mut task.blocked_by, other);
        }
    }

    /// Takes over what a result says about one task.
    fn learn(&mut self, told: &TaskEntry) {
        let Some(id) = id_of(told) else { return };
        let task = self.at(&id);
        if let Some(subject) = text(&told.subject) {
            task.subject = subject;
        }
        task.description = text(&told.description).or(task.description.take());
        task.owner = text(&told.owner).or(task.owner.take());
        task.status = status(told.status.as_ref()).unwrap_or(task.status);
        for (known, told) in [
            (&mut task.blocked_by, &told.blocked_by),
            (&mut task.blocks, &told.blocks),
        ] {
            if let Some(ids) = told {
                *known = ids.iter().map(|id| id.0.clone()).collect();
            }
        }
    }

    /// A list names every task there is.
    fn list(&mut self, told: &[TaskEntry]) {
        let known: Vec<String> = told.iter().filter_map(id_of).collect();
        self.tasks.retain(|task| known.contains(&task.id));
        told.iter().for_each(|task| self.learn(task));
    }

    /// The whole list of an older CLI, where tasks have no ids but their places.
    fn replace(&mut self, todos: &[Todo]) {
        let items = todos.iter().enumerate().map(|(place, todo)| {
            let mut item = blank((place + 1).to_string(), text(&todo.content));
            item.active_form = text(&todo.active_form);
            item.status = status(todo.status.as_ref()).unwrap_or(item.status);
            item
        });
        self.tasks = items.collect();
    }

    fn put(&mut self, item: TaskItem) {
        match self.tasks.iter_mut().find(|task| task.id == item.id) {
            Some(task) => *task = item,
            None => self.tasks.push(item),
        }
    }

    /// The task with this id; one that nobody created here is added.
    fn at(&mut self, id: &str) -> &mut TaskItem {
        let place = self
            .tasks
            .iter()
            .position(|task| task.id == id)
            .unwrap_or_else(|| {
                self.tasks.push(blank(id.to_owned(), None));
                self.tasks.len() - 1
            });
        &mut self.tasks[place]
    }
}

fn blank(id: String, subject: Option<String>) -> TaskItem {
    TaskItem {
        subject: subject.unwrap_or_else(|| format!("Task {id}")),
        id,
        description: None,
        active_form: None,
        status: TaskStatus::Pending,
        owner: None,
        blocks: Vec::new(),
        blocked_by: Vec::new(),
    }
}

fn status(status: Option<&WireStatus>) -> Option<TaskStatus> {
    match status? {
        WireStatus::Pending => Some(TaskStatus::Pending),
        WireStatus::InProgress => Some(TaskStatus::InProgress),
        WireStatus::Completed => Some(TaskStatus::Completed),
        _ => None,
    }
}

fn text(text: &Option<String>) -> Option<String> {
    text.clone().filter(|text| !text.is_empty())
}

fn id_of(task: &TaskEntry) -> Option<String> {
    let ListedTaskId(id) = task.id.as_ref()?;
    (!id.is_empty()).then(|| id.clone())
}

fn add(ids: &mut Vec<String>, id: &str) {
    if !ids.iter().any(|known| known == id) {
        ids.push(id.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use pilothouse_protocol::RawJson;
    use serde_json::{Value, json};

    use super::*;

    impl TaskList {
        fn fold(&mut self, tool: &str, input: &Value, outcome: Option<&Value>) -> bool {
            let raw = |value: &Value| RawJson::from(value.clone());
            let outcome = outcome.map(|outcome| ToolOutput::of(tool, &raw(outcome)));
            self.call(tool, || ToolInput::of(tool, &raw(input)), outcome.as_ref())
        }
    }

    fn created() -> TaskList {
        let mut list = TaskList::default();
        for (id, subject) in [("1", "Fix it"), ("2", "Test it")] {
            let input =
                json!({"subject": subject, "description": "all of it", "activeForm": "Working"});
            assert!(list.fold(
                "TaskCreate",
                &input,
                Some(&json!({"task": {"id": id, "subject": subject}}))
            ));
        }
        list
    }

    #[test]
    fn tasks_are_created_and_updated() {
        let mut list = created();
        let input =
            json!({"taskId": "1", "status": "in_progress", "owner": "me", "addBlocks": ["2"]});
        assert!(list.fold("TaskUpdate", &input, Some(&json!({"success": true}))));
        let [first, second] = list.items() else {
            panic!("two tasks")
        };
        assert_eq!(first.status, TaskStatus::InProgress);
        assert_eq!(first.owner.as_deref(), Some("me"));
        assert_eq!(first.active_form.as_deref(), Some("Working"));
        assert_eq!(
            (first.blocks.as_slice(), second.blocked_by.as_slice()),
            (&["2".to_owned()][..], &["1".to_owned()][..])
        );
    }

    #[test]
    fn a_deleted_task_is_gone_and_a_failed_update_changes_nothing() {
        let mut list = created();
        let failed = json!({"success": false, "error": "no"});
        assert!(!list.fold(
            "TaskUpdate",
            &json!({"taskId": "1", "status": "completed"}),
            Some(&failed)
        ));
        assert!(list.fold(
            "TaskUpdate",
            &json!({"taskId": "1", "status": "deleted"}),
            None
        ));
        assert_eq!(list.items().len(), 1);
    }

    #[test]
    fn a_list_corrects_what_was_missed() {
        let mut list = created();
        let told = json!({"tasks": [{"id": "2", "subject": "Test it", "status": "completed", "blockedBy": []},
            {"id": "3", "subject": "Ship it", "status": "pending", "owner": "you", "blockedBy": ["2"]}]});
        assert!(list.fold("TaskList", &json!({}), Some(&told)));
        let ids: Vec<_> = list.items().iter().map(|task| task.id.as_str()).collect();
        assert_eq!(ids, ["2", "3"]);
        assert_eq!(list.items()[0].description.as_deref(), Some("all of it"));
        assert_eq!(list.items()[1].blocked_by, ["2"]);
    }

    #[test]
    fn todos_of_older_clis_are_the_same_list() {
        let mut list = TaskList::default();
        let todos =
            json!([{"content": "Fix it", "status": "in_progress", "activeForm": "Fixing it"}]);
        assert!(list.fold("TodoWrite", &json!({"todos": todos}), None));
        let item = &list.items()[0];
        assert_eq!((item.id.as_str(), item.subject.as_str()), ("1", "Fix it"));
        assert_eq!(item.status, TaskStatus::InProgress);
        assert!(!list.fold("TodoWrite", &json!({"todos": todos}), None));
    }

    #[test]
    fn ids_may_be_numbers() {
        let mut list = created();
        let input = json!({"taskId": 1, "status": "completed", "addBlocks": [2]});
        assert!(list.fold("TaskUpdate", &input, None));
        assert_eq!(list.items()[0].status, TaskStatus::Completed);
        assert_eq!(list.items()[1].blocked_by, ["1"]);
        let told = json!({"tasks": [{"id": 1, "subject": "Fix it"}]});
        assert!(list.fold("TaskList", &json!({}), Some(&told)));
        assert_eq!(list.items().len(), 1);
    }

    #[test]
    fn other_calls_and_nonsense_change_nothing() {
        let mut list = created();
        assert!(!list.fold("Bash", &json!({}), None));
        assert!(!list.fold("TaskUpdate", &json!(null), None));
        assert!(!list.fold(
            "TaskGet",
            &json!({"taskId": "9"}),
            Some(&json!({"task": null}))
        ));
        assert!(!list.fold("TodoWrite", &json!({"todos": 5}), None));
    }
}
