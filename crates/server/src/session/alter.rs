//! What is altered about a session: its name, its mode, its model and the like.

use std::time::Duration;

use pilothouse_api::session::{SessionSummary, UpdateSession};
use pilothouse_log::{Archived, LookedAt, Note, Renamed, Who};
use pilothouse_protocol::command::CliVersion;
use serde_json::{Map, Value, json};

use super::commands::answer;
use super::flags::with_budget;
use super::hello::SILENT;
use super::queue::unique;
use super::task::Task;
use super::{Input, Reply, SessionHandle};
use crate::problem::Problem;
use crate::wishes::BYPASS;

/// How long somebody waits for what the CLI says to a change.
const ANSWER: Duration = Duration::from_secs(20);

/// The request that lays settings over those of the files.
const FLAG_SETTINGS: &str = "apply_flag_settings";

/// A setting that a running CLI is asked to take; later ones get it by their flags.
pub(crate) struct Change {
    name: &'static str,
    value: Value,
    subtype: &'static str,
    request: Value,
}

impl Change {
    /// What an update asks of the CLI.
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
    fn is_for_the_next(&self, running: Option<CliVersion>) -> bool {
        let bypasses = self.name == "permissionMode" && self.value == BYPASS;
        let is_silent = running.is_some_and(|version| version <= SILENT);
        bypasses || (self.subtype == FLAG_SETTINGS && is_silent)
    }
}

impl SessionHandle {
    /// Alters a session. The CLI is asked first, for one thing after the other; the first that it refuses ends it.
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
            answered.map_err(|_| unanswered())??;
        }
        let update = Box::new(update);
        self.ask(|reply| Input::Update { update, who, reply }).await
    }
}

fn unanswered() -> Problem {
    Problem::conflict("unanswered", "The CLI has not answered yet.")
        .detail("The change holds as soon as it agrees. If it does not, restart the session.")
}

impl Task {
    /// Changes a setting: in the running process, if there is one, and for every later one. What the process refuses
    /// is not kept.
    pub(super) async fn change(&mut self, change: Change, who: Who, reply: Reply<Value>) {
        let version = self.view().info.version.as_deref();
        let is_for_the_next = change.is_for_the_next(version.and_then(|text| text.parse().ok()));
        let Change {
            name,
            value,
            subtype,
            request,
        } = change;
        if self.is_ready() && !is_for_the_next {
            let keep = Some((name, value));
            return self.ask_cli(subtype, request, keep, who, reply).await;
        }
        let mut done = self.set(name, value, who.clone()).await;
        if done.is_ok() && self.is_ready() {
            // Whether this process takes it as well is not promised, so nobody waits for its answer.
            done = self.request(subtype, request, who, None).await;
        }
        answer(reply, done.map(|()| Value::Null));
    }

    /// Notes that the end of a turn was visible. Each turn is noted once, whatever devices report.
    pub(super) async fn look_at(&mut self, turns: u32, who: Who) -> Result<(), Problem> {
        let turns = turns.min(self.view().usage.turns);
        if !self.projection.is_news(turns) {
            return Ok(());
        }
        let extra = Map::new();
        let note = Note::LookedAt(LookedAt { turns, extra });
        self.note(&unique(), who, note).await.map(drop)
    }

    /// Alters what the host alone knows of.
    pub(super) async fn update(
        &mut self,
        update: UpdateSession,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        if let Some(title) = update.title {
            let name = Some(title).filter(|title| !title.trim().is_empty());
            let extra = Map::new();
            let note = Note::Renamed(Renamed {
                name: name.clone(),
                extra,
            });
            self.note(&unique(), who.clone(), note).await?;
            if let Some(name) = name {
                self.rename_conversation(name.trim(), who.clone()).await;
            }
        }
        if let Some(archived) = update.archived {
            let extra = Map::new();
            let note = Note::Archived(Archived { archived, extra });
            self.note(&unique(), who.clone(), note).await?;
        }
        if let Some(pinned) = update.pinned {
            self.set("pinned", json!(pinned), who.clone()).await?;
        }
        if let Some(budget) = update.budget_usd {
            let budget = Some(budget).filter(|budget| *budget > 0.0);
            self.set("budgetUsd", json!(budget), who.clone()).await?;
        }
        if let Some(go_on) = update.continue_after_limit {
            self.set("continueAfterLimit", json!(go_on), who.clone())
                .await?;
        }
        if let Some(budget) = update.cli_budget_usd {
            let flags = with_budget(&self.projection.settings.texts("flags"), budget);
            self.set("flags", json!(flags), who).await?;
        }
        Ok(self.summary())
    }
}
