//! Commands that the CLI has only in its own terminal interface.
//!
//! Over the wire the CLI answers them with "isn't available in this environment" (2.1.325; 2.1.38 calls them unknown)
//! and a person is none the wiser. They are refused before they are written, with the place that does the same.

use pilothouse_view::session::SessionInfo;

use crate::problem::Problem;

/// Names of one command, and what to do instead.
type Row = (&'static [&'static str], &'static str);

const IN_TERMINAL: &str = "Run `claude` in a terminal, in the directory of the session.";
const PHONE: &str = "Pair the other device on the Devices page, or with `pilothouse link`.";
const UPDATE: &str = "Run `claude update` in a terminal, then restart the session.";
const CLI_ACCOUNT: &str =
    "Sign in or out with `claude` in a terminal; `pilothouse doctor` checks the result.";

#[rustfmt::skip]
const COMMANDS: &[Row] = &[
    (&[
        "advisor", "app", "artifacts", "autofix-pr", "bug", "chrome", "desktop", "feedback", "focus", "ide",
        "install-github-app", "install-slack-app", "passes", "powerup", "privacy-settings", "project", "radio",
        "release-notes", "remote-env", "routines", "schedule", "scroll-speed", "share", "stickers",
        "terminal-setup", "think-back", "tui", "ultraplan", "ultrareview", "vim", "voice", "web-setup",
    ], IN_TERMINAL),
    (&["add-dir"], "Add the directory in the settings of the session."),
    (&["background", "bg"], "Leave the session: it keeps running. The Overview page lists what runs."),
    (&["branch", "fork"], "Fork the session from its menu; `POST /api/sessions/{id}/fork` does the same."),
    (&["btw"], "Use Ask on the side (Alt+Q)."),
    (&["cd"], "Start a session in the other directory."),
    (&["copy"], "Copy an answer from its row, or the whole session from its menu."),
    (&["diff"], "Open the Changes panel (Alt+D)."),
    (&["exit", "quit", "stop"], "Close the session from its menu, or leave `pilothouse attach` with /detach."),
    (&["export"], "Export the session from its menu, or with `pilothouse sessions export`."),
    (&["help"], "Open Help (?), or run `pilothouse attach --help`."),
    (&["hooks"], "Hooks are listed in the settings of the session."),
    (&["keybindings"], "Open Keys (Alt+Shift+K)."),
    (&["login", "logout"], CLI_ACCOUNT),
    (&["loops"], "Schedules of the session are listed above its message field, and by /schedules in `pilothouse attach`."),
    (&["memory"], "Edit the CLAUDE.md files of the project."),
    (&["mobile", "ios", "android", "remote-control", "rc", "session", "teleport", "tp"], PHONE),
    (&["permissions", "allowed-tools"], "Open the rules in the settings of the session."),
    (&["plan"], "Choose the permission mode plan (Shift+Tab)."),
    (&["plugin", "plugins", "marketplace"], "Run `claude plugin` in a terminal, then send /reload-plugins."),
    (&["resume", "continue"], "Open the conversation under CLI history, or attach to another session."),
    (&["rewind", "checkpoint", "undo"], "Open the Rewind panel (Alt+Shift+R)."),
    (&["sandbox"], "Set `sandbox.enabled` in a settings file of the CLI."),
    (&["setup-bedrock", "setup-vertex", "rate-limit-options", "extra-usage", "usage-credits"], CLI_ACCOUNT),
    (&["skills"], "Skills are listed in Help."),
    (&["status"], "Open Help: it has the version, the model and the account."),
    (&["statusline"], "Set `statusLine` in a settings file of the CLI."),
    (&["subtask"], "Ask Claude to give the task to an agent."),
    (&["tasks", "bashes", "workflows"], "Open the Agents panel (Alt+Shift+A)."),
    (&["theme"], "Toggle the theme in the menu of the page."),
    (&["update", "restart", "upgrade"], UPDATE),
];

/// Why a message is not sent: it begins with a command of the terminal interface, and this CLI has no other command
/// of that name. Before the CLI has named its commands, everything is sent: it may be a skill of the project.
pub(super) fn refusal(info: &SessionInfo, text: &str) -> Option<Problem> {
    let name = text.trim().strip_prefix('/')?.split_whitespace().next()?;
    let (_, instead) = COMMANDS.iter().find(|(names, _)| names.contains(&name))?;
    let is_named = |command: &pilothouse_view::session::Command| {
        command.name == name || command.aliases.iter().any(|alias| alias == name)
    };
    let mut listed = info.commands.iter();
    if info.commands.is_empty() || listed.any(|command| is_named(command) && !command.terminal_only)
    {
        return None;
    }
    let title = format!("/{name} works only in a terminal; it was not sent.");
    Some(Problem::conflict("terminalCommand", title).detail(*instead))
}

#[cfg(test)]
mod tests {
    use pilothouse_view::session::Command;

    use super::*;

    fn info(names: &[(&str, bool)]) -> SessionInfo {
        let command = |(name, terminal_only): &(&str, bool)| Command {
            name: (*name).to_owned(),
            description: None,
            argument_hint: None,
            aliases: Vec::new(),
            terminal_only: *terminal_only,
            plugin: None,
        };
        SessionInfo {
            commands: names.iter().map(command).collect(),
            ..SessionInfo::default()
        }
    }

    #[test]
    fn a_command_of_the_terminal_is_refused_with_the_place_that_does_the_same() {
        let known = info(&[("compact", false), ("focus", true)]);
        for text in [
            "/rewind",
            " /ide ",
            "/export notes.md",
            "/focus",
            "/bashes\n",
        ] {
            assert!(refusal(&known, text).is_some(), "{text}");
        }
        for text in [
            "/compact",
            "rewind",
            "/rewinding",
            "see /export",
            "/",
            "/usr/bin",
            "",
        ] {
            assert!(refusal(&known, text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_skill_of_the_same_name_is_sent() {
        assert!(refusal(&info(&[("schedule", false)]), "/schedule daily").is_none());
        assert!(
            refusal(&info(&[]), "/schedule daily").is_none(),
            "not known yet"
        );
    }

    #[test]
    fn no_command_stands_in_two_rows() {
        let mut names: Vec<_> = COMMANDS.iter().flat_map(|(names, _)| *names).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
