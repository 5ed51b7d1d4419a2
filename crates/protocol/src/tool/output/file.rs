//! Files.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_string! {
    /// What writing did to a file.
    pub enum WriteKind {
        /// It is new.
        "create" => Create,
        /// It was there before.
        "update" => Update,
        /// It was there before; as older notes have it.
        "overwrite" => Overwrite,
    }
}

wire_struct! {
    /// A run of lines that changed, with those around them.
    #[derive(Default)]
    pub struct PatchHunk {
        /// The first line before.
        old_start: u64 = "oldStart",
        /// How many lines before.
        old_lines: u64 = "oldLines",
        /// The first line after.
        new_start: u64 = "newStart",
        /// How many lines after.
        new_lines: u64 = "newLines",
        /// The lines, each after ` `, `-` or `+`.
        lines: Vec<String> = "lines",
    }

    /// What git makes of a change.
    #[derive(Default)]
    pub struct GitDiff {
        /// The file.
        filename: Option<String> = "filename",
        /// `modified` or `added`.
        status: Option<String> = "status",
        /// Lines added.
        additions: Option<u64> = "additions",
        /// Lines removed.
        deletions: Option<u64> = "deletions",
        /// Both together.
        changes: Option<u64> = "changes",
        /// The change as text.
        patch: Option<String> = "patch",
        /// The repository.
        repository: Option<String> = "repository",
    }

    /// Result of Write.
    #[derive(Default)]
    pub struct WriteResult {
        /// What it did.
        kind: Option<WriteKind> = "type",
        /// The file.
        file_path: String = "filePath",
        /// All it holds.
        content: Option<String> = "content",
        /// What changed.
        structured_patch: Vec<PatchHunk> = "structuredPatch",
        /// All it held; null for a new file.
        original_file: Option<String> = "originalFile",
        /// What git makes of it.
        git_diff: Option<GitDiff> = "gitDiff",
        /// The person changed the input.
        user_modified: Option<bool> = "userModified",
        /// It waits for approval.
        staged: Option<RawJson> = "staged",
    }

    /// Result of Edit.
    #[derive(Default)]
    pub struct EditResult {
        /// The file.
        file_path: String = "filePath",
        /// What was replaced.
        old_string: Option<String> = "oldString",
        /// With what.
        new_string: Option<String> = "newString",
        /// All it held.
        original_file: Option<String> = "originalFile",
        /// What changed.
        structured_patch: Vec<PatchHunk> = "structuredPatch",
        /// The person changed the input.
        user_modified: Option<bool> = "userModified",
        /// Everywhere.
        replace_all: Option<bool> = "replaceAll",
        /// What git makes of it.
        git_diff: Option<GitDiff> = "gitDiff",
        /// It waits for approval.
        staged: Option<RawJson> = "staged",
        /// The model has not seen what the file held.
        content_not_in_model_context: Option<bool> = "contentNotInModelContext",
    }

    /// Result of NotebookEdit.
    #[derive(Default)]
    pub struct NotebookEditResult {
        /// What the cell holds.
        new_source: Option<String> = "new_source",
        /// What it held.
        old_source: Option<String> = "old_source",
        /// The cell.
        cell_id: Option<String> = "cell_id",
        /// `code` or `markdown`.
        cell_type: Option<String> = "cell_type",
        /// The language of the notebook.
        language: Option<String> = "language",
        /// `replace`, `insert` or `delete`.
        edit_mode: Option<String> = "edit_mode",
        /// What went wrong; empty if nothing.
        error: Option<String> = "error",
        /// The notebook.
        notebook_path: Option<String> = "notebook_path",
        /// All it held.
        original_file: Option<String> = "original_file",
        /// All it holds.
        updated_file: Option<String> = "updated_file",
    }

    /// A text that was read.
    #[derive(Default)]
    pub struct TextRead {
        /// The file.
        file: TextFile = "file",
        /// The artifact it belongs to.
        artifact_read: Option<RawJson> = "artifactRead",
    }

    /// A text, or some lines of it.
    #[derive(Default)]
    pub struct TextFile {
        /// Where it is.
        file_path: String = "filePath",
        /// The lines.
        content: String = "content",
        /// How many these are.
        num_lines: Option<u64> = "numLines",
        /// The first of them.
        start_line: Option<u64> = "startLine",
        /// How many there are.
        total_lines: Option<u64> = "totalLines",
        /// There were too many tokens.
        truncated_by_token_cap: Option<bool> = "truncatedByTokenCap",
    }

    /// A picture that was read.
    #[derive(Default)]
    pub struct ImageRead {
        /// The file.
        file: ImageFile = "file",
    }

    /// A picture.
    #[derive(Default)]
    pub struct ImageFile {
        /// Its bytes.
        base64: String = "base64",
        /// What they are.
        kind: Option<String> = "type",
        /// How many there were.
        original_size: Option<u64> = "originalSize",
        /// How large it is.
        dimensions: Option<ImageDimensions> = "dimensions",
    }

    /// How large a picture is, and how large it is shown.
    #[derive(Default)]
    pub struct ImageDimensions {
        /// Its width.
        original_width: Option<u64> = "originalWidth",
        /// Its height.
        original_height: Option<u64> = "originalHeight",
        /// Its width as shown.
        display_width: Option<u64> = "displayWidth",
        /// Its height as shown.
        display_height: Option<u64> = "displayHeight",
    }

    /// A notebook that was read.
    #[derive(Default)]
    pub struct NotebookRead {
        /// The file.
        file: NotebookFile = "file",
    }

    /// A notebook.
    #[derive(Default)]
    pub struct NotebookFile {
        /// Where it is.
        file_path: String = "filePath",
        /// Its cells.
        cells: Vec<NotebookCell> = "cells",
    }

    /// A cell of a notebook.
    #[derive(Default)]
    pub struct NotebookCell {
        /// `code` or `markdown`.
        cell_type: Option<String> = "cellType",
        /// What it holds.
        source: Option<String> = "source",
        /// Identifies it.
        cell_id: Option<String> = "cell_id",
        /// Its language.
        language: Option<String> = "language",
        /// When it was run.
        execution_count: Option<u64> = "execution_count",
        /// What came of it.
        outputs: Vec<JsonObject> = "outputs",
    }

    /// A PDF that was read.
    #[derive(Default)]
    pub struct PdfRead {
        /// The file.
        file: PdfFile = "file",
    }

    /// A PDF.
    #[derive(Default)]
    pub struct PdfFile {
        /// Where it is.
        file_path: String = "filePath",
        /// Its bytes.
        base64: String = "base64",
        /// How many there are.
        original_size: Option<u64> = "originalSize",
    }

    /// A PDF that was read page by page.
    #[derive(Default)]
    pub struct PartsRead {
        /// The file.
        file: PartsFile = "file",
        /// The first page.
        first_page: Option<RawJson> = "firstPage",
    }

    /// A PDF taken apart.
    #[derive(Default)]
    pub struct PartsFile {
        /// Where it is.
        file_path: String = "filePath",
        /// How many bytes it has.
        original_size: Option<u64> = "originalSize",
        /// How many pages.
        count: Option<u64> = "count",
        /// Where they are.
        output_dir: Option<String> = "outputDir",
    }

    /// The file is as it was when the model read it last.
    #[derive(Default)]
    pub struct UnchangedRead {
        /// The file.
        file: Option<JsonObject> = "file",
    }
}

wire_enum! {
    /// Result of Read.
    pub enum ReadResult by "type" {
        /// Text.
        "text" => Text(TextRead),
        /// A picture.
        "image" => Image(ImageRead),
        /// A notebook.
        "notebook" => Notebook(NotebookRead),
        /// A PDF.
        "pdf" => Pdf(PdfRead),
        /// A PDF, page by page.
        "parts" => Parts(PartsRead),
        /// Nothing new.
        "file_unchanged" => Unchanged(UnchangedRead),
    }
}
