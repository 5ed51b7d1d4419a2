//! The session's row in the list.

use pilothouse_api::session::{Asking, Changed, SessionStatus, SessionSummary};
use pilothouse_view::session::Activity;
use pilothouse_view::{Entry, EntryBody};

use super::task::Task;
use crate::asking;

/// The summary that was told last.
#[derive(Default)]
pub(super) struct Told(Option<SessionSummary>);

/// How much newer a summary must be to be told again when only its time changed.
const STALE_MS: u64 = 2000;

impl Task {
    pub(super) fn summary(&self) -> SessionSummary {
        let view = self.view();
        let project = self
            .projection
            .settings
            .text("project")
            .unwrap_or_default()
            .to_owned();
        SessionSummary {
            id: self.id.clone(),
            cli_session_id: self.projection.settings.cli_session_id.clone(),
            title: self.title(),
            worktree: self.projection.settings.text("worktree").map(str::to_owned),
            branch: self.projection.settings.text("branch").map(str::to_owned),
            project,
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
            ready_for_review: self.projection.is_ready_for_review(),
            turn_failed: self.is_turn_failed(),
            changed: self.changed(),
            problem: self.problem(),
            project_settings: self.project_settings_state(),
        }
    }

    fn asking(&self) -> Option<Asking> {
        if self.undecided {
            return Some(asking::about_trust(self.view().liveness.since));
        }
        self.view().asks.first().map(asking::of_ask)
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
            _ if self.runner.is_some() => SessionStatus::Live,
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
        if self.trouble.is_some() {
            return self.trouble.clone();
        }
        if self.unresponsive {
            let text =
                "Claude did not stop. Kill and resume it: the conversation continues where it was.";
            return Some(text.to_owned());
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

    fn title(&self) -> String {
        let view = self.view();
        let given = view
            .info
            .title
            .clone()
            .or_else(|| self.projection.settings.text("title").map(str::to_owned));
        given
            .or_else(|| self.projection.settings.text("first").map(str::to_owned))
            .unwrap_or_else(|| "New session".to_owned())
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

    /// Tells the list, when there is something new to tell.
    pub(super) fn tell_summary(&mut self) {
        let summary = self.summary();
        let same = self.told.0.as_ref().is_some_and(|told| {
            let timeless = SessionSummary {
                seq: told.seq,
                at: told.at,
                last_line: told.last_line.clone(),
                ..summary.clone()
            };
            timeless == *told && summary.at.saturating_sub(told.at) < STALE_MS
        });
        if same {
            return;
        }
        if let Err(error) = self.shared.store.put_summary(&summary) {
            tracing::error!(session = %self.id, %error, "cannot update the index; it can be rebuilt from the logs");
        }
        // Nobody may be watching the list.
        drop(self.shared.summaries.send(summary.clone()));
        self.told.0 = Some(summary);
    }
}

/// The last line of what an entry says, if it says something.
pub(super) fn line_of(entry: &Entry) -> Option<String> {
    match &entry.body {
        EntryBody::Text(text) => last_words(&text.text),
        EntryBody::User(user) => last_words(&user.text.text),
        EntryBody::ApiError(error) => last_words(&error.text),
        EntryBody::Turn(end) => end.errors.last().and_then(|error| last_words(error)),
        _ => None,
    }
}

/// The last line that says something. A fence or a rule at the end does not.
fn last_words(text: &str) -> Option<String> {
    let says = |line: &&str| {
        line.chars()
            .any(|one| one.is_alphanumeric() || !one.is_ascii())
    };
    let line = text.lines().rev().find(says)?;
    Some(line.trim().chars().take(120).collect())
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn the_last_line_is_one_that_says_something() {
        let last = |text| last_words(text).unwrap_or_default();
        assert_eq!(last("First\n\n  All tests pass.  \n"), "All tests pass.");
        assert_eq!(last("Run this:\n```\ncargo test\n```\n---\n"), "cargo test");
        assert_eq!(last("done 👍\n👍"), "👍");
        assert_eq!(last("```\n---"), "");
        assert_eq!(last(&"long ".repeat(100)).chars().count(), 120);
    }
}
