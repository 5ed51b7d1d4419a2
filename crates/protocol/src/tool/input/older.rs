//! Tools that newer CLIs do not have; transcripts still do.

use super::EditInput;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of TaskOutput, and of AgentOutput before it.
    #[derive(Default)]
    pub struct TaskOutputInput {
        /// The task.
        task_id: Option<String> = "task_id",
        /// The same, when it was called an agent.
        agent_id: Option<String> = "agentId",
        /// Waits for its end.
        block: Option<bool> = "block",
        /// How long, in milliseconds.
        timeout: Option<f64> = "timeout",
        /// How long, in seconds; the oldest.
        wait_up_to: Option<f64> = "wait_up_to",
    }

    /// Input of BashOutput.
    #[derive(Default)]
    pub struct BashOutputInput {
        /// The shell.
        bash_id: Option<String> = "bash_id",
        /// Only lines that match.
        filter: Option<String> = "filter",
        /// Waits for its end.
        block: Option<bool> = "block",
        /// How long.
        wait_up_to: Option<f64> = "wait_up_to",
    }

    /// Input of MultiEdit.
    #[derive(Default)]
    pub struct MultiEditInput {
        /// The file.
        file_path: String = "file_path",
        /// What to replace, one after the other.
        edits: Vec<Replacement> = "edits",
    }

    /// One replacement of several.
    #[derive(Default)]
    pub struct Replacement {
        /// What to replace.
        old_string: String = "old_string",
        /// With what.
        new_string: String = "new_string",
        /// Everywhere.
        replace_all: Option<bool> = "replace_all",
    }

    /// Input of LS.
    #[derive(Default)]
    pub struct ListDirectoryInput {
        /// The directory.
        path: String = "path",
        /// Leaving out what matches.
        ignore: Vec<String> = "ignore",
    }

    /// Input of NotebookRead.
    #[derive(Default)]
    pub struct NotebookReadInput {
        /// The notebook.
        notebook_path: String = "notebook_path",
        /// Only this cell.
        cell_id: Option<String> = "cell_id",
    }
}

impl MultiEditInput {
    /// Returns the replacements as single edits.
    pub fn edits(&self) -> impl Iterator<Item = EditInput> {
        self.edits.iter().map(|edit| EditInput {
            file_path: self.file_path.clone(),
            old_string: edit.old_string.clone(),
            new_string: edit.new_string.clone(),
            replace_all: edit.replace_all,
            ..EditInput::default()
        })
    }
}
