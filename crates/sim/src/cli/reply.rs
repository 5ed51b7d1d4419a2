//! The streaming of one reply of the model.

mod blocks;
mod frames;

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};

use super::call::Batch;
use super::session::{Shared, Sim};
use super::turn::Turn;
use crate::script::{Block, ErrorReply, Reply, Seconds, Usage};

/// The end of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Complete,
    Aborted,
}

/// A streamed reply.
#[derive(Debug)]
pub(super) struct Streamed {
    pub(super) ending: Ending,
    pub(super) stop_reason: String,
    pub(super) text: String,
    pub(super) tool_calls: usize,
    pub(super) message_id: String,
    /// The model of the request; the session may have changed to another one since.
    pub(super) model: String,
    pub(super) usage: Usage,
}

/// The reason why a stream broke.
#[derive(Debug)]
pub(super) enum Break {
    /// The connection was cut, after this number of finished blocks.
    Cut { finished_blocks: usize },
    /// The API reported an error within the stream.
    Error {
        error: ErrorReply,
        finished_blocks: usize,
    },
}

/// A reply that is being streamed.
pub(super) struct Stream<'a> {
    sim: &'a Shared,
    turn: &'a Rc<Turn>,
    batch: &'a Rc<Batch>,
    message_id: String,
    model: String,
    request_id: String,
    usage: Usage,
    stop_reason: String,
    index: usize,
    text: String,
    tool_calls: usize,
}

/// The turn was aborted during a delay.
struct Stopped;

/// The written part of a block when the turn was aborted.
#[derive(Debug)]
enum Partial {
    Nothing,
    Text(String),
    Thinking,
}

impl<'a> Stream<'a> {
    pub(super) fn new(
        sim: &'a Shared,
        turn: &'a Rc<Turn>,
        batch: &'a Rc<Batch>,
        reply: &Reply,
    ) -> Self {
        let has_tool = reply.iter().any(|block| matches!(block, Block::ToolUse(_)));
        let mut usage = Usage::default();
        let mut stop_reason = if has_tool { "tool_use" } else { "end_turn" }.to_owned();
        for block in reply {
            match block {
                Block::Usage(given) => usage = *given,
                Block::Stop { reason } => stop_reason.clone_from(reason),
                _ => {}
            }
        }
        sim.state.borrow_mut().api_requests += 1;
        Self {
            sim,
            turn,
            batch,
            message_id: format!("msg_{}", &uuid::Uuid::new_v4().simple().to_string()[..24]),
            model: sim.model(),
            request_id: super::failure::request_id(),
            usage,
            stop_reason,
            index: 0,
            text: String::new(),
            tool_calls: 0,
        }
    }

    /// Streams the reply; tools start when their blocks end.
    pub(super) async fn play(mut self, reply: Reply) -> Result<Streamed, Break> {
        if !self.sim.features().replays_after_first_block {
            self.turn.emit_replays(self.sim);
        }
        if self.turn.abort.is_set() {
            return Ok(self.before_start());
        }
        let elapsed = self.turn.elapsed_ms();
        self.turn
            .first_token
            .set(self.turn.first_token.get().or(Some(elapsed)));
        self.message_start();
        let cuts: Vec<bool> = (0..reply.len())
            .map(|index| matches!(reply.get(index + 1), Some(Block::Cut { .. })))
            .collect();
        for (block, cut_inside) in reply.into_iter().zip(cuts) {
            match block {
                Block::Cut { .. } => {
                    return Err(Break::Cut {
                        finished_blocks: self.index,
                    });
                }
                Block::SseError(error) => {
                    if self.index == 0 && self.sim.features().closes_aborted_replies {
                        self.abandoned_stop(0);
                    }
                    return Err(Break::Error {
                        error,
                        finished_blocks: self.index,
                    });
                }
                Block::Sleep { s } => {
                    if self.wait(Some(s)).await.is_err() {
                        return Ok(self.aborted(Partial::Nothing));
                    }
                }
                block if block.is_simulator_step() => {
                    if self
                        .sim
                        .inject_fault(&self.turn.abort, &block)
                        .await
                        .is_err()
                    {
                        return Ok(self.aborted(Partial::Nothing));
                    }
                }
                block => {
                    if let Err(partial) = self.content(block, cut_inside).await {
                        return Ok(self.aborted(partial));
                    }
                    if cut_inside {
                        self.close_cut_block();
                    }
                }
            }
        }
        Ok(self.complete().await)
    }

