//! What the CLI says about the session: `system` messages.

use pilothouse_protocol::message::{ConversationReset, ResetTrigger};
use pilothouse_protocol::system::{
    ApiRetry, CompactBoundary, CompactResult, HookOutcome, HookProgress, HookResponse, HookStarted,
    InformationLevel, Informational, PermissionDenied, PromptOutcome, Status, StatusKind,
    SystemMessage,
};
use serde_json::Value;

use crate::change::Change;
use crate::entry::{
    BoundaryReason, Compaction, CompactionState, Delivery, EntryBody, HookRun, HookState, Notice,
    NoticeLevel, NoticeSource, Retry,
};
use crate::id::EntryId;
use crate::json::Json;
use crate::text::{cut_head, cut_output};
use crate::tool::{Decision, DecisionBy};

use super::SessionFold;

impl SessionFold {
    pub(super) fn system(&mut self, message: &SystemMessage) {
        match message {
            SystemMessage::Init(init) => self.init(init),
            SystemMessage::Status(status) => self.status(status),
            SystemMessage::ApiRetry(retry) => self.api_retry(retry),
            SystemMessage::ThinkingTokens(thought) => {
                let id = self.state.thinking.clone();
                if let (Some(id), Some(tokens)) = (id, thought.estimated_tokens) {
                    self.emit(Change::ThinkingTokens { id, tokens });
                }
            }
            SystemMessage::TaskStarted(task) => self.task_started(task),
            SystemMessage::TaskUpdated(task) => self.task_updated(task),
            SystemMessage::TaskProgress(task) => self.task_progress(task),
            SystemMessage::TaskNotification(task) => self.task_notification(task),
            SystemMessage::BackgroundTasksChanged(tasks) => self.background_tasks(tasks),
            SystemMessage::CompactBoundary(boundary) => self.compact_boundary(boundary),
            SystemMessage::LocalCommandOutput(output) => {
                self.command_output(&output.content, false)
            }
            SystemMessage::HookStarted(hook) => self.hook_started(hook),
            SystemMessage::HookProgress(hook) => self.hook_progress(hook),
            SystemMessage::HookResponse(hook) => self.hook_response(hook),
            SystemMessage::PermissionDenied(denied) => self.permission_denied(denied),
            SystemMessage::Informational(info) => self.informational(info),
            SystemMessage::CommandsChanged(changed) => self.commands_changed(&changed.commands),
            SystemMessage::SessionTitleChanged(title) => self.cli_title(&title.title),
            SystemMessage::Unknown(unknown) => self.unknown("system/", unknown),
            SystemMessage::Malformed(malformed) => self.malformed("system/", malformed),
            other => self.system_notice(other),
        }
    }

