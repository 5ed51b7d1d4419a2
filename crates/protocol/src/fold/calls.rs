//! Matches tool calls with their results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::content::{ApiMessage, Content, ContentBlock, ToolResultBlock, ToolUseBlock};

/// A call without a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenCall {
    /// The tool.
    pub name: String,
    /// The call that started the subagent that made this one; absent on the main thread.
    pub parent: Option<String>,
}

/// An event of a call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CallEvent<'a> {
    /// The model made a call.
    Made(&'a ToolUseBlock),
    /// A result arrived. `call` is `None` if the call was never seen or already had a result.
    Finished {
        /// The call that was open.
        call: Option<OpenCall>,
        /// The result.
        result: &'a ToolResultBlock,
    },
}

/// The calls without a result, by ID. Results may arrive in any order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Calls {
    open: BTreeMap<String, OpenCall>,
}

impl Calls {
    /// Folds an assistant message.
    pub fn assistant<'a>(
        &mut self,
        parent: Option<&str>,
        message: &'a ApiMessage,
    ) -> Vec<CallEvent<'a>> {
        let mut events = Vec::new();
        for block in &message.content {
            let ContentBlock::ToolUse(call) = block else {
                continue;
            };
            let open = OpenCall {
                name: call.name.clone(),
                parent: parent.map(str::to_owned),
            };
            self.open.insert(call.id.as_str().to_owned(), open);
            events.push(CallEvent::Made(call));
        }
        events
    }

    /// Folds the content of a user message.
    pub fn user<'a>(&mut self, content: &'a Content) -> Vec<CallEvent<'a>> {
        let results = content.blocks().iter().filter_map(|block| match block {
            ContentBlock::ToolResult(result) => Some(result),
            _ => None,
        });
        results
            .map(|result| CallEvent::Finished {
                call: self.open.remove(result.tool_use_id.as_str()),
                result,
            })
            .collect()
    }

    /// Ends the turn: returns the calls of the main thread that will never have a result. Calls of subagents may
    /// continue.
    pub fn end_turn(&mut self) -> Vec<(String, OpenCall)> {
        self.take(|call| call.parent.is_none())
    }

    /// Ends the process: returns every call that will never have a result.
    pub fn end_process(&mut self) -> Vec<(String, OpenCall)> {
        self.take(|_| true)
    }

    /// Iterates over the open calls, by ID.
    pub fn open(&self) -> impl Iterator<Item = (&str, &OpenCall)> {
        self.open.iter().map(|(id, call)| (id.as_str(), call))
    }

    fn take(&mut self, gone: impl Fn(&OpenCall) -> bool) -> Vec<(String, OpenCall)> {
        let (taken, kept): (BTreeMap<_, _>, _) = std::mem::take(&mut self.open)
            .into_iter()
            .partition(|(_, call)| gone(call));
        self.open = kept;
        taken.into_iter().collect()
    }
}
