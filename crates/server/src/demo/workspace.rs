//! The workspace of the demo: a repository with tests, and six sessions at work in it.
//!
//! Files, diffs and git are real. The simulator plays `scenarios.json`, which chooses what the model does by the words
//! of a message and by the state of the files, so any message gets a run that fits the repository.

use std::io;
use std::path::PathBuf;

use pilothouse_api::message::NewMessage;
use pilothouse_api::session::CreateSession;
use pilothouse_log::{Who, private};

use super::create;
use crate::config::Config;
use crate::registry::Registry;

const SCENARIOS: &str = include_str!("scenarios.json");

/// The commits of the repository: subject, and files with their content.
const COMMITS: [(&str, &[(&str, &str)]); 3] = [
    (
        "Sell tickets for the ferry",
        &[
            ("README.md", include_str!("project/README.md")),
            ("CLAUDE.md", include_str!("project/CLAUDE.md")),
            ("package.json", include_str!("project/package.json")),
            ("src/prices.js", include_str!("project/src/prices.js")),
        ],
    ),
    (
        "Add the timetable",
        &[
            ("src/timetable.js", include_str!("project/src/timetable.js")),
            (
                "test/timetable.test.js",
                include_str!("project/test/timetable.test.js"),
            ),
        ],
    ),
    (
        "Book tickets and print receipts",
        &[
            ("src/booking.js", include_str!("project/src/booking.js")),
            (
                "test/booking.test.js",
                include_str!("project/test/booking.test.js"),
            ),
            (
                "test/prices.test.js",
                include_str!("project/test/prices.test.js"),
            ),
        ],
    ),
];

/// The sessions that the demo opens with: a message, which chooses a scenario, and a permission mode.
const SESSIONS: [(&str, &str); 6] = [
    ("Refactor how amounts are formatted", "acceptEdits"),
    ("Migrate the timetable to summer time", "default"),
    ("Plan return tickets", "plan"),
    ("Add refunds, and ask me what you need to know", "default"),
    ("Fix the failing test", "default"),
    ("Take a slow, careful look at the code", "default"),
];

/// The directory of the repository.
pub(crate) fn project(config: &Config) -> PathBuf {
    config.data.join("workspace/harbor-ferries")
}

/// The file with the scenarios, as the simulator reads it.
pub(super) fn script(config: &Config) -> PathBuf {
    config.data.join("scenarios.json")
}

/// Creates the repository and writes the scenarios. Returns whether the repository is new.
pub(crate) fn prepare(config: &Config) -> io::Result<bool> {
    private::write(script(config), SCENARIOS.as_bytes())?;
    let project = project(config);
    if project.join(".git").exists() {
        return Ok(false);
    }
    create(&project, &COMMITS)?;
    Ok(true)
}

/// Opens the sessions of a new workspace.
///
/// A session that cannot be opened is logged: the rest of the demo works without it.
pub(crate) async fn open_sessions(config: &Config, registry: &Registry) {
    for (text, mode) in SESSIONS {
        let create = CreateSession {
            project: project(config).to_string_lossy().into_owned(),
            permission_mode: Some(mode.to_owned()),
            message: Some(NewMessage {
                text: text.to_owned(),
                ..NewMessage::default()
            }),
            ..CreateSession::default()
        };
        let created = registry
            .create(uuid::Uuid::new_v4(), create, Vec::new(), Who::Host)
            .await;
        if let Err(problem) = created {
            tracing::warn!(%problem, message = text, "cannot open a session of the demo");
        }
    }
}
