//! Updates of a session: its title, mode, model and similar settings.

use std::time::Duration;

use pilothouse_api::session::{SessionSummary, UpdateSession};
use pilothouse_log::Who;
use pilothouse_protocol::command::CliVersion;
use serde_json::{Value, json};

use super::hello::SILENT;
use super::{Input, Refusal, SessionHandle};
use crate::problem::Problem;
use crate::validate::BYPASS;

/// How long the CLI may take to answer a change.
const ANSWER: Duration = Duration::from_secs(20);

/// The request that overrides settings of the files.
const FLAG_SETTINGS: &str = "apply_flag_settings";

/// A setting that the running CLI must accept; later processes get it by a flag.
pub(crate) struct Change {
    pub(super) name: &'static str,
    pub(super) value: Value,
    pub(super) subtype: &'static str,
    pub(super) request: Value,
}

impl Change {
    /// Returns the changes of an update that the CLI must accept.
    fn all_of(update: &UpdateSession) -> Vec<Self> {
        let mut changes = Vec::new();
        let mut add = |name, value: Option<Value>, subtype, request: fn(&Value) -> Value| {
            changes.extend(value.map(|value| Self {
                name,
                request: request(&value),
                value,
                subtype,
            }));
        };
        // An empty name leaves the choice to the CLI.
        let text = |text: &Option<String>| {
            text.as_deref().map(|text| match text {
                "" => Value::Null,
                text => Value::from(text),
            })
        };
        let mode = text(&update.permission_mode);
        add(
            "permissionMode",
            mode,
            "set_permission_mode",
            |mode| json!({"mode": mode}),
        );
        let model = text(&update.model);
        add("model", model, "set_model", |model| json!({"model": model}));
        let flags = FLAG_SETTINGS;
        let effort = text(&update.effort);
        add(
            "effort",
            effort,
            flags,
            |level| json!({"settings": {"effortLevel": level}}),
        );
        let style = text(&update.output_style);
        add(
            "outputStyle",
            style,
            flags,
            |style| json!({"settings": {"outputStyle": style}}),
        );
        let thinking = update.thinking.map(Value::from);
        add(
            "thinking",
            thinking,
            flags,
            |on| json!({"settings": {"alwaysThinkingEnabled": on}}),
        );
        let fast = update.fast_mode.map(Value::from);
        add(
            "fastMode",
            fast,
            flags,
            |on| json!({"settings": {"fastMode": on}}),
        );
        changes
    }

    /// Whether a process that was started without it may leave this out.
    pub(super) fn is_for_the_next(&self, running: Option<CliVersion>) -> bool {
        let bypasses = self.name == "permissionMode" && self.value == BYPASS;
        let is_silent = running.is_some_and(|version| version <= SILENT);
        bypasses || (self.subtype == FLAG_SETTINGS && is_silent)
    }
}

impl SessionHandle {
    /// Updates a session. Changes go to the CLI first, one at a time; the first that it rejects ends the update.
    pub(crate) async fn update(
        &self,
        update: UpdateSession,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        for change in Change::all_of(&update) {
            let by = who.clone();
            let asked = self.ask(|reply| Input::Change {
                change: Box::new(change),
                who: by,
                reply,
            });
            let answered = tokio::time::timeout(ANSWER, asked).await;
            answered.map_err(|_| Refusal::Unanswered)??;
        }
        let update = Box::new(update);
        self.ask(|reply| Input::Update { update, who, reply }).await
    }
}
