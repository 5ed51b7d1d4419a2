//! A conversation for people.

use std::fmt::Write as _;

use pilothouse_api::session::SessionSummary;
use pilothouse_view::entry::UserMessage;
use pilothouse_view::tool::{ToolCall, ToolState};
use pilothouse_view::turn::TurnEnd;
use pilothouse_view::{Entry, EntryBody, SessionView};
use serde_json::Value;

/// Renders a session. Text of the model is Markdown already; everything else is fenced.
pub(super) fn render(summary: &SessionSummary, view: &SessionView) -> String {
    let mut text = format!("# {}\n\n", one_line(&summary.title));
    let facts = [
        ("Project", Some(summary.project.clone())),
        ("Session", Some(summary.id.clone())),
        ("Conversation", summary.cli_session_id.clone()),
        ("Model", summary.model.clone()),
        ("Cost", Some(format!("${:.4}", summary.cost_usd))),
    ];
    for (name, value) in facts {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            line(&mut text, &format!("- {name}: {}", one_line(&value)));
        }
    }
    for entry in &view.entries {
        render_entry(&mut text, entry);
    }
    text
}

fn render_entry(text: &mut String, entry: &Entry) {
    // What a subagent did stands beneath the call that started it.
    let mark = if entry.parent.is_some() {
        "### Subagent: "
    } else {
        "## "
    };
    match &entry.body {
        EntryBody::User(message) => user(text, message),
        EntryBody::Text(said) => {
            heading(text, mark, "Claude");
            line(text, said.text.trim_end());
        }
        EntryBody::Thinking(thinking) if !thinking.text.trim().is_empty() => {
            heading(text, mark, "Thinking");
            for thought in thinking.text.trim_end().lines() {
                line(text, &format!("> {thought}"));
            }
        }
        EntryBody::Tool(call) => tool(text, mark, call),
        EntryBody::Command(command) => {
            let name = command.name.as_deref().unwrap_or("command");
            heading(text, mark, &format!("/{name}"));
            fence(text, "", &command.text.text);
        }
        EntryBody::Compaction(compaction) => {
            heading(text, mark, "The conversation was summarised");
            if let Some(summary) = &compaction.summary {
                line(text, summary.text.trim_end());
            }
        }
        EntryBody::Notice(notice) => remark(text, &notice.text),
        EntryBody::ApiError(error) => remark(text, &error.text),
        EntryBody::Interrupted(_) => remark(text, "Interrupted"),
        EntryBody::Turn(end) => turn(text, end),
        _ => {}
    }
}

fn user(text: &mut String, message: &UserMessage) {
    let who = message.who.as_ref().and_then(|who| who.name.as_deref());
    match who {
        Some(name) => heading(text, "## ", &format!("You ({})", one_line(name))),
        None => heading(text, "## ", "You"),
    }
    line(text, message.text.text.trim_end());
    for attachment in &message.attachments {
        let name = attachment.name.as_deref().unwrap_or("attachment");
        let kind = attachment.media_type.as_deref().unwrap_or("file");
        remark(text, &format!("{name} ({kind}, {} bytes)", attachment.size));
    }
}

fn tool(text: &mut String, mark: &str, call: &ToolCall) {
    let state = match call.state {
        ToolState::Done => "",
        ToolState::Failed => " (failed)",
        ToolState::Denied => " (denied)",
        ToolState::Interrupted => " (stopped)",
        ToolState::Streaming | ToolState::Waiting | ToolState::Running => " (not done)",
    };
    heading(text, mark, &format!("{}{state}", call.tool.display));
    let input = call.changed_input.as_ref().unwrap_or(&call.input);
    match input.0.get("command").and_then(Value::as_str) {
        Some(command) => fence(text, "sh", command),
        None => {
            let json = serde_json::to_string_pretty(&input.0).unwrap_or_default();
            fence(text, "json", &json);
        }
    }
    if let Some(result) = &call.result {
        fence(text, "", &result.text.text);
    }
}

fn turn(text: &mut String, end: &TurnEnd) {
    if let Some(said) = &end.text {
        line(text, said.trim_end());
    }
    for error in &end.errors {
        remark(text, error);
    }
}

fn heading(text: &mut String, mark: &str, title: &str) {
    text.push('\n');
    line(text, &format!("{mark}{title}"));
    text.push('\n');
}

fn remark(text: &mut String, what: &str) {
    text.push('\n');
    line(text, &format!("*{}*", one_line(what)));
}

/// A block that nothing inside it can end: its fence is longer than any run of backticks in it.
fn fence(text: &mut String, language: &str, content: &str) {
    let mut longest = 0;
    let mut run = 0;
    for character in content.chars() {
        run = if character == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let ticks = "`".repeat(longest.max(2) + 1);
    line(
        text,
        &format!("{ticks}{language}\n{}\n{ticks}", content.trim_end()),
    );
}

fn line(text: &mut String, line: &str) {
    // Writing to a string cannot fail.
    writeln!(text, "{line}").ok();
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_inside_a_block_ends_it() {
        let mut text = String::new();
        fence(&mut text, "sh", "echo '```' ````");
        assert_eq!(text, "`````sh\necho '```' ````\n`````\n");
    }
}
