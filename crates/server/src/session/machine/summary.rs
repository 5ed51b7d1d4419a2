//! The session's row in the list.

use pilothouse_api::project::ProjectSettingsState;
use pilothouse_api::session::{Asking, Changed, SessionStatus, SessionSummary};
use pilothouse_view::entry::EntryBody;
use pilothouse_view::session::Activity;

use super::Machine;
use crate::asking;
use crate::session::Refusal;
use crate::session::summary::line_of;

impl Machine {
    pub(in crate::session) fn summary(&self) -> SessionSummary {
        let view = self.view();
        let settings = &self.projection.settings;
        SessionSummary {
            id: self.id.clone(),
            cli_session_id: settings.cli_session_id.clone(),
            title: self.title(),
            worktree: settings.text("worktree").map(str::to_owned),
            branch: settings.text("branch").map(str::to_owned),
            project: settings.text("project").unwrap_or_default().to_owned(),
            status: self.status(),
            liveness: view.liveness.clone(),
            asks: u32::try_from(view.asks.len()).unwrap_or(u32::MAX),
            last_line: self.last_line(),
            seq: view.seq,
            at: self.projection.active_at,
            created_at: self.projection.created_at,
            cost_usd: view.usage.total_cost_usd,
            queued: u32::try_from(self.queued().len()).unwrap_or(u32::MAX),
            model: view.info.model.clone(),
            permission_mode: view.info.permission_mode.clone(),
            archived: view.host.archived,
            pinned: view.host.pinned,
            asking: self.asking(),
            running: self.running(),
            newest_ask: self.view().asks.last().map(|ask| ask.id.clone()),
            ready_for_review: self.projection.is_ready_for_review(),
            turn_failed: self.is_turn_failed(),
            changed: self.changed(),
            problem: self.problem(),
            project_settings: self.project_settings_state(),
        }
    }

    fn project_settings_state(&self) -> Option<ProjectSettingsState> {
        if self.lives.is_undecided() {
            return Some(ProjectSettingsState::Undecided);
        }
        let left_out = self.projection.settings.left_out;
        left_out.then_some(ProjectSettingsState::LeftOut)
    }

    fn asking(&self) -> Option<Asking> {
        if self.lives.is_undecided() {
            return Some(asking::about_trust(self.view().liveness.since));
        }
        self.view().asks.first().map(asking::of_ask)
    }

    /// What the one tool call that runs works on.
    fn running(&self) -> Option<String> {
        let view = self.view();
        let Activity::Tools { entries } = &view.liveness.activity else {
            return None;
        };
        let [id] = entries.as_slice() else {
            return None;
        };
        let entry = view.entries.iter().find(|entry| entry.id == *id)?;
        match &entry.body {
            EntryBody::Tool(call) => Some(asking::of_call(call)),
            _ => None,
        }
    }

    /// Whether the last turn failed and nothing runs since.
    fn is_turn_failed(&self) -> bool {
        let liveness = &self.view().liveness;
        liveness.turn_started_at.is_none() && self.projection.is_turn_failed()
    }

    fn changed(&self) -> Option<Changed> {
        let files = &self.view().files;
        (!files.is_empty()).then(|| Changed {
            files: u32::try_from(files.len()).unwrap_or(u32::MAX),
            added: files.iter().map(|file| file.additions).sum(),
            removed: files.iter().map(|file| file.deletions).sum(),
        })
    }

    fn status(&self) -> SessionStatus {
        match &self.view().liveness.activity {
            _ if self.lives.is_live() => SessionStatus::Live,
            _ if self.lives.is_starting() => SessionStatus::Starting,
            // A session that is only indexed: a server opens it for what its log leaves to do.
            _ if self.lives.is_recovering() && self.is_unfinished() => SessionStatus::Starting,
            // What a death left waits for a slot: a server that starts must know.
            _ if self.lives.is_waiting() && !self.has_queued() => SessionStatus::Starting,
            Activity::Parked | Activity::NotStarted => SessionStatus::Parked,
            Activity::Ended { exit }
                if exit.code.unwrap_or_default() != 0 || exit.signal.is_some() =>
            {
                SessionStatus::Failed
            }
            _ => SessionStatus::Closed,
        }
    }

    fn problem(&self) -> Option<String> {
        if let Some(error) = self.lives.error() {
            return Some(error.clone());
        }
        if self.stops.is_unresponsive() {
            return Some(Refusal::Unresponsive.sentence());
        }
        if self.lives.is_silent() {
            return Some(Refusal::Silent.sentence());
        }
        if self.status() != SessionStatus::Failed {
            return None;
        }
        let Activity::Ended { exit } = &self.view().liveness.activity else {
            return None;
        };
        let last = exit.stderr_tail.trim().lines().last().unwrap_or_default();
        Some(format!(
            "The CLI ended unexpectedly. {last} Send a message to resume."
        ))
    }

    /// The newest thing said. A prompt can still change while its answer has settled already, so the order decides.
    fn last_line(&self) -> String {
        let open = self.view().entries.iter();
        let newest = open
            .filter(|entry| entry.order >= self.projection.last_line.0)
            .filter_map(|entry| Some((entry.order, line_of(entry)?)))
            .max_by_key(|(order, _)| *order);
        newest.map_or_else(|| self.projection.last_line.1.clone(), |(_, line)| line)
    }
}
