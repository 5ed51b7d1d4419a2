//! The flags of `--help`, against the table.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

use pilothouse_api::doctor::DoctorCheck;
use pilothouse_api::host::CliVerdict;
use pilothouse_protocol::command::{CliVersion, Flag};
use pilothouse_sdk::Cli;

use super::{check, error, list, ok, warning};

/// How long the program may take to print its help.
const PATIENCE: Duration = Duration::from_secs(30);

/// Flags without which no session can be hosted.
const NEEDED: [Flag; 14] = [
    Flag::OutputFormat,
    Flag::InputFormat,
    Flag::Verbose,
    Flag::IncludePartialMessages,
    Flag::ReplayUserMessages,
    Flag::PermissionPromptTool,
    Flag::PermissionMode,
    Flag::SessionId,
    Flag::Resume,
    Flag::ForkSession,
    Flag::SettingSources,
    Flag::StrictMcpConfig,
    Flag::Model,
    Flag::AddDir,
];

/// Flags that older versions have and do not describe.
const HIDDEN_IN_OLDER: [Flag; 1] = [Flag::Teleport];

/// Flags that older versions describe and newer ones no longer have.
const OLDER: [&str; 1] = ["--mcp-debug"];

/// What `--help` prints; empty when it prints nothing.
pub(super) async fn help(cli: &Cli) -> String {
    let mut command = tokio::process::Command::from(cli.command());
    command
        .arg("--help")
        .stdin(Stdio::null())
        .kill_on_drop(true);
    match tokio::time::timeout(PATIENCE, command.output()).await {
        Ok(Ok(output)) => String::from_utf8_lossy(&output.stdout).into_owned(),
        _ => String::new(),
    }
}

/// The simulator says what it is, though only there: to a session it is the CLI.
pub(super) fn is_simulator(help: &str) -> bool {
    help.contains("--sim-script")
}

/// The long flags that a help text describes.
fn described(help: &str) -> BTreeSet<&str> {
    // What stands further to the right is prose, and may begin with a flag too.
    let options = help.lines().filter(|line| {
        let text = line.trim_start();
        text.starts_with('-') && line.len() - text.len() <= 4
    });
    options
        .flat_map(|line| {
            line.split([' ', ',', '='])
                .map(str::trim)
                .filter(|word| !word.is_empty())
                .take_while(|word| word.starts_with('-'))
        })
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .collect()
}

/// Compares a help text with the flags that this version should have.
pub(super) fn compare(help: &str, version: Option<&CliVersion>) -> DoctorCheck {
    let described = described(help);
    if described.is_empty() {
        let fix = "run `claude --help` to see why, and install it again";
        return error(check::FLAGS, "`--help` describes no flags.", fix);
    }
    let newest = super::by_version(version) == CliVerdict::Newer
        || version.is_some_and(|version| super::VERIFIED[1].parse() == Ok(*version));
    let expected = |flag: &&Flag| {
        !flag.is_hidden()
            && (newest || !HIDDEN_IN_OLDER.contains(flag))
            && version.is_none_or(|version| flag.is_known_to(version))
    };
    let has = |flag: Flag| described.iter().any(|name| Flag::find(name) == Some(flag));
    let removed: Vec<Flag> = Flag::ALL
        .iter()
        .filter(expected)
        .copied()
        .filter(|flag| !has(*flag))
        .collect();
    let needed: Vec<&str> = names(removed.iter().filter(|flag| NEEDED.contains(flag)));
    if !needed.is_empty() {
        let text = format!(
            "It no longer has flags that sessions need: {}.",
            list(&needed)
        );
        return error(
            check::FLAGS,
            text,
            "use a version that has them: `npm install -g @anthropic-ai/claude-code@2.1.325`",
        );
    }
    let new: Vec<&str> = described
        .iter()
        .copied()
        .filter(|name| Flag::find(name).is_none() && !["--help", "--version"].contains(name))
        .filter(|name| newest || !OLDER.contains(name))
        .collect();
    let mut parts = Vec::new();
    if !removed.is_empty() {
        parts.push(format!(
            "It no longer has {}.",
            list(&names(removed.iter()))
        ));
    }
    if !new.is_empty() {
        parts.push(format!("It has flags that we do not know: {}.", list(&new)));
    }
    if parts.is_empty() {
        return ok(
            check::FLAGS,
            format!("All {} flags of its help are known.", described.len()),
        );
    }
    let fix = if removed.is_empty() {
        "go on; they can be given to a session as they are"
    } else {
        "go on; sessions that were set up with a flag that is gone will not start"
    };
    warning(check::FLAGS, parts.join(" "), fix)
}

fn names<'a>(flags: impl Iterator<Item = &'a Flag>) -> Vec<&'static str> {
    flags.map(|flag| flag.name()).collect()
}

#[cfg(test)]
mod tests {
    use pilothouse_api::doctor::CheckOutcome;

    use super::*;

    fn whole() -> String {
        let flags = Flag::ALL.iter().filter(|flag| !flag.is_hidden());
        let lines = flags.map(|flag| {
            format!(
                "  {} <value>   what it does with --other words\n",
                flag.name()
            )
        });
        "Options:\n  -h, --help\n  -v, --version\n".to_owned() + &lines.collect::<String>()
    }

    #[test]
    fn a_help_with_all_flags_is_fine() {
        let check = compare(&whole(), Some(&CliVersion::new(2, 1, 325)));
        assert_eq!(check.outcome, CheckOutcome::Ok, "{}", check.text);
    }

    #[test]
    fn flags_that_are_gone_and_new_ones_are_named() {
        let version = CliVersion::new(2, 1, 325);
        let less = whole().replace("  --betas ", "  --wetas ");
        let check = compare(&less, Some(&version));
        assert_eq!(check.outcome, CheckOutcome::Warning);
        assert!(
            check.text.contains("no longer has --betas"),
            "{}",
            check.text
        );
        assert!(
            check.text.contains("do not know: --wetas"),
            "{}",
            check.text
        );
        let check = compare(
            &whole().replace("  --resume ", "  --again "),
            Some(&version),
        );
        assert_eq!(check.outcome, CheckOutcome::Error);
        assert!(check.text.contains("--resume"), "{}", check.text);
        assert_eq!(compare("", None).outcome, CheckOutcome::Error);
    }

    #[test]
    fn spellings_and_short_names_are_one_flag() {
        let help = "  -p, --print    Print\n  --allowedTools, --allowed-tools <tools...>\n      for --not-a-flag\n";
        let found = described(help);
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["--allowed-tools", "--allowedTools", "--print"]
        );
    }
}
