//! Questions of MCP servers and of the CLI for the user.

use crate::ids::ToolUseId;
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_string! {
    /// The form of an elicitation.
    pub enum ElicitationMode {
        /// A form to fill in.
        "form" => Form,
        /// A URL for the user to visit.
        "url" => Url,
    }

    /// The user's response to an elicitation.
    #[derive(Default)]
    pub enum ElicitationAction {
        /// The user answered.
        "accept" => Accept,
        /// The user refused to answer.
        #[default]
        "decline" => Decline,
        /// The user closed it.
        "cancel" => Cancel,
    }
}

wire_struct! {
    /// A question of an MCP server. There is no deadline.
    #[derive(Default)]
    pub struct Elicitation {
        mcp_server_name: String,
        message: String,
        mode: Option<ElicitationMode>,
        url: Option<String>,
        elicitation_id: Option<String>,
        requested_schema: Option<JsonObject>,
        /// The fields in the order to show them.
        property_order: Vec<String>,
        title: Option<String>,
        display_name: Option<String>,
        description: Option<String>,
    }

    /// The user's response.
    #[derive(Default)]
    pub struct ElicitationResult {
        action: ElicitationAction,
        content: Option<JsonObject>,
    }

    /// A dialog of a kind that the host declared in `initialize`.
    /// A kind that it did not declare must be left unanswered.
    #[derive(Default)]
    pub struct RequestUserDialog {
        dialog_kind: DialogKind,
        payload: JsonObject,
        tool_use_id: Option<ToolUseId>,
    }

    /// The user completed the dialog.
    #[derive(Default)]
    pub struct DialogCompleted {
        result: RawJson,
    }

    /// The user closed the dialog.
    #[derive(Default)]
    pub struct DialogCancelled {
    }
}

wire_string! {
    /// The kind of a dialog.
    #[derive(Default)]
    pub enum DialogKind {
        /// The model refused; continue with another one?
        #[default]
        "refusal_fallback_prompt" => RefusalFallback,
        /// Usage beyond the plan costs money; agree?
        "fable_overage_consent_prompt" => OverageConsent,
        /// May auto mode read outside the working directories?
        "auto_mode_outside_reads" => AutoModeOutsideReads,
        /// Accept this goal?
        "goal_proposal" => GoalProposal,
        /// Start a large plan?
        "ultraplan_launch" => UltraplanLaunch,
        /// May the sandbox connect to this host?
        "sandbox_network_access" => SandboxNetworkAccess,
        /// Review the organization's settings.
        "managed_settings_security" => ManagedSettingsSecurity,
        /// Install the browser extension?
        "chrome_install_upsell" => ChromeInstallUpsell,
        /// Set up the browser extension.
        "chrome_install_setup" => ChromeInstallSetup,
    }
}

wire_enum! {
    /// The outcome of a dialog.
    pub enum DialogResult by "behavior" {
        /// The user completed it.
        "completed" => Completed(DialogCompleted),
        /// The user closed it.
        "cancelled" => Cancelled(DialogCancelled),
    }
}

impl ElicitationResult {
    /// Answers with the fields of the form.
    pub fn accept(content: JsonObject) -> Self {
        Self {
            action: ElicitationAction::Accept,
            content: Some(content),
            ..Self::default()
        }
    }

    /// Refuses to answer.
    pub fn decline() -> Self {
        Self::default()
    }

    /// Closes the elicitation.
    pub fn cancel() -> Self {
        Self {
            action: ElicitationAction::Cancel,
            ..Self::default()
        }
    }
}

impl DialogResult {
    /// Completes a dialog with this result.
    pub fn completed(result: RawJson) -> Self {
        Self::Completed(DialogCompleted {
            result,
            ..DialogCompleted::default()
        })
    }

    /// Closes a dialog.
    pub fn cancelled() -> Self {
        Self::Cancelled(DialogCancelled::default())
    }
}
