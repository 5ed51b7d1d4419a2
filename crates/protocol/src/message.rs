//! What the CLI says: every line of its stdout.

mod assistant;
mod lifecycle;
mod mode;
mod origin;
mod rate_limit;
mod report;
mod result;
pub(crate) mod stamp;
mod user;

pub use assistant::*;
pub use lifecycle::*;
pub use mode::*;
pub use origin::*;
pub use rate_limit::*;
pub use report::*;
pub use result::*;
pub use stamp::Stamped;
pub use user::*;

use crate::ids::{MessageUuid, SessionId, ToolUseId};
use crate::stream::StreamEventMessage;
use crate::system::SystemMessage;
use crate::wire::wire_enum;

wire_enum! {
    /// A message from the CLI.
    #[expect(clippy::large_enum_variant, reason = "stream events are most of a stream and are not worth an allocation each")]
    pub enum Message by "type" {
        /// An event of the model's stream.
        "stream_event" => StreamEvent(StreamEventMessage),
        /// A finished block of the model's answer.
        "assistant" => Assistant(Box<AssistantMessage>),
        /// Results of tools, and echoes of what the host sent.
        "user" => User(Box<UserSideMessage>),
        /// A turn is over.
        "result" => Result(Box<ResultMessage>),
        /// About the session.
        "system" => System(SystemMessage),
        /// What became of a message that the host sent.
        "command_lifecycle" => CommandLifecycle(CommandLifecycle),
        /// The state of the plan's limits changed.
        "rate_limit_event" => RateLimitEvent(Box<RateLimitEvent>),
        /// When the CLI will compact by itself.
        "autocompact_state" => AutocompactState(Box<AutocompactState>),
        /// Lines that were just written to a transcript.
        "transcript_mirror" => TranscriptMirror(TranscriptMirror),
        /// A sign of life.
        "keep_alive" => KeepAlive(KeepAlive),
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
            Self::AutocompactState(message) => Some(message),
            _ => None,
        }
    }
}
