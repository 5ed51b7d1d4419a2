//! The environment and settings files of the session.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::rules::{Behavior, Rule};
use super::session::Sim;

/// The variables of the process's environment.
#[derive(Debug, Clone, Default)]
pub(super) struct Environment {
    pub(super) home: PathBuf,
    pub(super) config_directory: PathBuf,
    pub(super) session_state: SessionStateEvents,
    pub(super) enables_todo_tools: bool,
    pub(super) has_checkpoints: bool,
    pub(super) max_retries: u32,
    pub(super) disables_background: bool,
    pub(super) startup_marks: bool,
    pub(super) compact_window: Option<u64>,
    pub(super) user_id: u32,
    is_signed_out: bool,
    has_auth_token: bool,
    is_sandbox: bool,
    tasks: Option<String>,
    base_url: String,
}

/// Whether `session_state_changed` is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum SessionStateEvents {
    /// Not sent.
    #[default]
    None,
    /// Sent with a mark for the SDK, which hides it from its user.
    ForSdk,
    /// Sent to every reader.
    ForAll,
}

impl Environment {
    pub(super) fn read() -> Self {
        let text = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let flag = |name: &str| text(name).is_some_and(|value| value != "0" && value != "false");
        let home = text("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from);
        let config = text("CLAUDE_CONFIG_DIR").map_or_else(|| home.join(".claude"), PathBuf::from);
        Self {
            config_directory: config,
            session_state: match (
                flag("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS"),
                flag("CLAUDE_CODE_SDK_READS_SESSION_STATE"),
            ) {
                (true, _) => SessionStateEvents::ForAll,
                (false, true) => SessionStateEvents::ForSdk,
                (false, false) => SessionStateEvents::None,
            },
            enables_todo_tools: flag("CLAUDE_CODE_ENABLE_TODO_TOOLS"),
            has_checkpoints: flag("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING"),
            max_retries: text("CLAUDE_CODE_MAX_RETRIES")
                .and_then(|text| text.parse().ok())
                .unwrap_or(10),
            disables_background: flag("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS"),
            startup_marks: flag("CLAUDE_CODE_SDK_READS_STARTUP_MARKS"),
            compact_window: text("CLAUDE_CODE_AUTO_COMPACT_WINDOW")
                .and_then(|text| text.parse().ok()),
            is_signed_out: is_signed_out(),
            has_auth_token: text("ANTHROPIC_API_KEY").is_none()
                && (text("ANTHROPIC_AUTH_TOKEN").is_some()
                    || text("CLAUDE_CODE_OAUTH_TOKEN").is_some()),
            is_sandbox: flag("IS_SANDBOX"),
            tasks: text("CLAUDE_CODE_ENABLE_TASKS"),
            user_id: user_id(),
            base_url: text("ANTHROPIC_BASE_URL").unwrap_or_default(),
            home,
        }
    }

    /// The source of the API key in `system/init`. The simulator needs none, so it reports being signed out only if a
    /// script's test requests it.
    pub(super) fn api_key_source(&self) -> &'static str {
        if self.is_signed_out || self.has_auth_token {
            "none"
        } else {
            "ANTHROPIC_API_KEY"
        }
    }

    pub(super) fn is_signed_out(&self) -> bool {
        self.is_signed_out
    }

    pub(super) fn account(&self) -> Value {
        if self.is_signed_out {
            return json!({ "tokenSource": "none", "apiProvider": "firstParty" });
        }
        json!({ "tokenSource": "none", "apiKeySource": "ANTHROPIC_API_KEY", "apiProvider": "firstParty" })
    }

    pub(super) fn api_host(&self) -> String {
        let rest = self
            .base_url
            .split_once("://")
            .map_or("127.0.0.1", |(_, rest)| rest);
        rest.split('/').next().unwrap_or_default().to_owned()
    }

    /// The contact in the message about repeated server errors.
    pub(super) fn support_contact(&self) -> String {
        if self.base_url.is_empty() {
            return "https://status.claude.com".to_owned();
        }
        format!("your inference gateway ({})", self.api_host())
    }

    /// Returns whether the task tools are disabled, which enables TodoWrite.
    pub(super) fn disables_tasks(&self) -> bool {
        matches!(self.tasks.as_deref(), Some("0" | "false"))
    }

    pub(super) fn enables_tasks(&self) -> bool {
        matches!(self.tasks.as_deref(), Some("1" | "true"))
    }

    /// Returns whether this user must not bypass permissions.
    pub(super) fn refuses_bypass(&self) -> bool {
        !self.is_sandbox && self.user_id == 0
    }
}

