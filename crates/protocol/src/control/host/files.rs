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
        /// The prompt.
        user_message_id: MessageUuid = "user_message_id",
        /// Only says what would happen.
        dry_run: Option<bool> = "dry_run",
    }

    /// What was, or would be, put back.
    #[derive(Default)]
    pub struct RewindFilesResponse {
        /// It can be done.
        can_rewind: Option<bool> = "canRewind",
        /// Why not.
        error: Option<String> = "error",
        /// The files.
        files_changed: Vec<String> = "filesChanged",
        /// Lines added.
        insertions: Option<u64> = "insertions",
        /// Lines removed.
        deletions: Option<u64> = "deletions",
        /// Links that were left alone.
        skipped_links: Option<u64> = "skippedLinks",
    }

    /// Tells the session that the model knows a file.
    #[derive(Default)]
    pub struct SeedReadState {
        /// The file.
        path: String = "path",
        /// When it was last changed.
        mtime: f64 = "mtime",
    }

    /// Reads a file, if the session may.
    #[derive(Default)]
    pub struct ReadFile {
        /// The file.
        path: String = "path",
        /// At most so many bytes.
        max_bytes: Option<u64> = "max_bytes",
        /// How to write its contents.
        encoding: Option<FileEncoding> = "encoding",
        /// What a relative path is relative to.
        anchor: Option<RawJson> = "anchor",
        /// From here on.
        offset: Option<u64> = "offset",
        /// It will be uploaded.
        for_upload: Option<bool> = "for_upload",
        /// For cloud sessions.
        live_reply: Option<bool> = "liveReply",
    }

    /// A file.
    #[derive(Default)]
    pub struct ReadFileResponse {
        /// What it holds.
        contents: String = "contents",
        /// Where it is.
        abs_path: Option<String> = "absPath",
        /// It goes on.
        truncated: Option<bool> = "truncated",
        /// How its contents are written; absent means as text.
        encoding: Option<FileEncoding> = "encoding",
        /// Some bytes are no text and were lost.
        lossy: Option<bool> = "lossy",
        /// What the path was relative to.
        anchor: Option<String> = "anchor",
        /// From here on.
        offset: Option<u64> = "offset",
        /// How many bytes these are.
        read_bytes: Option<u64> = "read_bytes",
        /// How many there are.
        total_bytes: Option<u64> = "total_bytes",
        /// Its version.
        etag: Option<String> = "etag",
        /// It was looked through before the upload.
        upload_screened: Option<bool> = "upload_screened",
        /// The path that was asked for.
        requested_path: Option<String> = "requested_path",
    }

    /// Asks for files whose path resembles a text.
    #[derive(Default)]
    pub struct FileSuggestions {
        /// The text.
        query: String = "query",
    }

    /// Files.
    #[derive(Default)]
    pub struct FileSuggestionsResponse {
        /// The files, best first.
        suggestions: Vec<FileSuggestion> = "suggestions",
        /// What their paths are relative to.
        cwd: Option<String> = "cwd",
    }

    /// A file whose path resembles a text.
    #[derive(Default)]
    pub struct FileSuggestion {
        /// Its path.
        path: String = "path",
        /// How well it fits.
        score: Option<f64> = "score",
    }

    /// Asks what changed in the working directory.
    #[derive(Default)]
    pub struct GetWorkspaceDiff {
    }

    /// What changed in the working directory.
    #[derive(Default)]
    pub struct GetWorkspaceDiffResponse {
        /// The changes; null when there is nothing to compare with.
        diff: Option<WorkspaceDiff> = "diff",
        /// Why there are none.
        no_diff_reason: Option<String> = "noDiffReason",
    }

    /// Changes against a commit.
    #[derive(Default)]
    pub struct WorkspaceDiff {
        /// How much changed.
        stats: Option<DiffStats> = "stats",
        /// The same file by file.
        per_file_stats: Vec<DiffFileStats> = "perFileStats",
        /// Files that are left out.
        omitted: Option<RawJson> = "omitted",
        /// The lines, file by file.
        hunks: Vec<DiffFileHunks> = "hunks",
        /// Files that are too large.
        skipped_large: Vec<String> = "skippedLarge",
        /// Files that may not be shown.
        restricted: Vec<String> = "restricted",
        /// What they are compared with.
        source: Option<RawJson> = "source",
    }

    /// How much changed.
    #[derive(Default)]
    pub struct DiffStats {
        /// Files.
        files_count: Option<u64> = "filesCount",
        /// Lines added.
        lines_added: Option<u64> = "linesAdded",
        /// Lines removed.
        lines_removed: Option<u64> = "linesRemoved",
    }

    /// How much changed in a file.
    #[derive(Default)]
    pub struct DiffFileStats {
        /// The file.
        path: String = "path",
        /// Lines added.
        added: Option<u64> = "added",
        /// Lines removed.
        removed: Option<u64> = "removed",
        /// It is no text.
        is_binary: Option<bool> = "isBinary",
        /// Git does not know it.
        is_untracked: Option<bool> = "isUntracked",
        /// What happened to it.
        status: Option<String> = "status",
        /// What it was called.
        previous_path: Option<String> = "previousPath",
        /// What it is called now.
        new_path: Option<String> = "newPath",
    }

    /// The changed lines of a file.
    #[derive(Default)]
    pub struct DiffFileHunks {
        /// The file.
        path: String = "path",
        /// The lines.
        hunks: Vec<crate::tool::PatchHunk> = "hunks",
    }

    /// Asks what a directory holds.
    #[derive(Default)]
    pub struct ListDirectory {
        /// The directory.
        path: String = "path",
    }

    /// What a directory holds.
    #[derive(Default)]
    pub struct ListDirectoryResponse {
        /// Where it is.
        abs_path: Option<String> = "absPath",
        /// What is in it.
        entries: Vec<DirectoryEntry> = "entries",
        /// There is more.
        truncated: Option<bool> = "truncated",
    }

    /// What is in a directory.
    #[derive(Default)]
    pub struct DirectoryEntry {
        /// Its name.
        name: String = "name",
        /// It is a directory.
        is_directory: Option<bool> = "isDirectory",
        /// It is a link.
        is_symlink: Option<bool> = "isSymlink",
        /// It is neither file nor directory.
        is_special: Option<bool> = "isSpecial",
    }
}

constructors! {
    RewindFiles(user_message_id: MessageUuid);
    SeedReadState(path: String, mtime: f64);
    ReadFile(path: String);
    FileSuggestions(query: String);
    ListDirectory(path: String);
}
