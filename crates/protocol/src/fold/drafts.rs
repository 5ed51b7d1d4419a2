//! Streaming blocks, and the complete blocks that replace them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::content::{ApiMessage, ContentBlock};
use crate::stream::{BlockDelta, StreamEvent, StreamEventMessage};

/// How many finished messages of a thread are remembered, in case one of their blocks arrives late.
const REMEMBERED: usize = 8;

/// Identifies a block of an answer by its message and its index.
///
/// A block has the same ID with and without partial messages.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BlockId {
    /// The message of the API.
    pub message: String,
    /// The index of the block.
    pub index: u32,
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.message, self.index)
    }
}

/// The kind of a streaming block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum DraftKind {
    /// Text of the answer.
    Text,
    /// Thinking.
    Thinking,
    /// A tool call whose input is being streamed.
    ToolUse {
        /// The call.
        id: String,
        /// The tool.
        name: String,
    },
    /// Anything else, by its tag.
    Other(String),
}

/// An increment of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piece {
    /// Text of the answer.
    Text(String),
    /// Thinking.
    Thinking(String),
    /// A piece of the JSON of a tool's input.
    InputJson(String),
}

/// An event of a block.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DraftEvent {
    /// A block begins to stream.
    Started {
        /// The block.
        block: BlockId,
        /// The kind of the block.
        kind: DraftKind,
    },
    /// A block grew.
    Grew {
        /// The block.
        block: BlockId,
        /// The increment.
        piece: Piece,
    },
    /// The block is complete: this replaces everything that was streamed. The block may not have been streamed at all.
    Completed {
        /// The block.
        block: BlockId,
        /// The complete content.
        content: ContentBlock,
    },
    /// The block was abandoned: discard what was streamed of it.
    Abandoned {
        /// The block.
        block: BlockId,
    },
}

