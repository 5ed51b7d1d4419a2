//! Whether a task starts with its project's settings. The answers are in the trust store of the host.

use std::path::Path;

use pilothouse_api::project::{TrustReport, TrustState};
use pilothouse_server::TrustStore;

use crate::exit;
use crate::output::print_error;
use crate::serve::DataDirectory;
use crate::terminal::lines::Terminal;
use crate::terminal::trust::{self, Choice};

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Project {
    Used,
    /// Used, and a person accepted the list of what would run.
    Accepted,
    LeftOut,
}

/// Decides by the flags, by what was accepted before, or by asking. Fails with an exit code.
pub(super) async fn decide(
    flag: Option<Project>,
    directory: &Path,
    added: &[String],
    terminal: Option<&mut Terminal>,
) -> Result<Project, u8> {
    if let Some(project) = flag {
        return Ok(project);
    }
    let failed = |error: std::io::Error| {
        print_error(&format!("cannot check the project's settings: {error}"));
        exit::ERROR
    };
    let data = DataDirectory::default().path().map_err(failed)?;
    let mut store = TrustStore::open(&data).map_err(failed)?;
    let directory = directory.to_string_lossy();
    let report = store
        .report(&directory, &directory, added)
        .map_err(failed)?;
    if report.state == TrustState::Trusted {
        return Ok(match report.items.is_empty() {
            true => Project::Used,
            false => Project::Accepted,
        });
    }
    let Some(terminal) = terminal else {
        refuse(&report);
        return Err(exit::USAGE);
    };
    match trust::ask(&report, terminal).await {
        Choice::Use => {
            store.accept(&report).map_err(failed)?;
            Ok(Project::Accepted)
        }
        Choice::LeaveOut => Ok(Project::LeftOut),
        Choice::Leave => Err(exit::INTERRUPTED),
    }
}

fn refuse(report: &TrustReport) {
    print_error("this project can run programs on its own, and nobody has decided about that yet:");
    for line in trust::lines(report) {
        print_error(&line);
    }
    print_error(
        "pass --project-settings to use its settings, or --no-project-settings to start without them and CLAUDE.md",
    );
}