    fn before_start(self) -> Streamed {
        self.turn.emit_replays(self.sim);
        self.sim.interrupted_text(self.turn, false);
        self.ended(Ending::Aborted)
    }

    async fn complete(mut self) -> Streamed {
        self.write_held_blocks();
        if self.sim.features().replays_after_first_block {
            self.turn.emit_replays(self.sim);
        }
        *self.turn.stop_reason.borrow_mut() = Some(self.stop_reason.clone());
        self.event(
            json!({
                "type": "message_delta",
                "delta": { "stop_reason": self.stop_reason, "stop_sequence": null },
                "usage": usage_json(self.usage, self.usage.output_tokens),
            }),
            json!({}),
        );
        let features = self.sim.features();
        let ends_here = features.cuts_reply_at_budget && self.sim.exceeds_budget(self.usage);
        if !ends_here {
            self.event(json!({ "type": "message_stop" }), json!({}));
        }
        if features.runs_tools_after_message {
            self.batch.release();
        }
        tokio::task::yield_now().await;
        self.ended(Ending::Complete)
    }

    fn ended(self, ending: Ending) -> Streamed {
        let usage = if ending == Ending::Aborted {
            super::cost::NONE
        } else {
            self.usage
        };
        Streamed {
            ending,
            stop_reason: self.stop_reason,
            text: self.text,
            tool_calls: self.tool_calls,
            message_id: self.message_id,
            model: self.model,
            usage,
        }
    }

    async fn wait(&self, delay: Option<Seconds>) -> Result<(), Stopped> {
        let duration = delay.map_or(Duration::ZERO, Seconds::duration);
        if duration.is_zero() {
            return Ok(());
        }
        let paused = self.turn.abort.guard(self.sim.pause(duration)).await;
        // A turn whose tools are already running stops at its tools.
        paused.map_err(|_| Stopped)
    }

    /// Writes the frames of a turn that is aborted during the model's answer.
    fn aborted(mut self, partial: Partial) -> Streamed {
        if self.tool_calls > 0 {
            // The tools report the abort.
            return self.ended(Ending::Complete);
        }
        let index = self.index;
        let has_open_block = matches!(&partial, Partial::Text(_) | Partial::Thinking);
        let open_text = match partial {
            Partial::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        };
        let is_closed = self.sim.features().closes_aborted_replies;
        if !is_closed {
            self.turn.emit_replays(self.sim);
        } else if let Some(text) = &open_text {
            self.turn.text.replace(text.clone());
            let block = json!({ "type": "text", "text": text });
            self.assistant(block, json!({ "aborted": true }));
        }
        self.sim.interrupted_text(self.turn, false);
        if is_closed {
            if has_open_block {
                self.block_stop();
            }
            self.abandon(index + usize::from(open_text.is_some()));
        }
        self.ended(Ending::Aborted)
    }
}

impl Sim {
    /// Writes the line about the interrupt by the user.
    pub(super) fn interrupted_text(&self, turn: &Turn, in_tool: bool) {
        if turn.abort.reason() == Some(super::abort::Reason::Now) {
            return;
        }
        let text = if in_tool {
            "[Request interrupted by user for tool use]"
        } else {
            "[Request interrupted by user]"
        };
        let content = json!([{ "type": "text", "text": text }]);
        turn.count_user_frame();
        let uuid = self.user_frame(content.clone(), json!({}));
        self.record_user(&json!({ "role": "user", "content": content }), &uuid, None);
    }
}

/// Token counts in the format of the API.
pub(super) fn usage_json(usage: Usage, output_tokens: u64) -> Value {
    json!({
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_creation_input_tokens,
        "cache_read_input_tokens": usage.cache_read_input_tokens,
        "output_tokens": output_tokens,
    })
}
