//! Files as the session sees them.

use super::constructors;
use crate::ids::MessageUuid;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// How the contents of a file are written.
    pub enum FileEncoding {
        /// As text.
        "utf-8" => Utf8,
        /// As bytes.
        "base64" => Base64,
    }
}

wire_struct! {
    /// Puts files back as they were before a prompt. Needs file checkpointing.
    #[derive(Default)]
    pub struct RewindFiles {
        user_message_id: MessageUuid,
        /// Only says what would happen.
        dry_run: Option<bool>,
    }

    /// What was, or would be, put back.
    #[derive(Default)]
    pub struct RewindFilesResponse {
        can_rewind: Option<bool> = "canRewind",
        error: Option<String>,
        files_changed: Vec<String> = "filesChanged",
        insertions: Option<u64>,
        deletions: Option<u64>,
        skipped_links: Option<u64> = "skippedLinks",
    }

    /// Tells the session that the model knows a file.
    #[derive(Default)]
    pub struct SeedReadState {
        path: String,
        mtime: f64,
    }

    /// Reads a file, if the session may.
    #[derive(Default)]
    pub struct ReadFile {
        path: String,
        /// At most so many bytes.
        max_bytes: Option<u64>,
        encoding: Option<FileEncoding>,
        /// What a relative path is relative to.
        anchor: Option<RawJson>,
        offset: Option<u64>,
        for_upload: Option<bool>,
        live_reply: Option<bool> = "liveReply",
    }

    /// A file.
    #[derive(Default)]
    pub struct ReadFileResponse {
        contents: String,
        abs_path: Option<String> = "absPath",
        truncated: Option<bool>,
        /// How its contents are written; absent means as text.
        encoding: Option<FileEncoding>,
        /// Some bytes are no text and were lost.
        lossy: Option<bool>,
        anchor: Option<String>,
        offset: Option<u64>,
        /// How many bytes these are.
        read_bytes: Option<u64>,
        total_bytes: Option<u64>,
        etag: Option<String>,
        /// It was looked through before the upload.
        upload_screened: Option<bool>,
        requested_path: Option<String>,
    }

    /// Asks for files whose path resembles a text.
    #[derive(Default)]
    pub struct FileSuggestions {
        query: String,
    }

    /// Files.
    #[derive(Default)]
    pub struct FileSuggestionsResponse {
        suggestions: Vec<FileSuggestion>,
        cwd: Option<String>,
    }

    /// A file whose path resembles a text.
    #[derive(Default)]
    pub struct FileSuggestion {
        path: String,
        score: Option<f64>,
    }

    /// Asks what changed in the working directory.
    #[derive(Default)]
    pub struct GetWorkspaceDiff {
    }

    /// What changed in the working directory.
    #[derive(Default)]
    pub struct GetWorkspaceDiffResponse {
        /// The changes; null when there is nothing to compare with.
        diff: Option<WorkspaceDiff>,
        no_diff_reason: Option<String> = "noDiffReason",
    }

    /// Changes against a commit.
    #[derive(Default)]
    pub struct WorkspaceDiff {
        stats: Option<DiffStats>,
        per_file_stats: Vec<DiffFileStats> = "perFileStats",
        omitted: Option<RawJson>,
        hunks: Vec<DiffFileHunks>,
        skipped_large: Vec<String> = "skippedLarge",
        /// Files that may not be shown.
        restricted: Vec<String>,
        source: Option<RawJson>,
    }

    /// How much changed.
    #[derive(Default)]
    pub struct DiffStats {
        files_count: Option<u64> = "filesCount",
        lines_added: Option<u64> = "linesAdded",
        lines_removed: Option<u64> = "linesRemoved",
    }

    /// How much changed in a file.
    #[derive(Default)]
    pub struct DiffFileStats {
        path: String,
        added: Option<u64>,
        removed: Option<u64>,
        is_binary: Option<bool> = "isBinary",
        /// Git does not know it.
        is_untracked: Option<bool> = "isUntracked",
        status: Option<String>,
        previous_path: Option<String> = "previousPath",
        new_path: Option<String> = "newPath",
    }

    /// The changed lines of a file.
    #[derive(Default)]
    pub struct DiffFileHunks {
        path: String,
        hunks: Vec<crate::tool::PatchHunk>,
    }
}

impl RewindFiles {
    /// Only says what would happen.
    #[must_use]
    pub fn dry_run(mut self) -> Self {
        self.dry_run = Some(true);
        self
    }
}

constructors! {
    RewindFiles(user_message_id: MessageUuid);
    SeedReadState(path: String, mtime: f64);
    ReadFile(path: String);
    FileSuggestions(query: String);
}
