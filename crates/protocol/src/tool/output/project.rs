//! Projects of claude.ai.

use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_struct};

wire_struct! {
    /// About a project.
    #[derive(Default)]
    pub struct ProjectInfo {
        /// A file that goes with it.
        local_file: Option<String> = "local_file",
        /// Its name.
        name: Option<String> = "name",
        /// What it is.
        description: Option<String> = "description",
        /// What the model should do in it.
        instructions: Option<String> = "instructions",
        /// Its documents.
        docs: Vec<JsonObject> = "docs",
        /// Its files.
        files: Vec<JsonObject> = "files",
        /// What it is kept in step with.
        sync_sources: Vec<JsonObject> = "sync_sources",
        /// How full it is.
        knowledge: Option<JsonObject> = "knowledge",
        /// What to look out for.
        notice: Option<String> = "notice",
    }

    /// A document, or a memory, that was read.
    #[derive(Default)]
    pub struct ProjectDocument {
        /// Which.
        path: Option<String> = "path",
        /// What kind.
        file_kind: Option<String> = "file_kind",
        /// What it holds.
        content: Option<String> = "content",
        /// A file with it.
        local_file: Option<String> = "local_file",
        /// When it was made.
        created_at: Option<String> = "created_at",
        /// Its size.
        size_bytes: Option<u64> = "size_bytes",
        /// When it last changed.
        updated_at: Option<String> = "updated_at",
        /// It goes on.
        truncated: Option<bool> = "truncated",
        /// What to look out for.
        notice: Option<String> = "notice",
    }

    /// What a search found.
    #[derive(Default)]
    pub struct ProjectSearch {
        /// It searched by meaning.
        rag: Option<bool> = "rag",
        /// What was found.
        hits: Vec<JsonObject> = "hits",
        /// In which documents.
        docs: Vec<String> = "docs",
        /// What to look out for.
        notice: Option<String> = "notice",
    }

    /// A document that was written.
    #[derive(Default)]
    pub struct ProjectWrite {
        /// Which.
        path: Option<String> = "path",
        /// Identifies it.
        doc_uuid: Option<String> = "doc_uuid",
        /// There was one before.
        replaced: Option<RawJson> = "replaced",
        /// The person is shown it.
        present_to_user: Option<bool> = "present_to_user",
        /// A file with it.
        local_path: Option<String> = "local_path",
        /// What to look out for.
        notice: Option<String> = "notice",
    }

    /// A document that was deleted.
    #[derive(Default)]
    pub struct ProjectDelete {
        /// Which.
        path: Option<String> = "path",
        /// It is gone.
        deleted: Option<RawJson> = "deleted",
        /// What to look out for.
        notice: Option<String> = "notice",
    }

    /// Memories.
    #[derive(Default)]
    pub struct ProjectMemories {
        /// The memories.
        files: Vec<JsonObject> = "files",
        /// There are more.
        truncated: Option<bool> = "truncated",
        /// What to look out for.
        notice: Option<String> = "notice",
    }
}

wire_enum! {
    /// Result of Projects.
    pub enum ProjectsResult by "method" {
        /// About a project.
        "project_info" => Info(ProjectInfo),
        /// A document that was read.
        "project_read" => Read(ProjectDocument),
        /// What a search found.
        "project_search" => Search(ProjectSearch),
        /// A document that was written.
        "project_write" => Write(ProjectWrite),
        /// A document that was deleted.
        "project_delete" => Delete(ProjectDelete),
        /// Memories.
        "project_memory_list" => MemoryList(ProjectMemories),
        /// A memory that was read.
        "project_memory_read" => MemoryRead(ProjectDocument),
    }
}
