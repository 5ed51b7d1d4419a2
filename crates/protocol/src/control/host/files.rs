//! Files of the session.

use super::constructors;
use crate::ids::MessageUuid;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The encoding of a file's contents.
    pub enum FileEncoding {
        /// As text.
        "utf-8" => Utf8,
        /// As bytes.
        "base64" => Base64,
    }
}

wire_struct! {
    /// Restores files to their state before a prompt. Requires file checkpointing.
    #[derive(Default)]
    pub struct RewindFiles {
        user_message_id: MessageUuid,
        /// Reports the effect without applying it.
        dry_run: Option<bool>,
    }

    /// Files that were, or would be, restored.
    #[derive(Default)]
    pub struct RewindFilesResponse {
        can_rewind: Option<bool> = "canRewind",
        error: Option<String>,
        files_changed: Vec<String> = "filesChanged",
        insertions: Option<u64>,
        deletions: Option<u64>,
        skipped_links: Option<u64> = "skippedLinks",
    }

    /// Records that the model has read a file.
    #[derive(Default)]
    pub struct SeedReadState {
        path: String,
        mtime: f64,
    }

    /// Reads a file that the session is allowed to read.
    #[derive(Default)]
    pub struct ReadFile {
        path: String,
        /// The maximum number of bytes.
        max_bytes: Option<u64>,
        encoding: Option<FileEncoding>,
        /// The base of a relative path.
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
        /// The encoding of the contents; text if absent.
        encoding: Option<FileEncoding>,
        /// Some bytes are not text and were lost.
        lossy: Option<bool>,
        anchor: Option<String>,
        offset: Option<u64>,
        /// The number of bytes read.
        read_bytes: Option<u64>,
        total_bytes: Option<u64>,
        etag: Option<String>,
        /// The file was screened before the upload.
        upload_screened: Option<bool>,
        requested_path: Option<String>,
    }

    /// Returns files whose path is similar to a text.
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

    /// A file whose path is similar to a text.
    #[derive(Default)]
    pub struct FileSuggestion {
        path: String,
        score: Option<f64>,
    }

    /// Returns the changes in the working directory.
    #[derive(Default)]
    pub struct GetWorkspaceDiff {
    }

    /// The changes in the working directory.
    #[derive(Default)]
    pub struct GetWorkspaceDiffResponse {
        /// The changes; null if there is no commit to compare with.
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

    /// The size of the changes.
    #[derive(Default)]
    pub struct DiffStats {
        files_count: Option<u64> = "filesCount",
        lines_added: Option<u64> = "linesAdded",
        lines_removed: Option<u64> = "linesRemoved",
    }

    /// The size of the changes in a file.
    #[derive(Default)]
    pub struct DiffFileStats {
        path: String,
        added: Option<u64>,
        removed: Option<u64>,
        is_binary: Option<bool> = "isBinary",
        /// Git does not track it.
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
    /// Reports the effect without applying it.
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
