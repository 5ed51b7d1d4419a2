//! Questions that MCP servers and the CLI itself put to a person.

use crate::ids::ToolUseId;
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_string! {
    /// How a server asks.
    pub enum ElicitationMode {
        /// By a form.
        "form" => Form,
        /// By sending the person to an address.
        "url" => Url,
    }

    /// What a person did with a question.
    #[derive(Default)]
    pub enum ElicitationAction {
        /// Answered it.
        "accept" => Accept,
        /// Refused to answer.
        #[default]
        "decline" => Decline,
        /// Closed it.
        "cancel" => Cancel,
    }
}

wire_struct! {
    /// An MCP server asks a person. There is no deadline.
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

    /// What the person did.
    #[derive(Default)]
    pub struct ElicitationResult {
        action: ElicitationAction,
        content: Option<JsonObject>,
    }

    /// The CLI opens a dialog of a kind that the host declared in `initialize`.
    /// A kind it did not declare must be left unanswered.
    #[derive(Default)]
    pub struct RequestUserDialog {
        dialog_kind: DialogKind,
        payload: JsonObject,
        tool_use_id: Option<ToolUseId>,
    }

    /// The person went through the dialog.
    #[derive(Default)]
    pub struct DialogCompleted {
        result: RawJson,
    }

    /// The person closed the dialog.
    #[derive(Default)]
    pub struct DialogCancelled {
    }
}

wire_string! {
    /// A dialog of the CLI.
    #[derive(Default)]
    pub enum DialogKind {
        /// The model refused; go on with another?
        #[default]
        "refusal_fallback_prompt" => RefusalFallback,
        /// Use beyond the plan costs; agree?
        "fable_overage_consent_prompt" => OverageConsent,
        /// May auto mode read outside the working directories?
        "auto_mode_outside_reads" => AutoModeOutsideReads,
        /// Take this goal?
        "goal_proposal" => GoalProposal,
        /// Start a large plan?
        "ultraplan_launch" => UltraplanLaunch,
        /// May the sandbox reach this host?
        "sandbox_network_access" => SandboxNetworkAccess,
        /// Settings of the organization want a look.
        "managed_settings_security" => ManagedSettingsSecurity,
        /// Install the browser extension?
        "chrome_install_upsell" => ChromeInstallUpsell,
        /// Set the browser extension up.
        "chrome_install_setup" => ChromeInstallSetup,
    }
}

wire_enum! {
    /// How a dialog ended.
    pub enum DialogResult by "behavior" {
        /// The person went through it.
        "completed" => Completed(DialogCompleted),
        /// The person closed it.
        "cancelled" => Cancelled(DialogCancelled),
    }
}

impl ElicitationResult {
    /// Answers with a filled form.
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

    /// Closes the question.
    pub fn cancel() -> Self {
        Self {
            action: ElicitationAction::Cancel,
            ..Self::default()
        }
    }
}

impl DialogResult {
    /// Ends a dialog with what came out.
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
