//! What the model says and does: blocks while they stream and when they are whole.

use pilothouse_protocol::content::{ApiMessage, ContentBlock};
use pilothouse_protocol::fold::{DraftEvent, DraftKind, Piece};
use pilothouse_protocol::message::AssistantMessage;
use pilothouse_protocol::stream::{StreamEvent, StreamEventMessage};

use crate::change::Change;
use crate::entry::{
    ApiError, CommandOutput, EntryBody, NoticeLevel, NoticeSource, TextEntry, ThinkingEntry,
};
use crate::id::EntryId;

use crate::name::tool_name;
use crate::text::{Wrapped, cut_output, unwrap};

use super::SessionFold;
use super::calls::server_result;
use super::content::citations;
use super::state::hash;

/// What an assistant message says about its blocks.
pub(super) struct Frame<'a> {
    pub(super) message: &'a AssistantMessage,
    pub(super) parent: Option<EntryId>,
    model: Option<&'a str>,
}

impl SessionFold {
    pub(super) fn stream_event(&mut self, event: &StreamEventMessage) {
        match &event.event {
            StreamEvent::MessageStart(start) => {
                self.begin_turn_if_idle();
                self.end_retry();
                self.state.stream_model = start.message.model.clone();
            }
            StreamEvent::Unknown(unknown) => self.unknown("stream_event/", unknown),
            StreamEvent::Malformed(malformed) => self.malformed("stream_event/", malformed),
            _ => {}
        }
        let parent = event
            .parent_tool_use_id
            .as_ref()
            .map(|id| id.as_str().to_owned());
        for event in self.state.drafts.stream(event) {
            self.draft_event(event, parent.as_deref());
        }
    }

    fn draft_event(&mut self, event: DraftEvent, parent: Option<&str>) {
        match event {
            DraftEvent::Started { block, kind } => {
                let parent = parent.and_then(|id| self.state.thread(id).cloned());
                if let Some(id) = self.start_block(kind, parent) {
                    self.state.blocks.insert(block.to_string(), id);
                }
            }
            DraftEvent::Grew { block, piece } => {
                if let Some(id) = self.state.blocks.get(&block.to_string()).cloned() {
                    let (Piece::Text(text) | Piece::Thinking(text) | Piece::InputJson(text)) =
                        piece
                    else {
                        return;
                    };
                    self.emit(Change::Appended { id, text });
                }
            }
            DraftEvent::Abandoned { block } => {
                if let Some(id) = self.state.blocks.remove(&block.to_string()) {
                    self.abandon(id);
                }
            }
            _ => {}
        }
    }

    fn start_block(&mut self, kind: DraftKind, parent: Option<EntryId>) -> Option<EntryId> {
        self.spoke(parent.as_ref());
        let model = self.state.stream_model.clone();
        match kind {
            DraftKind::Text => Some(self.add(parent, EntryBody::Text(text_entry("", true, model)))),
            DraftKind::Thinking => {
                let id = self.add(parent, EntryBody::Thinking(thinking_entry("", true, model)));
                self.state.thinking = Some(id.clone());
                Some(id)
            }
            DraftKind::ToolUse { id, name } => {
                Some(self.add_call(&id, tool_name(&name), None, parent))
            }
            // Other kinds are shown when they are whole.
            _ => None,
        }
    }

    /// What was streamed of a block will never be whole.
    fn abandon(&mut self, id: EntryId) {
        // A call that got its result while its block still streamed has settled, and stays.
        if !self.view.entries.iter().any(|entry| entry.id == id) {
            return;
        }
        let call = self.tool(&id).map(|call| call.tool_use_id.clone());
        if let Some(call) = call {
            self.state.call_entries.remove(&call);
        }
        self.state.thinking = None;
        self.emit(Change::EntryRemoved { id });
    }

    /// Gives up every block that still streams.
    pub(super) fn end_blocks(&mut self) {
        for event in self.state.drafts.end() {
            self.draft_event(event, None);
        }
        for id in std::mem::take(&mut self.state.blocks).into_values() {
            self.abandon(id);
        }
    }

