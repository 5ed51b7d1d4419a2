//! What the CLI takes from its environment instead of flags.

use super::CommandLine;

/// How previews in questions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum QuestionPreview {
    /// As Markdown.
    Markdown,
    /// As HTML.
    Html,
}

/// Makes methods that set one variable to one value.
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
    /// Keeps files as they were before each prompt, so that `rewind_files` can put them back.
    file_checkpointing = "CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING" "true";
    /// Has `session_state_changed` sent: the true sign that a session is idle.
    session_state_events = "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS" "1";
    /// Has `tool_use_summary` sent.
    tool_use_summaries = "CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES" "1";
    /// Has a failed start told by a `result`.
    startup_failure_results = "CLAUDE_CODE_STARTUP_FAILURE_RESULTS" "1";
    /// Has the stages of the start told by `keep_alive`.
    startup_marks = "CLAUDE_CODE_SDK_READS_STARTUP_MARKS" "1";
    /// Says that the host can give fresh tokens (`oauth_token_refresh`).
    oauth_refresh = "CLAUDE_CODE_SDK_HAS_OAUTH_REFRESH" "1";
    /// Says that the host can give fresh tokens of its own (`host_auth_token_refresh`).
    host_auth_refresh = "CLAUDE_CODE_SDK_HAS_HOST_AUTH_REFRESH" "1";
    /// Lets questions have more forms.
    extended_questions = "CLAUDE_CODE_QUESTION_EXTENDED" "1";
    /// Lets the answers of questions have no description.
    optional_question_descriptions = "CLAUDE_CODE_QUESTION_OPTIONAL_DESCRIPTIONS" "1";
    /// Lets nothing run in the background.
    disable_background_tasks = "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS" "1";
    /// Lets no schedules run, neither those of the model nor those of the project's `scheduled_tasks.json`, which
    /// `--setting-sources` does not leave out (2.1.325).
    disable_schedules = "CLAUDE_CODE_DISABLE_CRON" "1";
    /// Says nothing to anyone but the model: no updates, no telemetry, no error reports.
    disable_nonessential_traffic = "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC" "1";
}

impl CommandLine {
    /// Has the answers of questions carry a preview.
    #[must_use]
    pub fn question_preview(self, preview: QuestionPreview) -> Self {
        let format = match preview {
            QuestionPreview::Markdown => "markdown",
            QuestionPreview::Html => "html",
        };
        self.variable("CLAUDE_CODE_QUESTION_PREVIEW_FORMAT", format)
    }

    /// Names the program that starts the CLI.
    #[must_use]
    pub fn entrypoint(self, name: impl Into<String>) -> Self {
        self.variable("CLAUDE_CODE_ENTRYPOINT", name)
    }

    /// Names the program towards the API.
    #[must_use]
    pub fn client_app(self, name: impl Into<String>) -> Self {
        self.variable("CLAUDE_AGENT_SDK_CLIENT_APP", name)
    }

    /// Keeps settings, credentials and transcripts in another directory.
    #[must_use]
    pub fn config_directory(self, directory: impl Into<String>) -> Self {
        self.variable("CLAUDE_CONFIG_DIR", directory)
    }

    /// Waits at most so long for background tasks when stdin has ended; zero means without limit.
    #[must_use]
    pub fn background_wait_ms(self, milliseconds: u64) -> Self {
        self.variable(
            "CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS",
            milliseconds.to_string(),
        )
    }

    /// Waits at most so long for the answer of a dialog.
    #[must_use]
    pub fn dialog_timeout_ms(self, milliseconds: u64) -> Self {
        self.variable(
            "CLAUDE_CODE_USER_DIALOG_TIMEOUT_MS",
            milliseconds.to_string(),
        )
    }

    /// Waits at most so long for an MCP tool.
    #[must_use]
    pub fn mcp_tool_timeout_ms(self, milliseconds: u64) -> Self {
        self.variable("MCP_TOOL_TIMEOUT", milliseconds.to_string())
    }
}
