//! Hooks and rules in force.

use super::{SettingSource, SettingsError};
use crate::permission::PermissionBehavior;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// Whether a rule may be changed.
    pub enum RuleEditability {
        /// In a file.
        "persistent" => Persistent,
        /// For this session.
        "session" => Session,
        /// It may not.
        "readonly" => ReadOnly,
    }
}

wire_struct! {
    /// Asks for the hooks.
    #[derive(Default)]
    pub struct GetHooksListing {
    }

    /// The hooks.
    #[derive(Default)]
    pub struct GetHooksListingResponse {
        /// Events, with the number of their hooks.
        events: Vec<HookEventSummary> = "events",
        /// The hooks.
        hooks: Vec<HookListing> = "hooks",
        /// All events there are.
        event_catalog: Vec<HookEventSummary> = "eventCatalog",
        /// What the organization says.
        policy: Option<HookPolicy> = "policy",
        /// Safe mode is on.
        safe_mode: Option<RawJson> = "safeMode",
        /// Bare mode is on.
        bare_mode: Option<RawJson> = "bareMode",
        /// What could not be read.
        errors: Vec<SettingsError> = "errors",
    }

    /// An event, in short.
    #[derive(Default)]
    pub struct HookEventSummary {
        /// Its name.
        name: String = "name",
        /// When it happens.
        summary: Option<String> = "summary",
        /// Its hooks may have a matcher.
        supports_matcher: Option<bool> = "supportsMatcher",
        /// How many hooks it has.
        hook_count: Option<u64> = "hookCount",
    }

    /// A hook.
    #[derive(Default)]
    pub struct HookListing {
        /// Its event.
        event: Option<String> = "event",
        /// Its matcher.
        matcher: Option<String> = "matcher",
        /// Where it stands.
        source: Option<String> = "source",
        /// The same for people.
        source_label: Option<String> = "sourceLabel",
        /// Its plugin.
        plugin_name: Option<String> = "pluginName",
        /// What it is.
        kind: Option<String> = "type",
        /// What to show.
        display_text: Option<String> = "displayText",
        /// Its command.
        command_text: Option<String> = "commandText",
        /// What the command is called.
        content_label: Option<String> = "contentLabel",
        /// When it runs.
        condition: Option<String> = "condition",
        /// Seconds it may take.
        timeout: Option<f64> = "timeout",
        /// Shown while it runs.
        status_message: Option<String> = "statusMessage",
        /// It runs once only.
        runs_once: Option<bool> = "runsOnce",
        /// It runs in the background.
        runs_in_background: Option<bool> = "runsInBackground",
        /// It is switched off.
        disabled: Option<bool> = "disabled",
        /// How it may be edited.
        editable: Option<RawJson> = "editable",
    }

    /// What the organization says about hooks.
    #[derive(Default)]
    pub struct HookPolicy {
        /// Hooks are off.
        disabled_by_policy: Option<bool> = "disabledByPolicy",
        /// Only the organization's run.
        managed_only: Option<bool> = "managedOnly",
        /// Only plugins' run.
        plugin_only: Option<bool> = "pluginOnly",
        /// None run.
        all_disabled: Option<bool> = "allDisabled",
        /// How many are the organization's.
        policy_hook_count: Option<u64> = "policyHookCount",
        /// What it says could not be read.
        policy_unreadable: Option<bool> = "policyUnreadable",
    }

    /// Asks for the rules in force.
    #[derive(Default)]
    pub struct ListPermissionRules {
    }

    /// The rules in force.
    #[derive(Default)]
    pub struct ListPermissionRulesResponse {
        /// How things stand.
        state: PermissionRuleState = "state",
    }

    /// How permissions stand.
    #[derive(Default)]
    pub struct PermissionRuleState {
        /// The rules.
        rules: Vec<ListedRule> = "rules",
        /// The working directories.
        workspace_directories: Vec<WorkspaceDirectory> = "workspaceDirectories",
        /// Where the session started.
        original_cwd: Option<String> = "originalCwd",
        /// Only the organization's rules count.
        managed_only: Option<bool> = "managedOnly",
        /// What could not be read.
        errors: Vec<SettingsError> = "errors",
        /// Something is not shown.
        withheld: Option<bool> = "withheld",
    }

    /// A rule in force.
    #[derive(Default)]
    pub struct ListedRule {
        /// What it does.
        behavior: Option<PermissionBehavior> = "behavior",
        /// Where it stands.
        source: Option<SettingSource> = "source",
        /// The rule, as settings files have it.
        rule: String = "rule",
        /// What it means, for people.
        description: Option<RuleDescription> = "description",
        /// Whether it may be changed.
        editability: Option<RuleEditability> = "editability",
        /// It is not in force.
        not_in_effect: Option<bool> = "notInEffect",
    }

    /// What a rule means: three pieces of one sentence.
    #[derive(Default)]
    pub struct RuleDescription {
        /// The beginning.
        prefix: Option<String> = "prefix",
        /// The middle, to be stressed.
        emphasis: Option<String> = "emphasis",
        /// The end.
        suffix: Option<String> = "suffix",
    }

    /// A working directory.
    #[derive(Default)]
    pub struct WorkspaceDirectory {
        /// The directory.
        path: String = "path",
        /// What named it.
        source: Option<String> = "source",
    }
}
