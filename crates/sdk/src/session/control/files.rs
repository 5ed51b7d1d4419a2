//! Files: what changed, what can be read, what can be taken back.

use std::path::Path;

use pilothouse_protocol::control::{
    FileSuggestion, FileSuggestions, GetWorkspaceDiff, GetWorkspaceDiffResponse, ReadFile,
    ReadFileResponse, RegisterRepoRoot, RegisterRepoRootResponse, RewindFilesResponse,
    SeedReadState,
};
use pilothouse_protocol::ids::MessageUuid;

use super::call;
use crate::error::Result;
use crate::session::Session;

/// Files.
impl Session {
    /// Says what taking files back to how they were before a prompt would change. Needs [`file_checkpointing`](crate::SessionBuilder::file_checkpointing).
    pub async fn rewind_files_dry_run(&self, prompt: &MessageUuid) -> Result<RewindFilesResponse> {
        self.rewind(prompt, Some(true)).await
    }

    /// Takes files back to how they were before a prompt. What shell commands changed stays.
    pub async fn rewind_files(&self, prompt: &MessageUuid) -> Result<RewindFilesResponse> {
        self.rewind(prompt, None).await
    }

    async fn rewind(
        &self,
        prompt: &MessageUuid,
        dry_run: Option<bool>,
    ) -> Result<RewindFilesResponse> {
        let mut request = serde_json::json!({"user_message_id": prompt.as_str()});
        if let Some(dry_run) = dry_run {
            request["dry_run"] = dry_run.into();
        }
        let answer = self.request_raw("rewind_files", request).await?;
        answer.parse().map_err(|error| crate::Error::Answer {
            subtype: "rewind_files".into(),
            reason: error.to_string(),
        })
    }

    /// Reads a file, as far as the CLI may.
    pub async fn read_file(&self, path: impl AsRef<Path>) -> Result<ReadFileResponse> {
        let path = path.as_ref().to_string_lossy().into_owned();
        self.request(call::<ReadFile>(|call| call.path = path))
            .await
    }

    /// Asks for files whose path resembles a text, for completion.
    pub async fn file_suggestions(&self, query: impl Into<String>) -> Result<Vec<FileSuggestion>> {
        let query = query.into();
        self.request(call::<FileSuggestions>(|call| call.query = query))
            .await
            .map(|response| response.suggestions)
    }

    /// Tells the CLI that the model knows a file as it was at a time, in milliseconds since 1970.
    pub async fn seed_read_state(&self, path: impl AsRef<Path>, modified_ms: f64) -> Result<()> {
        let path = path.as_ref().to_string_lossy().into_owned();
        let request = call::<SeedReadState>(|call| {
            call.path = path;
            call.mtime = modified_ms;
        });
        self.request(request).await.map(|_| ())
    }

    /// Adds a repository below the working directories.
    pub async fn register_repo_root(
        &self,
        directory: impl AsRef<Path>,
    ) -> Result<RegisterRepoRootResponse> {
        let directory = directory.as_ref().to_string_lossy().into_owned();
        self.request(call::<RegisterRepoRoot>(|call| call.directory = directory))
            .await
    }

    /// Asks what changed in the working directory.
    pub async fn workspace_diff(&self) -> Result<GetWorkspaceDiffResponse> {
        self.request(GetWorkspaceDiff::default()).await
    }
}
