//! Events around the session: servers, files, settings, directories.

use super::hook_inputs;
use crate::elicitation::{ElicitationAction, ElicitationMode};
use crate::object::JsonObject;

hook_inputs! {
    /// Input of `Elicitation`.
    pub struct ElicitationInput {
        /// The server.
        mcp_server_name: String = "mcp_server_name",
        /// The message.
        message: Option<String> = "message",
        /// The form of the elicitation.
        mode: Option<ElicitationMode> = "mode",
        /// The URL to visit.
        url: Option<String> = "url",
        /// The ID of the elicitation.
        elicitation_id: Option<String> = "elicitation_id",
        /// JSON schema of the form.
        requested_schema: Option<JsonObject> = "requested_schema",
    }

    /// Input of `ElicitationResult`.
    pub struct ElicitationResultInput {
        /// The server.
        mcp_server_name: String = "mcp_server_name",
        /// The ID of the elicitation.
        elicitation_id: Option<String> = "elicitation_id",
        /// The form of the elicitation.
        mode: Option<ElicitationMode> = "mode",
        /// The response of the user.
        action: Option<ElicitationAction> = "action",
        /// The content of the form.
        content: Option<JsonObject> = "content",
    }

    /// Input of `ConfigChange`.
    pub struct ConfigChangeInput {
        /// The changed settings: `user_settings`, `project_settings`, `local_settings`, `policy_settings`, `skills`.
        source: Option<String> = "source",
        /// The file.
        file_path: Option<String> = "file_path",
    }

    /// Input of `InstructionsLoaded`.
    pub struct InstructionsLoadedInput {
        /// The file.
        file_path: String = "file_path",
        /// `User`, `Project`, `Local` or `Managed`.
        memory_type: Option<String> = "memory_type",
        /// `session_start`, `nested_traversal`, `path_glob_match`, `include` or `compact`.
        load_reason: Option<String> = "load_reason",
        /// The patterns that matched.
        globs: Vec<String> = "globs",
        /// The file whose use caused it to be loaded.
        trigger_file_path: Option<String> = "trigger_file_path",
        /// The file that includes it.
        parent_file_path: Option<String> = "parent_file_path",
    }

    /// Input of `WorktreeCreate`.
    pub struct WorktreeCreateInput {
        /// The name of the worktree.
        name: String = "name",
    }

    /// Input of `WorktreeRemove`.
    pub struct WorktreeRemoveInput {
        /// The path of the worktree.
        worktree_path: String = "worktree_path",
    }

    /// Input of `CwdChanged`.
    pub struct CwdChangedInput {
        /// The directory before.
        old_cwd: Option<String> = "old_cwd",
        /// The directory after.
        new_cwd: Option<String> = "new_cwd",
    }

    /// Input of `FileChanged`.
    pub struct FileChangedInput {
        /// The file.
        file_path: String = "file_path",
        /// `change`, `add` or `unlink`.
        event: Option<String> = "event",
    }

    /// Input of `DirectoryAdded`.
    pub struct DirectoryAddedInput {
        /// The directory.
        directory: String = "directory",
        /// `slash_command` or `register_repo_root`.
        source: Option<String> = "source",
    }
}
