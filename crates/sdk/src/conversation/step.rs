//! A step of a conversation.

use pilothouse_protocol::RawJson;
use pilothouse_protocol::content::{Content, ContentBlock, ToolResultBlock, ToolUseBlock};
use pilothouse_protocol::fold::{BlockId, DraftKind, OpenCall, State};
use pilothouse_protocol::ids::{MessageUuid, ToolUseId};
use pilothouse_protocol::message::UserSideMessage;

use crate::turn::TurnResult;

/// A step of a conversation.
///
/// Serializes to an object whose field `step` has the name of the variant: `{"step":"text","block":…,"text":"…"}`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Step {
    /// A turn began. It answers these prompts; none if the CLI started it.
    TurnBegan {
        /// The prompts.
        prompts: Vec<MessageUuid>,
    },
    /// A block began to stream.
    BlockBegan {
        /// The block.
        block: BlockId,
        /// The kind of the block.
        kind: DraftKind,
    },
    /// Text was added to the answer: a delta, or the whole text if it is not streamed.
    Text {
        /// The block.
        block: BlockId,
        /// The added text.
        text: String,
        /// The call that started the sending subagent; `None` on the main thread.
        parent: Option<ToolUseId>,
    },
    /// Thinking was added: a delta, or the whole text if it is not streamed.
    Thinking {
        /// The block.
        block: BlockId,
        /// The added text.
        text: String,
        /// The call that started the sending subagent; `None` on the main thread.
        parent: Option<ToolUseId>,
    },
    /// A fragment of the input of a call was added; the draft has everything so far.
    ToolInput {
        /// The block.
        block: BlockId,
        /// The added JSON.
        json: String,
    },
    /// A block is complete; it replaces its draft.
    BlockDone {
        /// The block.
        block: BlockId,
        /// The complete content.
        content: ContentBlock,
        /// The call that started the sending subagent; `None` on the main thread.
        parent: Option<ToolUseId>,
    },
    /// A block was abandoned; its draft was removed.
    BlockDropped {
        /// The block.
        block: BlockId,
    },
    /// The model called a tool.
    ToolCalled {
        /// The call.
        call: ToolUseBlock,
        /// The call that started the calling subagent; `None` on the main thread.
        parent: Option<ToolUseId>,
    },
    /// A call finished.
    ToolFinished {
        /// The call, if it was seen.
        call: Option<OpenCall>,
        /// The result for the model.
        result: ToolResultBlock,
        /// The structured result, for programs.
        structured: Option<RawJson>,
        /// The call that started the calling subagent; `None` on the main thread.
        parent: Option<ToolUseId>,
    },
    /// A call will never have a result: its turn or its process ended.
    ToolLost {
        /// The call.
        id: ToolUseId,
        /// Name and parent of the call.
        call: OpenCall,
    },
    /// The turn ended.
    TurnEnded(Box<TurnResult>),
    /// The state of the session changed.
    StateChanged {
        /// The new state.
        state: State,
    },
    /// Deltas are missing here; the complete blocks follow.
    Lagged,
    /// The CLI has exited.
    Ended,
}

impl Step {
    /// Returns the text that this step adds to the answer; `None` for other steps and for text of subagents.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text {
                text, parent: None, ..
            } => Some(text),
            _ => None,
        }
    }
}

/// The part of a complete block that was not streamed: all of it without partial messages, the end of it after a lag.
pub(super) fn unstreamed(
    block: &BlockId,
    content: &ContentBlock,
    streamed: &str,
    parent: Option<ToolUseId>,
) -> Option<Step> {
    let rest = |whole: &str| {
        let rest = whole.strip_prefix(streamed)?;
        (!rest.is_empty()).then(|| rest.to_owned())
    };
    let block = block.clone();
    match content {
        ContentBlock::Text(content) => rest(&content.text).map(|text| Step::Text {
            block,
            text,
            parent,
        }),
        ContentBlock::Thinking(content) => rest(&content.thinking).map(|text| Step::Thinking {
            block,
            text,
            parent,
        }),
        _ => None,
    }
}

/// Output of a slash command. 2.1.38 sends it as an echo instead of an answer.
pub(super) fn local_output(user: &UserSideMessage, content: &Content) -> Option<Step> {
    let Content::Text(text) = content else {
        return None;
    };
    let text = text.strip_prefix("<local-command-stdout>")?;
    let text = text.strip_suffix("</local-command-stdout>")?;
    let uuid = user.uuid.as_ref().map(|uuid| uuid.as_str().to_owned());
    Some(Step::Text {
        block: BlockId {
            message: uuid.unwrap_or_default(),
            index: 0,
        },
        text: text.to_owned(),
        parent: user.parent_tool_use_id.clone(),
    })
}

pub(super) fn lost(calls: Vec<(String, OpenCall)>) -> impl Iterator<Item = Step> {
    calls.into_iter().map(|(id, call)| Step::ToolLost {
        id: ToolUseId::from(id),
        call,
    })
}
