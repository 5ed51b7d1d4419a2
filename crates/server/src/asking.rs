//! What a session asks, in a line: for lists, the inbox and notifications.

use pilothouse_api::session::{Asking, AskingKind};
use pilothouse_view::ask::{Ask, AskBody, PermissionAsk};

/// The longest line; a card shows the whole request.
const LINE: usize = 160;

pub(crate) fn of_ask(ask: &Ask) -> Asking {
    let (kind, tool, text) = match &ask.body {
        AskBody::Permission(permission) => {
            let tool = Some(permission.tool.name.clone());
            (AskingKind::Permission, tool, Some(action(permission)))
        }
        AskBody::Question(asked) => {
            let first = asked.questions.first();
            let text = first.map(|question| question.question.clone());
            (AskingKind::Question, None, text)
        }
        AskBody::Plan(plan) => (AskingKind::Plan, None, plan.plan.clone()),
        AskBody::Elicitation(form) => (AskingKind::Form, None, Some(form.message.clone())),
        AskBody::Dialog(dialog) => (AskingKind::Dialog, None, dialog.title.clone()),
    };
    Asking {
        kind,
        tool,
        text: text.as_deref().and_then(line),
        since: ask.at,
    }
}

/// The question whether to use the project's settings.
pub(crate) fn about_trust(since: u64) -> Asking {
    Asking {
        kind: AskingKind::Trust,
        tool: None,
        text: Some("Use this project's settings?".to_owned()),
        since,
    }
}

/// The word for what is asked, where a tool's name would stand.
pub(crate) fn label(asking: &Asking) -> String {
    let word = match asking.kind {
        AskingKind::Permission => return asking.tool.clone().unwrap_or_default(),
        AskingKind::Question => "Question",
        AskingKind::Plan => "Plan",
        AskingKind::Form => "Form",
        AskingKind::Dialog => "Dialog",
        AskingKind::Trust => "Trust",
    };
    word.to_owned()
}

fn action(permission: &PermissionAsk) -> String {
    let gist = permission.gist().map(|(_, text)| text.to_owned());
    gist.unwrap_or_else(|| permission.input.0.to_string())
}

/// The first line with a letter or a digit, without the marks of a heading.
fn line(text: &str) -> Option<String> {
    let has_words = |line: &&str| line.chars().any(char::is_alphanumeric);
    let line = text.lines().find(has_words)?;
    let line = line.trim_start_matches(['#', ' ']).trim_end();
    Some(line.chars().take(LINE).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_first_with_words() {
        assert_eq!(
            line("\n---\n## The plan \n1. Read"),
            Some("The plan".into())
        );
        assert_eq!(line("cargo test\n# more"), Some("cargo test".into()));
        assert_eq!(line("\n--\n"), None);
        assert_eq!(line(&"long ".repeat(100)).unwrap().chars().count(), LINE);
    }
}
