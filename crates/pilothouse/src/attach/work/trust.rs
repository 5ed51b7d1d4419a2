//! The trust question at the prompt of an attached terminal.

use std::io;

use pilothouse_api::project::{ProjectSettings, ProjectSettingsState, TrustReport};
use pilothouse_api::session::{DecideProjectSettings, SessionSummary};
use pilothouse_server::TrustStore;
use pilothouse_view::Change;
use pilothouse_view::EntryBody;
use pilothouse_view::entry::NoticeSource;

use super::super::client::{Client, Refusal};
use super::{Told, Work};
use crate::style::Paint;
use crate::terminal::markdown::Part;
use crate::terminal::trust::{Choice, read, show};

/// A question that waits for an answer.
pub(super) struct Question {
    report: Box<TrustReport>,
    /// The line that was being typed before.
    typed: String,
    /// The newest process when this was asked: another one means that somebody else answered.
    epoch: u32,
}

impl Work {
    /// Looks at what a change means for the question: the server writes a notice when a session cannot start, and a
    /// process that starts needs no answer any more.
    pub(super) fn see_trust(&mut self, change: &Change) {
        let epoch = self.transcript.view().liveness.epoch;
        if self
            .trust
            .as_ref()
            .is_some_and(|question| question.epoch < epoch)
            && let Some(question) = self.trust.take()
        {
            self.screen.line(Paint::Yellow, "decided on another device");
            self.line.replace(&question.typed);
        }
        if let Change::EntrySet { entry } = change
            && let EntryBody::Notice(notice) = &entry.body
            && notice.source == NoticeSource::Host
        {
            self.check_trust();
        }
    }

    /// Asks the server whether the session waits for a decision.
    pub(super) fn check_trust(&self) {
        let (client, teller) = (self.client.clone(), self.teller.clone());
        let path = self.path("");
        tokio::spawn(async move {
            let told = match undecided(&client, path.trim_end_matches('/')).await {
                Ok(Some(report)) => Told::Undecided(Box::new(report)),
                Ok(None) => return,
                Err(refusal) => Told::Failed(refusal.to_string()),
            };
            // The loop may have ended.
            drop(teller.send(told).await);
        });
    }

    pub(super) fn ask_trust(&mut self, report: TrustReport) {
        if self.trust.is_some() || self.current.is_some() {
            return;
        }
        self.transcript.flush(&mut self.screen, Part::All);
        show(&report, &mut self.screen);
        self.trust = Some(Question {
            report: Box::new(report),
            // What was typed for something else is no answer.
            typed: self.line.replace(""),
            epoch: self.transcript.view().liveness.epoch,
        });
    }

    /// Takes the line as the answer; yes if the person leaves.
    pub(super) fn answer_trust(&mut self, question: Question) -> bool {
        let line = self.line.replace("");
        self.screen.line(Paint::Dim, &format!("❯ {line}"));
        let Some(choice) = read(&line, &question.report) else {
            show(&question.report, &mut self.screen);
            self.trust = Some(question);
            return false;
        };
        self.line.replace(&question.typed);
        let project_settings = match choice {
            Choice::Leave => return true,
            Choice::LeaveOut => ProjectSettings::LeaveOut,
            Choice::Use => {
                // Whoever may write the data directory may accept; the device of this terminal may not.
                if let Err(error) = accept(&self.client, &question.report) {
                    self.screen.line(Paint::Red, &error.to_string());
                    self.check_trust();
                    return false;
                }
                ProjectSettings::Use(question.report.fingerprint.clone())
            }
        };
        let body = DecideProjectSettings { project_settings };
        match serde_json::to_value(body) {
            Ok(body) => self.command("trust", body),
            Err(error) => self.screen.line(Paint::Red, &error.to_string()),
        }
        false
    }
}

fn accept(client: &Client, report: &TrustReport) -> io::Result<()> {
    TrustStore::open(client.data())?.accept(report)
}

async fn undecided(client: &Client, path: &str) -> Result<Option<TrustReport>, Refusal> {
    let summary: SessionSummary = client.get(path).await?;
    if summary.project_settings != Some(ProjectSettingsState::Undecided) {
        return Ok(None);
    }
    client.get(&format!("{path}/trust")).await.map(Some)
}
