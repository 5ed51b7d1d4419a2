//! The permission request.

use super::PermissionUpdate;
use crate::ids::{TaskId, ToolUseId};
use crate::mcp::McpServerProvenance;
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The type of the reason for a request.
    pub enum DecisionReasonType {
        /// A rule.
        "rule" => Rule,
        /// The mode of the session.
        "mode" => Mode,
        /// Parts of a compound command.
        "subcommandResults" => SubcommandResults,
        /// The MCP tool for permission prompts.
        "permissionPromptTool" => PermissionPromptTool,
        /// A hook.
        "hook" => Hook,
        /// A subagent in the background.
        "asyncAgent" => AsyncAgent,
        /// Leaving the sandbox.
        "sandboxOverride" => SandboxOverride,
        /// A path outside the working directories.
        "workingDir" => WorkingDir,
        /// A safety check.
        "safetyCheck" => SafetyCheck,
        /// The classifier of auto mode.
        "classifier" => Classifier,
        /// Any other reason.
        "other" => Other,
    }
}

wire_struct! {
    /// A permission request for a tool call. Requires `--permission-prompt-tool stdio`. There is no deadline.
    #[derive(Default)]
    pub struct CanUseTool {
        /// The tool; `SandboxNetworkAccess` is a pseudo-tool with input `{host}`.
        tool_name: String,
        /// Its input. For ExitPlanMode, the CLI adds `plan` and `planFilePath`.
        input: JsonObject,
        /// The tool call; versions before 2.1.38 do not send it.
        tool_use_id: Option<ToolUseId>,
        /// Suggested permission changes for "always allow".
        permission_suggestions: Vec<PermissionUpdate>,
        blocked_path: Option<String>,
        /// The reason, for people; may contain ANSI sequences.
        decision_reason: Option<String>,
        decision_reason_type: Option<DecisionReasonType>,
        /// Present if a safety check is involved; false means that a person must decide.
        classifier_approvable: Option<bool>,
        matched_ask_rule: Option<MatchedAskRule>,
        /// "Don't ask again" must not be offered.
        suppress_always_allow_rule: Option<bool>,
        /// Approval must not be preselected.
        default_to_no: Option<bool>,
        /// The call must not be approved with one tap.
        requires_user_interaction: Option<bool>,
        title: Option<String>,
        display_name: Option<String>,
        description: Option<String>,
        agent_id: Option<TaskId>,
        mcp_server: Option<McpServerProvenance>,
        /// The reason, as a code.
        decision_reason_code: Option<String>,
        decision_reason_rule_source: Option<String>,
        decision_reason_hook_event: Option<String>,
        decision_reason_hook_source: Option<String>,
        decision_reason_hook_plugin_id: Option<String>,
        /// Only the policy of the MCP server requires the request.
        server_policy_ask_only: Option<bool>,
        plugin: Option<String>,
        /// The text of the request, as given by the server.
        server_prompt: Option<RawJson>,
        computer_folder: Option<ComputerFolder>,
        /// How requests from one source are displayed.
        provenance_prompt_line: Option<String>,
        tool_kind: Option<String>,
    }

    /// A rule in `permissions.ask` that required the request.
    #[derive(Default)]
    pub struct MatchedAskRule {
        source: Option<String>,
        tool_name: Option<String>,
        rule_content: Option<String>,
    }

    /// A folder on a computer.
    #[derive(Default)]
    pub struct ComputerFolder {
        path: Option<String>,
        computer_name: Option<String>,
    }
}

impl CanUseTool {
    /// Creates a request with only the required fields.
    pub fn new(tool_name: impl Into<String>, input: JsonObject, tool_use_id: ToolUseId) -> Self {
        Self {
            tool_name: tool_name.into(),
            input,
            tool_use_id: Some(tool_use_id),
            ..Self::default()
        }
    }

    /// Returns whether only a person may allow the call: no rule and no program may.
    ///
    /// This is the case if the CLI requires a person, found a risk, names a path that caused the request, or does not
    /// allow the decision to be remembered;
    /// and if a hook or an `ask` rule of the user requires the request. An unknown reason of a newer CLI counts as
    /// well.
    pub fn only_a_person(&self) -> bool {
        use DecisionReasonType as Reason;
        let demanded = match &self.decision_reason_type {
            Some(
                Reason::Rule
                | Reason::Hook
                | Reason::SafetyCheck
                | Reason::SandboxOverride
                | Reason::Unknown(_),
            ) => true,
            Some(
                Reason::Mode
                | Reason::SubcommandResults
                | Reason::PermissionPromptTool
                | Reason::AsyncAgent
                | Reason::WorkingDir
                | Reason::Classifier
                | Reason::Other,
            )
            | None => false,
        };
        demanded
            || self.requires_user_interaction == Some(true)
            // The field is present if a safety check is involved.
            || self.classifier_approvable.is_some()
            || self.blocked_path.is_some()
            || self.matched_ask_rule.is_some()
            || self.suppress_always_allow_rule == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::CanUseTool;
    use crate::wire::Wire;

    fn only_a_person(more: serde_json::Value) -> bool {
        let mut ask = json!({"tool_name": "Bash", "input": {"command": "ls"}});
        for (name, value) in more.as_object().unwrap() {
            ask[name] = value.clone();
        }
        CanUseTool::from_json(&ask.to_string())
            .unwrap()
            .only_a_person()
    }

    #[test]
    fn rules_decide_calls_that_only_lack_a_rule() {
        assert!(!only_a_person(json!({})));
        for reason in [
            "mode",
            "subcommandResults",
            "workingDir",
            "classifier",
            "other",
        ] {
            assert!(
                !only_a_person(json!({"decision_reason_type": reason})),
                "{reason}"
            );
        }
        assert!(!only_a_person(
            json!({"requires_user_interaction": false, "suppress_always_allow_rule": false})
        ));
    }

    #[test]
    fn a_person_decides_what_the_cli_would_ask_whatever_its_rules_say() {
        for more in [
            json!({"requires_user_interaction": true}),
            json!({"classifier_approvable": false}),
            json!({"classifier_approvable": true}),
            json!({"blocked_path": "/etc/passwd"}),
            json!({"blocked_path": "inside"}),
            json!({"matched_ask_rule": {"source": "userSettings"}}),
            json!({"suppress_always_allow_rule": true}),
            json!({"decision_reason_type": "rule"}),
            json!({"decision_reason_type": "hook"}),
            json!({"decision_reason_type": "safetyCheck"}),
            json!({"decision_reason_type": "sandboxOverride"}),
            json!({"decision_reason_type": "madeUp"}),
        ] {
            assert!(only_a_person(more.clone()), "{more}");
        }
    }
}
