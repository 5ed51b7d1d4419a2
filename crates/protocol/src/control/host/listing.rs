//! Hooks and rules in force.

use super::{SettingSource, SettingsError};
use crate::permission::PermissionBehavior;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// Whether a rule can be changed.
    pub enum RuleEditability {
        /// Yes; it is in a file.
        "persistent" => Persistent,
        /// Yes, for this session.
        "session" => Session,
        /// No.
        "readonly" => ReadOnly,
    }
}

wire_struct! {
    /// Returns the hooks.
    #[derive(Default)]
    pub struct GetHooksListing {
    }

    /// The hooks.
    #[derive(Default)]
    pub struct GetHooksListingResponse {
        /// Events, with the number of their hooks.
        events: Vec<HookEventSummary>,
        hooks: Vec<HookListing>,
        event_catalog: Vec<HookEventSummary> = "eventCatalog",
        policy: Option<HookPolicy>,
        safe_mode: Option<RawJson> = "safeMode",
        bare_mode: Option<RawJson> = "bareMode",
        /// Settings files that could not be read.
        errors: Vec<SettingsError>,
    }

    /// Summary of an event.
    #[derive(Default)]
    pub struct HookEventSummary {
        name: String,
        summary: Option<String>,
        /// Hooks of this event can have a matcher.
        supports_matcher: Option<bool> = "supportsMatcher",
        hook_count: Option<u64> = "hookCount",
    }

    /// A hook.
    #[derive(Default)]
    pub struct HookListing {
        event: Option<String>,
        matcher: Option<String>,
        source: Option<String>,
        source_label: Option<String> = "sourceLabel",
        plugin_name: Option<String> = "pluginName",
        kind: Option<String> = "type",
        display_text: Option<String> = "displayText",
        command_text: Option<String> = "commandText",
        content_label: Option<String> = "contentLabel",
        condition: Option<String>,
        /// The timeout in seconds.
        timeout: Option<f64>,
        status_message: Option<String> = "statusMessage",
        runs_once: Option<bool> = "runsOnce",
        runs_in_background: Option<bool> = "runsInBackground",
        disabled: Option<bool>,
        /// How it can be edited.
        editable: Option<RawJson>,
    }

    /// The organization's policy for hooks.
    #[derive(Default)]
    pub struct HookPolicy {
        disabled_by_policy: Option<bool> = "disabledByPolicy",
        managed_only: Option<bool> = "managedOnly",
        plugin_only: Option<bool> = "pluginOnly",
        all_disabled: Option<bool> = "allDisabled",
        policy_hook_count: Option<u64> = "policyHookCount",
        /// The policy could not be read.
        policy_unreadable: Option<bool> = "policyUnreadable",
    }

    /// Returns the rules in force.
    #[derive(Default)]
    pub struct ListPermissionRules {
    }

    /// The rules in force.
    #[derive(Default)]
    pub struct ListPermissionRulesResponse {
        state: PermissionRuleState,
    }

    /// The rules and what limits them.
    #[derive(Default)]
    pub struct PermissionRuleState {
        rules: Vec<ListedRule>,
        workspace_directories: Vec<WorkspaceDirectory> = "workspaceDirectories",
        original_cwd: Option<String> = "originalCwd",
        /// Only the organization's rules apply.
        managed_only: Option<bool> = "managedOnly",
        /// Settings files that could not be read.
        errors: Vec<SettingsError>,
        withheld: Option<bool>,
    }

    /// A rule in force.
    #[derive(Default)]
    pub struct ListedRule {
        behavior: Option<PermissionBehavior>,
        source: Option<SettingSource>,
        /// The rule, as written in settings files.
        rule: String,
        description: Option<RuleDescription>,
        /// Whether it can be changed.
        editability: Option<RuleEditability>,
        /// It has no effect.
        not_in_effect: Option<bool> = "notInEffect",
    }

    /// The description of a rule, in three parts of one sentence.
    #[derive(Default)]
    pub struct RuleDescription {
        prefix: Option<String>,
        emphasis: Option<String>,
        suffix: Option<String>,
    }

    /// A working directory.
    #[derive(Default)]
    pub struct WorkspaceDirectory {
        path: String,
        source: Option<String>,
    }
}
