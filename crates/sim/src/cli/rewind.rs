//! File checkpoints: file contents before each user message.

use std::path::Path;

use serde_json::{Value, json};

use super::files::Checkpoint;
use super::queue::UserMessage;
use super::session::Sim;
use super::tools::structured_patch;

impl Sim {
    /// Creates a checkpoint for the messages of a turn.
    pub(super) fn checkpoint(&self, batch: &[UserMessage]) {
        if !self.environment.has_checkpoints {
            return;
        }
        let mut state = self.state.borrow_mut();
        for message in batch.iter().filter(|message| message.origin.is_none()) {
            state.checkpoints.push(Checkpoint {
                message_uuid: message.uuid.clone(),
                before: std::collections::BTreeMap::new(),
            });
        }
    }

    /// Stores the content of a file before it is changed.
    pub(super) fn remember_before(&self, path: &Path) {
        let before = self.files.borrow().read(path);
        for checkpoint in &mut self.state.borrow_mut().checkpoints {
            checkpoint
                .before
                .entry(path.to_owned())
                .or_insert_with(|| before.clone());
        }
    }

    /// Responds to `rewind_files`.
    pub(super) fn rewind_files(&self, request: &Value) -> Result<Value, String> {
        if !self.environment.has_checkpoints {
            return Err("File rewinding is not enabled.".to_owned());
        }
        let wanted = request["user_message_id"].as_str().unwrap_or_default();
        let found = {
            let state = self.state.borrow();
            let mut checkpoints = state.checkpoints.iter();
            checkpoints
                .find(|checkpoint| checkpoint.message_uuid == wanted)
                .cloned()
        };
        let Some(checkpoint) = found else {
            return Err("No file checkpoint found for this message.".to_owned());
        };
        if request["dry_run"] == true {
            return Ok(self.rewind_preview(&checkpoint));
        }
        for (path, before) in checkpoint.before {
            let mut files = self.files.borrow_mut();
            let restored = match before {
                Some(content) => files.write(&path, content),
                None if files.exists(&path) => files.remove(&path),
                None => Ok(()),
            };
            restored.map_err(|error| error.to_string())?;
        }
        Ok(json!({ "canRewind": true, "skippedLinks": 0 }))
    }

    fn rewind_preview(&self, checkpoint: &Checkpoint) -> Value {
        let (mut changed, mut insertions, mut deletions) = (Vec::new(), 0, 0);
        let files = self.files.borrow();
        for (path, before) in &checkpoint.before {
            let now = files.read_text(path).unwrap_or_default();
            let before = before
                .as_ref()
                .map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            let before = before.unwrap_or_default();
            if now == before {
                continue;
            }
            changed.push(path.display().to_string());
            for hunk in structured_patch(&now, &before)
                .as_array()
                .into_iter()
                .flatten()
            {
                for line in hunk["lines"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                {
                    insertions += u64::from(line.starts_with('+'));
                    deletions += u64::from(line.starts_with('-'));
                }
            }
        }
        json!({
            "canRewind": true, "filesChanged": changed, "insertions": insertions, "deletions": deletions,
        })
    }
}
