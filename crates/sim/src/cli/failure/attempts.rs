//! The failures that a script has before a reply.

use crate::script::{Block, ErrorReply, Reply};

/// The outcome of one attempt of a request.
pub(super) enum Attempt {
    Reply(Reply),
    Fails(ErrorReply),
    /// The connection is refused or closed before the first byte.
    NoAnswer,
    /// A body that is not an API response.
    Malformed(String),
}

/// Returns the failures before a reply, attempt by attempt.
pub(super) struct Attempts {
    pub(super) blocks: Reply,
    pub(super) number: u32,
    pub(super) reads_blocks_before_cut: bool,
}

impl Attempts {
    pub(super) fn next(&mut self) -> Attempt {
        self.number += 1;
        let attempt = self.number;
        let mut failed = 0;
        for (index, block) in self.blocks.iter().enumerate() {
            match block {
                Block::HttpError(error) => match error.times {
                    None => return Attempt::Fails(error.clone()),
                    Some(times) if attempt <= failed + times => {
                        return Attempt::Fails(error.clone());
                    }
                    Some(times) => failed += times,
                },
                Block::Cut { times } if self.comes_at_once(index) => match times {
                    None => return Attempt::NoAnswer,
                    Some(times) if attempt <= failed + times => return Attempt::NoAnswer,
                    Some(times) => failed += times,
                },
                Block::Body { text, .. } => return Attempt::Malformed(text.clone()),
                _ => {}
            }
        }
        Attempt::Reply(self.remaining(attempt - failed))
    }

    /// The reply without failures of earlier attempts; cuts within it end after their number of times.
    fn remaining(&self, attempt: u32) -> Reply {
        let mut reply = Reply::new();
        for (index, block) in self.blocks.iter().enumerate() {
            match block {
                Block::HttpError(_) => {}
                Block::Cut { .. } if self.comes_at_once(index) => {}
                Block::Cut { times } if times.is_some_and(|times| attempt > times) => {}
                Block::SseError(error) if error.times.is_some_and(|times| attempt > times) => {}
                other => reply.push(other.clone()),
            }
        }
        reply
    }

    /// Returns whether the block has no delay before it: a connection that is cut there is cut before any of it is
    /// read, unless the version reads blocks before a cut.
    fn comes_at_once(&self, index: usize) -> bool {
        self.blocks[..index].iter().all(|block| match block {
            Block::Sleep { .. } => false,
            Block::Text(_) | Block::Thinking(_) | Block::ToolUse(_)
                if self.reads_blocks_before_cut =>
            {
                false
            }
            Block::Text(text) => text.delay.is_none(),
            Block::Thinking(thinking) => thinking.delay.is_none(),
            Block::ToolUse(tool) => tool.delay.is_none(),
            _ => true,
        })
    }
}
