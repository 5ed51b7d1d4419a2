//! Results of reading files.

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

    /// The result of reading a text.
    #[derive(Default)]
    pub struct TextRead {
        file: TextFile,
        artifact_read: Option<RawJson> = "artifactRead",
    }

    /// A text, or a range of its lines.
    #[derive(Default)]
    pub struct TextFile {
        file_path: String = "filePath",
        content: String,
        num_lines: Option<u64> = "numLines",
        start_line: Option<u64> = "startLine",
        total_lines: Option<u64> = "totalLines",
        truncated_by_token_cap: Option<bool> = "truncatedByTokenCap",
    }

    /// The result of reading an image.
    #[derive(Default)]
    pub struct ImageRead {
        file: ImageFile,
    }

    /// An image.
    #[derive(Default)]
    pub struct ImageFile {
        base64: String,
        kind: Option<String> = "type",
        original_size: Option<u64> = "originalSize",
        dimensions: Option<ImageDimensions>,
    }

    /// The original and the displayed size of an image.
    #[derive(Default)]
    pub struct ImageDimensions {
        original_width: Option<u64> = "originalWidth",
        original_height: Option<u64> = "originalHeight",
        display_width: Option<u64> = "displayWidth",
        display_height: Option<u64> = "displayHeight",
    }

    /// The result of reading a notebook.
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

    /// The result of reading a PDF.
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

    /// The result of reading a PDF page by page.
    #[derive(Default)]
    pub struct PartsRead {
        file: PartsFile,
        first_page: Option<RawJson> = "firstPage",
    }

    /// The pages of a PDF.
    #[derive(Default)]
    pub struct PartsFile {
        file_path: String = "filePath",
        /// The size in bytes.
        original_size: Option<u64> = "originalSize",
        count: Option<u64>,
        output_dir: Option<String> = "outputDir",
    }

    /// The file has not changed since the model last read it.
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
        /// An image.
        "image" => Image(ImageRead),
        /// A notebook.
        "notebook" => Notebook(NotebookRead),
        /// A PDF.
        "pdf" => Pdf(PdfRead),
        /// A PDF, page by page.
        "parts" => Parts(PartsRead),
        /// The file has not changed.
        "file_unchanged" => Unchanged(UnchangedRead),
    }
}
