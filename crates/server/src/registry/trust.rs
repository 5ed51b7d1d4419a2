//! Decisions about the settings of projects: before a session is made, and while one waits.

use pilothouse_api::project::{ProjectSettings, TrustReport, TrustState};
use pilothouse_api::session::{CreateSession, SessionSummary};
use pilothouse_log::Who;

use super::{Registry, blocking};
use crate::problem::Problem;
use crate::session::Input;
use crate::trust::{self, Place, Verdict};

impl Registry {
    /// Makes sure that a person decided about the project's settings before anything is made.
    pub(super) async fn settle_trust(&self, create: &CreateSession) -> Result<(), Problem> {
        let choice = create.project_settings.clone();
        let shared = self.shared.clone();
        self.at_project(create, move |place| match choice {
            Some(ProjectSettings::Use(shown)) => shared.accept(place, &shown),
            Some(ProjectSettings::LeaveOut) => Ok(()),
            None => match trust::verdict(&shared.store, &shared.config, place, false)? {
                Verdict::Ask(report) => Err(trust::required(*report)),
                Verdict::Use | Verdict::Accepted | Verdict::LeaveOut => Ok(()),
            },
        })
        .await
    }

    /// Whether everything that a new session would use was accepted before.
    pub(crate) async fn accepts_nothing_new(
        &self,
        create: &CreateSession,
    ) -> Result<bool, Problem> {
        let shared = self.shared.clone();
        let reported = self.at_project(create, move |place| trust::report(&shared.store, place));
        Ok(reported.await?.state == TrustState::Trusted)
    }

    /// Does something that blocks with the place of a new session.
    async fn at_project<T: Send + 'static>(
        &self,
        create: &CreateSession,
        work: impl FnOnce(&Place<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let project = create.project.clone();
        let mut added = create.directories.clone();
        let flags: Vec<&str> = create.flags.iter().map(String::as_str).collect();
        added.extend(trust::added_by(&flags));
        blocking(move || {
            work(&Place {
                project: &project,
                directory: &project,
                added: &added,
            })
        })
        .await
    }

    /// What the directory of a session would run.
    pub(crate) async fn trust_report(&self, id: &str) -> Result<TrustReport, Problem> {
        let shared = self.shared.clone();
        self.at_session(id, move |place| trust::report(&shared.store, place))
            .await
    }

    /// Whether everything that a session would use was accepted before.
    pub(crate) async fn is_settled(&self, id: &str) -> Result<bool, Problem> {
        let report = self.trust_report(id).await?;
        Ok(report.state == TrustState::Trusted)
    }

    /// Starts or restarts a session as a person decided.
    pub(crate) async fn decide_project_settings(
        &self,
        id: &str,
        choice: ProjectSettings,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        let leave_out = choice == ProjectSettings::LeaveOut;
        if let ProjectSettings::Use(shown) = choice {
            let shared = self.shared.clone();
            self.at_session(id, move |place| shared.accept(place, &shown))
                .await?;
        }
        let decide = |reply| Input::DecideProjectSettings {
            leave_out,
            who,
            reply,
        };
        self.ask(id, decide).await
    }

    /// Does something that blocks with the place of a session.
    async fn at_session<T: Send + 'static>(
        &self,
        id: &str,
        work: impl FnOnce(&Place<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let settings = self.ask(id, |reply| Input::Settings { reply }).await?;
        blocking(move || {
            let project = settings.text("project").unwrap_or_default();
            work(&Place {
                project,
                directory: settings.text("worktree").unwrap_or(project),
                added: &settings.added_directories(),
            })
        })
        .await
    }
}
