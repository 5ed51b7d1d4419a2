//! Flags of the command line, one method each.

use std::ffi::OsString;
use std::path::Path;

use pilothouse_protocol::command::Flag;
use pilothouse_protocol::ids::MessageUuid;
use pilothouse_protocol::mcp::McpServerConfig;
use pilothouse_protocol::permission::PermissionMode;
use serde_json::{Map, Value, json};

use super::SessionBuilder;
use crate::cli::Version;
use crate::error::{Error, Result};

/// Flags in the order in which they were given.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags {
    flags: Vec<(&'static str, Option<String>)>,
}

impl Flags {
    /// What every session of this library is started with.
    pub(super) fn standard() -> Self {
        let mut flags = Self::default();
        flags.set("--output-format", "stream-json");
        flags.switch("--verbose");
        flags.set("--input-format", "stream-json");
        flags.switch("--include-partial-messages");
        flags.switch("--replay-user-messages");
        flags
    }

    /// Sets a flag, in place of an earlier value.
    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.remove(name);
        self.flags.push((name, Some(value.into())));
    }

    pub(super) fn set_default(&mut self, name: &'static str, value: &str) {
        if !self.flags.iter().any(|(other, _)| *other == name) {
            self.set(name, value);
        }
    }

    /// Adds a flag that may be given several times.
    pub(super) fn add(&mut self, name: &'static str, value: impl Into<String>) {
        self.flags.push((name, Some(value.into())));
    }

    pub(super) fn switch(&mut self, name: &'static str) {
        self.remove(name);
        self.flags.push((name, None));
    }

    fn remove(&mut self, name: &'static str) {
        self.flags.retain(|(other, _)| *other != name);
    }

    /// Refuses flags that this version of the CLI would exit on.
    pub(super) fn check(&self, version: Option<&Version>) -> Result<()> {
        let Some(version) = version.filter(|version| !version.at_least(2, 1, 39)) else {
            return Ok(());
        };
        match self
            .flags
            .iter()
            .find(|(name, _)| Flag::find(name).is_some_and(|flag| flag.known_since().is_some()))
        {
            None => Ok(()),
            Some((name, _)) => Err(Error::Option {
                option: (*name).into(),
                reason: format!("version {version} of the CLI does not know it"),
            }),
        }
    }

    /// A value goes into the same word as its flag, so that one that begins with a dash is no flag.
    pub(super) fn into_args(self) -> impl Iterator<Item = OsString> {
        self.flags
            .into_iter()
            .flat_map(|(name, value)| match value {
                None => vec![OsString::from(name)],
                // The only one that is read as a list of words.
                Some(value) if name == "--mcp-config" => vec![name.into(), value.into()],
                Some(value) => vec![format!("{name}={value}").into()],
            })
    }
}

