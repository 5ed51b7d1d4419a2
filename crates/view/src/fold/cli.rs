//! Lines of the CLI's stdout.

use bytes::Bytes;
use pilothouse_log::Record;
use pilothouse_protocol::fold::Sign;
use pilothouse_protocol::wire::{Malformed, Unknown};
use pilothouse_protocol::{Frame, Meaning, Message};

use crate::entry::{
    AuthStatus, Direction, EntryBody, NoticeLevel, NoticeSource, RawEntry, RawReason, ToolSummary,
};
use crate::session::Goal;
use crate::text::cut_head;
use crate::tool::ToolState;

use super::SessionFold;

impl SessionFold {
    pub(super) fn fold_output(&mut self, record: &Record) {
        let frame: Frame = Frame::parse(record.bytes.clone());
        match &frame.meaning {
            Meaning::Message(message) => self.message(message),
            Meaning::Blank => {}
            _ => self.add_raw_line(RawReason::NotJson, "", &record.bytes, Direction::Out),
        }
    }

    fn message(&mut self, message: &Message) {
        self.state.heard = true;
        self.state.liveness.observe(Sign::of(message), self.now.at);
        self.state.schedules.observe(message, self.now.at);
        self.show_schedules();
        match message {
            Message::StreamEvent(event) => self.stream_event(event),
            Message::Assistant(assistant) => self.assistant(assistant),
            Message::User(user) => self.user_side(user),
            Message::Result(result) => self.turn_result(result),
            Message::System(system) => self.system(system),
            Message::CommandLifecycle(command) => {
                self.lifecycle(command.command_uuid.as_str(), &command.state);
            }
            Message::ControlRequest(request) => {
                if let Some(id) = &request.request_id {
                    self.cli_request(id.as_str(), &request.request);
                }
            }
            Message::ControlResponse(response) => self.control_reply(response),
            Message::ControlCancelRequest(cancel) => {
                if let Some(id) = &cancel.request_id {
                    self.ask_cancelled(id.as_str());
                }
            }
            Message::Unknown(unknown) => self.unknown("", unknown),
            Message::Malformed(malformed) => self.malformed("", malformed),
            other => self.side_message(other),
        }
    }

    /// Messages beside the conversation.
    fn side_message(&mut self, message: &Message) {
        match message {
            Message::RateLimitEvent(event) => self.rate_limit(&event.rate_limit_info),
            Message::ToolProgress(progress) => {
                let seconds = progress.elapsed_time_seconds.unwrap_or_default().max(0.0) as u64;
                self.tool_elapsed(progress.tool_use_id.as_str(), seconds);
                if let Some(parent) = &progress.parent_tool_use_id {
                    self.tool_elapsed(parent.as_str(), seconds);
                }
            }
            Message::ToolUseSummary(summary) => {
                let ids = summary.preceding_tool_use_ids.iter();
                let entries = ids.filter_map(|id| self.call_entry(id.as_str())).collect();
                let text = summary.summary.clone();
                self.add(None, EntryBody::Summary(ToolSummary { text, entries }));
            }
            Message::AuthStatus(status) => {
                let status = AuthStatus {
                    authenticating: status.is_authenticating.unwrap_or_default(),
                    output: status.output.clone(),
                    error: status.error.clone(),
                };
                self.add(None, EntryBody::Auth(status));
            }
            Message::PromptSuggestion(suggestion) => {
                let text = suggestion.suggestion.clone();
                self.change_info(|info| info.prompt_suggestion = Some(text));
            }
            Message::ConversationReset(reset) => self.conversation_reset(reset),
            Message::ActiveGoal(goal) => {
                let goal = goal.value.as_ref().map(|goal| Goal {
                    condition: goal.condition.clone(),
                    iterations: goal.iterations.unwrap_or_default(),
                    last_reason: goal.last_reason.clone(),
                });
                self.change_info(|info| info.goal = goal);
            }
            Message::StreamlinedText(text) => self.add_text(None, &text.text, None),
            Message::StreamlinedToolUseSummary(summary) => {
                let text = &summary.tool_summary;
                self.add_notice(NoticeLevel::Info, text, NoticeSource::Cli, None);
            }
            // Signs of life and copies of what is written elsewhere are not shown.
            _ => {}
        }
    }

    fn tool_elapsed(&mut self, tool_use_id: &str, seconds: u64) {
        let Some(id) = self.state.call_entries.get(tool_use_id).cloned() else {
            return;
        };
        let Some(state) = self.tool(&id).map(|call| call.state) else {
            return;
        };
        if matches!(state, ToolState::Running | ToolState::Waiting) {
            self.change_tool(&id, state, |patch| patch.elapsed_seconds = Some(seconds));
        }
    }

    /// A type or subtype that this version does not know.
    pub(super) fn unknown(&mut self, family: &str, unknown: &Unknown) {
        let name = format!("{family}{}", unknown.tag);
        let line = unknown.raw.as_str().as_bytes();
        self.add_raw_text(RawReason::Unknown, &name, line, Direction::Out);
    }

    /// A known type that does not fit.
    pub(super) fn malformed(&mut self, family: &str, malformed: &Malformed) {
        let name = format!("{family}{}", malformed.tag.as_deref().unwrap_or_default());
        let line = malformed.raw.as_str().as_bytes();
        self.add_raw_text(RawReason::Malformed, &name, line, Direction::Out);
    }

    pub(super) fn add_raw(&mut self, name: &str, line: &Bytes, direction: Direction) {
        self.add_raw_line(RawReason::Unknown, name, line, direction);
    }

    pub(super) fn add_raw_line(
        &mut self,
        reason: RawReason,
        name: &str,
        line: &Bytes,
        direction: Direction,
    ) {
        self.add_raw_text(reason, name, line, direction);
    }

    fn add_raw_text(&mut self, reason: RawReason, name: &str, line: &[u8], direction: Direction) {
        let line = cut_head(&String::from_utf8_lossy(line));
        let name = name.to_owned();
        self.add(
            None,
            EntryBody::Raw(RawEntry {
                reason,
                name,
                direction,
                line,
            }),
        );
    }
}
