//! What the host thinks of the CLI, and a tour for those who have none.

use axum::Json;
use axum::extract::State;
use pilothouse_api::doctor::DoctorReport;
use pilothouse_api::message::NewMessage;
use pilothouse_api::session::{CreateSession, SessionSummary};

use super::body::Created;
use crate::app::App;
use crate::auth::guard::Caller;
use crate::demo;
use crate::problem::Problem;

/// Looks at the CLI now; takes some seconds.
pub(super) async fn doctor(State(app): State<App>) -> Json<DoctorReport> {
    Json(app.cli.examine().await)
}

/// Begins the tour: a simulated session in the scratch project, whether or not there is a CLI.
pub(super) async fn tour(
    State(app): State<App>,
    caller: Caller,
) -> Result<Created<SessionSummary>, Problem> {
    demo::prepare(&app.config)?;
    let create = CreateSession {
        project: demo::project(&app.config).to_string_lossy().into_owned(),
        title: Some("Tour".to_owned()),
        flags: ["--sim-script", "tour"].map(str::to_owned).to_vec(),
        message: Some(NewMessage {
            text: "What is in this project?".to_owned(),
            ..NewMessage::default()
        }),
        ..CreateSession::default()
    };
    let created = app
        .registry
        .create(caller.command_id(), create, Vec::new(), caller.who());
    created.await.map(Created)
}
