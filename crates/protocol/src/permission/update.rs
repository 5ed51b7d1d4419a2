//! Changes of what is allowed.

use super::PermissionMode;
use crate::wire::{Extra, wire_enum, wire_string, wire_struct};

wire_string! {
    /// What a rule does.
    #[derive(Default)]
    pub enum PermissionBehavior {
        /// Runs without asking.
        #[default]
        "allow" => Allow,
        /// Never runs.
        "deny" => Deny,
        /// Always asks.
        "ask" => Ask,
    }

    /// Where a change is kept.
    #[derive(Default)]
    pub enum PermissionDestination {
        /// The user's settings, for every project.
        "userSettings" => UserSettings,
        /// The project's settings, shared with others.
        "projectSettings" => ProjectSettings,
        /// The project's settings of this user alone.
        "localSettings" => LocalSettings,
        /// This session, until its process ends.
        #[default]
        "session" => Session,
        /// As if given on the command line.
        "cliArg" => CommandLine,
    }
}

wire_struct! {
    /// Which calls a rule is about.
    #[derive(Default)]
    pub struct PermissionRule {
        tool_name: String = "toolName",
        /// Which of its calls; absent means all.
        rule_content: Option<String> = "ruleContent",
    }

    /// Rules to add, to put in place of others, or to remove.
    #[derive(Default)]
    pub struct RulesUpdate {
        rules: Vec<PermissionRule>,
        behavior: PermissionBehavior,
        destination: PermissionDestination,
    }

    /// A mode to change to.
    #[derive(Default)]
    pub struct ModeUpdate {
        mode: PermissionMode,
        destination: PermissionDestination,
    }

    /// Working directories to add or to remove.
    #[derive(Default)]
    pub struct DirectoriesUpdate {
        directories: Vec<String>,
        destination: PermissionDestination,
    }
}

wire_enum! {
    /// One change of what is allowed. The CLI suggests some with an ask; an answer may carry them back.
    pub enum PermissionUpdate by "type" {
        /// Adds rules.
        "addRules" => AddRules(RulesUpdate),
        /// Puts rules in place of all others of the same behavior and destination.
        "replaceRules" => ReplaceRules(RulesUpdate),
        /// Removes rules.
        "removeRules" => RemoveRules(RulesUpdate),
        /// Changes the mode.
        "setMode" => SetMode(ModeUpdate),
        /// Adds working directories.
        "addDirectories" => AddDirectories(DirectoriesUpdate),
        /// Removes working directories.
        "removeDirectories" => RemoveDirectories(DirectoriesUpdate),
    }
}

impl PermissionRule {
    /// Makes a rule for every call of a tool.
    pub fn tool(tool_name: impl Into<String>) -> Self {
        Self {
            tool_name: tool_name.into(),
            ..Self::default()
        }
    }

    /// Makes a rule for some calls of a tool, such as `Bash` and `npm test:*`.
    pub fn content(tool_name: impl Into<String>, rule_content: impl Into<String>) -> Self {
        Self {
            rule_content: Some(rule_content.into()),
            ..Self::tool(tool_name)
        }
    }
}

impl std::fmt::Display for PermissionRule {
    /// Writes the rule as settings files have it: `Tool` or `Tool(content)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.rule_content {
            Some(content) => write!(f, "{}({content})", self.tool_name),
            None => f.write_str(&self.tool_name),
        }
    }
}

impl PermissionUpdate {
    /// Allows calls from now on.
    pub fn allow(
        rules: impl IntoIterator<Item = PermissionRule>,
        destination: PermissionDestination,
    ) -> Self {
        Self::AddRules(RulesUpdate::new(
            rules,
            PermissionBehavior::Allow,
            destination,
        ))
    }

    /// Denies calls from now on.
    pub fn deny(
        rules: impl IntoIterator<Item = PermissionRule>,
        destination: PermissionDestination,
    ) -> Self {
        Self::AddRules(RulesUpdate::new(
            rules,
            PermissionBehavior::Deny,
            destination,
        ))
    }

    /// Changes the mode.
    pub fn set_mode(mode: PermissionMode, destination: PermissionDestination) -> Self {
        Self::SetMode(ModeUpdate {
            mode,
            destination,
            extra: Extra::default(),
        })
    }

    /// Adds working directories.
    pub fn add_directories<S: Into<String>>(
        directories: impl IntoIterator<Item = S>,
        destination: PermissionDestination,
    ) -> Self {
        let directories = directories.into_iter().map(Into::into).collect();
        Self::AddDirectories(DirectoriesUpdate {
            directories,
            destination,
            extra: Extra::default(),
        })
    }

    /// Returns where the change is kept; nothing for a kind that is not known.
    pub fn destination(&self) -> Option<&PermissionDestination> {
        match self {
            Self::AddRules(update) | Self::ReplaceRules(update) | Self::RemoveRules(update) => {
                Some(&update.destination)
            }
            Self::SetMode(update) => Some(&update.destination),
            Self::AddDirectories(update) | Self::RemoveDirectories(update) => {
                Some(&update.destination)
            }
            Self::Unknown(_) | Self::Malformed(_) => None,
        }
    }

    /// Keeps the change somewhere else; suggestions for Bash come with `localSettings`, where a host may want the session only.
    #[must_use]
    pub fn kept_in(mut self, kept_in: PermissionDestination) -> Self {
        match &mut self {
            Self::AddRules(update) | Self::ReplaceRules(update) | Self::RemoveRules(update) => {
                update.destination = kept_in
            }
            Self::SetMode(update) => update.destination = kept_in,
            Self::AddDirectories(update) | Self::RemoveDirectories(update) => {
                update.destination = kept_in
            }
            Self::Unknown(_) | Self::Malformed(_) => {}
        }
        self
    }
}

impl RulesUpdate {
    /// Makes a change of rules.
    pub fn new(
        rules: impl IntoIterator<Item = PermissionRule>,
        behavior: PermissionBehavior,
        destination: PermissionDestination,
    ) -> Self {
        Self {
            rules: rules.into_iter().collect(),
            behavior,
            destination,
            extra: Extra::default(),
        }
    }
}