/// The streaming blocks by thread: the main one and one per subagent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Drafts {
    threads: BTreeMap<String, Thread>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Thread {
    /// The message in progress.
    message: Option<String>,
    open: Vec<OpenBlock>,
    /// Messages and the next free index in each, newest last.
    seen: Vec<(String, u32)>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct OpenBlock {
    index: u32,
    kind: DraftKind,
}

impl Drafts {
    /// Folds one stream event.
    pub fn stream(&mut self, message: &StreamEventMessage) -> Vec<DraftEvent> {
        let parent = message
            .parent_tool_use_id
            .as_ref()
            .map(|id| id.as_str().to_owned())
            .unwrap_or_default();
        let thread = self.threads.entry(parent).or_default();
        if let Some(id) = &message.api_message_id {
            thread.message.get_or_insert_with(|| id.as_str().to_owned());
        }
        match &message.event {
            StreamEvent::MessageStart(start) => {
                thread.start(start.message.id.as_ref().map(|id| id.as_str()))
            }
            StreamEvent::ContentBlockStart(start) => {
                thread.start_block(start.index, &start.content_block)
            }
            StreamEvent::ContentBlockDelta(delta) => thread.grow(delta.index, &delta.delta),
            StreamEvent::MessageStop(_) => {
                let from = message
                    .abandoned_blocks
                    .as_ref()
                    .map_or(0, |abandoned| abandoned.from_block_index);
                let events = thread.abandon(from);
                thread.message = None;
                events
            }
            _ => Vec::new(),
        }
    }

    /// Folds the complete blocks of an assistant message.
    pub fn assistant(&mut self, parent: Option<&str>, message: &ApiMessage) -> Vec<DraftEvent> {
        let thread = self
            .threads
            .entry(parent.unwrap_or_default().to_owned())
            .or_default();
        let id = message
            .id
            .as_ref()
            .map(|id| id.as_str())
            .unwrap_or_default();
        message
            .content
            .iter()
            .map(|content| thread.complete(id, content))
            .collect()
    }

    /// Abandons all streaming blocks, because the turn or the process has ended.
    pub fn end(&mut self) -> Vec<DraftEvent> {
        let events = self
            .threads
            .values_mut()
            .flat_map(|thread| thread.abandon(0))
            .collect();
        self.threads.retain(|parent, _| parent.is_empty());
        events
    }

    /// Abandons the blocks of a subagent that has ended.
    pub fn end_thread(&mut self, parent: &str) -> Vec<DraftEvent> {
        self.threads
            .remove(parent)
            .map(|mut thread| thread.abandon(0))
            .unwrap_or_default()
    }
}

impl Thread {
    fn block(&self, index: u32) -> Option<BlockId> {
        self.message.as_ref().map(|message| BlockId {
            message: message.clone(),
            index,
        })
    }

    /// Starts a message; blocks of an earlier one can no longer finish (2.1.38 sends nothing more about a cut stream).
    fn start(&mut self, id: Option<&str>) -> Vec<DraftEvent> {
        let events = self.abandon(0);
        self.message = id.map(str::to_owned);
        events
    }

    fn start_block(&mut self, index: u32, content: &ContentBlock) -> Vec<DraftEvent> {
        let Some(block) = self.block(index) else {
            return Vec::new();
        };
        let kind = kind_of(content);
        self.reserve(&block.message, index + 1);
        self.open.push(OpenBlock {
            index,
            kind: kind.clone(),
        });
        vec![DraftEvent::Started { block, kind }]
    }

    fn grow(&self, index: u32, delta: &BlockDelta) -> Vec<DraftEvent> {
        let is_open = self.open.iter().any(|open| open.index == index);
        let Some(block) = self.block(index).filter(|_| is_open) else {
            return Vec::new();
        };
        let piece = match delta {
            BlockDelta::Text(delta) => Piece::Text(delta.text.clone()),
            BlockDelta::Thinking(delta) => Piece::Thinking(delta.thinking.clone()),
            BlockDelta::InputJson(delta) => Piece::InputJson(delta.partial_json.clone()),
            _ => return Vec::new(),
        };
        vec![DraftEvent::Grew { block, piece }]
    }

    /// Replaces the first open block of the same kind in the message, or adds the block after all others.
    fn complete(&mut self, id: &str, content: &ContentBlock) -> DraftEvent {
        let kind = kind_of(content);
        let streamed = self.message.as_deref() == Some(id);
        let open = self
            .open
            .iter()
            .position(|open| streamed && open.kind == kind);
        let index = match open {
            Some(position) => self.open.remove(position).index,
            None => self.next_index(id),
        };
        self.reserve(id, index + 1);
        DraftEvent::Completed {
            block: BlockId {
                message: id.to_owned(),
                index,
            },
            content: content.clone(),
        }
    }

    fn abandon(&mut self, from: u32) -> Vec<DraftEvent> {
        let message = self.message.clone().unwrap_or_default();
        let abandoned = self.open.drain(..).filter(|open| open.index >= from);
        abandoned
            .map(|open| DraftEvent::Abandoned {
                block: BlockId {
                    message: message.clone(),
                    index: open.index,
                },
            })
            .collect()
    }

    fn next_index(&self, id: &str) -> u32 {
        self.seen
            .iter()
            .find(|(seen, _)| seen == id)
            .map_or(0, |(_, next)| *next)
    }

    fn reserve(&mut self, id: &str, next: u32) {
        if let Some((_, known)) = self.seen.iter_mut().find(|(seen, _)| seen == id) {
            *known = next.max(*known);
            return;
        }
        if self.seen.len() == REMEMBERED {
            self.seen.remove(0);
        }
        self.seen.push((id.to_owned(), next));
    }
}

fn kind_of(content: &ContentBlock) -> DraftKind {
    match content {
        ContentBlock::Text(_) => DraftKind::Text,
        ContentBlock::Thinking(_) => DraftKind::Thinking,
        ContentBlock::ToolUse(call) => DraftKind::ToolUse {
            id: call.id.as_str().to_owned(),
            name: call.name.clone(),
        },
        other => DraftKind::Other(other.tag().to_owned()),
    }
}
