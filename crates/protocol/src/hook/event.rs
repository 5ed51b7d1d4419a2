//! The names of the events.

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
        /// After all calls of one answer.
        "PostToolBatch" => PostToolBatch,
        /// When a permission is asked for; runs beside the ask.
        "PermissionRequest" => PermissionRequest,
        /// When a call was denied.
        "PermissionDenied" => PermissionDenied,
        /// When a prompt comes.
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
        /// When a turn ended by an error.
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
        /// When a teammate has nothing to do.
        "TeammateIdle" => TeammateIdle,
        /// When a task was created.
        "TaskCreated" => TaskCreated,
        /// When a task was completed.
        "TaskCompleted" => TaskCompleted,
        /// When an MCP server asks a person.
        "Elicitation" => Elicitation,
        /// When a person answered an MCP server.
        "ElicitationResult" => ElicitationResult,
        /// When settings changed.
        "ConfigChange" => ConfigChange,
        /// When a file of instructions was loaded.
        "InstructionsLoaded" => InstructionsLoaded,
        /// When a worktree is to be made.
        "WorktreeCreate" => WorktreeCreate,
        /// When a worktree is to be removed.
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
