//! Files that are read.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_struct};

wire_struct! {
    /// Input of Read.
    #[derive(Default)]
    pub struct ReadInput {
        file_path: String,
        offset: Option<u64>,
        limit: Option<u64>,
        pages: Option<String>,
        allow_large: Option<bool>,
    }

    /// A text that was read.
    #[derive(Default)]
    pub struct TextRead {
        file: TextFile,
        artifact_read: Option<RawJson> = "artifactRead",
    }

    /// A text, or some lines of it.
    #[derive(Default)]
    pub struct TextFile {
        file_path: String = "filePath",
        content: String,
        num_lines: Option<u64> = "numLines",
        start_line: Option<u64> = "startLine",
        total_lines: Option<u64> = "totalLines",
        truncated_by_token_cap: Option<bool> = "truncatedByTokenCap",
    }

    /// A picture that was read.
    #[derive(Default)]
    pub struct ImageRead {
        file: ImageFile,
    }

    /// A picture.
    #[derive(Default)]
    pub struct ImageFile {
        base64: String,
        kind: Option<String> = "type",
        original_size: Option<u64> = "originalSize",
        dimensions: Option<ImageDimensions>,
    }

    /// How large a picture is, and how large it is shown.
    #[derive(Default)]
    pub struct ImageDimensions {
        original_width: Option<u64> = "originalWidth",
        original_height: Option<u64> = "originalHeight",
        display_width: Option<u64> = "displayWidth",
        display_height: Option<u64> = "displayHeight",
    }

    /// A notebook that was read.
    #[derive(Default)]
    pub struct NotebookRead {
        file: NotebookFile,
    }

    /// A notebook.
    #[derive(Default)]
    pub struct NotebookFile {
        file_path: String = "filePath",
        cells: Vec<NotebookCell>,
    }

    /// A cell of a notebook.
    #[derive(Default)]
    pub struct NotebookCell {
        /// `code` or `markdown`.
        cell_type: Option<String> = "cellType",
        source: Option<String>,
        cell_id: Option<String>,
        language: Option<String>,
        execution_count: Option<u64>,
        outputs: Vec<JsonObject>,
    }

    /// A PDF that was read.
    #[derive(Default)]
    pub struct PdfRead {
        file: PdfFile,
    }

    /// A PDF.
    #[derive(Default)]
    pub struct PdfFile {
        file_path: String = "filePath",
        base64: String,
        original_size: Option<u64> = "originalSize",
    }

    /// A PDF that was read page by page.
    #[derive(Default)]
    pub struct PartsRead {
        file: PartsFile,
        first_page: Option<RawJson> = "firstPage",
    }

    /// A PDF taken apart.
    #[derive(Default)]
    pub struct PartsFile {
        file_path: String = "filePath",
        /// How many bytes it has.
        original_size: Option<u64> = "originalSize",
        count: Option<u64>,
        output_dir: Option<String> = "outputDir",
    }

    /// The file is as it was when the model read it last.
    #[derive(Default)]
    pub struct UnchangedRead {
        file: Option<JsonObject>,
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
