//! Shell commands and background work.

use crate::ids::TaskId;
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of Bash and PowerShell.
    #[derive(Default)]
    pub struct BashInput {
        command: String,
        /// The timeout in milliseconds.
        timeout: Option<f64>,
        /// A short description.
        description: Option<String>,
        run_in_background: Option<bool>,
        dangerously_disable_sandbox: Option<bool> = "dangerouslyDisableSandbox",
        /// The edit that is equivalent to a `sed` command; 2.1.38.
        simulated_sed_edit: Option<RawJson> = "_simulatedSedEdit",
    }

    /// Result of Bash and PowerShell. A failed command has plain text instead.
    #[derive(Default)]
    pub struct BashResult {
        /// The output; newer CLIs put both streams here.
        stdout: String,
        stderr: Option<String>,
        interrupted: Option<bool>,
        is_image: Option<bool> = "isImage",
        raw_output_path: Option<String> = "rawOutputPath",
        background_task_id: Option<TaskId> = "backgroundTaskId",
        backgrounded_by_user: Option<bool> = "backgroundedByUser",
        assistant_auto_backgrounded: Option<bool> = "assistantAutoBackgrounded",
        timed_out_after_ms: Option<f64> = "timedOutAfterMs",
        background_cwd_hint: Option<String> = "backgroundCwdHint",
        background_ends_with_final_response: Option<bool> = "backgroundEndsWithFinalResponse",
        background_wakes_owner: Option<bool> = "backgroundWakesOwner",
        dangerously_disable_sandbox: Option<bool> = "dangerouslyDisableSandbox",
        return_code_interpretation: Option<String> = "returnCodeInterpretation",
        /// The command is not expected to print output.
        no_output_expected: Option<bool> = "noOutputExpected",
        structured_content: Vec<RawJson> = "structuredContent",
        /// A file with the whole output, if it was too long.
        persisted_output_path: Option<String> = "persistedOutputPath",
        persisted_output_size: Option<u64> = "persistedOutputSize",
        /// Files read by the model are out of date.
        stale_read_file_state_hint: Option<String> = "staleReadFileStateHint",
        gh_rate_limit_hint: Option<String> = "ghRateLimitHint",
        git_operation: Option<RawJson> = "gitOperation",
    }

    /// Input of Monitor: a command, or a socket.
    #[derive(Default)]
    pub struct MonitorInput {
        description: String,
        /// The timeout.
        timeout_ms: Option<f64>,
        command: Option<String>,
        /// The socket: `url` and `protocols`.
        ws: Option<JsonObject>,
    }

    /// Result of Monitor.
    #[derive(Default)]
    pub struct MonitorResult {
        task_id: Option<TaskId> = "taskId",
        /// The timeout.
        timeout_ms: Option<f64> = "timeoutMs",
        persistent: Option<bool>,
    }

    /// Input of Workflow.
    #[derive(Default)]
    pub struct WorkflowInput {
        script: Option<String>,
        name: Option<String>,
        script_path: Option<String> = "scriptPath",
        args: Option<RawJson>,
        resume_from_run_id: Option<String> = "resumeFromRunId",
        /// Not used.
        title: Option<String>,
        /// Not used.
        description: Option<String>,
    }

    /// Result of Workflow.
    #[derive(Default)]
    pub struct WorkflowResult {
        /// `async_launched` or `remote_launched`.
        status: Option<String>,
        task_id: Option<TaskId> = "taskId",
        /// `local_workflow` or `remote_agent`.
        task_type: Option<String> = "taskType",
        workflow_name: Option<String> = "workflowName",
        run_id: Option<String> = "runId",
        summary: Option<String>,
        transcript_dir: Option<String> = "transcriptDir",
        script_path: Option<String> = "scriptPath",
        session_url: Option<String> = "sessionUrl",
        warning: Option<String>,
        error: Option<String>,
    }
}
