//! What `run` is told, and which of it is for the CLI.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use pilothouse_protocol::command::{Arity, Flag};
use pilothouse_sdk::SessionBuilder;
use pilothouse_sdk::rules::{Rules, Surroundings};

use super::trust::Project;

#[derive(clap::Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Prompt. Text on stdin is appended to it, or is the prompt if none is given.
    pub(super) prompt: Option<String>,
    /// Claude CLI to use [default: PILOTHOUSE_CLAUDE, the config file, or the installed one].
    #[arg(long, value_name = "PATH")]
    pub(super) claude: Option<PathBuf>,
    /// Working directory.
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// Allow matching calls without asking, such as `Bash(npm test:*)` or `Edit`.
    #[arg(long, value_name = "RULE")]
    allow: Vec<String>,
    /// Deny matching calls without asking; overrides --allow.
    #[arg(long, value_name = "RULE")]
    deny: Vec<String>,
    /// Approve permission requests automatically (questions and plans still ask).
    #[arg(long, short = 'y')]
    pub(super) yes: bool,
    /// Use the project's settings, MCP servers and CLAUDE.md, whatever they run
    #[arg(long, conflicts_with = "no_project_settings")]
    project_settings: bool,
    /// Start without the project's settings, MCP servers and CLAUDE.md
    #[arg(long)]
    no_project_settings: bool,
    /// Print changes of the session's view as JSON, one per line.
    #[arg(long, conflicts_with = "stream_json")]
    json: bool,
    /// Print the CLI's own output lines.
    #[arg(long)]
    stream_json: bool,
    /// Resume a conversation by ID.
    #[arg(long, value_name = "ID", conflicts_with = "continue_latest")]
    resume: Option<String>,
    /// Resume the newest conversation of the directory.
    #[arg(long = "continue", short = 'c')]
    continue_latest: bool,
    /// Resume a copy of the conversation.
    #[arg(long, requires = "resume")]
    fork_session: bool,
    /// Flags for the CLI. Known ones need no `--` before them.
    #[arg(last = true, value_name = "CLAUDE FLAGS")]
    flags: Vec<OsString>,
}

const EXAMPLES: &str = "\
Answers to a permission request: y allow, n deny (text after n is sent to the model), e edit the input, a always allow
by the rule shown, s stop. Answer questions by number or in words. Without a terminal, calls that no rule allows are
denied. Ctrl-C stops the turn; a second Ctrl-C exits at once. NO_COLOR is respected.
A project that can run programs by itself (hooks, MCP servers, allow rules and the like) asks before its first start.
Without a terminal, it requires --project-settings or --no-project-settings.

Examples:
  pilothouse run 'Why does the build fail?'
  git diff | pilothouse run 'Review this change' --model opus
  pilothouse run 'Fix the failing test' --allow 'Bash(cargo test:*)' --allow Edit --deny 'Bash(git push:*)'
  pilothouse run 'Bump the version' --yes --max-budget-usd 1 --json > changes.ndjson
  pilothouse run --continue 'Now fix the other one'
  pilothouse run 'Try it without an account' --claude \"$(command -v pilothouse-sim)\"

Exit codes:
  0    success
  1    error
  2    usage error
  3    finished, but calls were denied (listed on stderr) or you stopped it
  4    limit reached: turns, budget, or the rate limit of your plan
  5    Claude CLI not installed or not signed in
  130  interrupted by Ctrl-C";

/// What goes to stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// The answer.
    Text,
    /// Changes of the view.
    Changes,
    /// Lines of the wire.
    Frames,
}

impl Arguments {
    pub(super) fn format(&self) -> Format {
        match (self.json, self.stream_json) {
            (true, _) => Format::Changes,
            (_, true) => Format::Frames,
            _ => Format::Text,
        }
    }

