//! A new session in this directory.

use std::io;

use pilothouse_api::project::{ProjectSettings, TrustReport};
use pilothouse_api::session::{CreateSession, SessionSummary};
use pilothouse_server::TrustStore;

use super::client::{Client, Refusal};
use super::pick::Picked;
use crate::terminal::lines::Terminal;
use crate::terminal::trust::{Choice, ask};

/// Starts a session. If the project can run programs on its own, the person decides about that first.
pub(super) async fn session(client: &Client) -> Result<Picked, Refusal> {
    let mut create = CreateSession {
        project: std::env::current_dir()?.to_string_lossy().into_owned(),
        ..CreateSession::default()
    };
    loop {
        let made = client.post("sessions", Some(&create)).await;
        let report = match made {
            Ok(summary) => {
                let summary: SessionSummary =
                    serde_json::from_slice(&summary).map_err(io::Error::other)?;
                return Ok(Picked::Session(Box::new(summary)));
            }
            Err(Refusal::Problem(problem)) => match problem.trust {
                Some(report) => report,
                None => return Err(Refusal::Problem(problem)),
            },
            Err(refusal) => return Err(refusal),
        };
        create.project_settings = Some(match decide(client, &report).await? {
            Some(settings) => settings,
            None => {
                return Ok(Picked::None {
                    problem: "no session was started".to_owned(),
                    sessions: Vec::new(),
                });
            }
        });
    }
}

/// Asks at the terminal; nothing if the person leaves.
async fn decide(client: &Client, report: &TrustReport) -> Result<Option<ProjectSettings>, Refusal> {
    let terminal = Terminal::open().ok_or_else(|| io::Error::other("the terminal is gone"));
    Ok(match ask(report, &mut terminal?).await {
        Choice::Leave => None,
        Choice::LeaveOut => Some(ProjectSettings::LeaveOut),
        Choice::Use => {
            // Whoever may write the data directory may accept; the device of this terminal may not.
            TrustStore::open(client.data())?.accept(report)?;
            Some(ProjectSettings::Use(report.fingerprint.clone()))
        }
    })
}
