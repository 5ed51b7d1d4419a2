//! The command line of a session's CLI: what every hosted session has, and what this one was given.

use std::path::Path;

use pilothouse_protocol::command::{CliVersion, CommandLine, Flag, SettingsFile, ThinkingMode};
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_runner::Config;
use serde_json::Value;

use super::flags::{AllowedFlags, imitated};
use super::prepare::Preparation;
use super::settings::IMPORTED_EPOCH;
use crate::problem::Problem;

/// The least time for which an idle runner waits for a server to attach to it.
const UNATTENDED_SECONDS: u64 = 60;

/// Whether a process reads the settings, MCP servers and `CLAUDE.md` of its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Project {
    Used,
    LeftOut,
}

/// Which conversation a process continues, or the id of the new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Conversation {
    New(String),
    Resume(String),
    /// A copy of a conversation under a new id, up to a message.
    Fork {
        from: String,
        at: Option<String>,
        id: String,
    },
}

impl Preparation {
    /// How the runner is to start the CLI, and what of the session's settings cannot be restored.
    pub(super) async fn runner_config(
        &self,
        conversation: &Conversation,
        project: Project,
    ) -> Result<(Config, Vec<String>), Problem> {
        let directory = Path::new(self.projection.directory());
        let cli = self.shared.cli.find_for(directory).await?;
        let mut missing = Vec::new();
        let flags = self.flags(&mut missing);
        // The simulator in the place of another version takes the flags of that version.
        let version = imitated(&flags).or(cli.version);
        let command = self.command(conversation, project, version.as_ref(), &mut missing);
        let launch = match &version {
            Some(version) => command.launch_for(version),
            None => command.launch(),
        };
        let launch = launch.map_err(|problems| {
            Problem::invalid(format!("The CLI cannot be started like this: {problems}."))
        })?;
        let mut argv: Vec<String> = cli.argv.clone();
        let own = launch.arguments.iter();
        argv.extend(own.map(|argument| argument.to_string_lossy().into_owned()));
        argv.extend(flags);
        let log = self.shared.directory(&self.id).join("log");
        let socket = pilothouse_runner::socket_path(&log)?;
        let cwd = self.projection.directory().to_owned();
        let mut config = Config::new(&self.id, std::path::absolute(log)?, socket, argv, cwd);
        config.env = launch.environment;
        config.env.extend(host_variables());
        if self.projection.settings.value("thinking") == Some(&Value::Bool(false)) {
            // Versions that do not know the flag obey the variable.
            config
                .env
                .push(("MAX_THINKING_TOKENS".to_owned(), "0".to_owned()));
        }
        config.env_remove = ["CLAUDECODE", "NODE_OPTIONS", "DEBUG"]
            .map(str::to_owned)
            .to_vec();
        config.cli_version = version.as_ref().map(ToString::to_string);
        config.cli_session_id = command
            .value(Flag::SessionId)
            .or(command.value(Flag::Resume))
            .map(|id| id.to_string_lossy().into_owned());
        config.segment_bytes = self.shared.config.segment_bytes;
        config.reserve = Some(self.shared.reserve());
        let unattended = self.shared.settings.get().park_after_seconds;
        config.unattended_ms = Some(unattended.max(UNATTENDED_SECONDS) * 1000);
        Ok((config, missing))
    }

