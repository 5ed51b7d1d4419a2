//! Which session is meant.

use std::path::Path;

use pilothouse_api::session::{SessionPage, SessionSummary};

use super::client::{Client, Refusal, escape};

/// What was found.
pub(super) enum Picked {
    Session(Box<SessionSummary>),
    /// None, or not one alone; these are there.
    None {
        problem: String,
        sessions: Vec<SessionSummary>,
    },
}

/// Finds the session that is named, or the newest of this directory.
pub(super) async fn session(client: &Client, named: Option<&str>) -> Result<Picked, Refusal> {
    let sessions = list(client).await?;
    let here = std::env::current_dir().and_then(|path| path.canonicalize());
    Ok(match (named, here) {
        (Some(named), _) => by_id(sessions, named),
        (None, Ok(here)) => by_place(sessions, &here),
        (None, Err(error)) => Picked::None {
            problem: format!("no working directory: {error}"),
            sessions,
        },
    })
}

/// All sessions that are not put away, the newest first.
async fn list(client: &Client) -> Result<Vec<SessionSummary>, Refusal> {
    let mut sessions = Vec::new();
    let mut cursor = String::new();
    loop {
        let page: SessionPage = client.get(&format!("sessions?limit=1000{cursor}")).await?;
        sessions.extend(page.sessions);
        match page.next {
            Some(next) => cursor = format!("&cursor={}", escape(&next)),
            None => break,
        }
    }
    sessions.sort_by_key(|session| std::cmp::Reverse(session.at));
    Ok(sessions)
}

fn by_id(sessions: Vec<SessionSummary>, named: &str) -> Picked {
    let (mut fitting, others): (Vec<_>, Vec<_>) = sessions
        .into_iter()
        .partition(|session| session.id.starts_with(named));
    match fitting.len() {
        1 => Picked::Session(Box::new(fitting.swap_remove(0))),
        0 => Picked::None {
            problem: format!(
                "there is no session whose id begins with {named}{}",
                choose(&others)
            ),
            sessions: others,
        },
        _ => Picked::None {
            problem: format!("more than one session's id begins with {named}; choose one"),
            sessions: fitting,
        },
    }
}

fn by_place(sessions: Vec<SessionSummary>, here: &Path) -> Picked {
    let is_here = |session: &SessionSummary| {
        let worktree = session.worktree.as_deref();
        !session.archived && Path::new(worktree.unwrap_or(&session.project)) == here
    };
    match sessions.iter().position(is_here) {
        Some(place) => {
            let mut sessions = sessions;
            Picked::Session(Box::new(sessions.swap_remove(place)))
        }
        None => Picked::None {
            problem: format!(
                "no session works in {}{}",
                here.display(),
                choose(&sessions)
            ),
            sessions,
        },
    }
}

fn choose(sessions: &[SessionSummary]) -> &'static str {
    if sessions.is_empty() {
        "; start one with `pilothouse attach --new`"
    } else {
        "; start one with `pilothouse attach --new`, or choose one of these with `pilothouse attach ID`"
    }
}
