//! The trust question at a terminal: what a project would run, and the two answers.

use pilothouse_api::project::{TrustItem, TrustItemState, TrustReport, TrustState};

use super::lines::Terminal;
use super::screen::Screen;
use crate::sanitize::harmless_line;
use crate::style::Paint;

/// What a person chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Use,
    LeaveOut,
    Leave,
}

/// Shows what asks, and the answers.
pub(crate) fn show(report: &TrustReport, screen: &mut Screen) {
    let title = match report.state {
        TrustState::Changed => "The settings of this project have changed. Use them?",
        _ => "Use this project's settings?",
    };
    screen.line(Paint::Bold, title);
    let directory = &report.directory;
    let about = format!(
        "{directory} can run programs on its own. Start with its settings only if you trust it."
    );
    screen.line(Paint::Dim, &about);
    for line in lines(report) {
        screen.line(Paint::Yellow, &line);
    }
    screen.line(Paint::Dim, "Without them, CLAUDE.md is not read either.");
    if report.cli_trusts {
        screen.line(Paint::Dim, "Claude Code already trusts this directory.");
    }
    if report.fingerprint.is_empty() {
        let text = "A file cannot be read, so the settings cannot be used: [w]ithout them  [q]uit";
        return screen.line(Paint::Cyan, text);
    }
    let preselected = if report.cli_trusts { " (Enter)" } else { "" };
    let text = format!("[s]tart with these settings{preselected}  [w]ithout them  [q]uit");
    screen.line(Paint::Cyan, &text);
}

/// Asks until there is an answer.
pub(crate) async fn ask(report: &TrustReport, terminal: &mut Terminal) -> Choice {
    let mut screen = Screen::new();
    show(report, &mut screen);
    terminal.guard().await;
    loop {
        screen.prompt("? ");
        let Some(line) = terminal.line().await else {
            return Choice::Leave;
        };
        if let Some(choice) = read(&line, report) {
            return choice;
        }
        show(report, &mut screen);
    }
}

/// The items that ask, a line each.
pub(crate) fn lines(report: &TrustReport) -> Vec<String> {
    let asks = |item: &&TrustItem| item.state != TrustItemState::Accepted;
    report.items.iter().filter(asks).map(line).collect()
}

fn line(item: &TrustItem) -> String {
    let what = match item.what.as_str() {
        "hook" => "hook",
        "mcpServer" => "MCP server",
        "allowRule" => "allow rule",
        "environment" => "environment variable",
        "program" => "program",
        "plugin" => "plugin",
        "directory" => "additional directory",
        "outputStyle" => "output style",
        "schedule" => "scheduled prompt",
        "unreadable" => "unreadable file",
        other => other,
    };
    let name = match item.name == item.text {
        true => String::new(),
        false => format!(" {}", item.name),
    };
    harmless_line(&format!("  {what}{name}: {}  ({})", item.text, item.file))
}

/// Reads an answer; nothing when it is none.
pub(crate) fn read(answer: &str, report: &TrustReport) -> Option<Choice> {
    let readable = !report.fingerprint.is_empty();
    match answer.trim() {
        "s" | "start" if readable => Some(Choice::Use),
        "" if readable && report.cli_trusts => Some(Choice::Use),
        "w" | "without" => Some(Choice::LeaveOut),
        "q" | "quit" => Some(Choice::Leave),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(fingerprint: &str, cli_trusts: bool) -> TrustReport {
        let item = |name: &str, state| TrustItem {
            file: ".mcp.json".to_owned(),
            what: "mcpServer".to_owned(),
            name: name.to_owned(),
            text: "run\u{1b}[2J me".to_owned(),
            state,
        };
        TrustReport {
            path: "/p".to_owned(),
            directory: "/p".to_owned(),
            added: Vec::new(),
            state: TrustState::Changed,
            items: vec![
                item("old", TrustItemState::Accepted),
                item("db", TrustItemState::New),
            ],
            fingerprint: fingerprint.to_owned(),
            cli_trusts,
        }
    }

    #[test]
    fn only_what_asks_is_listed_and_no_escape_reaches_the_terminal() {
        let lines = lines(&report("f", false));
        assert_eq!(lines.len(), 1);
        assert!(lines[0].contains("MCP server db: ") && lines[0].contains("(.mcp.json)"));
        assert!(!lines[0].contains('\u{1b}'), "{lines:?}");
    }

    #[test]
    fn enter_means_yes_only_where_the_cli_trusts_the_directory() {
        assert_eq!(read("", &report("f", false)), None);
        assert_eq!(read("", &report("f", true)), Some(Choice::Use));
        assert_eq!(read("s", &report("", true)), None);
        assert_eq!(read(" w ", &report("", false)), Some(Choice::LeaveOut));
        assert_eq!(read("yes please", &report("f", true)), None);
    }
}
