//! The session's row in the list.

use pilothouse_api::session::SessionSummary;
use pilothouse_view::{Entry, EntryBody};

use super::Shared;

/// The summary that was published last.
#[derive(Default)]
pub(super) struct PublishedState(Option<SessionSummary>);

/// How much newer a summary must be to be published again if only its time changed.
const STALE_MS: u64 = 2000;

impl PublishedState {
    /// Publishes a summary to the index and the list if it changed.
    pub(super) fn publish(&mut self, shared: &Shared, summary: SessionSummary) {
        let same = self.0.as_ref().is_some_and(|last| {
            let timeless = SessionSummary {
                seq: last.seq,
                at: last.at,
                last_line: last.last_line.clone(),
                ..summary.clone()
            };
            timeless == *last && summary.at.saturating_sub(last.at) < STALE_MS
        });
        if same {
            return;
        }
        if let Err(error) = shared.store.put_summary(&summary) {
            tracing::error!(session = %summary.id, %error, "cannot update the index; it can be rebuilt from the logs");
        }
        // The list may have no readers.
        drop(shared.summaries.send(summary.clone()));
        self.0 = Some(summary);
    }
}

/// Returns the last line of an entry's text, if it has any.
pub(super) fn line_of(entry: &Entry) -> Option<String> {
    match &entry.body {
        EntryBody::Text(text) => last_words(&text.text),
        EntryBody::User(user) => last_words(&user.text.text),
        EntryBody::ApiError(error) => last_words(&error.text),
        EntryBody::Turn(end) => end.errors.last().and_then(|error| last_words(error)),
        _ => None,
    }
}

/// Returns the last line with words. A fence or a rule at the end has none.
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
