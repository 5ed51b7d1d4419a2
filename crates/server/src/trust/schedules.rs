//! Schedules of a `.claude/scheduled_tasks.json`: prompts that the CLI sends to the model by itself while a session is
//! open, also if nobody sent a message (2.1.325).

use std::path::Path;

use serde_json::Value;

use super::items::{Item, of_value};
use super::servers::{not_json, read};
use super::sources::Sources;

/// The schedules that a file holds.
pub(super) fn items(file: &Path, bytes: &[u8], sources: &Sources) -> Vec<Item> {
    let label = sources.label(file);
    let Some(json) = read(bytes) else {
        return vec![not_json(label, bytes)];
    };
    let tasks = json["tasks"].as_array().into_iter().flatten();
    tasks
        .map(|task| Item {
            file: label.clone(),
            what: "schedule",
            name: text(task, "cron"),
            text: text(task, "prompt"),
            fingerprint: Some(fingerprint(task)),
        })
        .collect()
}

fn text(task: &Value, name: &str) -> String {
    task[name].as_str().unwrap_or_default().to_owned()
}

/// The CLI writes down when it ran a task, which changes nothing.
fn fingerprint(task: &Value) -> String {
    let mut task = task.clone();
    if let Some(members) = task.as_object_mut() {
        members.remove("lastFiredAt");
    }
    of_value(&task)
}
