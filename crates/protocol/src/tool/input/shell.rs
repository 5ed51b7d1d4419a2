//! Commands and what runs in the background.

use crate::ids::TaskId;
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of Bash and PowerShell.
    #[derive(Default)]
    pub struct BashInput {
        /// The command.
        command: String = "command",
        /// Milliseconds it may take.
        timeout: Option<f64> = "timeout",
        /// What it does, in a few words.
        description: Option<String> = "description",
        /// It runs in the background.
        run_in_background: Option<bool> = "run_in_background",
        /// It runs outside the sandbox.
        dangerously_disable_sandbox: Option<bool> = "dangerouslyDisableSandbox",
        /// The edit that a `sed` command amounts to; 2.1.38.
        simulated_sed_edit: Option<RawJson> = "_simulatedSedEdit",
    }

    /// Input of TaskStop.
    #[derive(Default)]
    pub struct TaskStopInput {
        /// The task.
        task_id: Option<TaskId> = "task_id",
        /// The same for shells; older.
        shell_id: Option<TaskId> = "shell_id",
    }

    /// Input of Monitor: a command, or a socket.
    #[derive(Default)]
    pub struct MonitorInput {
        /// What it waits for.
        description: String = "description",
        /// How long it may take.
        timeout_ms: Option<f64> = "timeout_ms",
        /// The command.
        command: Option<String> = "command",
        /// The socket: `url` and `protocols`.
        ws: Option<JsonObject> = "ws",
    }

    /// Input of Workflow.
    #[derive(Default)]
    pub struct WorkflowInput {
        /// The script itself.
        script: Option<String> = "script",
        /// Or its name.
        name: Option<String> = "name",
        /// Or its file.
        script_path: Option<String> = "scriptPath",
        /// What it is run with.
        args: Option<RawJson> = "args",
        /// A run to go on with.
        resume_from_run_id: Option<String> = "resumeFromRunId",
        /// Not used.
        title: Option<String> = "title",
        /// Not used.
        description: Option<String> = "description",
    }
}
