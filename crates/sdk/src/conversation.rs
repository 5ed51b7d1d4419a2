//! A conversation as a sequence of steps.
//!
//! [`Conversation`] folds events: deltas are merged into drafts and replaced by the complete block,
//! calls are matched with their results, subagents are separated, and each turn ends with its own cost.
//! It combines the folds of the protocol crate and does nothing else.

mod step;
mod steps;

use std::collections::BTreeMap;

use pilothouse_protocol::fold::{
    BlockId, CallEvent, Calls, Costs, DraftEvent, Drafts, Liveness, OpenCall, Piece, Sign,
};
use pilothouse_protocol::ids::{MessageUuid, ToolUseId};
use pilothouse_protocol::message::{AssistantMessage, ResultMessage, UserSideMessage};
use pilothouse_protocol::system::SystemMessage;
use pilothouse_protocol::{Frame, Input, Message};

use crate::events::Event;
use crate::turn::TurnResult;
pub use step::Step;
use step::{local_output, lost, unstreamed};
pub use steps::Steps;

/// The fold from events to steps. Pass it every event, or use [`Steps`].
#[derive(Debug, Clone, Default)]
pub struct Conversation {
    drafts: Drafts,
    texts: BTreeMap<BlockId, String>,
    calls: Calls,
    costs: Costs,
    liveness: Liveness,
    in_turn: bool,
}

impl Conversation {
    /// Creates an empty conversation.
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds an event that arrived at a time in milliseconds.
    pub fn observe(&mut self, event: &Event, at_ms: u64) -> Vec<Step> {
        let state = self.liveness.state;
        let mut steps = match event {
            Event::Received(frame) => self.received(frame, at_ms),
            Event::Sent(frame) => {
                if let Some(Input::ControlResponse(response)) = frame.message()
                    && let Some(id) = response.request_id()
                {
                    self.liveness
                        .observe(Sign::Settled(id.as_str().to_owned()), at_ms);
                }
                Vec::new()
            }
            Event::Lagged(_) => vec![Step::Lagged],
            Event::Exited(_) => self.exited(at_ms),
            Event::Notice(_) | Event::Live => Vec::new(),
        };
        if self.liveness.state != state {
            steps.push(Step::StateChanged {
                state: self.liveness.state,
            });
        }
        steps
    }

    /// Returns the streamed part of a block: text, thinking, or the JSON of a tool's input.
    pub fn draft(&self, block: &BlockId) -> Option<&str> {
        self.texts.get(block).map(String::as_str)
    }

    /// Returns all drafts.
    pub fn drafts(&self) -> impl Iterator<Item = (&BlockId, &str)> {
        self.texts
            .iter()
            .map(|(block, text)| (block, text.as_str()))
    }

    /// Returns the calls without a result.
    pub fn open_calls(&self) -> impl Iterator<Item = (&str, &OpenCall)> {
        self.calls.open()
    }

    /// Returns the state of the session, its start time, and the time of the last message.
    pub fn liveness(&self) -> &Liveness {
        &self.liveness
    }

