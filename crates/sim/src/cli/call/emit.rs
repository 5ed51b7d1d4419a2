//! The frame of a tool result.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::{Call, Ended};
use crate::cli::abort::Reason;
use crate::cli::clock::uuid;
use crate::cli::mutant::Mutant;
use crate::cli::session::Sim;
use crate::cli::tools::ToolResult;
use crate::cli::turn::Turn;

pub(in crate::cli) const REJECTED: &str = "The user doesn't want to proceed with this tool use. The tool use was \
    rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you \
    are doing and wait for the user to tell you how to proceed.";

/// The result of a call that had not started, if [`aborted_calls_fail`] is set.
///
/// [`aborted_calls_fail`]: crate::cli::dialect::Features::aborted_calls_fail
pub(super) const NOT_NOW: &str = "The user doesn't want to take this action right now. STOP what you are doing and \
    wait for the user to tell you how to proceed.";

const STOPPED_WHILE_RUNNING: &str = " Correction to the text above: this call was stopped while \
    running, not refused before it ran. It may have run in part or in full, and its changes may have \
    been written. No permission prompt was involved. Work it started elsewhere (a remote command, a \
    background process) may still be running, so check before starting the same work again. The \
    instruction to stop and wait still stands.";

impl Sim {
    /// Writes the outcome of a call; returns the content of its result.
    pub(in crate::cli) fn emit_ended(
        self: &Rc<Self>,
        turn: &Turn,
        call: &Call,
        ended: Ended,
    ) -> Option<Value> {
        self.flush_notices(turn);
        match ended {
            Ended::Result(result) => {
                let content = result.content.clone();
                self.emit_tool_result(turn, call, *result);
                Some(content)
            }
            Ended::Deferred => {
                *turn.deferred.borrow_mut() =
                    Some(json!({ "id": call.id, "name": call.name, "input": call.input }));
                None
            }
            Ended::Aborted {
                while_running,
                asked,
            } => {
                self.emit_aborted(turn, call, while_running, asked);
                None
            }
        }
    }

    fn emit_aborted(&self, turn: &Turn, call: &Call, while_running: bool, asked: bool) {
        if asked {
            turn.deny(call);
        }
        if turn.abort.reason() == Some(Reason::Now) && asked {
            let mut result = ToolResult::error("Tool permission request aborted");
            result.meta = Some(Box::new(json!({
                "non_execution_kind": "permission-rule",
                "permission_decision": { "decision": "reject", "source": "user_abort" },
            })));
            self.emit_tool_result(turn, call, result);
            return;
        }
        if self.features().aborted_calls_fail {
            self.emit_tool_result(turn, call, aborted_error(call, while_running, asked));
            return;
        }
        let text = if while_running {
            format!("{REJECTED}{STOPPED_WHILE_RUNNING}")
        } else {
            REJECTED.to_owned()
        };
        let result = ToolResult {
            content: text.into(),
            is_error: Some(true),
            response: Box::new("User rejected tool use".into()),
            meta: Some(Box::new(json!({ "non_execution_kind": "user-rejected" }))),
            follow_up: Vec::new(),
        };
        self.emit_tool_result(turn, call, result);
    }

    /// Writes the `user` frame of a result.
    pub(in crate::cli) fn emit_tool_result(&self, turn: &Turn, call: &Call, result: ToolResult) {
        let mut block = Map::new();
        block.insert("tool_use_id".into(), call.id.clone().into());
        block.insert("type".into(), "tool_result".into());
        block.insert("content".into(), result.content);
        if let Some(is_error) = result.is_error {
            block.insert("is_error".into(), is_error.into());
        }
        let content = json!([block]);
        let uuid = uuid();
        let message = json!({ "role": "user", "content": content });
        let mut frame = self.message_frame("user", message).uuid(&uuid);
        match &call.agent {
            None => {
                frame = frame.with(json!({ "tool_use_result": result.response }));
                turn.count_user_frame();
            }
            Some(agent) => frame = frame.of_agent(agent),
        }
        if let Some(Value::Object(meta)) = result.meta.map(|meta| *meta) {
            let mut entry = Map::new();
            entry.insert("id".into(), call.id.clone().into());
            entry.extend(meta);
            frame = frame.with(json!({ "tool_result_meta": [entry] }));
        }
        self.write_result(frame.into());
        if call.agent.is_none() {
            self.record_tool_result(call, &content, &result.response, &uuid);
        }
        for content in result.follow_up {
            turn.count_user_frame();
            turn.answer_next(crate::cli::queue::text_of(&content));
            let uuid = self.user_frame(content.clone(), json!({ "isSynthetic": true }));
            self.record_user(&json!({ "role": "user", "content": content }), &uuid, None);
        }
    }

    /// Writes a result; [`Mutant::BatchedResults`] holds it back to write several in one frame.
    fn write_result(&self, frame: Value) {
        if self.is_mutant(Mutant::BatchedResults) {
            self.hold_back(frame);
        } else {
            self.emit(&frame);
        }
    }

    /// Writes the results that [`Mutant::BatchedResults`] held back, as one frame.
    pub(in crate::cli) fn flush_results(&self) {
        if !self.is_mutant(Mutant::BatchedResults) {
            return;
        }
        let mut held = self.take_held_back().into_iter();
        let Some(mut first) = held.next() else { return };
        for frame in held {
            if let (Some(content), Some(more)) = (
                first["message"]["content"].as_array_mut(),
                frame["message"]["content"].as_array(),
            ) {
                content.extend(more.iter().cloned());
            }
        }
        self.emit(&first);
    }
}

/// The error of a call by the stage in which it was aborted.
fn aborted_error(call: &Call, while_running: bool, asked: bool) -> ToolResult {
    if asked {
        return ToolResult::error("Tool permission request failed: AbortError");
    }
    if !while_running {
        return ToolResult::plain_error(NOT_NOW, NOT_NOW);
    }
    match call.name.as_str() {
        "Bash" => ToolResult::error("Exit code 137\n[Request interrupted by user for tool use]"),
        name if name.starts_with("mcp__") => {
            ToolResult::error("MCP error -32001: AbortError: This operation was aborted")
        }
        _ => ToolResult::plain_error(REJECTED, "Error: Request interrupted"),
    }
}

impl Turn {
    /// Records a denied call.
    pub(in crate::cli) fn deny(&self, call: &Call) {
        self.denials.borrow_mut().push(json!({
            "tool_name": call.name, "tool_use_id": call.id, "tool_input": call.input,
        }));
    }
}
