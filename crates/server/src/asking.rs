//! What a session asks, in a line: for lists, the inbox and notifications.

use pilothouse_api::session::{Asking, AskingKind};
use pilothouse_view::ask::{Ask, AskBody, PermissionAsk};
use pilothouse_view::tool::ToolCall;
use serde_json::Value;

/// The longest command in a sentence.
const COMMAND: usize = 40;

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

/// What a tool call works on, for the row of a session: the begin of its command, else the name of the tool.
pub(crate) fn of_call(call: &ToolCall) -> String {
    let command = call.input.0.get("command").and_then(Value::as_str);
    let command = command.filter(|_| call.tool.name == "Bash").and_then(line);
    command.map_or_else(
        || call.tool.display.clone(),
        |line| line.chars().take(COMMAND).collect(),
    )
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

    #[test]
    fn a_running_call_is_named_by_its_command_else_by_its_tool() {
        let call = |name: &str, input: Value| {
            let mut call: ToolCall = serde_json::from_value(serde_json::json!({
                "toolUseId": "t1", "tool": {"name": name, "display": name}, "input": input,
                "inputCut": false, "state": "running", "links": {},
            }))
            .unwrap();
            call.tool.display = name.to_lowercase();
            of_call(&call)
        };
        let npm = serde_json::json!({"command": "npm test\nnpm run lint"});
        assert_eq!(call("Bash", npm.clone()), "npm test");
        assert_eq!(call("Read", npm), "read");
        let long = serde_json::json!({"command": "echo ".repeat(50)});
        assert_eq!(call("Bash", long).chars().count(), COMMAND);
    }
}
