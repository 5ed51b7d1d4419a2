//! What the CLI says about the session: `system` messages.

use pilothouse_protocol::message::{ConversationReset, ResetTrigger};
use pilothouse_protocol::system::{
    ApiRetry, CompactResult, PermissionDenied, Status, StatusKind, SystemMessage,
};

use crate::change::Change;
use crate::entry::{BoundaryReason, CompactionState, EntryBody, Retry};

use crate::tool::{Decision, DecisionBy};

use super::SessionFold;
use super::compaction::compaction;

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
        self.change_tool(&id, state, |patch| patch.decision = Some(decision));
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
