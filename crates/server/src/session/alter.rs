//! What is altered about a session: its name, its mode, its model and the like.

use pilothouse_protocol::log::{Archived, Note, Renamed, Who};
use pilothouse_view::api::session::{SessionSummary, UpdateSession};
use serde_json::{Map, Value, json};

use super::flags::with_budget;
use super::queue::unique;
use super::task::Task;
use crate::problem::Problem;

impl Task {
    pub(super) async fn update(
        &mut self,
        update: UpdateSession,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        if let Some(title) = update.title {
            let name = Some(title).filter(|title| !title.trim().is_empty());
            let extra = Map::new();
            let note = Note::Renamed(Renamed { name, extra });
            self.note(&unique(), who.clone(), note).await?;
        }
        if let Some(archived) = update.archived {
            let extra = Map::new();
            let note = Note::Archived(Archived { archived, extra });
            self.note(&unique(), who.clone(), note).await?;
        }
        if let Some(mode) = update.permission_mode {
            let request = json!({"mode": mode});
            let value = Value::from(mode);
            self.change(
                "permissionMode",
                value,
                "set_permission_mode",
                request,
                &who,
            )
            .await?;
        }
        if let Some(model) = update.model {
            let request = json!({"model": model});
            let value = Value::from(model);
            self.change("model", value, "set_model", request, &who)
                .await?;
        }
        let settings = [
            ("effort", "effortLevel", update.effort.map(Value::from)),
            (
                "outputStyle",
                "outputStyle",
                update.output_style.map(Value::from),
            ),
            (
                "thinking",
                "alwaysThinkingEnabled",
                update.thinking.map(Value::from),
            ),
            ("fastMode", "fastMode", update.fast_mode.map(Value::from)),
        ];
        for (name, key, wanted) in settings {
            let Some(value) = wanted else { continue };
            let request = json!({"settings": {key: value}});
            self.change(name, value, "apply_flag_settings", request, &who)
                .await?;
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
            let flags = with_budget(&self.settings.texts("flags"), budget);
            self.set("flags", json!(flags), who).await?;
        }
        Ok(self.summary())
    }

    /// Changes a setting: in the running process at once, if there is one, and for every later one by its flags.
    async fn change(
        &mut self,
        name: &str,
        value: Value,
        subtype: &str,
        request: Value,
        who: &Who,
    ) -> Result<(), Problem> {
        self.set(name, value, who.clone()).await?;
        if self.is_ready() {
            self.request(subtype, request, who.clone(), None).await?;
        }
        Ok(())
    }
}
