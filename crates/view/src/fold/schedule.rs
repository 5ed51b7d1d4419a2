//! Which calls run, and which wait for their turn.
//!
//! The CLI does not report when it starts a call. It runs the calls of a reply in order: tools that
//! only look run beside each other, any other runs alone (2.1.38 and 2.1.325). So a call behind one
//! that waits for permission, or behind one that must run alone, has not begun.

use crate::entry::{Entry, EntryBody, HookState};
use crate::id::EntryId;
use crate::tool::{ToolCall, ToolName, ToolState};

use super::SessionFold;

/// Tools that the CLI runs beside others of this list.
const PARALLEL: [&str; 9] = [
    "Agent",
    "Glob",
    "Grep",
    "ListAgents",
    "NotebookRead",
    "Read",
    "Task",
    "WebFetch",
    "WebSearch",
];

impl SessionFold {
    /// The state of a call that is complete: it runs, unless an earlier one must end first.
    pub(super) fn first_state(&self, parent: Option<&EntryId>, tool: &ToolName) -> ToolState {
        let mut earlier = self
            .view
            .entries
            .iter()
            .filter(|entry| is_open(entry, parent));
        let blocks = |entry: &Entry| call_of(entry).is_some_and(|call| excludes(call, tool));
        if earlier.any(blocks) {
            ToolState::Waiting
        } else {
            ToolState::Running
        }
    }

    /// Moves calls on whose turn has come, and back those that turn out to wait.
    pub(super) fn schedule_calls(&mut self) {
        let mut moves = Vec::new();
        let mut hooked: Vec<&str> = self.tools_in_hooks().collect();
        let calls = self.view.entries.iter();
        let calls: Vec<(&Entry, &ToolCall)> = calls
            .filter_map(|entry| Some((entry, call_of(entry)?)))
            .collect();
        for (index, (entry, call)) in calls.iter().enumerate() {
            if !matches!(call.state, ToolState::Waiting | ToolState::Running) {
                continue;
            }
            let parent = entry.parent.as_ref();
            let mut earlier = calls[..index].iter();
            let state = if self.is_asked(&entry.id) {
                ToolState::Waiting
            } else if has_begun(call) {
                ToolState::Running
            } else if let Some(at) = hooked.iter().position(|tool| *tool == call.tool.name) {
                hooked.remove(at);
                ToolState::Waiting
            } else if earlier
                .any(|(other, before)| is_open(other, parent) && excludes(before, &call.tool))
            {
                ToolState::Waiting
            } else {
                ToolState::Running
            };
            if state != call.state {
                moves.push((entry.id.clone(), state));
            }
        }
        for (id, state) in moves {
            self.move_call(&id, state);
        }
    }

    /// A call that begins to run starts its clock; one that waits has none.
    pub(super) fn move_call(&mut self, id: &EntryId, state: ToolState) {
        if state == ToolState::Waiting {
            return self.set_body(id, |body| {
                if let EntryBody::Tool(call) = body {
                    call.state = state;
                    call.started_at = None;
                }
            });
        }
        let now = self.now.at;
        self.change_tool(id, state, |patch| patch.started_at = Some(now));
    }

    fn is_asked(&self, id: &EntryId) -> bool {
        let mut asks = self.view.asks.iter();
        asks.any(|ask| ask.entry.as_ref() == Some(id))
    }

    /// The tools whose next call is looked at by a hook before it may run, each once.
    fn tools_in_hooks(&self) -> impl Iterator<Item = &str> {
        let runs = self.state.hooks.values().filter_map(|id| self.open(id));
        let mut tools: Vec<&str> = runs
            .filter_map(|entry| match &entry.body {
                EntryBody::Hook(run) if run.state == HookState::Running => {
                    run.name.strip_prefix("PreToolUse:")
                }
                _ => None,
            })
            .collect();
        tools.sort_unstable();
        tools.dedup();
        tools.into_iter()
    }
}

fn call_of(entry: &Entry) -> Option<&ToolCall> {
    match &entry.body {
        EntryBody::Tool(call) => Some(call),
        _ => None,
    }
}

/// Whether an entry is a call of the same thread without a result.
fn is_open(entry: &Entry, parent: Option<&EntryId>) -> bool {
    let is_open = |call: &ToolCall| call.ended_at.is_none() && call.state != ToolState::Streaming;
    entry.parent.as_ref() == parent && call_of(entry).is_some_and(is_open)
}

/// Whether a later call must wait until this one has ended.
fn excludes(call: &ToolCall, later: &ToolName) -> bool {
    let parallel = |tool: &ToolName| PARALLEL.contains(&tool.name.as_str());
    !(parallel(&call.tool) && parallel(later))
}

/// Whether something shows that the call runs: it was allowed, or the CLI reported its progress.
fn has_begun(call: &ToolCall) -> bool {
    let allowed = call.decision.as_ref().is_some_and(|one| one.allowed);
    allowed || call.links.job.is_some() || call.elapsed_seconds.is_some()
}
