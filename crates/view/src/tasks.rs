//! The task list the model keeps, out of the calls that keep it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    pub(crate) fn call(&mut self, tool: &str, input: &Value, result: Option<&Value>) -> bool {
        let before = self.tasks.clone();
        let result = result.unwrap_or(&Value::Null);
        match tool {
            "TaskCreate" => self.create(input, result),
            "TaskUpdate" => self.update(input, result),
            "TaskGet" => self.learn(&result["task"]),
            "TaskList" => self.list(result),
            "TodoWrite" => self.replace(input, result),
            _ => return false,
        }
        self.tasks != before
    }

    fn create(&mut self, input: &Value, result: &Value) {
        let task = &result["task"];
        let Some(id) = id_of(&task["id"]) else { return };
        let mut item = blank(id, text(&task["subject"]).or(text(&input["subject"])));
        item.description = text(&task["description"]).or(text(&input["description"]));
        item.active_form = text(&input["activeForm"]);
        self.put(item);
    }

    fn update(&mut self, input: &Value, result: &Value) {
        let Some(id) = id_of(&input["taskId"]) else {
            return;
        };
        if result["success"] == Value::Bool(false) {
            return;
        }
        if input["status"] == "deleted" {
            self.tasks.retain(|task| task.id != id);
            return;
        }
        for blocked in ids(&input["addBlocks"]) {
            add(&mut self.at(&blocked).blocked_by, &id);
        }
        for blocking in ids(&input["addBlockedBy"]) {
            add(&mut self.at(&blocking).blocks, &id);
        }
        let task = self.at(&id);
        if let Some(subject) = text(&input["subject"]) {
            task.subject = subject;
        }
        task.description = text(&input["description"]).or(task.description.take());
        task.active_form = text(&input["activeForm"]).or(task.active_form.take());
        task.owner = text(&input["owner"]).or(task.owner.take());
        task.status = status(&input["status"]).unwrap_or(task.status);
        ids(&input["addBlocks"])
            .iter()
            .for_each(|other| add(&mut task.blocks, other));
        ids(&input["addBlockedBy"])
            .iter()
            .for_each(|other| add(&mut task.blocked_by, other));
    }

    /// Takes over what a result says about one task.
    fn learn(&mut self, told: &Value) {
        let Some(id) = id_of(&told["id"]) else { return };
        let task = self.at(&id);
        if let Some(subject) = text(&told["subject"]) {
            task.subject = subject;
        }
        task.description = text(&told["description"]).or(task.description.take());
        task.owner = text(&told["owner"]).or(task.owner.take());
        task.status = status(&told["status"]).unwrap_or(task.status);
        if told["blockedBy"].is_array() {
            task.blocked_by = ids(&told["blockedBy"]);
        }
        if told["blocks"].is_array() {
            task.blocks = ids(&told["blocks"]);
        }
    }

    /// A list names every task there is.
    fn list(&mut self, result: &Value) {
        let Some(told) = result["tasks"].as_array() else {
            return;
        };
        let known: Vec<String> = told.iter().filter_map(|task| id_of(&task["id"])).collect();
        self.tasks.retain(|task| known.contains(&task.id));
        told.iter().for_each(|task| self.learn(task));
    }

    /// The whole list of an older CLI, where tasks have no ids but their places.
    fn replace(&mut self, input: &Value, result: &Value) {
        let todos = result["newTodos"]
            .as_array()
            .or_else(|| input["todos"].as_array());
        let Some(todos) = todos else { return };
        let items = todos.iter().enumerate().map(|(place, todo)| {
            let mut item = blank((place + 1).to_string(), text(&todo["content"]));
            item.active_form = text(&todo["activeForm"]);
            item.status = status(&todo["status"]).unwrap_or(item.status);
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

fn status(value: &Value) -> Option<TaskStatus> {
    match value.as_str()? {
        "pending" => Some(TaskStatus::Pending),
        "in_progress" => Some(TaskStatus::InProgress),
        "completed" => Some(TaskStatus::Completed),
        _ => None,
    }
}

fn text(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

/// Ids come as strings; a model may write a number.
fn id_of(value: &Value) -> Option<String> {
    text(value).or_else(|| value.as_u64().map(|number| number.to_string()))
}

fn ids(value: &Value) -> Vec<String> {
    value
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
        .iter()
        .filter_map(id_of)
        .collect()
}

fn add(ids: &mut Vec<String>, id: &str) {
    if !ids.iter().any(|known| known == id) {
        ids.push(id.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn created() -> TaskList {
        let mut list = TaskList::default();
        for (id, subject) in [("1", "Fix it"), ("2", "Test it")] {
            let input =
                json!({"subject": subject, "description": "all of it", "activeForm": "Working"});
            assert!(list.call(
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
        assert!(list.call("TaskUpdate", &input, Some(&json!({"success": true}))));
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
        assert!(!list.call(
            "TaskUpdate",
            &json!({"taskId": "1", "status": "completed"}),
            Some(&failed)
        ));
        assert!(list.call(
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
        assert!(list.call("TaskList", &json!({}), Some(&told)));
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
        assert!(list.call("TodoWrite", &json!({"todos": todos}), None));
        let item = &list.items()[0];
        assert_eq!((item.id.as_str(), item.subject.as_str()), ("1", "Fix it"));
        assert_eq!(item.status, TaskStatus::InProgress);
        assert!(!list.call("TodoWrite", &json!({"todos": todos}), None));
    }

    #[test]
    fn other_calls_and_nonsense_change_nothing() {
        let mut list = created();
        assert!(!list.call("Bash", &json!({}), None));
        assert!(!list.call("TaskUpdate", &json!(null), None));
        assert!(!list.call(
            "TaskGet",
            &json!({"taskId": "9"}),
            Some(&json!({"task": null}))
        ));
        assert!(!list.call("TodoWrite", &json!({"todos": 5}), None));
    }
}
