//! CLI flags that a client may set.
//!
//! Only flags that are known to be harmless are allowed: others can run programs (`--settings` with hooks, `--plugin-dir`,
//! `--mcp-config`), set a permission mode without its confirmation, or belong to the server (`--resume`).

use pilothouse_protocol::command::{Arity, CliVersion, Flag};

use crate::config::Config;
use crate::problem::Problem;
use crate::trust;

const ALLOWED: [Flag; 39] = [
    Flag::AddDir,
    Flag::Advisor,
    Flag::Agent,
    Flag::AllowedTools,
    Flag::AppendSubagentSystemPrompt,
    Flag::AppendSystemPrompt,
    Flag::Autocompact,
    Flag::AxScreenReader,
    Flag::Bare,
    Flag::Betas,
    Flag::Brief,
    Flag::Debug,
    Flag::DisableSlashCommands,
    Flag::DisallowedTools,
    Flag::Effort,
    Flag::ExcludeDynamicSystemPromptSections,
    Flag::FallbackModel,
    Flag::FastMode,
    Flag::ForwardSubagentText,
    Flag::IncludeHookEvents,
    Flag::JsonSchema,
    Flag::MaxBudgetUsd,
    Flag::MaxThinkingTokens,
    Flag::MaxTurns,
    Flag::Model,
    Flag::Name,
    Flag::NoChrome,
    Flag::NoSessionPersistence,
    Flag::PlanModeInstructions,
    Flag::PromptSuggestions,
    Flag::Restricted,
    Flag::SafeMode,
    Flag::StrictMcpConfig,
    Flag::SystemPrompt,
    Flag::TaskBudget,
    Flag::Thinking,
    Flag::ThinkingDisplay,
    Flag::Tools,
    Flag::Verbose,
];
/// Other spellings of allowed flags.
const ALIASES: [(&str, Flag); 2] = [
    ("--allowed-tools", Flag::AllowedTools),
    ("--disallowed-tools", Flag::DisallowedTools),
];
/// The version that the simulator imitates.
const AS_VERSION: &str = "--as-version";
/// Flags of the simulator: the version that it imitates, and the file with its replies.
const SIMULATED: [&str; 2] = [AS_VERSION, "--sim-script"];

/// The flags that clients of a server may set.
#[derive(Clone, Copy)]
pub(crate) struct AllowedFlags {
    /// The CLI is the simulator, which has flags of its own.
    simulated: bool,
}

impl AllowedFlags {
    pub(crate) fn of(config: &Config) -> Self {
        Self {
            simulated: config.is_simulated(),
        }
    }

    /// For a session in a project: the tour is simulated by every server.
    pub(super) fn in_project(config: &Config, project: &str) -> Self {
        Self {
            simulated: trust::is_own(config, project),
        }
    }

    /// Checks flags as they would be typed.
    pub(crate) fn check(self, flags: &[impl AsRef<str>]) -> Result<(), Problem> {
        let Some(refused) = self.first_refused(flags) else {
            return Ok(());
        };
        if !refused.starts_with('-') {
            let title = format!("{refused:.100} is not the value of a flag.");
            return Err(Problem::refused(title));
        }
        Err(
            Problem::refused(format!("The flag {refused:.100} cannot be set for a session."))
                .detail(format!("Use the fields of the request, or one of these flags: {}. Write a value that begins with a dash after an equals sign.", names().join(", "))),
        )
    }

    /// Returns the first argument that is neither an allowed flag nor the value of one.
    pub(crate) fn first_refused(self, flags: &[impl AsRef<str>]) -> Option<&str> {
        // How the CLI reads plain words at this place.
        let mut arity = Arity::Switch;
        for argument in flags.iter().map(AsRef::as_ref) {
            if !argument.starts_with('-') {
                match arity {
                    Arity::Switch => return Some(argument),
                    Arity::Value | Arity::Optional => arity = Arity::Switch,
                    Arity::List => {}
                }
                continue;
            }
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (argument, None),
            };
            match (self.arity(name), value) {
                (None, _) | (Some(Arity::Switch), Some(_)) => return Some(name),
                (Some(_), Some(_)) => arity = Arity::Switch,
                (Some(taken), None) => arity = taken,
            }
        }
        None
    }

    fn arity(self, name: &str) -> Option<Arity> {
        if self.simulated && SIMULATED.contains(&name) {
            return Some(Arity::Value);
        }
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        let allowed = || ALLOWED.iter().find(|flag| flag.name() == name);
        let flag = alias.map(|(_, flag)| flag).or_else(allowed)?;
        Some(flag.arity())
    }
}

