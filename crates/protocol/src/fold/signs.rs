//! The liveness sign of each message.

use super::Sign;
use crate::content::{Content, ContentBlock};
use crate::control::CliRequest;
use crate::message::Message;
use crate::stream::{BlockDelta, StreamEvent};
use crate::system::{SessionState, StatusKind, SystemMessage};

impl Sign {
    /// Returns the sign of a message from the CLI.
    pub fn of(message: &Message) -> Self {
        match message {
            Message::StreamEvent(event) => of_stream(&event.event),
            Message::Assistant(assistant) if assistant.parent_tool_use_id.is_none() => {
                let content = assistant
                    .message
                    .get()
                    .map(|message| message.content.as_slice())
                    .unwrap_or_default();
                let calls = content
                    .iter()
                    .any(|block| matches!(block, ContentBlock::ToolUse(_)));
                if calls {
                    Self::RunningTool
                } else {
                    Self::Heard
                }
            }
            Message::User(user) if user.parent_tool_use_id.is_none() => {
                let content = user.message.get().map(|message| &message.content);
                let results = content.is_ok_and(has_result);
                if results { Self::Thinking } else { Self::Heard }
            }
            Message::Result(result) => Self::TurnEnded(result.is_error.unwrap_or_default()),
            Message::System(system) => of_system(system),
            Message::ControlRequest(request) => of_request(
                request.request_id.as_ref().map(|id| id.as_str()),
                &request.request,
            ),
            Message::ControlCancelRequest(cancel) => cancel
                .request_id
                .as_ref()
                .map_or(Self::Heard, |id| Self::Settled(id.as_str().to_owned())),
            Message::ControlResponse(_) => Self::Answered,
            _ => Self::Heard,
        }
    }
}

fn of_stream(event: &StreamEvent) -> Sign {
    match event {
        StreamEvent::MessageStart(_) => Sign::Thinking,
        StreamEvent::ContentBlockDelta(delta) => match &delta.delta {
            BlockDelta::Text(_) | BlockDelta::InputJson(_) => Sign::Streaming,
            BlockDelta::Thinking(_) => Sign::Thinking,
            _ => Sign::Heard,
        },
        _ => Sign::Heard,
    }
}

fn of_system(system: &SystemMessage) -> Sign {
    match system {
        // Every turn begins with an `init` message.
        SystemMessage::Init(_) => Sign::Thinking,
        SystemMessage::ApiRetry(_) => Sign::Retrying,
        SystemMessage::Status(status) => match &status.status {
            Some(StatusKind::Requesting) => Sign::Thinking,
            Some(StatusKind::Compacting) => Sign::Compacting,
            _ => Sign::Heard,
        },
        SystemMessage::SessionStateChanged(changed) => match changed.state {
            SessionState::Idle => Sign::SaysIdle,
            SessionState::Running | SessionState::RequiresAction => Sign::SaysRunning,
            SessionState::Unknown(_) => Sign::Heard,
        },
        _ => Sign::Heard,
    }
}

/// Requests that a person answers; programs answer the others.
fn of_request(id: Option<&str>, request: &CliRequest) -> Sign {
    let asks = matches!(
        request,
        CliRequest::CanUseTool(_) | CliRequest::Elicitation(_) | CliRequest::RequestUserDialog(_)
    );
    match id {
        Some(id) if asks => Sign::Asked(id.to_owned()),
        _ => Sign::Heard,
    }
}

fn has_result(content: &Content) -> bool {
    content
        .blocks()
        .iter()
        .any(|block| matches!(block, ContentBlock::ToolResult(_)))
}
