//! Converts a scripted reply to stream events, or to one complete message.

use std::time::Duration;

use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::script::{Block, DEFAULT_SIGNATURE, Seconds, ToolUseBlock, Usage, input_pieces, pieces};

/// One step of writing a stream.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    Wait(Duration),
    Event(Value),
    Cut,
}

/// The head of a reply, collected from blocks at any position.
#[derive(Debug)]
pub(super) struct Message {
    id: String,
    model: String,
    usage: Usage,
    stop_reason: String,
}

impl Message {
    pub(super) fn new(reply: &[Block], model: &str) -> Self {
        let natural = if reply.iter().any(|block| matches!(block, Block::ToolUse(_))) {
            "tool_use"
        } else {
            "end_turn"
        };
        let mut message = Self {
            id: new_id("msg"),
            model: model.to_owned(),
            usage: Usage::default(),
            stop_reason: natural.to_owned(),
        };
        for block in reply {
            match block {
                Block::Usage(usage) => message.usage = *usage,
                Block::Stop { reason } => message.stop_reason.clone_from(reason),
                _ => {}
            }
        }
        message
    }

    /// The message for a request without streaming.
    pub(super) fn whole(&self, reply: &[Block]) -> Value {
        let content: Vec<Value> = reply.iter().filter_map(whole_block).collect();
        let mut message = self.head(self.usage.output_tokens);
        message["content"] = Value::Array(content);
        message["stop_reason"] = json!(self.stop_reason);
        message
    }

    /// The steps of a stream.
    pub(super) fn steps(&self, reply: &[Block]) -> Vec<Step> {
        let mut steps = vec![Step::Event(
            json!({"type": "message_start", "message": self.head(1)}),
        )];
        let mut index = 0;
        for block in reply {
            match block {
                Block::Sleep { s } => steps.push(Step::Wait(s.duration())),
                Block::Cut { .. } => {
                    steps.push(Step::Cut);
                    return steps;
                }
                Block::SseError(error) => {
                    steps.push(Step::Event(error_body(&error.etype, &error.message)));
                    return steps;
                }
                block if block.is_content() => {
                    let cut_inside = follows_cut(reply, block);
                    steps.extend(block_steps(block, index, cut_inside));
                    index += 1;
                }
                _ => {}
            }
        }
        steps.push(Step::Event(self.delta()));
        steps.push(Step::Event(json!({"type": "message_stop"})));
        steps
    }

    fn head(&self, output_tokens: u64) -> Value {
        json!({
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": [],
            "stop_reason": null,
            "stop_sequence": null,
            "usage": usage_json(self.usage, output_tokens),
        })
    }

    fn delta(&self) -> Value {
        json!({
            "type": "message_delta",
            "delta": {"stop_reason": self.stop_reason, "stop_sequence": null},
            "usage": usage_json(self.usage, self.usage.output_tokens),
        })
    }
}

/// Returns whether the connection is cut right after this block, before the block is closed.
fn follows_cut(reply: &[Block], block: &Block) -> bool {
    let place = reply.iter().position(|other| std::ptr::eq(other, block));
    let next = place.and_then(|place| reply.get(place + 1));
    matches!(next, Some(Block::Cut { .. }))
}

fn block_steps(block: &Block, index: usize, cut_inside: bool) -> Vec<Step> {
    let (start, deltas, delay) = match block {
        Block::Text(text) => (
            json!({"type": "text", "text": ""}),
            text_deltas(&text.text, text.chunks),
            text.delay,
        ),
        Block::Thinking(thinking) => (
            json!({"type": "thinking", "thinking": "", "signature": ""}),
            thinking_deltas(
                &thinking.thinking,
                thinking.chunks,
                thinking.signature.as_deref(),
            ),
            thinking.delay,
        ),
        Block::ToolUse(tool) => (
            json!({"type": "tool_use", "id": tool_id(tool), "name": tool.name, "input": {}}),
            input_deltas(&tool.input),
            tool.delay,
        ),
        _ => return Vec::new(),
    };
    let mut steps = vec![Step::Event(
        json!({"type": "content_block_start", "index": index, "content_block": start}),
    )];
    for (number, delta) in deltas.into_iter().enumerate() {
        if let (Some(delay), true) = (delay.map(Seconds::duration), number > 0) {
            steps.push(Step::Wait(delay));
        }
        steps.push(Step::Event(
            json!({"type": "content_block_delta", "index": index, "delta": delta}),
        ));
    }
    if !cut_inside {
        steps.push(Step::Event(
            json!({"type": "content_block_stop", "index": index}),
        ));
    }
    steps
}

fn text_deltas(text: &str, chunks: Option<u32>) -> Vec<Value> {
    pieces(text, chunks)
        .into_iter()
        .map(|piece| json!({"type": "text_delta", "text": piece}))
        .collect()
}

fn thinking_deltas(text: &str, chunks: Option<u32>, signature: Option<&str>) -> Vec<Value> {
    let signature = signature.unwrap_or(DEFAULT_SIGNATURE);
    pieces(text, chunks)
        .into_iter()
        .map(|piece| json!({"type": "thinking_delta", "thinking": piece}))
        .chain([json!({"type": "signature_delta", "signature": signature})])
        .collect()
}

fn input_deltas(input: &Map<String, Value>) -> Vec<Value> {
    input_pieces(input)
        .into_iter()
        .map(|piece| json!({"type": "input_json_delta", "partial_json": piece}))
        .collect()
}

fn whole_block(block: &Block) -> Option<Value> {
    match block {
        Block::Text(text) => Some(json!({"type": "text", "text": text.text})),
        Block::Thinking(thinking) => Some(json!({
            "type": "thinking",
            "thinking": thinking.thinking,
            "signature": thinking.signature.as_deref().unwrap_or(DEFAULT_SIGNATURE),
        })),
        Block::ToolUse(tool) => Some(json!({
            "type": "tool_use",
            "id": tool_id(tool),
            "name": tool.name,
            "input": tool.input,
        })),
        _ => None,
    }
}

fn tool_id(tool: &ToolUseBlock) -> String {
    tool.id.clone().unwrap_or_else(|| new_id("toolu"))
}

fn usage_json(usage: Usage, output_tokens: u64) -> Value {
    json!({
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_creation_input_tokens,
        "cache_read_input_tokens": usage.cache_read_input_tokens,
        "output_tokens": output_tokens,
    })
}

pub(super) fn error_body(etype: &str, message: &str) -> Value {
    json!({"type": "error", "error": {"type": etype, "message": message}})
}

pub(super) fn new_id(prefix: &str) -> String {
    format!("{prefix}_{}", &Uuid::new_v4().simple().to_string()[..24])
}
