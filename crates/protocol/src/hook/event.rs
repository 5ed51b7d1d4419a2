//! The names of hook events.

use crate::wire::wire_string;

wire_string! {
    /// A moment at which hooks run.
    pub enum HookEvent {
        /// Before a tool runs.
        "PreToolUse" => PreToolUse,
        /// After a tool ran.
        "PostToolUse" => PostToolUse,
        /// After a tool failed.
        "PostToolUseFailure" => PostToolUseFailure,
        /// After all calls of an answer.
        "PostToolBatch" => PostToolBatch,
        /// When a permission request is made; runs beside the request.
        "PermissionRequest" => PermissionRequest,
        /// When a call was denied.
        "PermissionDenied" => PermissionDenied,
        /// When a prompt is submitted.
        "UserPromptSubmit" => UserPromptSubmit,
        /// When a slash command became a prompt.
        "UserPromptExpansion" => UserPromptExpansion,
        /// When a conversation begins.
        "SessionStart" => SessionStart,
        /// When a conversation ends.
        "SessionEnd" => SessionEnd,
        /// When a project is set up.
        "Setup" => Setup,
        /// When the model is about to stop.
        "Stop" => Stop,
        /// When a turn ended in an error.
        "StopFailure" => StopFailure,
        /// When a subagent starts.
        "SubagentStart" => SubagentStart,
        /// When a subagent is about to stop.
        "SubagentStop" => SubagentStop,
        /// When the CLI notifies a person.
        "Notification" => Notification,
        /// Before the context is compacted.
        "PreCompact" => PreCompact,
        /// After the context was compacted.
        "PostCompact" => PostCompact,
        /// Before the model changes.
        "PreModelSwitch" => PreModelSwitch,
        /// After the model changed.
        "PostModelSwitch" => PostModelSwitch,
        /// When a teammate is idle.
        "TeammateIdle" => TeammateIdle,
        /// When a task was created.
        "TaskCreated" => TaskCreated,
        /// When a task was completed.
        "TaskCompleted" => TaskCompleted,
        /// When an MCP server sends an elicitation.
        "Elicitation" => Elicitation,
        /// When a person answered an elicitation.
        "ElicitationResult" => ElicitationResult,
        /// When settings changed.
        "ConfigChange" => ConfigChange,
        /// When a file of instructions was loaded.
        "InstructionsLoaded" => InstructionsLoaded,
        /// Before a worktree is created.
        "WorktreeCreate" => WorktreeCreate,
        /// Before a worktree is removed.
        "WorktreeRemove" => WorktreeRemove,
        /// When the working directory changed.
        "CwdChanged" => CwdChanged,
        /// When a watched file changed.
        "FileChanged" => FileChanged,
        /// When a directory was added.
        "DirectoryAdded" => DirectoryAdded,
        /// While a message is shown.
        "MessageDisplay" => MessageDisplay,
    }
}