/// Makes a method for each flag that takes one value or none.
macro_rules! flag_methods {
    ($( $(#[$doc:meta])* $method:ident $( ($argument:ident: $type:ty) )? => $flag:literal; )*) => {
        impl SessionBuilder {$(
            $(#[$doc])*
            pub fn $method(mut self $(, $argument: $type)?) -> Self {
                flag_methods!(@put self, $flag $(, $argument)?);
                self
            }
        )*}

        /// The flags that these methods set.
        #[cfg(test)]
        const BY_METHOD: &[&str] = &[$($flag),*];
    };
    (@put $self:ident, $flag:literal) => { $self.flags.switch($flag) };
    (@put $self:ident, $flag:literal, $argument:ident) => { $self.flags.set($flag, $argument.to_string()) };
}

flag_methods! {
    /// The model: an alias such as `sonnet`, or an id.
    model(model: impl ToString) => "--model";
    /// The model that is used when the first is overloaded or missing.
    fallback_model(model: impl ToString) => "--fallback-model";
    /// The agent that answers, by name.
    agent(name: impl ToString) => "--agent";
    /// How much the CLI may do without asking.
    permission_mode(mode: PermissionMode) => "--permission-mode";
    /// Lets an MCP tool answer asks, by its full name. Excludes [`SessionBuilder::permissions`].
    permission_prompt_tool(name: impl ToString) => "--permission-prompt-tool";
    /// Whether asks reach the host: `host` or `none`.
    permission_prompts(who: impl ToString) => "--permission-prompts";
    /// Lets the session be switched to the mode that never asks.
    allow_dangerously_skip_permissions => "--allow-dangerously-skip-permissions";
    /// Never asks: every call runs, whatever it is.
    dangerously_skip_permissions => "--dangerously-skip-permissions";
    /// How hard the model thinks: `low` to `max`.
    effort(level: impl ToString) => "--effort";
    /// Whether the model thinks: `adaptive`, `enabled` or `disabled`.
    thinking(mode: impl ToString) => "--thinking";
    /// How thinking is shown: `summarized`, `omitted` or `highlights`.
    thinking_display(display: impl ToString) => "--thinking-display";
    /// Most tokens of thinking.
    max_thinking_tokens(tokens: u64) => "--max-thinking-tokens";
    /// Most rounds with the model in one turn.
    max_turns(turns: u64) => "--max-turns";
    /// Most dollars; a turn that would exceed them ends.
    max_budget_usd(dollars: f64) => "--max-budget-usd";
    /// Most tokens of one task.
    task_budget(tokens: u64) => "--task-budget";
    /// Uses no servers but those given here.
    strict_mcp_config => "--strict-mcp-config";
    /// Settings: a file, or JSON.
    settings(settings: impl ToString) => "--settings";
    /// Settings of the organization, as JSON.
    managed_settings(json: impl ToString) => "--managed-settings";
    /// Where a project's configuration is, when not in the working directory.
    project_config_root(directory: impl ToString) => "--project-config-root";
    /// Writes no transcript; the session cannot be resumed.
    no_session_persistence => "--no-session-persistence";
    /// Sends what it writes to the transcript to the host too.
    session_mirror => "--session-mirror";
    /// Tells about hooks of settings files.
    include_hook_events => "--include-hook-events";
    /// Knows no slash commands.
    disable_slash_commands => "--disable-slash-commands";
    /// Starts with as little as possible.
    bare => "--bare";
    /// Starts without customization.
    safe_mode => "--safe-mode";
    /// Starts restricted.
    restricted => "--restricted";
    /// Goes on without the turn of this prompt, which is left out of the conversation.
    resume_drops_turn(prompt: MessageUuid) => "--resume-drops-turn";
    /// Lets the model write to the person beside its answer.
    brief => "--brief";
    /// Names the session.
    name(name: impl ToString) => "--name";
    /// When to compact.
    autocompact(setting: impl ToString) => "--autocompact";
    /// Logs for debugging, by category.
    debug(filter: impl ToString) => "--debug";
    /// Logs for debugging into a file.
    debug_file(path: impl ToString) => "--debug-file";
    /// Works in a git worktree of this name.
    worktree(name: impl ToString) => "--worktree";
    /// Connects to an editor.
    ide => "--ide";
    /// Uses the browser extension.
    chrome => "--chrome";
    /// Does not use the browser extension.
    no_chrome => "--no-chrome";
}

impl SessionBuilder {
    /// Tools that run without an ask, as rules: `Read`, `Bash(git *)`, `mcp__server__tool`.
    pub fn allowed_tools<T: AsRef<str>>(self, rules: impl IntoIterator<Item = T>) -> Self {
        self.list("--allowedTools", rules)
    }

    /// Tools that never run, as rules.
    pub fn disallowed_tools<T: AsRef<str>>(self, rules: impl IntoIterator<Item = T>) -> Self {
        self.list("--disallowedTools", rules)
    }

    /// The tools there are; an empty list means none, `default` means the CLI's own.
    pub fn tools<T: AsRef<str>>(self, names: impl IntoIterator<Item = T>) -> Self {
        self.list("--tools", names)
    }

    /// Features of the model's API that are still being tried.
    pub fn betas<T: AsRef<str>>(self, names: impl IntoIterator<Item = T>) -> Self {
        self.list("--betas", names)
    }

    /// Which settings files are read: `user`, `project`, `local`; an empty list means none.
    pub fn setting_sources<T: AsRef<str>>(self, sources: impl IntoIterator<Item = T>) -> Self {
        self.list("--setting-sources", sources)
    }

    fn list<T: AsRef<str>>(
        mut self,
        flag: &'static str,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        let values: Vec<String> = values
            .into_iter()
            .map(|value| value.as_ref().to_owned())
            .collect();
        self.flags.set(flag, values.join(","));
        self
    }

    /// Another directory the CLI may work in.
    pub fn add_dir(mut self, directory: impl AsRef<Path>) -> Self {
        self.flags
            .add("--add-dir", directory.as_ref().to_string_lossy());
        self
    }

    /// A directory with a plugin.
    pub fn plugin_dir(mut self, directory: impl AsRef<Path>) -> Self {
        self.flags
            .add("--plugin-dir", directory.as_ref().to_string_lossy());
        self
    }

    /// A directory with a plugin whose MCP servers are left alone.
    pub fn plugin_dir_without_mcp(mut self, directory: impl AsRef<Path>) -> Self {
        self.flags
            .add("--plugin-dir-no-mcp", directory.as_ref().to_string_lossy());
        self
    }

    /// The address of a plugin.
    pub fn plugin_url(mut self, address: impl Into<String>) -> Self {
        self.flags.add("--plugin-url", address);
        self
    }

    /// A file to fetch at the start, as `file_id:path`.
    pub fn file(mut self, file: impl Into<String>) -> Self {
        self.flags.add("--file", file);
        self
    }

    /// MCP servers that the CLI starts or reaches, by name. Servers of this process go to [`SessionBuilder::mcp_server`].
    pub fn mcp_config<N: Into<String>>(
        mut self,
        servers: impl IntoIterator<Item = (N, McpServerConfig)>,
    ) -> Self {
        let servers: Map<String, Value> = servers
            .into_iter()
            .map(|(name, config)| (name.into(), crate::handlers::raw(&config).to_value()))
            .collect();
        self.flags
            .set("--mcp-config", json!({"mcpServers": servers}).to_string());
        self
    }

    /// Does not send deltas: an answer comes block by block.
    pub fn without_partial_messages(mut self) -> Self {
        self.flags.remove("--include-partial-messages");
        self
    }

    /// Does not echo prompts and answers.
    pub fn without_replay(mut self) -> Self {
        self.flags.remove("--replay-user-messages");
        self
    }
}

#[cfg(test)]
mod tests;