/// The names of allowed flags, for people.
fn names() -> Vec<&'static str> {
    ALLOWED.iter().map(|flag| flag.name()).collect()
}

/// The version that these flags make the simulator imitate.
pub(super) fn imitated(flags: &[String]) -> Option<CliVersion> {
    let mut flags = flags.iter();
    let version = flags.find_map(|flag| match flag.strip_prefix(AS_VERSION)? {
        "" => Some(None),
        value => value.strip_prefix('=').map(Some),
    })?;
    version
        .or_else(|| flags.next().map(String::as_str))?
        .parse()
        .ok()
}

/// The flags with another budget for the CLI, or with none.
pub(super) fn with_budget(flags: &[&str], budget: f64) -> Vec<String> {
    const BUDGET: &str = "--max-budget-usd";
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if *flag == BUDGET {
            rest.next();
        } else if !flag
            .strip_prefix(BUDGET)
            .is_some_and(|value| value.starts_with('='))
        {
            kept.push((*flag).to_owned());
        }
    }
    if budget > 0.0 {
        kept.extend([BUDGET.to_owned(), budget.to_string()]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused<'a>(flags: &'a [&'a str]) -> Option<&'a str> {
        AllowedFlags { simulated: false }.first_refused(flags)
    }

    #[test]
    fn harmless_flags_are_allowed_with_their_values() {
        let flags = [
            "--verbose",
            "--add-dir",
            "/one",
            "/two",
            "--max-budget-usd=0.5",
            "--model",
            "haiku",
            "--agent",
            "reviewer",
            "--allowed-tools",
            "Bash(git log:*)",
        ];
        assert_eq!(refused(&flags), None);
    }

    #[test]
    fn flags_that_run_programs_or_lift_permissions_are_refused_however_they_are_written() {
        let settings = r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#;
        for flags in [
            &["--settings", settings][..],
            &["--settings={}"],
            &["--model", "--settings", settings],
            &["--debug", "--dangerously-skip-permissions"],
            &["--permission-mode=bypassPermissions"],
            &["--plugin-dir", "/tmp/plugin"],
            &["--plugin-url=https://example.org"],
            &["--mcp-config", "{}"],
            &["--agents", "{}"],
            &["--managed-settings={}"],
            &["--file", "id:/etc/passwd"],
            &["--debug-file=/home/me/.bashrc"],
            &["--setting-sources=project"],
            &["--sdk-url", "http://example.org"],
            &["-p"],
            &["-c"],
            &["--", "--settings"],
            &["--verbose=x"],
            &["--as-version", "2.1.38"],
            &["--made-up"],
            &["-"],
        ] {
            let found = refused(flags).unwrap();
            assert!(found.starts_with('-'), "{flags:?}: {found}");
        }
        assert_eq!(refused(&["hello"]), Some("hello"));
        assert_eq!(refused(&["--model", "haiku", "hello"]), Some("hello"));
        assert_eq!(refused(&["--model=haiku", "hello"]), Some("hello"));
    }

    #[test]
    fn the_imitated_version_is_read_in_both_ways_of_writing() {
        let version = |flags: &[&str]| {
            let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
            imitated(&flags).map(|version| version.to_string())
        };
        assert_eq!(
            version(&["--verbose", "--as-version", "2.1.38"]).as_deref(),
            Some("2.1.38")
        );
        assert_eq!(version(&["--as-version=2.1.38"]).as_deref(), Some("2.1.38"));
        for other in [&["--as-versions=1"][..], &["--as-version"], &[]] {
            assert_eq!(version(other), None, "{other:?}");
        }
    }

    #[test]
    fn a_budget_is_replaced_in_both_ways_of_writing() {
        let typed = ["--max-budget-usd", "0.5", "--verbose", "--max-budget-usd=2"];
        assert_eq!(with_budget(&typed, 0.0), ["--verbose"]);
        assert_eq!(
            with_budget(&typed, 1.5),
            ["--verbose", "--max-budget-usd", "1.5"]
        );
        assert!(with_budget(&[], 0.0).is_empty());
    }
}
