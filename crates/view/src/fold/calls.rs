//! Tool calls as the model makes them.

use pilothouse_protocol::content::{ContentBlock, PassThroughBlock, ToolUseBlock};
use pilothouse_protocol::message::ToolUseMeta;
use serde_json::Value;

use crate::entry::{EntryBody, Links};
use crate::id::EntryId;
use crate::json::Json;
use crate::name::tool_name;
use crate::text::cut_json;
use crate::tool::{ToolCall, ToolName, ToolState};

use super::SessionFold;
use super::blocks::Frame;

impl SessionFold {
    pub(super) fn complete_call(
        &mut self,
        streamed: Option<EntryId>,
        call: &ToolUseBlock,
        frame: &Frame<'_>,
    ) -> EntryId {
        let call_id = call.id.as_str();
        let meta = frame
            .message
            .tool_use_meta
            .iter()
            .find(|meta| meta.id == call.id);
        let name = named(&call.name, meta);
        let input = call.input.to_value();
        match streamed {
            Some(id) => {
                self.whole_input(&id, name, input);
                id
            }
            None => self.add_call(call_id, name, Some(input), frame.parent.clone()),
        }
    }

    /// The input of a call that streamed is whole: it can run when its turn comes.
    fn whole_input(&mut self, id: &EntryId, name: ToolName, mut input: Value) {
        let (at, seq) = (self.now.at, self.now.seq);
        let parent = self.open(id).and_then(|entry| entry.parent.clone());
        let state = self.first_state(parent.as_ref(), &name);
        self.set_body(id, |body| {
            if let EntryBody::Tool(call) = body {
                call.input_seq = Some(seq);
                call.input_cut = cut_json(&mut input);
                call.input = Json(input);
                call.tool = name;
                if call.state == ToolState::Streaming {
                    call.state = state;
                    call.started_at = (state == ToolState::Running).then_some(at);
                }
            }
        });
    }

    /// Adds a call; without an input it is still being written.
    pub(super) fn add_call(
        &mut self,
        tool_use_id: &str,
        tool: ToolName,
        input: Option<Value>,
        parent: Option<EntryId>,
    ) -> EntryId {
        let whole = input.is_some();
        let mut input = input.unwrap_or_default();
        let state = if whole {
            self.first_state(parent.as_ref(), &tool)
        } else {
            ToolState::Streaming
        };
        let call = ToolCall {
            tool_use_id: tool_use_id.to_owned(),
            tool,
            input_cut: cut_json(&mut input),
            input_seq: whole.then_some(self.now.seq),
            input: Json(input),
            changed_input: None,
            state,
            started_at: (state == ToolState::Running).then_some(self.now.at),
            ended_at: None,
            elapsed_seconds: None,
            decision: None,
            result: None,
            links: Links::default(),
        };
        let id = self.add(parent, EntryBody::Tool(Box::new(call)));
        self.state
            .call_entries
            .insert(tool_use_id.to_owned(), id.clone());
        self.state
            .turn
            .calls
            .push((tool_use_id.to_owned(), id.clone()));
        id
    }

    /// A call of a tool that the API runs itself.
    pub(super) fn server_call(&mut self, call: &PassThroughBlock, frame: &Frame<'_>) -> EntryId {
        let name = call.name.as_deref().unwrap_or("server tool");
        let input = call
            .input
            .as_ref()
            .map(|input| input.to_value())
            .unwrap_or_default();
        let id = call.id.as_deref().unwrap_or_default();
        self.add_call(id, tool_name(name), Some(input), frame.parent.clone())
    }
}

/// The name as the CLI would show it, where it says so.
fn named(name: &str, meta: Option<&ToolUseMeta>) -> ToolName {
    let mut named = tool_name(name);
    let Some(meta) = meta else { return named };
    if let Some(server) = &mut named.server {
        if let Some(display) = &meta.display_name {
            named.display = display.clone();
        }
        if let Some(display) = &meta.server_display_name {
            server.display = display.clone();
        }
    }
    named
}

/// Results of tools that the API runs come as blocks of the answer.
pub(super) fn server_result(block: &ContentBlock) -> Option<&PassThroughBlock> {
    match block {
        ContentBlock::WebSearchToolResult(result)
        | ContentBlock::WebFetchToolResult(result)
        | ContentBlock::AdvisorToolResult(result)
        | ContentBlock::CodeExecutionToolResult(result)
        | ContentBlock::BashCodeExecutionToolResult(result)
        | ContentBlock::TextEditorCodeExecutionToolResult(result)
        | ContentBlock::ToolSearchToolResult(result)
        | ContentBlock::McpToolResult(result) => Some(result),
        _ => None,
    }
}
