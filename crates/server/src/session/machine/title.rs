//! The title of a session, which Claude finds while the first turn runs.
//!
//! A title that a person gave, here or in the CLI, stays. Without an answer the first message names the session.

use pilothouse_log::Who;
use pilothouse_view::EntryBody;
use serde_json::{Value, json};

use super::Machine;
use crate::session::acts::without_script;
use crate::session::pending::{Answer, Awaited};

/// The setting with the title that the CLI found.
const GENERATED: &str = "generatedTitle";
/// How much of the first message the title is made from, in characters.
const DESCRIPTION: usize = 1000;
/// The longest title that is taken, in characters.
const LONGEST: usize = 100;

impl Machine {
    pub(super) fn title(&self) -> String {
        let settings = &self.projection.settings;
        let text = |name| settings.text(name).map(str::to_owned);
        let given = self.view().info.title.clone().or_else(|| text("title"));
        given
            .or_else(|| text(GENERATED))
            .or_else(|| text("first"))
            .unwrap_or_else(|| "New session".to_owned())
    }

    /// Asks the CLI for a title, once for each process that runs the first turn.
    pub(super) fn ask_title(&mut self) {
        if self.is_title_asked || !self.is_untitled() || !self.answers_newer_requests() {
            return;
        }
        let Some(description) = self.first_message() else {
            return;
        };
        self.is_title_asked = true;
        // The CLI keeps the title with its conversation, for `claude --resume`.
        let fields = json!({"description": description, "persist": true});
        self.request(
            "generate_session_title",
            &fields,
            Who::Host,
            Some(Awaited::Title),
        );
    }

    /// Keeps the title that the CLI found. It may find none, or not know the request.
    pub(super) fn title_found(&mut self, answer: Answer) {
        let found = answer.unwrap_or_default();
        let Some(title) = found["title"].as_str().and_then(one_line) else {
            return;
        };
        if self.is_unnamed() {
            self.set(GENERATED, Value::from(title), Who::Host, None);
        }
    }

    /// Whether the first turn runs and nothing names the session but its message.
    fn is_untitled(&self) -> bool {
        let view = self.view();
        let is_first = view.usage.turns == 0 && view.liveness.turn_started_at.is_some();
        is_first && self.is_unnamed()
    }

    /// Whether nobody named the session, and it does not continue a conversation that may have a name.
    fn is_unnamed(&self) -> bool {
        let settings = &self.projection.settings;
        let names = ["title", GENERATED, "resume"];
        self.view().info.title.is_none() && names.iter().all(|name| settings.text(name).is_none())
    }

    fn first_message(&self) -> Option<String> {
        let texts = self
            .view()
            .entries
            .iter()
            .filter_map(|entry| match &entry.body {
                EntryBody::User(user) => Some(without_script(&user.text.text).trim()),
                _ => None,
            });
        let text = texts.into_iter().find(|text| !text.is_empty())?;
        Some(text.chars().take(DESCRIPTION).collect())
    }
}

/// A title in one line, shortened if it is too long for one; nothing if it has no words.
fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let title: String = words.join(" ").chars().take(LONGEST).collect();
    (!title.is_empty()).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, one_line};

    #[test]
    fn a_title_is_one_line() {
        assert_eq!(
            one_line(" Fix the\n login ").as_deref(),
            Some("Fix the login")
        );
        assert_eq!(one_line(" \n"), None);
        assert_eq!(one_line(&"a".repeat(300)).unwrap().len(), LONGEST);
    }
}