    /// Returns the cost of the conversation.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    fn received(&mut self, frame: &Frame, at_ms: u64) -> Vec<Step> {
        let Some(message) = frame.message() else {
            return Vec::new();
        };
        self.liveness.observe(Sign::of(message), at_ms);
        match message {
            Message::StreamEvent(event) => {
                let events = self.drafts.stream(event);
                self.drafted(events, event.parent_tool_use_id.as_ref())
            }
            Message::Assistant(assistant) => self.assistant(assistant),
            Message::User(user) => self.user(user),
            Message::Result(result) => self.result(result),
            Message::System(SystemMessage::Init(init)) => self.begin(&init.user_message_uuids),
            Message::ConversationReset(_) => {
                self.costs.reset();
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, prompts: &[MessageUuid]) -> Vec<Step> {
        if std::mem::replace(&mut self.in_turn, true) {
            return Vec::new();
        }
        vec![Step::TurnBegan {
            prompts: prompts.to_vec(),
        }]
    }

    fn assistant(&mut self, assistant: &AssistantMessage) -> Vec<Step> {
        let parent = assistant.parent_tool_use_id.clone();
        let mut steps = if parent.is_none() {
            self.begin(&assistant.user_message_uuids)
        } else {
            Vec::new()
        };
        // A body that does not match its type stays in the frame; there are no steps for it.
        let Ok(message) = assistant.message.get() else {
            return steps;
        };
        let thread = parent.as_ref().map(ToolUseId::as_str);
        let events = self.drafts.assistant(thread, message);
        steps.extend(self.drafted(events, parent.as_ref()));
        for event in self.calls.assistant(thread, message) {
            if let CallEvent::Made(call) = event {
                steps.push(Step::ToolCalled {
                    call: call.clone(),
                    parent: parent.clone(),
                });
            }
        }
        steps
    }

    fn user(&mut self, user: &UserSideMessage) -> Vec<Step> {
        let Ok(message) = user.message.get() else {
            return Vec::new();
        };
        let parent = user.parent_tool_use_id.clone();
        if let Some(output) = local_output(user, &message.content).filter(|_| self.in_turn) {
            return vec![output];
        }
        let events = self.calls.user(&message.content);
        let finished = events.into_iter().filter_map(|event| match event {
            CallEvent::Finished { call, result } => Some(Step::ToolFinished {
                call,
                result: result.clone(),
                structured: user.tool_use_result.clone(),
                parent: parent.clone(),
            }),
            _ => None,
        });
        finished.collect()
    }

    fn result(&mut self, result: &ResultMessage) -> Vec<Step> {
        let events = self.drafts.end();
        let mut steps = self.drafted(events, None);
        steps.extend(lost(self.calls.end_turn()));
        let since_last =
            Some(&result.model_usage_since_last_result).filter(|models| !models.is_empty());
        let cost = self
            .costs
            .result(result.total_cost_usd, &result.model_usage, since_last);
        self.in_turn = false;
        steps.push(Step::TurnEnded(Box::new(TurnResult {
            message: result.clone(),
            cost,
            stopped_by: None,
        })));
        steps
    }

    fn exited(&mut self, at_ms: u64) -> Vec<Step> {
        self.liveness.observe(Sign::Exited, at_ms);
        let events = self.drafts.end();
        let mut steps = self.drafted(events, None);
        steps.extend(lost(self.calls.end_process()));
        steps.push(Step::Ended);
        steps
    }

    fn drafted(&mut self, events: Vec<DraftEvent>, parent: Option<&ToolUseId>) -> Vec<Step> {
        let mut steps = Vec::with_capacity(events.len());
        for event in events {
            self.draft_steps(event, parent, &mut steps);
        }
        steps
    }

    fn draft_steps(
        &mut self,
        event: DraftEvent,
        parent: Option<&ToolUseId>,
        steps: &mut Vec<Step>,
    ) {
        let parent = parent.cloned();
        match event {
            DraftEvent::Started { block, kind } => {
                self.texts.insert(block.clone(), String::new());
                steps.push(Step::BlockBegan { block, kind });
            }
            DraftEvent::Grew { block, piece } => {
                let (Piece::Text(text) | Piece::Thinking(text) | Piece::InputJson(text)) = &piece
                else {
                    return;
                };
                self.texts.entry(block.clone()).or_default().push_str(text);
                steps.extend(match piece {
                    Piece::Text(text) => Some(Step::Text {
                        block,
                        text,
                        parent,
                    }),
                    Piece::Thinking(text) => Some(Step::Thinking {
                        block,
                        text,
                        parent,
                    }),
                    Piece::InputJson(json) => Some(Step::ToolInput { block, json }),
                    _ => None,
                });
            }
            DraftEvent::Completed { block, content } => {
                let streamed = self.texts.remove(&block).unwrap_or_default();
                steps.extend(unstreamed(&block, &content, &streamed, parent.clone()));
                steps.push(Step::BlockDone {
                    block,
                    content,
                    parent,
                });
            }
            DraftEvent::Abandoned { block } => {
                self.texts.remove(&block);
                steps.push(Step::BlockDropped { block });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