    /// Messages that are shown as a line.
    fn system_notice(&mut self, message: &SystemMessage) {
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

    fn status(&mut self, status: &Status) {
        if let Some(mode) = &status.permission_mode {
            let mode = mode.as_str().to_owned();
            self.change_info(|info| info.permission_mode = Some(mode));
        }
        let compacting = status.status == Some(StatusKind::Compacting);
        if compacting && self.state.compaction.is_none() {
            let id = self.add(
                None,
                EntryBody::Compaction(compaction(CompactionState::Running)),
            );
            self.state.compaction = Some(id);
        }
        if status.compact_result == Some(CompactResult::Failed) {
            let error = status.compact_error.clone();
            self.change_compaction(|one| {
                one.state = CompactionState::Failed;
                one.error = error;
            });
            self.state.compaction = None;
            self.touched = true;
        }
    }

    fn compact_boundary(&mut self, boundary: &CompactBoundary) {
        if self.state.compaction.is_none() {
            let id = self.add(
                None,
                EntryBody::Compaction(compaction(CompactionState::Running)),
            );
            self.state.compaction = Some(id);
        }
        let metadata = boundary.compact_metadata.as_deref();
        let kept = metadata.and_then(|metadata| metadata.preserved_messages.as_ref());
        let kept = kept.map(|kept| u32::try_from(kept.uuids.len()).unwrap_or(u32::MAX));
        self.change_compaction(|one| {
            one.state = CompactionState::Done;
            one.kept_messages = kept;
            let Some(metadata) = metadata else { return };
            one.trigger = metadata
                .trigger
                .as_ref()
                .map(|trigger| trigger.as_str().to_owned());
            one.tokens_before = metadata.pre_tokens;
            one.tokens_after = metadata.post_tokens;
            one.duration_ms = metadata.duration_ms;
        });
    }

    /// Whether this text is the summary that a compaction left.
    pub(super) fn awaits_summary(
        &self,
        message: &pilothouse_protocol::message::UserSideMessage,
    ) -> bool {
        let open = self.state.compaction.as_ref().and_then(|id| self.open(id));
        let waits = matches!(open.map(|entry| &entry.body),
            Some(EntryBody::Compaction(one)) if one.state == CompactionState::Done && one.summary.is_none());
        waits && message.is_synthetic == Some(true)
    }

    pub(super) fn compaction_summary(&mut self, text: &str) {
        let summary = cut_head(text);
        self.change_compaction(|one| one.summary = Some(summary));
        self.end_compaction();
    }

    /// Nothing more is said about the compaction.
    pub(super) fn end_compaction(&mut self) {
        let Some(id) = self.state.compaction.clone() else {
            return;
        };
        let running = matches!(self.open(&id).map(|entry| &entry.body),
            Some(EntryBody::Compaction(one)) if one.state == CompactionState::Running);
        if running {
            // CLIs before the newer ones end a compaction without a word when it failed.
            self.change_compaction(|one| one.state = CompactionState::Failed);
        }
        self.state.compaction = None;
        self.touched = true;
    }

    fn change_compaction(&mut self, alter: impl FnOnce(&mut Compaction)) {
        let Some(id) = self.state.compaction.clone() else {
            return;
        };
        self.set_body(&id, |body| {
            if let EntryBody::Compaction(one) = body {
                alter(one);
            }
        });
    }

    fn api_retry(&mut self, retry: &ApiRetry) {
        let number =
            |value: Option<u64>| u32::try_from(value.unwrap_or_default()).unwrap_or(u32::MAX);
        let entry = Retry {
            attempt: number(retry.attempt),
            max_retries: number(retry.max_retries),
            delay_ms: retry.retry_delay_ms.unwrap_or_default(),
            status: retry.error_status,
            error: retry
                .error
                .as_ref()
                .map_or("unknown", |error| error.as_str())
                .to_owned(),
            over: false,
        };
        self.state.retry_at = self.now.at.saturating_add(entry.delay_ms);
        match self.state.retry.clone() {
            Some(id) => self.set_body(&id, |body| *body = EntryBody::Retry(entry)),
            None => {
                let id = self.add(None, EntryBody::Retry(entry));
                self.state.retry = Some(id);
            }
        }
    }

    pub(super) fn end_retry(&mut self) {
        if let Some(id) = self.state.retry.take() {
            self.set_body(&id, |body| {
                if let EntryBody::Retry(retry) = body {
                    retry.over = true;
                }
            });
        }
    }

    fn hook_started(&mut self, hook: &HookStarted) {
        let run = HookRun {
            name: hook.hook_name.clone().unwrap_or_default(),
            event: hook
                .hook_event
                .as_ref()
                .map(|event| event.as_str().to_owned())
                .unwrap_or_default(),
            state: HookState::Running,
            stdout: cut_output(""),
            stderr: cut_output(""),
            exit_code: None,
            ended_at: None,
        };
        let id = self.add(None, EntryBody::Hook(run));
        self.state.hooks.insert(hook.hook_id.clone(), id);
    }

    fn hook_progress(&mut self, hook: &HookProgress) {
        let Some(id) = self.state.hooks.get(&hook.hook_id).cloned() else {
            return;
        };
        let (stdout, stderr) = (hook.stdout.as_deref(), hook.stderr.as_deref());
        self.set_body(&id, |body| {
            if let EntryBody::Hook(run) = body {
                run.stdout = cut_output(stdout.unwrap_or_default());
                run.stderr = cut_output(stderr.unwrap_or_default());
            }
        });
    }

    fn hook_response(&mut self, hook: &HookResponse) {
        let Some(id) = self.state.hooks.remove(&hook.hook_id) else {
            return;
        };
        let at = self.now.at;
        self.set_body(&id, |body| {
            if let EntryBody::Hook(run) = body {
                run.state = match &hook.outcome {
                    Some(HookOutcome::Error) => HookState::Error,
                    Some(HookOutcome::Cancelled) => HookState::Cancelled,
                    _ => HookState::Success,
                };
                run.stdout = cut_output(hook.stdout.as_deref().unwrap_or_default());
                run.stderr = cut_output(hook.stderr.as_deref().unwrap_or_default());
                run.exit_code = hook.exit_code;
                run.ended_at = Some(at);
            }
        });
    }

    /// Hooks that were running when the process ended.
    pub(super) fn cancel_hooks(&mut self) {
        for id in std::mem::take(&mut self.state.hooks).into_values() {
            self.set_body(&id, |body| {
                if let EntryBody::Hook(run) = body {
                    run.state = HookState::Cancelled;
                }
            });
        }
    }

    /// A call was denied without asking anyone.
    fn permission_denied(&mut self, denied: &PermissionDenied) {
        let by = match denied
            .decision_reason_type
            .as_ref()
            .map(|kind| kind.as_str())
        {
            Some("hook") => DecisionBy::Hook,
            Some("classifier") => DecisionBy::Classifier,
            Some("asyncAgent" | "permissionPromptTool") => DecisionBy::Nobody,
            _ => DecisionBy::Settings,
        };
        let decision = Decision {
            allowed: false,
            by,
            who: None,
            message: denied
                .decision_reason
                .clone()
                .or_else(|| denied.message.clone()),
            source: None,
            reason_type: denied
                .decision_reason_type
                .as_ref()
                .map(|kind| kind.as_str().to_owned()),
            remembered: Vec::new(),
        };
        let Some(id) = self
            .state
            .call_entries
            .get(denied.tool_use_id.as_str())
            .cloned()
        else {
            return;
        };
        let Some(state) = self.tool(&id).map(|call| call.state) else {
            return;
        };
        let mut change = self.tool_change(&id, state);
        if let Change::ToolChanged { decision: new, .. } = &mut change {
            *new = Some(decision);
        }
        self.emit(change);
    }

    fn informational(&mut self, info: &Informational) {
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

    pub(super) fn conversation_reset(&mut self, reset: &ConversationReset) {
        let reason = match &reset.trigger {
            Some(ResetTrigger::Clear) => BoundaryReason::Cleared,
            _ => BoundaryReason::Reset,
        };
        self.state.reset = Some(reason);
        self.state.costs.reset();
        self.state.reported_models.clear();
        let uuid = reset.user_message_uuid.as_ref();
        if let Some(id) = uuid.and_then(|uuid| self.open_message(uuid.as_str())) {
            self.take_up(&id);
        }
    }
}

fn is_hook_tag(tag: Option<&str>) -> bool {
    tag.is_some_and(|tag| tag.starts_with("hook"))
}

fn compaction(state: CompactionState) -> Compaction {
    Compaction {
        state,
        trigger: None,
        tokens_before: None,
        tokens_after: None,
        duration_ms: None,
        kept_messages: None,
        summary: None,
        error: None,
    }
}
