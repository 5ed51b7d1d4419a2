//! Whether a process starts with its project's settings, and who decides that.

use std::sync::Arc;

use pilothouse_api::project::ProjectSettingsState;
use pilothouse_api::session::{Lifecycle, SessionSummary};
use pilothouse_log::Who;
use serde_json::{Value, json};

use super::command::Project;
use super::task::Task;
use crate::problem::Problem;
use crate::trust::{self, Place, Verdict};

/// The setting that keeps a person's choice, and its only value.
pub(crate) const PROJECT_SETTINGS: &str = "projectSettings";
pub(crate) const LEAVE_OUT: &str = "leaveOut";

impl Task {
    /// How the next process starts. Fails when a person must decide first.
    pub(super) async fn project_settings(&mut self) -> Result<Project, Problem> {
        self.trust_seen = self.shared.trust_version();
        let shared = self.shared.clone();
        let project = self
            .projection
            .settings
            .text("project")
            .unwrap_or_default()
            .to_owned();
        let directory = self.projection.directory().to_owned();
        let added = self.projection.settings.added_directories();
        let left_out = self.projection.settings.text(PROJECT_SETTINGS) == Some(LEAVE_OUT);
        let checked = tokio::task::spawn_blocking(move || {
            let place = Place {
                project: &project,
                directory: &directory,
                added: &added,
            };
            trust::verdict(&shared.store, &shared.config, &place, left_out)
        });
        let verdict = checked.await.map_err(Problem::internal)??;
        self.attests_trust = matches!(verdict, Verdict::Accepted);
        match verdict {
            Verdict::Use | Verdict::Accepted => Ok(Project::Used),
            Verdict::LeaveOut => Ok(Project::LeftOut),
            Verdict::Ask(report) => Err(trust::required(*report)),
        }
    }

    /// Remembers whether a start waits for a decision.
    pub(super) fn see_trust(&mut self, started: Result<&(), &Problem>) {
        self.undecided = started.is_err_and(Problem::is_trust_question);
        self.trust_told &= self.undecided;
    }

    /// Starts a session that waited, when its project was accepted elsewhere.
    pub(super) async fn check_trust(&mut self) {
        let is_news = self.trust_seen != self.shared.trust_version();
        if !self.undecided || !is_news || self.runner.is_some() {
            return;
        }
        if let Err(problem) = self.wake("the project was trusted").await {
            self.tell_trouble("cannotWake", &problem).await;
        }
    }

    /// Starts or restarts the process as a person decided.
    pub(super) async fn decide_project_settings(
        &mut self,
        leave_out: bool,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let choice = if leave_out {
            json!(LEAVE_OUT)
        } else {
            Value::Null
        };
        self.set(PROJECT_SETTINGS, choice, who.clone()).await?;
        let action = match &self.runner {
            Some(_) if self.projection.settings.left_out == leave_out => return Ok(self.summary()),
            Some(_) => Lifecycle::Restart,
            None => Lifecycle::Wake,
        };
        self.lifecycle(action, who).await
    }

    pub(super) fn project_settings_state(&self) -> Option<ProjectSettingsState> {
        if self.undecided {
            return Some(ProjectSettingsState::Undecided);
        }
        let left_out = self.projection.settings.left_out;
        left_out.then_some(ProjectSettingsState::LeftOut)
    }

    /// Keeps what an answer makes the CLI write into the project from asking again.
    pub(super) async fn accept_own_writes(&self, updates: Option<&Value>) {
        let updates = updates.and_then(Value::as_array);
        let Some(updates) = updates.filter(|updates| !updates.is_empty()).cloned() else {
            return;
        };
        let project = self.projection.settings.text("project").unwrap_or_default();
        let (project, directory) = (project.to_owned(), self.projection.directory().to_owned());
        let store = Arc::clone(&self.shared.store);
        let accepted = tokio::task::spawn_blocking(move || {
            let place = Place {
                project: &project,
                directory: &directory,
                added: &[],
            };
            trust::accept_updates(&store, &place, &updates)
        });
        let accepted = accepted.await.map_err(Problem::internal);
        if let Err(problem) = accepted.and_then(|accepted| accepted) {
            tracing::warn!(session = %self.id, %problem, "the next start will ask about a rule that was just saved");
        }
    }
}
