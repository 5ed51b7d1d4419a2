//! Files.

use crate::wire::wire_struct;

wire_struct! {
    /// Input of Read.
    #[derive(Default)]
    pub struct ReadInput {
        /// The file.
        file_path: String = "file_path",
        /// The first line.
        offset: Option<u64> = "offset",
        /// How many lines.
        limit: Option<u64> = "limit",
        /// Which pages of a PDF.
        pages: Option<String> = "pages",
        /// It may be large.
        allow_large: Option<bool> = "allow_large",
    }

    /// Input of Write.
    #[derive(Default)]
    pub struct WriteInput {
        /// The file.
        file_path: String = "file_path",
        /// All it shall hold.
        content: String = "content",
    }

    /// Input of Edit.
    #[derive(Default)]
    pub struct EditInput {
        /// The file.
        file_path: String = "file_path",
        /// What to replace.
        old_string: String = "old_string",
        /// With what.
        new_string: String = "new_string",
        /// Everywhere.
        replace_all: Option<bool> = "replace_all",
    }

    /// Input of NotebookEdit.
    #[derive(Default)]
    pub struct NotebookEditInput {
        /// The notebook.
        notebook_path: String = "notebook_path",
        /// What the cell shall hold.
        new_source: String = "new_source",
        /// The cell.
        cell_id: Option<String> = "cell_id",
        /// `code` or `markdown`.
        cell_type: Option<String> = "cell_type",
        /// `replace`, `insert` or `delete`.
        edit_mode: Option<String> = "edit_mode",
    }
}
