//! The messages of the CLI: every line of its stdout.

mod assistant;
mod lifecycle;
mod mode;
mod notice;
mod origin;
mod rate_limit;
mod report;
mod result;
pub(crate) mod stamp;
mod user;

pub use assistant::*;
pub use lifecycle::*;
pub use mode::*;
pub use notice::*;
pub use origin::*;
pub use rate_limit::*;
pub use report::*;
pub use result::*;
pub use stamp::Stamped;
pub use user::*;

use std::sync::Arc;

use crate::control::{ControlCancelRequest, ControlRequest, ControlResponse};
use crate::ids::{MessageUuid, SessionId, ToolUseId};
use crate::stream::StreamEventMessage;
use crate::system::SystemMessage;
use crate::wire::wire_enum;

wire_enum! {
    /// A message from the CLI.
    pub enum Message by "type" {
        /// An event of the model's stream.
        "stream_event" => StreamEvent(Box<StreamEventMessage>),
        /// A finished block of the model's answer.
        "assistant" => Assistant(Box<AssistantMessage>),
        /// Results of tools, and echoes of what the host sent.
        "user" => User(Box<UserSideMessage>),
        /// The end of a turn.
        "result" => Result(Box<ResultMessage>),
        /// A message about the session.
        "system" => System(SystemMessage),
        /// The state of a message that the host sent.
        "command_lifecycle" => CommandLifecycle(Box<CommandLifecycle>),
        /// A change of the plan's limits.
        "rate_limit_event" => RateLimitEvent(Box<RateLimitEvent>),
        /// Progress of a running tool.
        "tool_progress" => ToolProgress(Box<ToolProgress>),
        /// A summary of several tool calls.
        "tool_use_summary" => ToolUseSummary(Box<ToolUseSummary>),
        /// The progress of a sign-in.
        "auth_status" => AuthStatus(Box<AuthStatus>),
        /// A suggestion for the next prompt.
        "prompt_suggestion" => PromptSuggestion(Box<PromptSuggestion>),
        /// The conversation was reset.
        "conversation_reset" => ConversationReset(Box<ConversationReset>),
        /// The goal of the session.
        "active_goal" => ActiveGoal(Box<ActiveGoal>),
        /// Text of the model; older CLIs.
        "streamlined_text" => StreamlinedText(Box<StreamlinedText>),
        /// A summary of tool calls; older CLIs.
        "streamlined_tool_use_summary" => StreamlinedToolUseSummary(Box<StreamlinedToolUseSummary>),
        /// When the CLI will compact automatically.
        "autocompact_state" => AutocompactState(Box<AutocompactState>),
        /// Lines that were written to a transcript.
        "transcript_mirror" => TranscriptMirror(Box<TranscriptMirror>),
        /// A keep-alive.
        "keep_alive" => KeepAlive(KeepAlive),
        /// A request of the CLI.
        "control_request" => ControlRequest(Box<ControlRequest>),
        /// A response to a request of the host, or the echo of the host's own.
        "control_response" => ControlResponse(Arc<ControlResponse>),
        /// The CLI withdraws its own request.
        "control_cancel_request" => ControlCancelRequest(Box<ControlCancelRequest>),
    }
}

impl Message {
    /// Returns the session ID.
    pub fn session_id(&self) -> Option<&SessionId> {
        self.stamp().and_then(Stamped::session_id)
    }

    /// Returns the ID of the line.
    pub fn uuid(&self) -> Option<&MessageUuid> {
        self.stamp().and_then(Stamped::uuid)
    }

    /// Returns the call that started the sending subagent; `None` on the main thread.
    pub fn parent_tool_use_id(&self) -> Option<&ToolUseId> {
        match self {
            Self::StreamEvent(message) => message.parent_tool_use_id.as_ref(),
            Self::Assistant(message) => message.parent_tool_use_id.as_ref(),
            Self::User(message) => message.parent_tool_use_id.as_ref(),
            Self::ToolProgress(message) => message.parent_tool_use_id.as_ref(),
            _ => None,
        }
    }

    /// Control messages, keep-alives and mirrors have no stamp, nor do lines that could not be parsed.
    fn stamp(&self) -> Option<&dyn Stamped> {
        match self {
            Self::StreamEvent(message) => Some(message),
            Self::Assistant(message) => Some(message),
            Self::User(message) => Some(message),
            Self::Result(message) => Some(message),
            Self::System(message) => Some(message),
            Self::CommandLifecycle(message) => Some(message),
            Self::RateLimitEvent(message) => Some(message),
            Self::ToolProgress(message) => Some(message),
            Self::ToolUseSummary(message) => Some(message),
            Self::AuthStatus(message) => Some(message),
            Self::PromptSuggestion(message) => Some(message),
            Self::ConversationReset(message) => Some(message),
            Self::ActiveGoal(message) => Some(message),
            Self::StreamlinedText(message) => Some(message),
            Self::StreamlinedToolUseSummary(message) => Some(message),
            Self::AutocompactState(message) => Some(message),
            _ => None,
        }
    }
}
