//! File tools.

use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The effect of writing a file.
    pub enum WriteKind {
        /// The file is new.
        "create" => Create,
        /// The file existed.
        "update" => Update,
        /// The file existed; used by older records.
        "overwrite" => Overwrite,
    }
}

wire_struct! {
    /// Input of Write.
    #[derive(Default)]
    pub struct WriteInput {
        file_path: String,
        content: String,
    }

    /// Result of Write.
    #[derive(Default)]
    pub struct WriteResult {
        kind: Option<WriteKind> = "type",
        file_path: Option<String> = "filePath",
        content: Option<String>,
        structured_patch: Option<Vec<PatchHunk>> = "structuredPatch",
        /// The original content; null for a new file.
        original_file: Option<String> = "originalFile",
        git_diff: Option<RawJson> = "gitDiff",
        user_modified: Option<bool> = "userModified",
        staged: Option<RawJson>,
    }

    /// Input of Edit.
    #[derive(Default)]
    pub struct EditInput {
        file_path: String,
        old_string: String,
        new_string: String,
        replace_all: Option<bool>,
    }

    /// Input of MultiEdit.
    #[derive(Default)]
    pub struct MultiEditInput {
        file_path: String,
        /// Replacements, applied in order.
        edits: Vec<Replacement>,
    }

    /// A replacement.
    #[derive(Default)]
    pub struct Replacement {
        old_string: String,
        new_string: String,
        replace_all: Option<bool>,
    }

    /// Result of Edit.
    #[derive(Default)]
    pub struct EditResult {
        file_path: Option<String> = "filePath",
        old_string: Option<String> = "oldString",
        new_string: Option<String> = "newString",
        original_file: Option<String> = "originalFile",
        structured_patch: Option<Vec<PatchHunk>> = "structuredPatch",
        user_modified: Option<bool> = "userModified",
        replace_all: Option<bool> = "replaceAll",
        git_diff: Option<RawJson> = "gitDiff",
        staged: Option<RawJson>,
        /// The model has not seen the content of the file.
        content_not_in_model_context: Option<bool> = "contentNotInModelContext",
    }

    /// A range of changed lines with context.
    #[derive(Default)]
    pub struct PatchHunk {
        old_start: u64 = "oldStart",
        old_lines: u64 = "oldLines",
        new_start: u64 = "newStart",
        new_lines: u64 = "newLines",
        /// The lines, each with the prefix ` `, `-` or `+`.
        lines: Vec<String>,
    }

    /// Input of NotebookEdit.
    #[derive(Default)]
    pub struct NotebookEditInput {
        notebook_path: String,
        new_source: String,
        cell_id: Option<String>,
        /// `code` or `markdown`.
        cell_type: Option<String>,
        /// `replace`, `insert` or `delete`.
        edit_mode: Option<String>,
    }

    /// Result of NotebookEdit.
    #[derive(Default)]
    pub struct NotebookEditResult {
        new_source: Option<String>,
        old_source: Option<String>,
        cell_id: Option<String>,
        /// `code` or `markdown`.
        cell_type: Option<String>,
        language: Option<String>,
        /// `replace`, `insert` or `delete`.
        edit_mode: Option<String>,
        /// The error; empty if there is none.
        error: Option<String>,
        notebook_path: Option<String>,
        original_file: Option<String>,
        updated_file: Option<String>,
    }

    /// Input of LS.
    #[derive(Default)]
    pub struct ListDirectoryInput {
        path: String,
        ignore: Vec<String>,
    }
}
