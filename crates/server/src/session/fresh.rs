//! Starting over when the CLI's history of a conversation is gone: the new one is told what was said.

use pilothouse_log::Who;
use pilothouse_view::{Entry, EntryBody};
use serde_json::{Value, json};

use super::task::{Leaving, Task};
use crate::problem::Problem;

/// How many entries are looked at.
const ENTRIES: usize = 400;
/// How long the digest may be, and how long one thing in it.
const LONGEST: usize = 12_000;
const LONGEST_LINE: usize = 600;

impl Task {
    /// Begins a new conversation with a digest of this one.
    pub(super) async fn start_fresh(&mut self, who: Who) -> Result<(), Problem> {
        self.end_process(Leaving::Closed).await;
        self.wait_for_end().await;
        let page = self.newest_settled(ENTRIES).await;
        let view = self.projection.fold.snapshot(page);
        let digest = digest(&view.entries);
        self.set("digest", json!(digest), who.clone()).await?;
        let epoch = self.view().liveness.epoch;
        self.set("freshEpoch", json!(epoch), who.clone()).await?;
        self.set("resume", Value::Null, who).await?;
        self.wake("a person started afresh").await
    }
}

/// What people and the model said, newest last, as much as fits.
fn digest(entries: &[Entry]) -> String {
    let mut lines = Vec::new();
    let mut length = 0;
    for entry in entries.iter().rev().filter(|entry| entry.parent.is_none()) {
        let (speaker, text) = match &entry.body {
            EntryBody::User(user) => ("User", user.text.text.as_str()),
            EntryBody::Text(text) => ("You", text.text.as_str()),
            _ => continue,
        };
        let text: String = text.trim().chars().take(LONGEST_LINE).collect();
        if text.is_empty() {
            continue;
        }
        let line = format!("{speaker}: {text}");
        length += line.len();
        if length > LONGEST {
            break;
        }
        lines.push(line);
    }
    lines.reverse();
    format!(
        "This conversation continues an earlier one whose history was lost. \
         What was said in it, shortened:\n\n{}",
        lines.join("\n")
    )
}