    fn command(
        &self,
        conversation: &Conversation,
        project: Project,
        version: Option<&CliVersion>,
        missing: &mut Vec<String>,
    ) -> CommandLine {
        let mut command = CommandLine::stream_json()
            .verbose()
            .include_partial_messages()
            .replay_user_messages()
            .permission_prompt_stdio()
            .session_state_events()
            .file_checkpointing();
        if let Some(model) = self.model() {
            command = command.model(model);
        }
        if let Some(mode) = self.mode() {
            command = command.permission_mode(&PermissionMode::from(mode));
        }
        if version.is_some_and(|version| Flag::IncludeHookEvents.is_known_to(version)) {
            command = command.include_hook_events();
        }
        if let Some(effort) = self.effort() {
            command = command.flag_with(Flag::Effort, effort);
        }
        if self.projection.settings.value("thinking") == Some(&Value::Bool(false)) {
            command = command.thinking(ThinkingMode::Disabled);
        }
        let settings = self.flag_settings(missing);
        if !settings.is_empty() {
            command = command.flag_with(Flag::Settings, Value::Object(settings).to_string());
        }
        for directory in there(self.projection.settings.directories(), missing) {
            command = command.add_dir(directory);
        }
        if let Some(text) = self.system_prompt() {
            command = command.append_system_prompt(text);
        }
        if let Some(servers) = self.projection.settings.value("mcpServers") {
            command = command.flag_with(Flag::McpConfig, servers.to_string());
        }
        // The budget is the host's: the CLI's own would stop where the settings say to warn, and could not be raised.
        if let Some(turns) = self.projection.settings.number("maxTurns") {
            command = command.flag_with(Flag::MaxTurns, turns.to_string());
        }
        if project == Project::LeftOut {
            command = command
                .setting_sources([SettingsFile::User])
                .strict_mcp_config()
                .disable_schedules();
        }
        if self.projection.settings.flag("debug") {
            let file = self.shared.directory(&self.id).join("debug.log");
            command = command.debug_file(file);
        }
        command = with_grants(command, &self.projection.settings.granted);
        command = with_conversation(command, conversation);
        let Some(version) = version else {
            return command;
        };
        let unknown = command.retain_known(version);
        missing.extend(unknown.into_iter().map(|flag| {
            format!(
                "{}, which version {version} of the CLI does not know",
                flag.name()
            )
        }));
        command
    }

    /// Flags of the session's own. A log can hold flags that were allowed when they were set.
    fn flags(&self, missing: &mut Vec<String>) -> Vec<String> {
        let flags = self.projection.settings.texts("flags");
        let allowed = AllowedFlags::in_project(
            &self.shared.config,
            self.projection.settings.text("project").unwrap_or_default(),
        );
        if let Some(refused) = allowed.first_refused(&flags) {
            missing.push(format!(
                "the flags of the session, because {refused} is not allowed any more"
            ));
            return Vec::new();
        }
        flags.into_iter().map(str::to_owned).collect()
    }

    /// The model a person chose: here, or in the conversation with a command.
    fn model(&self) -> Option<&str> {
        let now = self.projection.view().info.model.as_deref();
        let first = self.projection.settings.first_model.as_deref();
        let changed = first.is_some() && now != first;
        now.filter(|_| changed)
            .or(self.projection.settings.text("model"))
    }

    /// The effort a person chose: here, or in the conversation with a command.
    fn effort(&self) -> Option<&str> {
        let now = self.projection.view().info.effort.as_deref();
        let first = self.projection.settings.first_effort.as_deref();
        let changed = first.is_some_and(|first| now.unwrap_or_default() != first);
        now.filter(|_| changed)
            .or(self.projection.settings.text("effort"))
    }

    /// The mode the conversation was in last, else the one it was given; none leaves the choice to the CLI.
    fn mode(&self) -> Option<&str> {
        let given = self.projection.settings.text("permissionMode");
        // A running CLI refuses this mode, so the conversation has never been in it: the restart brings it.
        if given == Some("bypassPermissions") {
            return given;
        }
        let view = self.projection.view();
        let last = view.info.permission_mode.as_deref();
        // A mode that the log was imported with was not chosen here, and bypassPermissions is confirmed as given.
        let imported = self
            .projection
            .settings
            .number(IMPORTED_EPOCH)
            .unwrap_or_default();
        let is_own = f64::from(view.liveness.epoch) > imported;
        let mode = last
            .filter(|mode| is_own && *mode != "bypassPermissions")
            .or(given);
        // Settings that were typed as a flag replace ours, which keep the CLI from a default of bypassing.
        let has_settings = self.projection.settings.texts("flags").iter().any(|flag| {
            *flag == Flag::Settings.name()
                || flag.starts_with(&format!("{}=", Flag::Settings.name()))
        });
        mode.or(has_settings.then_some("default"))
    }

