//! Inputs of hook callbacks.

mod call;
mod environment;
mod session;
mod turn;

pub use call::*;
pub use environment::*;
pub use session::*;
pub use turn::*;

use super::HookEvent;
use crate::ids::{SessionId, TaskId};
use crate::permission::PermissionMode;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_struct};

/// Generates inputs: each has the fields common to all events, followed by its own.
macro_rules! hook_inputs {
    ($( $(#[$attribute:meta])* pub struct $name:ident { $($own:tt)* } )*) => {
        $crate::wire::wire_struct! {$(
            $(#[$attribute])*
            #[derive(Default)]
            pub struct $name {
                session_id: Option<$crate::ids::SessionId>,
                transcript_path: Option<String>,
                cwd: Option<String>,
                prompt_id: Option<String>,
                permission_mode: Option<$crate::permission::PermissionMode>,
                /// The subagent that caused the event; absent on the main thread.
                agent_id: Option<$crate::ids::TaskId>,
                agent_type: Option<String>,
                effort: Option<$crate::hook::HookEffort>,
                $($own)*
            }
        )*}
        $(
            impl $name {
                /// Returns the fields common to all events.
                pub fn base(&self) -> $crate::hook::HookBase<'_> {
                    $crate::hook::HookBase {
                        session_id: self.session_id.as_ref(),
                        transcript_path: self.transcript_path.as_deref(),
                        cwd: self.cwd.as_deref(),
                        permission_mode: self.permission_mode.as_ref(),
                        agent_id: self.agent_id.as_ref(),
                        agent_type: self.agent_type.as_deref(),
                    }
                }
            }
        )*
    };
}

pub(crate) use hook_inputs;

/// The fields common to all events.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct HookBase<'a> {
    /// The session ID.
    pub session_id: Option<&'a SessionId>,
    /// Its transcript on disk.
    pub transcript_path: Option<&'a str>,
    /// The working directory.
    pub cwd: Option<&'a str>,
    /// The permission mode of the session.
    pub permission_mode: Option<&'a PermissionMode>,
    /// The subagent that caused the event.
    pub agent_id: Option<&'a TaskId>,
    /// Its kind.
    pub agent_type: Option<&'a str>,
}

wire_struct! {
    /// The effort level of the model.
    #[derive(Default)]
    pub struct HookEffort {
        /// `low` to `max`, or a number.
        level: Option<RawJson>,
    }
}

/// Generates the enum and its methods.
macro_rules! hook_input_enum {
    ($( $(#[$attribute:meta])* $tag:literal => $variant:ident($payload:ty), )*) => {
        wire_enum! {
            /// The input of a hook callback.
            pub enum HookInput by "hook_event_name" {
                $( $(#[$attribute])* $tag => $variant($payload), )*
            }
        }

        impl HookInput {
            /// Returns the fields common to all events; empty for an unknown event.
            pub fn base(&self) -> HookBase<'_> {
                match self {
                    $( Self::$variant(input) => input.base(), )*
                    Self::Unknown(_) | Self::Malformed(_) => HookBase::default(),
                }
            }
        }
    };
}

hook_input_enum! {
    /// Before a tool runs.
    "PreToolUse" => PreToolUse(Box<PreToolUseInput>),
    /// After a tool ran.
    "PostToolUse" => PostToolUse(Box<PostToolUseInput>),
    /// After a tool failed.
    "PostToolUseFailure" => PostToolUseFailure(Box<PostToolUseFailureInput>),
    /// After all calls of an answer.
    "PostToolBatch" => PostToolBatch(Box<PostToolBatchInput>),
    /// When a permission request is made.
    "PermissionRequest" => PermissionRequest(Box<PermissionRequestInput>),
    /// When a call was denied.
    "PermissionDenied" => PermissionDenied(Box<PermissionDeniedInput>),
    /// When a prompt is submitted.
    "UserPromptSubmit" => UserPromptSubmit(Box<UserPromptSubmitInput>),
    /// When a slash command became a prompt.
    "UserPromptExpansion" => UserPromptExpansion(Box<UserPromptExpansionInput>),
    /// When a conversation begins.
    "SessionStart" => SessionStart(Box<SessionStartInput>),
    /// When a conversation ends.
    "SessionEnd" => SessionEnd(Box<SessionEndInput>),
    /// When a project is set up.
    "Setup" => Setup(Box<SetupInput>),
    /// When the model is about to stop.
    "Stop" => Stop(Box<StopInput>),
    /// When a turn ended in an error.
    "StopFailure" => StopFailure(Box<StopFailureInput>),
    /// When a subagent starts.
    "SubagentStart" => SubagentStart(Box<SubagentStartInput>),
    /// When a subagent is about to stop.
    "SubagentStop" => SubagentStop(Box<SubagentStopInput>),
    /// When the CLI notifies a person.
    "Notification" => Notification(Box<NotificationInput>),
    /// Before the context is compacted.
    "PreCompact" => PreCompact(Box<PreCompactInput>),
    /// After the context was compacted.
    "PostCompact" => PostCompact(Box<PostCompactInput>),
    /// Before the model changes.
    "PreModelSwitch" => PreModelSwitch(Box<ModelSwitchInput>),
    /// After the model changed.
    "PostModelSwitch" => PostModelSwitch(Box<ModelSwitchInput>),
    /// When a teammate is idle.
    "TeammateIdle" => TeammateIdle(Box<TeammateIdleInput>),
    /// When a task was created.
    "TaskCreated" => TaskCreated(Box<TaskInput>),
    /// When a task was completed.
    "TaskCompleted" => TaskCompleted(Box<TaskInput>),
    /// When an MCP server sends an elicitation.
    "Elicitation" => Elicitation(Box<ElicitationInput>),
    /// When a person answered an elicitation.
    "ElicitationResult" => ElicitationResult(Box<ElicitationResultInput>),
    /// When settings changed.
    "ConfigChange" => ConfigChange(Box<ConfigChangeInput>),
    /// When a file of instructions was loaded.
    "InstructionsLoaded" => InstructionsLoaded(Box<InstructionsLoadedInput>),
    /// Before a worktree is created.
    "WorktreeCreate" => WorktreeCreate(Box<WorktreeCreateInput>),
    /// Before a worktree is removed.
    "WorktreeRemove" => WorktreeRemove(Box<WorktreeRemoveInput>),
    /// When the working directory changed.
    "CwdChanged" => CwdChanged(Box<CwdChangedInput>),
    /// When a watched file changed.
    "FileChanged" => FileChanged(Box<FileChangedInput>),
    /// When a directory was added.
    "DirectoryAdded" => DirectoryAdded(Box<DirectoryAddedInput>),
    /// While a message is shown.
    "MessageDisplay" => MessageDisplay(Box<MessageDisplayInput>),
}

impl HookInput {
    /// Returns the name of the event.
    pub fn event(&self) -> HookEvent {
        HookEvent::from(self.tag())
    }
}
