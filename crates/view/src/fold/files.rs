//! Files that tools changed.

use serde_json::Value;

use crate::change::Change;
use crate::diff::{FileDiff, patch_between, read_patch};
use crate::id::EntryId;
use crate::session::{FileChange, FileChangeKind, Hunk};
use crate::tool::ToolCall;
use crate::turn::Usage;

use super::SessionFold;
use super::state::FileState;

/// One change of one file, as far as the result or the input tells.
enum Edit {
    Created(String),
    Patch(Vec<Hunk>),
    Notebook(Vec<Hunk>),
    /// The file was changed, but how is not known: lines added and removed at least.
    Guess {
        added: u64,
        removed: u64,
    },
}

impl SessionFold {
    pub(super) fn file_changed(
        &mut self,
        id: &EntryId,
        call: &ToolCall,
        structured: Option<&Value>,
    ) {
        let input = &call.changed_input.as_ref().unwrap_or(&call.input).0;
        let Some((path, edit)) = edit(&call.tool.name, input, structured) else {
            return;
        };
        let order = self.open(id).map(|entry| entry.order).unwrap_or_default();
        let mut file = self.state.files.remove(&path).unwrap_or_else(|| FileState {
            diff: FileDiff::existing(),
            created: false,
            notebook: false,
            edits: 0,
            first_order: order,
            last_order: order,
        });
        let (added, removed) = edit.lines();
        file.edits += 1;
        file.last_order = order;
        add_edit(&mut file, edit);
        let change = (!file.diff.is_unchanged()).then(|| self.file_change(&path, &file, id));
        match change {
            Some(change) => self.emit(Change::FileSet {
                file: Box::new(change),
            }),
            None => self.emit(Change::FileRemoved { path: path.clone() }),
        }
        self.state.files.insert(path, file);
        let usage = &self.view.usage;
        let usage = Usage {
            lines_added: usage.lines_added + added,
            lines_removed: usage.lines_removed + removed,
            ..usage.clone()
        };
        self.emit_usage(usage);
    }

    fn file_change(&self, path: &str, file: &FileState, id: &EntryId) -> FileChange {
        let (additions, deletions) = file.diff.totals();
        FileChange {
            path: path.to_owned(),
            change: match (file.created, file.notebook) {
                (true, _) => FileChangeKind::Created,
                (false, true) => FileChangeKind::Notebook,
                (false, false) => FileChangeKind::Modified,
            },
            additions,
            deletions,
            hunks: file.diff.hunks(),
            exact: file.diff.is_exact(),
            edits: file.edits,
            entry: id.clone(),
            at: self.now.at,
        }
    }

    /// Files were put back to what they were before a message: what was changed after it is undone.
    pub(super) fn files_rewound(&mut self, uuid: &str) {
        let checkpoint = self.view.checkpoints.iter().find(|one| one.uuid == uuid);
        let Some(record) = checkpoint.and_then(|one| one.entry.record()) else {
            return;
        };
        let after = |id: &EntryId| id.record().is_some_and(|seq| seq > record);
        let paths: Vec<String> = self.state.files.keys().cloned().collect();
        for path in paths {
            let Some(shown) = self
                .view
                .files
                .iter()
                .find(|file| file.path == path)
                .cloned()
            else {
                continue;
            };
            if !after(&shown.entry) {
                continue;
            }
            let Some(mut file) = self.state.files.remove(&path) else {
                continue;
            };
            if file.edits == 1 || file.created {
                self.emit(Change::FileRemoved { path });
                continue;
            }
            file.diff.lose();
            let change = FileChange {
                exact: false,
                hunks: Vec::new(),
                ..shown
            };
            self.emit(Change::FileSet {
                file: Box::new(change),
            });
            self.state.files.insert(path, file);
        }
    }
}

impl Edit {
    fn lines(&self) -> (u64, u64) {
        let count = |hunks: &[Hunk], sign: char| {
            let lines = hunks.iter().flat_map(|hunk| &hunk.lines);
            lines.filter(|line| line.starts_with(sign)).count() as u64
        };
        match self {
            Self::Created(content) => (content.lines().count() as u64, 0),
            Self::Patch(hunks) | Self::Notebook(hunks) => (count(hunks, '+'), count(hunks, '-')),
            Self::Guess { added, removed } => (*added, *removed),
        }
    }
}

fn add_edit(file: &mut FileState, edit: Edit) {
    match edit {
        Edit::Created(content) => {
            let fresh = file.edits == 1 || file.created;
            file.created = fresh;
            if fresh {
                file.diff = FileDiff::created(&content);
            } else {
                // The file was removed by something else and made anew.
                file.diff.lose();
            }
        }
        Edit::Patch(hunks) => file.diff.patch(&hunks),
        Edit::Notebook(hunks) => {
            file.notebook = true;
            file.diff.patch(&hunks);
        }
        Edit::Guess { added, removed } => {
            file.diff.lose();
            file.diff.count(added, removed);
        }
    }
}

fn edit(tool: &str, input: &Value, structured: Option<&Value>) -> Option<(String, Edit)> {
    if !matches!(tool, "Edit" | "MultiEdit" | "Write" | "NotebookEdit") {
        return None;
    }
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let Some(outcome) = structured else {
        // Results of subagents come without their structure.
        let path = text(input, "file_path").or(text(input, "notebook_path"))?;
        let lines = |key: &str| {
            input
                .get(key)
                .and_then(Value::as_str)
                .map_or(0, |text| text.lines().count() as u64)
        };
        let added = lines("content") + lines("new_string") + lines("new_source");
        return Some((
            path,
            Edit::Guess {
                added,
                removed: lines("old_string"),
            },
        ));
    };
    if tool == "NotebookEdit" {
        let path = text(outcome, "notebook_path").or(text(input, "notebook_path"))?;
        let (old, new) = (
            text(outcome, "original_file"),
            text(outcome, "updated_file"),
        );
        let hunks = patch_between(&old.unwrap_or_default(), &new.unwrap_or_default());
        return Some((path, Edit::Notebook(hunks)));
    }
    let path = text(outcome, "filePath").or(text(input, "file_path"))?;
    if outcome.get("type").and_then(Value::as_str) == Some("create") {
        let content = text(outcome, "content")
            .or(text(input, "content"))
            .unwrap_or_default();
        return Some((path, Edit::Created(content)));
    }
    let hunks = outcome.get("structuredPatch").and_then(read_patch);
    Some((path, Edit::Patch(hunks?)))
}