    pub(super) fn assistant(&mut self, message: &AssistantMessage) {
        let supersedes = message.supersedes.iter().map(|uuid| uuid.as_str());
        self.retract(supersedes);
        let Ok(body) = message.message.get() else {
            let raw = message.message.raw().as_str().to_owned();
            return self.add_raw_line(
                crate::entry::RawReason::Malformed,
                "assistant",
                &raw.into_bytes().into(),
                crate::entry::Direction::Out,
            );
        };
        let parent_id = message
            .parent_tool_use_id
            .as_ref()
            .map(|id| id.as_str().to_owned());
        let parent = parent_id
            .as_deref()
            .and_then(|id| self.state.thread(id).cloned());
        if parent_id.is_none() {
            self.begin_turn_if_idle();
            self.end_retry();
        }
        self.note_subagent(parent_id.as_deref(), message);
        if self.synthetic(message, body) {
            return;
        }
        self.spoke(parent.as_ref());
        self.note_context(parent.as_ref(), body);
        let _ = self.state.calls.assistant(parent_id.as_deref(), body);
        let model = body.model.as_deref();
        let frame = Frame {
            message,
            parent,
            model,
        };
        for event in self.state.drafts.assistant(parent_id.as_deref(), body) {
            if let DraftEvent::Completed { block, content } = event {
                let streamed = self.state.blocks.remove(&block.to_string());
                self.complete(streamed, &content, &frame);
            }
        }
    }

    /// Texts the CLI wrote in the model's name: errors of the API and answers of slash commands.
    fn synthetic(&mut self, message: &AssistantMessage, body: &ApiMessage) -> bool {
        let text = joined_text(body);
        if message.error.is_some() || message.is_api_error_message == Some(true) {
            self.state.turn.failed_request = true;
            self.state.turn.shown = Some(hash(&text));
            let error = message
                .error
                .as_ref()
                .map_or("unknown", |error| error.as_str());
            let id = self.add(
                None,
                EntryBody::ApiError(ApiError {
                    text,
                    error: error.to_owned(),
                    status: message.api_error_status,
                    code: message.api_error.clone(),
                    request_id: message.request_id.clone(),
                }),
            );
            self.note_line(message.uuid.as_ref().map(|uuid| uuid.as_str()), &id);
            return true;
        }
        let Some(source) = &message.local_command_source else {
            return false;
        };
        self.state.turn.shown = Some(hash(&text));
        let is_error = matches!(
            unwrap(source),
            Wrapped::CommandOutput { is_error: true, .. }
        );
        let run = message.local_command_run.as_ref();
        let outcome = message
            .local_command_outcome
            .as_ref()
            .map(|one| one.kind.as_str().to_owned());
        let running = self.running_command();
        let output = CommandOutput {
            name: run
                .map(|run| run.command.clone())
                .or(running.map(|command| command.name)),
            args: run
                .and_then(|run| run.args.clone())
                .filter(|args| !args.is_empty()),
            is_error: is_error || outcome.as_deref() == Some("failed"),
            text: cut_output(&text),
            outcome,
        };
        self.add(None, EntryBody::Command(output));
        match &message.context_usage {
            Some(usage) => self.context_report(usage),
            None => self.context_markdown(&text),
        }
        true
    }

