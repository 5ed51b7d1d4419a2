//! What a start needs to know of the machine it happens on: the conversation, the trust of the project, the CLI.

use super::Refusal;
use super::Shared;
use super::command::{Conversation, Project};
use super::history::{self, History};
use super::input::Prepared;
use super::project::{LEAVE_OUT, PROJECT_SETTINGS};
use super::projection::Projection;
use crate::problem::Problem;
use crate::trust::{self, Place, Verdict};

/// A start that is being prepared, with the session as it was when it began.
pub(super) struct Preparation {
    pub(super) shared: Shared,
    pub(super) id: String,
    pub(super) projection: Projection,
}

impl Preparation {
    pub(super) async fn run(self) -> Result<Prepared, Problem> {
        let conversation = self.conversation().await?;
        let (project, attests_trust) = self.project_settings().await?;
        let (config, missing) = self.runner_config(&conversation, project).await?;
        Ok(Prepared {
            config,
            missing,
            attests_trust,
        })
    }

    /// Which conversation a process is to continue. What is not there any more is not continued silently.
    async fn conversation(&self) -> Result<Conversation, Problem> {
        let fresh = || uuid::Uuid::new_v4().to_string();
        let epoch = f64::from(self.projection.view().liveness.epoch);
        let set_now =
            |name: &str| self.projection.settings.number(name).unwrap_or_default() == epoch;
        let imported = self
            .projection
            .settings
            .text("resume")
            .filter(|_| set_now("resumeEpoch"));
        if let (Some(from), true) = (imported, self.projection.settings.flag("fork")) {
            return Ok(Conversation::Fork {
                from: from.to_owned(),
                at: self.projection.settings.text("resumeAt").map(str::to_owned),
                id: fresh(),
            });
        }
        let known = imported.or(self.projection.settings.cli_session_id.as_deref());
        let is_fresh =
            self.projection.settings.value("freshEpoch").is_some() && set_now("freshEpoch");
        let forgets = self
            .projection
            .settings
            .texts("flags")
            .contains(&"--no-session-persistence");
        let Some(id) = known.filter(|_| !is_fresh && !forgets).map(str::to_owned) else {
            return Ok(Conversation::New(fresh()));
        };
        let last = self
            .projection
            .settings
            .last_uuid
            .clone()
            .filter(|_| imported.is_none());
        let expected = last.is_some() || imported.is_some();
        let looked = {
            let id = id.clone();
            tokio::task::spawn_blocking(move || history::look(&id, last.as_deref()))
        };
        match looked.await.map_err(Problem::internal)? {
            History::Whole => Ok(Conversation::Resume(id)),
            // Nothing was said in it that ended: there is nothing to remember.
            History::Absent if !expected => Ok(Conversation::New(fresh())),
            History::Absent => Err(Refusal::HistoryMissing.into()),
            History::Short => Err(Refusal::HistoryShort.into()),
            History::Held(pid) => Err(Refusal::HeldElsewhere(pid).into()),
        }
    }

    /// How the next process starts, and whether a person accepted what the project runs. Fails when a person must decide first.
    async fn project_settings(&self) -> Result<(Project, bool), Problem> {
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
        match verdict {
            Verdict::Use => Ok((Project::Used, false)),
            Verdict::Accepted => Ok((Project::Used, true)),
            Verdict::LeaveOut => Ok((Project::LeftOut, false)),
            Verdict::Ask(report) => Err(trust::required(*report)),
        }
    }
}
