//! Placeholders in a scenario's texts, and their values in this run.

use anyhow::{Context, Result};
use serde_json::Value;
use uuid::Uuid;

use super::Player;

impl Player<'_> {
    pub(super) fn uuid(&mut self, label: &str) -> String {
        self.uuids
            .entry(label.to_owned())
            .or_insert_with(|| Uuid::new_v4().to_string())
            .clone()
    }

    /// Replaces `$NAME` in texts: `$CWD`, `$HOME`, `$SESSION`, `$ASSISTANT`, `$FRESH` and the
    /// labels of messages.
    pub(super) fn fill(&mut self, value: &Value) -> Result<Value> {
        Ok(match value {
            Value::String(text) => Value::String(self.fill_text(text)?),
            Value::Array(items) => Value::Array(
                items
                    .iter()
                    .map(|item| self.fill(item))
                    .collect::<Result<_>>()?,
            ),
            Value::Object(fields) => Value::Object(
                fields
                    .iter()
                    .map(|(name, value)| Ok((name.clone(), self.fill(value)?)))
                    .collect::<Result<_>>()?,
            ),
            other => other.clone(),
        })
    }

    pub(super) fn fill_text(&mut self, text: &str) -> Result<String> {
        if !text.contains('$') {
            return Ok(text.to_owned());
        }
        let cwd = self.launch.cwd.to_string_lossy().into_owned();
        let mut text = text
            .replace("$CWD", &cwd)
            .replace("$HOME", &cwd.replace("/project", "/home"));
        for (mark, kind, field) in [
            ("$SESSION", "result", "session_id"),
            ("$ASSISTANT", "assistant", "uuid"),
            ("$TASK", "system", "task_id"),
        ] {
            if text.contains(mark) {
                let found = self.newest(kind, field);
                text = text.replace(mark, &found.with_context(|| format!("no {mark} yet"))?);
            }
        }
        for label in ["u1", "u2", "u3", "s1", "s2"] {
            let mark = format!("${label}");
            if text.contains(&mark) {
                let uuid = self.uuid(label);
                text = text.replace(&mark, &uuid);
            }
        }
        Ok(text)
    }

    pub(super) fn newest(&self, kind: &str, field: &str) -> Option<String> {
        self.recording
            .iter()
            .rev()
            .filter(|recorded| !recorded.inward)
            .filter_map(|recorded| recorded.line.as_ref().ok())
            .filter(|line| line["type"] == kind)
            .find_map(|line| line[field].as_str().map(str::to_owned))
    }
}