    /// Settings that have no flag of their own, under the names they have with the CLI too.
    fn flag_settings(&self, missing: &mut Vec<String>) -> serde_json::Map<String, Value> {
        let values = ["outputStyle", "fastMode"].into_iter().filter_map(|name| {
            let value = self.projection.settings.value(name)?.clone();
            Some((name.to_owned(), value))
        });
        let mut settings: serde_json::Map<String, Value> = values.collect();
        let mut permissions = self.flag_permissions(missing);
        if self.mode().is_none() {
            // The CLI takes its own default mode, but not the one that must be confirmed.
            permissions.insert("disableBypassPermissionsMode".to_owned(), "disable".into());
        }
        if !permissions.is_empty() {
            settings.insert("permissions".to_owned(), Value::Object(permissions));
        }
        settings
    }

    /// Rules and directories that were added to the running CLI: it forgets them with its process.
    ///
    /// Nothing else of its permissions is taken along: a mode among them would hold without having been confirmed.
    fn flag_permissions(&self, missing: &mut Vec<String>) -> serde_json::Map<String, Value> {
        const DIRECTORIES: &str = "additionalDirectories";
        let Some(Value::Object(kept)) = self.projection.settings.value("permissions") else {
            return serde_json::Map::new();
        };
        let lists = ["allow", "ask", "deny", DIRECTORIES].into_iter();
        lists
            .filter_map(|name| {
                let texts = kept.get(name)?.as_array()?.iter();
                let mut texts: Vec<String> =
                    texts.filter_map(Value::as_str).map(str::to_owned).collect();
                if name == DIRECTORIES {
                    texts = there(texts, missing);
                }
                Some((name.to_owned(), Value::from(texts)))
            })
            .collect()
    }

    fn system_prompt(&self) -> Option<String> {
        let parts = [
            self.projection.settings.text("appendSystemPrompt"),
            self.projection.settings.text("digest"),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

/// The directories that are still there.
fn there(directories: Vec<String>, missing: &mut Vec<String>) -> Vec<String> {
    let (there, gone): (Vec<_>, Vec<_>) = directories
        .into_iter()
        .partition(|directory| Path::new(directory).is_dir());
    let told = gone
        .into_iter()
        .map(|directory| format!("the directory {directory}, which is gone"));
    missing.extend(told);
    there
}

/// The variables that name the program around the CLI.
fn host_variables() -> [(String, String); 2] {
    [
        ("CLAUDE_CODE_ENTRYPOINT", "pilothouse"),
        ("CLAUDE_AGENT_SDK_VERSION", env!("CARGO_PKG_VERSION")),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
}

fn with_conversation(command: CommandLine, conversation: &Conversation) -> CommandLine {
    match conversation {
        Conversation::New(id) => command.session_id(id.as_str()),
        Conversation::Resume(id) => command.resume(id.as_str()),
        Conversation::Fork { from, at, id } => {
            let command = command
                .resume(from.as_str())
                .fork_session()
                .session_id(id.as_str());
            match at {
                Some(at) => command.resume_session_at(at.as_str()),
                None => command,
            }
        }
    }
}

/// Rules that were granted for this session: the CLI forgets them with its process.
fn with_grants(mut command: CommandLine, granted: &[Value]) -> CommandLine {
    for update in granted.iter().filter(|update| update["type"] == "addRules") {
        let flag = match update["behavior"].as_str() {
            Some("allow") => Flag::AllowedTools,
            Some("deny") => Flag::DisallowedTools,
            _ => continue,
        };
        for rule in update["rules"].as_array().into_iter().flatten() {
            if let Some(text) = rule_text(rule) {
                command = command.flag_with(flag, text);
            }
        }
    }
    command
}

fn rule_text(rule: &Value) -> Option<String> {
    let tool = rule["toolName"].as_str()?;
    Some(match rule["ruleContent"].as_str() {
        Some(content) => format!("{tool}({content})"),
        None => tool.to_owned(),
    })
}
