//! What the CLI says in a line.

use pilothouse_protocol::system::{InformationLevel, Informational, PromptOutcome, SystemMessage};
use serde_json::Value;

use crate::entry::{Delivery, EntryBody, Notice, NoticeLevel, NoticeSource};
use crate::id::EntryId;
use crate::json::Json;

use super::SessionFold;

impl SessionFold {
    /// Messages that are shown as a line.
    pub(super) fn system_notice(&mut self, message: &SystemMessage) {
        use NoticeLevel::{Info, Notice as Say, Warning};
        use NoticeSource::{Cli, Hook, Memory, Model, Plugin, Task, Vcs};
        let join = |parts: &[Option<&String>]| {
            parts
                .iter()
                .flatten()
                .map(|part| part.as_str())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let (level, source, text, tag) = match message {
            SystemMessage::Notification(notice) => {
                let source = if notice.key.contains("hook") {
                    Hook
                } else {
                    Cli
                };
                (Say, source, notice.text.clone(), Some(notice.key.clone()))
            }
            SystemMessage::ModelFallback(change) => {
                (Say, Model, change.content.clone().unwrap_or_default(), None)
            }
            SystemMessage::ModelRefusalFallback(change) => {
                let uuids = change.retracted_message_uuids.iter();
                self.retract(
                    uuids
                        .map(|uuid| uuid.as_str())
                        .collect::<Vec<_>>()
                        .into_iter(),
                );
                (Say, Model, change.content.clone().unwrap_or_default(), None)
            }
            SystemMessage::ModelRefusalNoFallback(change) => (
                Warning,
                Model,
                change.content.clone().unwrap_or_default(),
                None,
            ),
            SystemMessage::MemoryRecall(recall) => {
                let paths = recall
                    .memories
                    .iter()
                    .filter_map(|memory| memory.path.as_deref());
                (Info, Memory, paths.collect::<Vec<_>>().join(", "), None)
            }
            SystemMessage::PluginInstall(install) => {
                let level = if install.error.is_some() {
                    Warning
                } else {
                    Info
                };
                let status = install.status.as_str().to_owned();
                let text = join(&[install.name.as_ref(), Some(&status), install.error.as_ref()]);
                (level, Plugin, text, None)
            }
            SystemMessage::CodeChangePublished(change) => (
                Info,
                Vcs,
                join(&[change.action.as_ref(), change.url.as_ref()]),
                None,
            ),
            SystemMessage::VcsStateChanged(change) => {
                let kind = change.kind.as_str().to_owned();
                (
                    Info,
                    Vcs,
                    join(&[Some(&kind), change.branch.as_ref()]),
                    None,
                )
            }
            SystemMessage::SessionWritesLost(lost) => {
                let text = lost.error_code.clone().unwrap_or_default();
                (Warning, Cli, text, Some("session_writes_lost".to_owned()))
            }
            SystemMessage::MirrorError(error) => (Warning, Cli, error.error.clone(), None),
            SystemMessage::WorkerShuttingDown(end) => {
                (Say, Cli, end.reason.clone().unwrap_or_default(), None)
            }
            SystemMessage::TurnPreempted(turn) => (
                Info,
                Cli,
                turn.reason.clone().unwrap_or_default(),
                Some("turn_preempted".to_owned()),
            ),
            SystemMessage::PeerMessageHold(hold) => {
                let state = hold.state.as_str().to_owned();
                (
                    Say,
                    Task,
                    join(&[Some(&state), hold.from_name.as_ref().or(hold.from.as_ref())]),
                    None,
                )
            }
            SystemMessage::FileAttachmentsMissing(missing) => {
                let names = missing.missing.iter().map(|one| one.file_uuid.as_str());
                (
                    Warning,
                    Cli,
                    names.collect::<Vec<_>>().join(", "),
                    Some("file_attachments_missing".to_owned()),
                )
            }
            SystemMessage::FeedbackDraftQueued(draft) => (
                Info,
                Cli,
                draft.title.clone().unwrap_or_default(),
                Some("feedback_draft".to_owned()),
            ),
            SystemMessage::ApiError(error) => {
                let text = error
                    .error
                    .as_ref()
                    .map(|raw| raw.to_string())
                    .unwrap_or_default();
                (Warning, Cli, text, Some("api_error".to_owned()))
            }
            SystemMessage::LocalCommand(command) => {
                return self.command_output(command.content.as_deref().unwrap_or_default(), false);
            }
            SystemMessage::MicrocompactBoundary(boundary) => {
                let text = boundary.content.clone().unwrap_or_default();
                (Info, Cli, text, Some("microcompact".to_owned()))
            }
            // Numbers, drawing orders and signs of life have no line of their own.
            _ => return,
        };
        self.add_notice(level, &text, source, tag);
    }

    pub(super) fn add_notice(
        &mut self,
        level: NoticeLevel,
        text: &str,
        source: NoticeSource,
        tag: Option<String>,
    ) -> EntryId {
        let text = text.to_owned();
        let notice = Notice {
            level,
            text,
            source,
            tag,
            entry: None,
            detail: None,
        };
        self.add(None, EntryBody::Notice(notice))
    }

    pub(super) fn informational(&mut self, info: &Informational) {
        if let Some(outcome) = &info.prompt_submit_outcome {
            let blocked = matches!(
                outcome.kind,
                Some(
                    PromptOutcome::BlockedByHook
                        | PromptOutcome::DroppedByHook
                        | PromptOutcome::NotPassedOn
                )
            );
            if blocked {
                self.block_prompt(outcome.reason.clone());
            }
        }
        let level = match &info.level {
            Some(InformationLevel::Notice) => NoticeLevel::Notice,
            Some(InformationLevel::Suggestion) => NoticeLevel::Suggestion,
            Some(InformationLevel::Warning) => NoticeLevel::Warning,
            _ => NoticeLevel::Info,
        };
        let hooked = info.prompt_submit_outcome.is_some() || info.hook_no_verdict.is_some();
        let restriction = info.model_restriction.as_ref();
        let detail = restriction.map(|restriction| {
            let pairs = [
                ("requestedModel", restriction.requested_model.clone()),
                ("effectiveModel", restriction.effective_model.clone()),
            ];
            let map = pairs
                .into_iter()
                .filter_map(|(key, value)| Some((key.to_owned(), Value::from(value?))));
            Json(Value::Object(map.collect()))
        });
        let source = match (
            restriction.is_some(),
            hooked || is_hook_tag(info.tag.as_deref()),
        ) {
            (true, _) => NoticeSource::Model,
            (false, true) => NoticeSource::Hook,
            (false, false) => NoticeSource::Cli,
        };
        self.state.turn.shown = Some(super::state::hash(&info.content));
        let notice = Notice {
            level,
            text: info.content.clone(),
            source,
            tag: info.tag.clone(),
            entry: info
                .tool_use_id
                .as_ref()
                .and_then(|id| self.call_entry(id.as_str())),
            detail,
        };
        self.add(None, EntryBody::Notice(notice));
    }

    /// A hook refused the prompt: its text goes back to whoever sent it.
    fn block_prompt(&mut self, reason: Option<String>) {
        self.state.turn.blocked = true;
        let mut ids = self.state.turn.messages.clone();
        ids.extend(self.state.upcoming.iter().cloned());
        if ids.is_empty() {
            ids.extend(self.open_messages().next().map(|entry| entry.id.clone()));
        }
        for id in ids {
            self.deliver(
                &id,
                Delivery::Blocked {
                    reason: reason.clone(),
                },
            );
        }
    }
}

fn is_hook_tag(tag: Option<&str>) -> bool {
    tag.is_some_and(|tag| tag.starts_with("hook"))
}
