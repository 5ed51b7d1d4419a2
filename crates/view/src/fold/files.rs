//! Files that tools changed.

use pilothouse_protocol::tool::{ToolInput, ToolOutput, WriteKind};

use crate::change::Change;
use crate::diff::{FileDiff, hunks_of, patch_between};
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
        outcome: Option<ToolOutput>,
    ) {
        let Some((path, edit)) = edit(call, outcome) else {
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

/// The change that a call made: by its result, or by its input where the result has no structure, as those of
/// subagents.
fn edit(call: &ToolCall, outcome: Option<ToolOutput>) -> Option<(String, Edit)> {
    const TOOLS: [&str; 4] = ["Edit", "MultiEdit", "Write", "NotebookEdit"];
    if !TOOLS.contains(&call.tool.name.as_str()) {
        return None;
    }
    let Some(outcome) = outcome else {
        return guess(call.read_input());
    };
    match outcome {
        ToolOutput::NotebookEdit(edit) => {
            let path = edit.notebook_path.or_else(|| path_of(call))?;
            let old = edit.original_file.unwrap_or_default();
            let new = edit.updated_file.unwrap_or_default();
            Some((path, Edit::Notebook(patch_between(&old, &new))))
        }
        ToolOutput::Write(write) if write.kind == Some(WriteKind::Create) => {
            let path = write.file_path.or_else(|| path_of(call))?;
            let content = write.content.or_else(|| match call.read_input() {
                ToolInput::Write(input) => Some(input.content),
                _ => None,
            });
            Some((path, Edit::Created(content.unwrap_or_default())))
        }
        ToolOutput::Write(write) => {
            let path = write.file_path.or_else(|| path_of(call))?;
            Some((path, Edit::Patch(hunks_of(write.structured_patch?))))
        }
        ToolOutput::Edit(edit) | ToolOutput::MultiEdit(edit) => {
            let path = edit.file_path.or_else(|| path_of(call))?;
            Some((path, Edit::Patch(hunks_of(edit.structured_patch?))))
        }
        _ => None,
    }
}

fn path_of(call: &ToolCall) -> Option<String> {
    guess(call.read_input()).map(|(path, _)| path)
}

/// The file that an input names, and the lines that it adds and removes at least.
fn guess(input: ToolInput) -> Option<(String, Edit)> {
    let lines = |text: &str| text.lines().count() as u64;
    let (path, added, removed) = match input {
        ToolInput::Write(write) => (write.file_path, lines(&write.content), 0),
        ToolInput::Edit(edit) => {
            let removed = lines(&edit.old_string);
            (edit.file_path, lines(&edit.new_string), removed)
        }
        ToolInput::MultiEdit(edit) => (edit.file_path, 0, 0),
        ToolInput::NotebookEdit(edit) => (edit.notebook_path, lines(&edit.new_source), 0),
        _ => return None,
    };
    Some((path, Edit::Guess { added, removed }))
}
