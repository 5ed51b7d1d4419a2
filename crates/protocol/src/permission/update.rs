//! Changes of permissions.

use super::PermissionMode;
use crate::wire::{Extra, wire_enum, wire_string, wire_struct};

wire_string! {
    /// The effect of a rule.
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

    /// The location of a permission change.
    #[derive(Default)]
    pub enum PermissionDestination {
        /// The user's settings, for every project.
        "userSettings" => UserSettings,
        /// The project's settings, shared with others.
        "projectSettings" => ProjectSettings,
        /// The user's own settings for the project.
        "localSettings" => LocalSettings,
        /// This session, until its process ends.
        #[default]
        "session" => Session,
        /// The arguments of the command line.
        "cliArg" => CommandLine,
    }
}

wire_struct! {
    /// The calls that a rule applies to.
    #[derive(Default)]
    pub struct PermissionRule {
        tool_name: String = "toolName",
        /// The pattern of the calls; absent means all.
        rule_content: Option<String> = "ruleContent",
    }

    /// Rules to add, replace or remove.
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

    /// Working directories to add or remove.
    #[derive(Default)]
    pub struct DirectoriesUpdate {
        directories: Vec<String>,
        destination: PermissionDestination,
    }
}

wire_enum! {
    /// A change of permissions. The CLI suggests some in a request; the response may include them.
    pub enum PermissionUpdate by "type" {
        /// Adds rules.
        "addRules" => AddRules(RulesUpdate),
        /// Replaces all rules of the same behavior and destination.
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
    /// Creates a rule for every call of a tool.
    pub fn tool(tool_name: impl Into<String>) -> Self {
        Self {
            tool_name: tool_name.into(),
            ..Self::default()
        }
    }

    /// Creates a rule for some calls of a tool, such as `Bash` and `npm test:*`.
    pub fn content(tool_name: impl Into<String>, rule_content: impl Into<String>) -> Self {
        Self {
            rule_content: Some(rule_content.into()),
            ..Self::tool(tool_name)
        }
    }
}

impl std::fmt::Display for PermissionRule {
    /// Formats the rule as in settings files: `Tool` or `Tool(content)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.rule_content {
            Some(content) => write!(f, "{}({content})", self.tool_name),
            None => f.write_str(&self.tool_name),
        }
    }
}

impl PermissionUpdate {
    /// Adds rules that allow calls.
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

    /// Adds rules that deny calls.
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

    /// Returns the destination, or `None` for an unknown kind.
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

    /// Replaces the destination; suggestions for Bash have `localSettings`, where a host may prefer the session.
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
    /// Creates a change of rules.
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
