//! What the CLI says: every line of its stdout.

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
        /// A turn is over.
        "result" => Result(Box<ResultMessage>),
        /// About the session.
        "system" => System(SystemMessage),
        /// What became of a message that the host sent.
        "command_lifecycle" => CommandLifecycle(Box<CommandLifecycle>),
        /// The state of the plan's limits changed.
        "rate_limit_event" => RateLimitEvent(Box<RateLimitEvent>),
        /// A tool is still running.
        "tool_progress" => ToolProgress(Box<ToolProgress>),
        /// What a run of calls did, in a sentence.
        "tool_use_summary" => ToolUseSummary(Box<ToolUseSummary>),
        /// How a sign-in goes on.
        "auth_status" => AuthStatus(Box<AuthStatus>),
        /// What the user may want to say next.
        "prompt_suggestion" => PromptSuggestion(Box<PromptSuggestion>),
        /// The conversation begins anew.
        "conversation_reset" => ConversationReset(Box<ConversationReset>),
        /// The goal that the session works towards.
        "active_goal" => ActiveGoal(Box<ActiveGoal>),
        /// Text of the model, without anything else; older CLIs.
        "streamlined_text" => StreamlinedText(Box<StreamlinedText>),
        /// What calls of tools did, in a sentence; older CLIs.
        "streamlined_tool_use_summary" => StreamlinedToolUseSummary(Box<StreamlinedToolUseSummary>),
        /// When the CLI will compact by itself.
        "autocompact_state" => AutocompactState(Box<AutocompactState>),
        /// Lines that were just written to a transcript.
        "transcript_mirror" => TranscriptMirror(Box<TranscriptMirror>),
        /// A sign of life.
        "keep_alive" => KeepAlive(KeepAlive),
        /// A request of the CLI.
        "control_request" => ControlRequest(Box<ControlRequest>),
        /// An answer to a request of the host, or the echo of the host's own.
        "control_response" => ControlResponse(Arc<ControlResponse>),
        /// The CLI withdraws its own request.
        "control_cancel_request" => ControlCancelRequest(Box<ControlCancelRequest>),
    }
}

impl Message {
    /// Returns the conversation that the message belongs to.
    pub fn session_id(&self) -> Option<&SessionId> {
        self.stamp().and_then(Stamped::session_id)
    }

    /// Returns the id of the line.
    pub fn uuid(&self) -> Option<&MessageUuid> {
        self.stamp().and_then(Stamped::uuid)
    }

    /// Returns the call that started the subagent this came from; `None` on the main thread.
    pub fn parent_tool_use_id(&self) -> Option<&ToolUseId> {
        match self {
            Self::StreamEvent(message) => message.parent_tool_use_id.as_ref(),
            Self::Assistant(message) => message.parent_tool_use_id.as_ref(),
            Self::User(message) => message.parent_tool_use_id.as_ref(),
            Self::ToolProgress(message) => message.parent_tool_use_id.as_ref(),
            _ => None,
        }
    }

    /// Control messages, signs of life and mirrors carry no stamp, nor does what could not be read.
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