    /// A whole block takes the place of what was streamed, if it was.
    fn complete(&mut self, streamed: Option<EntryId>, content: &ContentBlock, frame: &Frame<'_>) {
        let id = match content {
            ContentBlock::Text(text) => {
                if frame.parent.is_none() {
                    self.state.turn.shown = Some(hash(&text.text));
                }
                let mut entry = text_entry(&text.text, false, frame.model.map(str::to_owned));
                entry.aborted = frame.message.aborted == Some(true);
                let sources = text.citations.as_ref().map(|raw| raw.to_value());
                entry.citations = citations(&sources.unwrap_or_default());
                self.complete_text(streamed, entry, frame.parent.clone())
            }
            ContentBlock::Thinking(thinking) => {
                let mut entry =
                    thinking_entry(&thinking.thinking, false, frame.model.map(str::to_owned));
                entry.duration_ms = frame.message.thinking_duration_ms;
                self.complete_thinking(streamed, entry, frame.parent.clone())
            }
            ContentBlock::RedactedThinking(_) => {
                let mut entry = thinking_entry("", false, frame.model.map(str::to_owned));
                entry.redacted = true;
                self.add(frame.parent.clone(), EntryBody::Thinking(entry))
            }
            ContentBlock::ToolUse(call) => self.complete_call(streamed, call, frame),
            ContentBlock::ServerToolUse(call) | ContentBlock::McpToolUse(call) => {
                self.server_call(call, frame)
            }
            ContentBlock::Unknown(unknown) => return self.unknown("assistant/", unknown),
            ContentBlock::Malformed(malformed) => return self.malformed("assistant/", malformed),
            other => match server_result(other) {
                Some(result) => return self.server_result(result),
                None => {
                    let name = other.tag();
                    self.add_notice(NoticeLevel::Info, name, NoticeSource::Cli, None)
                }
            },
        };
        self.note_line(frame.message.uuid.as_ref().map(|uuid| uuid.as_str()), &id);
    }

    fn complete_text(
        &mut self,
        streamed: Option<EntryId>,
        entry: TextEntry,
        parent: Option<EntryId>,
    ) -> EntryId {
        let Some(id) = streamed else {
            return self.add(parent, EntryBody::Text(entry));
        };
        let same_model = matches!(self.open(&id).map(|open| &open.body),
            Some(EntryBody::Text(open)) if open.model == entry.model);
        if same_model && self.draft_is(&id, &entry.text) {
            let TextEntry {
                citations, aborted, ..
            } = entry;
            let kept = Change::DraftKept {
                id: id.clone(),
                citations,
                duration_ms: None,
                aborted,
            };
            self.emit(kept);
        } else {
            self.set_body(&id, |body| *body = EntryBody::Text(entry));
        }
        id
    }

    fn complete_thinking(
        &mut self,
        streamed: Option<EntryId>,
        mut entry: ThinkingEntry,
        parent: Option<EntryId>,
    ) -> EntryId {
        self.state.thinking = None;
        let Some(id) = streamed else {
            return self.add(parent, EntryBody::Thinking(entry));
        };
        let Some(EntryBody::Thinking(open)) = self.open(&id).map(|open| &open.body) else {
            return id;
        };
        entry.tokens = open.tokens;
        if open.model == entry.model && self.draft_is(&id, &entry.text) {
            let duration_ms = entry.duration_ms;
            let id = id.clone();
            self.emit(Change::DraftKept {
                id,
                citations: Vec::new(),
                duration_ms,
                aborted: false,
            });
        } else {
            self.set_body(&id, |body| *body = EntryBody::Thinking(entry));
        }
        id
    }

    fn draft_is(&self, id: &EntryId, text: &str) -> bool {
        self.view.drafts.get(id).map_or("", String::as_str) == text
    }

    /// The model did something, so the turn is more than a command.
    fn spoke(&mut self, parent: Option<&EntryId>) {
        if parent.is_none() {
            self.state.turn.spoke = true;
            self.state.turn.last_result = None;
            self.end_compaction();
        }
    }

    /// Adds prose that did not stream.
    pub(super) fn add_text(&mut self, parent: Option<EntryId>, text: &str, model: Option<String>) {
        self.state.turn.shown = Some(hash(text));
        self.add(parent, EntryBody::Text(text_entry(text, false, model)));
    }
}

fn text_entry(text: &str, streaming: bool, model: Option<String>) -> TextEntry {
    TextEntry {
        text: text.to_owned(),
        streaming,
        model,
        citations: Vec::new(),
        aborted: false,
    }
}

fn thinking_entry(text: &str, streaming: bool, model: Option<String>) -> ThinkingEntry {
    ThinkingEntry {
        text: text.to_owned(),
        streaming,
        redacted: false,
        duration_ms: None,
        tokens: None,
        model,
    }
}

fn joined_text(body: &ApiMessage) -> String {
    let texts = body.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
