//! Commands and what runs in the background.

use crate::ids::TaskId;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Result of Bash and PowerShell. A command that failed has plain text instead.
    #[derive(Default)]
    pub struct BashResult {
        /// What it wrote; newer CLIs put both streams here.
        stdout: String = "stdout",
        /// What it wrote as errors.
        stderr: Option<String> = "stderr",
        /// It was stopped.
        interrupted: Option<bool> = "interrupted",
        /// It wrote a picture.
        is_image: Option<bool> = "isImage",
        /// A file with all it wrote.
        raw_output_path: Option<String> = "rawOutputPath",
        /// It runs on in the background.
        background_task_id: Option<TaskId> = "backgroundTaskId",
        /// The person put it there.
        backgrounded_by_user: Option<bool> = "backgroundedByUser",
        /// The assistant put it there.
        assistant_auto_backgrounded: Option<bool> = "assistantAutoBackgrounded",
        /// It took too long.
        timed_out_after_ms: Option<f64> = "timedOutAfterMs",
        /// Where it runs on.
        background_cwd_hint: Option<String> = "backgroundCwdHint",
        /// It ends with the last answer.
        background_ends_with_final_response: Option<bool> = "backgroundEndsWithFinalResponse",
        /// Its end wakes who started it.
        background_wakes_owner: Option<bool> = "backgroundWakesOwner",
        /// It ran outside the sandbox.
        dangerously_disable_sandbox: Option<bool> = "dangerouslyDisableSandbox",
        /// What its exit code means.
        return_code_interpretation: Option<String> = "returnCodeInterpretation",
        /// It was not expected to write anything.
        no_output_expected: Option<bool> = "noOutputExpected",
        /// The same as blocks.
        structured_content: Vec<RawJson> = "structuredContent",
        /// A file with all it wrote, which was too much.
        persisted_output_path: Option<String> = "persistedOutputPath",
        /// How much that was.
        persisted_output_size: Option<u64> = "persistedOutputSize",
        /// Files that the model read are out of date.
        stale_read_file_state_hint: Option<String> = "staleReadFileStateHint",
        /// GitHub wants fewer requests.
        gh_rate_limit_hint: Option<String> = "ghRateLimitHint",
        /// What it did with git.
        git_operation: Option<GitOperation> = "gitOperation",
    }

    /// What a command did with git.
    #[derive(Default)]
    pub struct GitOperation {
        /// It committed: `sha`, `kind`, `branch`.
        commit: Option<GitCommit> = "commit",
        /// It pushed.
        push: Option<GitPush> = "push",
        /// It merged or rebased.
        branch: Option<GitBranch> = "branch",
        /// It worked on a pull request.
        pull_request: Option<GitPullRequest> = "pr",
    }

    /// A commit.
    #[derive(Default)]
    pub struct GitCommit {
        /// Its name.
        sha: Option<String> = "sha",
        /// `committed`, `amended` or `cherry-picked`.
        kind: Option<String> = "kind",
        /// Its branch.
        branch: Option<String> = "branch",
    }

    /// A push.
    #[derive(Default)]
    pub struct GitPush {
        /// Its branch.
        branch: Option<String> = "branch",
    }

    /// A merge or rebase.
    #[derive(Default)]
    pub struct GitBranch {
        /// What was merged.
        reference: Option<String> = "ref",
        /// `merged` or `rebased`.
        action: Option<String> = "action",
    }

    /// A pull request.
    #[derive(Default)]
    pub struct GitPullRequest {
        /// Its number.
        number: Option<u64> = "number",
        /// Its page.
        url: Option<String> = "url",
        /// What was done with it.
        action: Option<String> = "action",
    }

    /// Result of TaskStop.
    #[derive(Default)]
    pub struct TaskStopResult {
        /// What happened.
        message: Option<String> = "message",
        /// The task.
        task_id: Option<TaskId> = "task_id",
        /// Its kind.
        task_type: Option<String> = "task_type",
        /// Its command.
        command: Option<String> = "command",
    }

    /// Result of TaskOutput.
    #[derive(Default)]
    pub struct TaskOutputResult {
        /// Whether it was ready.
        retrieval_status: Option<String> = "retrieval_status",
        /// The task.
        task: Option<RawJson> = "task",
    }

    /// Result of Workflow.
    #[derive(Default)]
    pub struct WorkflowResult {
        /// `async_launched` or `remote_launched`.
        status: Option<String> = "status",
        /// Its task.
        task_id: Option<TaskId> = "taskId",
        /// `local_workflow` or `remote_agent`.
        task_type: Option<String> = "taskType",
        /// Its name.
        workflow_name: Option<String> = "workflowName",
        /// This run.
        run_id: Option<String> = "runId",
        /// What it does.
        summary: Option<String> = "summary",
        /// Where its transcripts are.
        transcript_dir: Option<String> = "transcriptDir",
        /// Its script.
        script_path: Option<String> = "scriptPath",
        /// Its page.
        session_url: Option<String> = "sessionUrl",
        /// What to look out for.
        warning: Option<String> = "warning",
        /// What went wrong.
        error: Option<String> = "error",
    }

    /// Result of Monitor.
    #[derive(Default)]
    pub struct MonitorResult {
        /// Its task.
        task_id: Option<TaskId> = "taskId",
        /// How long it may take.
        timeout_ms: Option<f64> = "timeoutMs",
        /// It goes on for good.
        persistent: Option<bool> = "persistent",
    }
}