    /// Refuses flags that would make the CLI speak another language than ours.
    pub(super) fn check(&self) -> Result<(), String> {
        for flag in &self.flags {
            let text = flag.to_string_lossy();
            let name = text.split('=').next().unwrap_or_default();
            match name {
                "--output-format" | "--input-format" => {
                    return Err(format!(
                        "{name} is ours to set; use --json or --stream-json"
                    ));
                }
                "-p" | "--print" => {
                    return Err(format!(
                        "{name} is not needed: run always ends after the task"
                    ));
                }
                "--session-id" | "--permission-prompt-tool" => {
                    return Err(format!("{name} is ours to set"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn directory(&self) -> Result<PathBuf, String> {
        let directory = match &self.cwd {
            Some(directory) => directory.clone(),
            None => {
                std::env::current_dir().map_err(|error| format!("no working directory: {error}"))?
            }
        };
        let found = directory
            .canonicalize()
            .and_then(|found| match found.is_dir() {
                true => Ok(found),
                false => Err(io::ErrorKind::NotADirectory.into()),
            });
        found.map_err(|error| format!("cannot work in {}: {error}", directory.display()))
    }

    pub(super) fn rules(&self) -> Result<Rules, String> {
        let mut surroundings = Surroundings::new(self.directory()?);
        if let Some(home) = std::env::var_os("HOME") {
            surroundings = surroundings.home(PathBuf::from(home));
        }
        let mut rules = Rules::new(surroundings);
        for rule in &self.allow {
            rules = rules
                .allow(rule)
                .map_err(|error| format!("--allow {rule}: {error}"))?;
        }
        for rule in &self.deny {
            rules = rules
                .deny(rule)
                .map_err(|error| format!("--deny {rule}: {error}"))?;
        }
        Ok(rules)
    }

    /// The answer to the trust question, if a flag gives it.
    pub(super) fn project(&self) -> Option<Project> {
        match (self.project_settings, self.no_project_settings) {
            (true, _) => Some(Project::Used),
            (_, true) => Some(Project::LeftOut),
            _ => None,
        }
    }

    /// Additional directories that flags of the CLI name.
    pub(super) fn added(&self) -> Vec<String> {
        let flags = self.flags.iter().map(|flag| flag.to_string_lossy());
        let flags: Vec<_> = flags.collect();
        let flags: Vec<&str> = flags.iter().map(|flag| flag.as_ref()).collect();
        pilothouse_server::added_by(&flags)
    }

    /// Sets a session up as told.
    pub(super) fn apply(&self, mut builder: SessionBuilder, project: Project) -> SessionBuilder {
        if project == Project::LeftOut {
            builder = builder
                .arg("--setting-sources=user")
                .arg("--strict-mcp-config")
                // Scheduled prompts of the project run with any setting sources (2.1.325).
                .env("CLAUDE_CODE_DISABLE_CRON", "1");
        }
        if let Ok(directory) = self.directory() {
            if project == Project::Accepted {
                builder = builder.workspace_trust(directory.to_string_lossy());
            }
            builder = builder.cwd(directory);
        }
        if let Some(id) = &self.resume {
            builder = if self.fork_session {
                builder.fork(id.as_str())
            } else {
                builder.resume(id.as_str())
            };
        }
        if self.continue_latest {
            builder = builder.continue_latest();
        }
        self.flags
            .iter()
            .fold(builder, |builder, flag| builder.arg(flag))
    }
}

/// Flags of `run` that the CLI has under the same name.
const OURS: [&str; 5] = [
    "--continue",
    "--resume",
    "--fork-session",
    "--help",
    "--version",
];

/// Moves the flags of the CLI behind a `--`, so that they can be given anywhere.
pub(crate) fn split(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy().into_owned();
        if text == "--" {
            theirs.extend(rest.by_ref());
            break;
        }
        let (name, value) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (text.as_str(), false),
        };
        let flag = Flag::find(name).filter(|_| !OURS.contains(&name));
        // `-c` and others of one letter are ours or nobody's.
        match flag {
            Some(flag) => {
                theirs.push(argument.clone());
                if !value && matches!(flag.arity(), Arity::Value | Arity::List) {
                    theirs.extend(rest.next());
                }
            }
            None => ours.push(argument),
        }
    }
    if !theirs.is_empty() {
        ours.push("--".into());
        ours.extend(theirs);
    }
    ours
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn flags_of_the_cli_may_stand_anywhere() {
        let split = |text| split(words(text));
        assert_eq!(
            split("hello --model opus --yes --verbose --max-budget-usd=1 --allow Edit"),
            words("hello --yes --allow Edit -- --model opus --verbose --max-budget-usd=1")
        );
        assert_eq!(split("hello --continue"), words("hello --continue"));
        assert_eq!(split("hello --nonsense 3"), words("hello --nonsense 3"));
        assert_eq!(
            split("hi -- --yes --model x"),
            words("hi -- --yes --model x")
        );
    }

    #[test]
    fn what_would_change_the_language_is_refused_with_a_way_out() {
        let arguments = Arguments {
            flags: words("--output-format=text"),
            ..Arguments::default()
        };
        assert!(arguments.check().unwrap_err().contains("--stream-json"));
    }

    #[test]
    fn a_rule_that_cannot_be_read_is_named() {
        let arguments = Arguments {
            allow: vec!["Bash(".to_owned()],
            ..Arguments::default()
        };
        let problem = arguments.rules().unwrap_err();
        assert!(problem.starts_with("--allow Bash(: "), "{problem}");
    }
}