/// The simulator needs no account. It simulates a CLI without one if the key is set to an empty string, or if a model
/// server is set without a key.
fn is_signed_out() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_credentials = [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_AUTH_TOKEN",
        "CLAUDE_CODE_OAUTH_TOKEN",
    ]
    .into_iter()
    .any(is_set);
    let says_none = std::env::var_os("ANTHROPIC_API_KEY").is_some_and(|key| key.is_empty());
    !has_credentials && (says_none || is_set("ANTHROPIC_BASE_URL"))
}

fn user_id() -> u32 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").map_or(u32::MAX, |metadata| metadata.uid())
}

/// A settings file, with the source name of its rules.
#[derive(Debug)]
pub(super) struct SettingsFile {
    pub(super) source: &'static str,
    pub(super) settings: Value,
}

impl Sim {
    /// The applicable settings files, and `--settings`.
    pub(super) fn settings_files(&self) -> Vec<SettingsFile> {
        let wanted = self.options.value("setting-sources").map(|sources| {
            sources
                .split(',')
                .map(|source| source.trim().to_owned())
                .collect::<Vec<_>>()
        });
        let applies = |name: &str| {
            wanted
                .as_ref()
                .is_none_or(|wanted| wanted.iter().any(|w| w == name))
        };
        let candidates = [
            (
                "user",
                "userSettings",
                self.environment.config_directory.join("settings.json"),
            ),
            (
                "project",
                "projectSettings",
                self.cwd.join(".claude/settings.json"),
            ),
            (
                "local",
                "localSettings",
                self.cwd.join(".claude/settings.local.json"),
            ),
        ];
        let mut files: Vec<SettingsFile> = Vec::new();
        if !self.options.has("bare") {
            for (name, source, path) in candidates {
                if applies(name)
                    && let Some(text) = self.files.borrow().read_text(&path)
                    && let Ok(settings) = serde_json::from_str(&text)
                {
                    files.push(SettingsFile { source, settings });
                }
            }
        }
        if let Some(given) = self.options.value("settings") {
            let text = if given.trim_start().starts_with('{') {
                given.to_owned()
            } else {
                std::fs::read_to_string(given).unwrap_or_default()
            };
            if let Ok(settings) = serde_json::from_str(&text) {
                files.push(SettingsFile {
                    source: "flagSettings",
                    settings,
                });
            }
        }
        files
    }

    /// Loads rules, directories and the mode from settings and flags.
    pub(super) fn load_settings(&self) {
        let mut rules = Vec::new();
        let mut default_mode = None;
        let mut may_bypass = true;
        let mut directories = Vec::new();
        for file in self.settings_files() {
            let permissions = &file.settings["permissions"];
            if file.source == "flagSettings" {
                let given = permissions["additionalDirectories"].as_array();
                let given = given.into_iter().flatten().filter_map(Value::as_str);
                // The CLI reports this source for them.
                directories.extend(given.map(|path| (self.cwd.join(path), "localSettings")));
            }
            for behavior in [Behavior::Allow, Behavior::Deny, Behavior::Ask] {
                if behavior == Behavior::Allow && file.source == "projectSettings" {
                    // Allow rules of a repository apply only if it is trusted.
                    continue;
                }
                for rule in permissions[behavior.as_str()]
                    .as_array()
                    .into_iter()
                    .flatten()
                {
                    if let Some(text) = rule.as_str() {
                        rules.push(Rule::parse(text, behavior, file.source));
                    }
                }
            }
            may_bypass &= permissions["disableBypassPermissionsMode"] != "disable";
            if let Some(mode) = permissions["defaultMode"].as_str() {
                default_mode = Some(mode.to_owned());
            }
        }
        for (flag, behavior) in [
            ("allowedTools", Behavior::Allow),
            ("disallowedTools", Behavior::Deny),
        ] {
            for text in self.options.list(flag).unwrap_or_default() {
                rules.push(Rule::parse(&text, behavior, "cliArg"));
            }
        }
        let mut state = self.state.borrow_mut();
        for rule in rules {
            state.rules.add(rule);
        }
        state.additional_directories.extend(directories);
        for directory in self.options.values("add-dir") {
            state
                .additional_directories
                .push((self.cwd.join(directory), "cliArg"));
        }
        let mode = self
            .options
            .value("permission-mode")
            .map(str::to_owned)
            .or(default_mode);
        state.mode = match mode.as_deref() {
            _ if self.options.has("dangerously-skip-permissions") => "bypassPermissions".to_owned(),
            None | Some("manual" | "default") => "default".to_owned(),
            Some("bypassPermissions") if !may_bypass => "default".to_owned(),
            Some(mode) => mode.to_owned(),
        };
        state.effort = self.options.value("effort").map(str::to_owned);
    }
}
