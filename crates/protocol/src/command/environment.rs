//! Options that the CLI reads from its environment.

use super::CommandLine;

/// The format of previews in questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuestionPreview {
    /// As Markdown.
    Markdown,
    /// As HTML.
    Html,
}

/// Generates methods that set one variable to one value.
macro_rules! variables {
    ($( $(#[$attribute:meta])* $method:ident = $name:literal $value:literal; )*) => {
        impl CommandLine {$(
            $(#[$attribute])*
            #[must_use]
            pub fn $method(self) -> Self {
                self.variable($name, $value)
            }
        )*}
    };
}

variables! {
    /// Keeps checkpoints of files before each prompt, which `rewind_files` can restore.
    file_checkpointing = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING" "true";
    /// Enables `session_state_changed`, the reliable signal that a session is idle.
    session_state_events = "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS" "1";
    /// Enables `tool_use_summary`.
    tool_use_summaries = "CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES" "1";
    /// Reports a failed start as a `result`.
    startup_failure_results = "CLAUDE_CODE_STARTUP_FAILURE_RESULTS" "1";
    /// Reports the stages of the start as `keep_alive`.
    startup_marks = "CLAUDE_CODE_SDK_READS_STARTUP_MARKS" "1";
    /// Declares that the host can refresh OAuth tokens (`oauth_token_refresh`).
    oauth_refresh = "CLAUDE_CODE_SDK_HAS_OAUTH_REFRESH" "1";
    /// Declares that the host can refresh its own tokens (`host_auth_token_refresh`).
    host_auth_refresh = "CLAUDE_CODE_SDK_HAS_HOST_AUTH_REFRESH" "1";
    /// Enables more forms of questions.
    extended_questions = "CLAUDE_CODE_QUESTION_EXTENDED" "1";
    /// Allows answers of questions without a description.
    optional_question_descriptions = "CLAUDE_CODE_QUESTION_OPTIONAL_DESCRIPTIONS" "1";
    /// Disables background tasks.
    disable_background_tasks = "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS" "1";
    /// Disables schedules, both those of the model and those in the project's `scheduled_tasks.json`, which
    /// `--setting-sources` does not exclude (2.1.325).
    disable_schedules = "CLAUDE_CODE_DISABLE_CRON" "1";
    /// Disables all traffic except to the model: updates, telemetry, error reports.
    disable_nonessential_traffic = "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC" "1";
}

impl CommandLine {
    /// Requests a preview for each answer of a question.
    #[must_use]
    pub fn question_preview(self, preview: QuestionPreview) -> Self {
        let format = match preview {
            QuestionPreview::Markdown => "markdown",
            QuestionPreview::Html => "html",
        };
        self.variable("CLAUDE_CODE_QUESTION_PREVIEW_FORMAT", format)
    }

    /// Sets the name of the program that starts the CLI.
    #[must_use]
    pub fn entrypoint(self, name: impl Into<String>) -> Self {
        self.variable("CLAUDE_CODE_ENTRYPOINT", name)
    }

    /// Sets the name of the program that is sent to the API.
    #[must_use]
    pub fn client_app(self, name: impl Into<String>) -> Self {
        self.variable("CLAUDE_AGENT_SDK_CLIENT_APP", name)
    }

    /// Uses another directory for settings, credentials and transcripts.
    #[must_use]
    pub fn config_directory(self, directory: impl Into<String>) -> Self {
        self.variable("CLAUDE_CONFIG_DIR", directory)
    }

    /// Limits the wait for background tasks after stdin has closed; zero means no limit.
    #[must_use]
    pub fn background_wait_ms(self, milliseconds: u64) -> Self {
        self.variable(
            "CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS",
            milliseconds.to_string(),
        )
    }

    /// Limits the wait for the answer to a dialog.
    #[must_use]
    pub fn dialog_timeout_ms(self, milliseconds: u64) -> Self {
        self.variable(
            "CLAUDE_CODE_USER_DIALOG_TIMEOUT_MS",
            milliseconds.to_string(),
        )
    }

    /// Limits the duration of a call of an MCP tool.
    #[must_use]
    pub fn mcp_tool_timeout_ms(self, milliseconds: u64) -> Self {
        self.variable("MCP_TOOL_TIMEOUT", milliseconds.to_string())
    }
}
