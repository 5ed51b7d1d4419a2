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
        events: Vec<HookEventSummary>,
        hooks: Vec<HookListing>,
        event_catalog: Vec<HookEventSummary> = "eventCatalog",
        policy: Option<HookPolicy>,
        safe_mode: Option<RawJson> = "safeMode",
        bare_mode: Option<RawJson> = "bareMode",
        /// What could not be read.
        errors: Vec<SettingsError>,
    }

    /// An event, in short.
    #[derive(Default)]
    pub struct HookEventSummary {
        name: String,
        summary: Option<String>,
        /// Its hooks may have a matcher.
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
        /// Seconds it may take.
        timeout: Option<f64>,
        status_message: Option<String> = "statusMessage",
        runs_once: Option<bool> = "runsOnce",
        runs_in_background: Option<bool> = "runsInBackground",
        disabled: Option<bool>,
        /// How it may be edited.
        editable: Option<RawJson>,
    }

    /// What the organization says about hooks.
    #[derive(Default)]
    pub struct HookPolicy {
        disabled_by_policy: Option<bool> = "disabledByPolicy",
        managed_only: Option<bool> = "managedOnly",
        plugin_only: Option<bool> = "pluginOnly",
        all_disabled: Option<bool> = "allDisabled",
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
        state: PermissionRuleState,
    }

    /// How permissions stand.
    #[derive(Default)]
    pub struct PermissionRuleState {
        rules: Vec<ListedRule>,
        workspace_directories: Vec<WorkspaceDirectory> = "workspaceDirectories",
        original_cwd: Option<String> = "originalCwd",
        /// Only the organization's rules count.
        managed_only: Option<bool> = "managedOnly",
        /// What could not be read.
        errors: Vec<SettingsError>,
        withheld: Option<bool>,
    }

    /// A rule in force.
    #[derive(Default)]
    pub struct ListedRule {
        behavior: Option<PermissionBehavior>,
        source: Option<SettingSource>,
        /// The rule, as settings files have it.
        rule: String,
        description: Option<RuleDescription>,
        /// Whether it may be changed.
        editability: Option<RuleEditability>,
        /// It is not in force.
        not_in_effect: Option<bool> = "notInEffect",
    }

    /// What a rule means: three pieces of one sentence.
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
