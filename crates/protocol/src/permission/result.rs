//! The response to a permission request.

use super::PermissionUpdate;
use crate::ids::ToolUseId;
use crate::object::JsonObject;
use crate::wire::{wire_enum, wire_string, wire_struct};

/// Maximum number of updates, rules and directories in a response; the CLI rejects a response with more.
pub const MOST_UPDATES: usize = 4096;

wire_string! {
    /// The kind of the user's decision; used only for telemetry of the CLI.
    pub enum DecisionClassification {
        /// Allowed once.
        "user_temporary" => UserTemporary,
        /// Allowed permanently.
        "user_permanent" => UserPermanent,
        /// Rejected.
        "user_reject" => UserReject,
    }
}

wire_struct! {
    /// Allows the call.
    #[derive(Default)]
    pub struct Allow {
        /// Replaces the input; absent or `{}` leaves it unchanged.
        updated_input: Option<JsonObject> = "updatedInput",
        /// Permission changes that the CLI applies and keeps.
        updated_permissions: Vec<PermissionUpdate> = "updatedPermissions",
        tool_use_id: Option<ToolUseId> = "toolUseID",
        decision_classification: Option<DecisionClassification> = "decisionClassification",
    }

    /// Denies the call.
    #[derive(Default)]
    pub struct Deny {
        /// The message for the model. Required: without it the response is invalid.
        message: String,
        /// Also interrupts the turn; the message is then lost.
        interrupt: Option<bool>,
        tool_use_id: Option<ToolUseId> = "toolUseID",
        decision_classification: Option<DecisionClassification> = "decisionClassification",
    }
}

wire_enum! {
    /// The response to a permission request. The CLI accepts every value of this type.
    pub enum PermissionResult by "behavior" {
        /// Allows the call.
        "allow" => Allow(Allow),
        /// Denies the call.
        "deny" => Deny(Deny),
    }
}

impl PermissionResult {
    /// Allows the call with its original input.
    pub fn allow() -> Self {
        Self::Allow(Allow::default())
    }

    /// Denies the call with a message for the model.
    pub fn deny(message: impl Into<String>) -> Self {
        Self::Deny(Deny::new(message))
    }
}

impl Allow {
    /// Replaces the input of the call.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        self.updated_input = Some(input);
        self
    }

    /// Adds permission changes.
    #[must_use]
    pub fn with_permissions(mut self, updates: impl IntoIterator<Item = PermissionUpdate>) -> Self {
        self.updated_permissions.extend(updates);
        self
    }

    /// Sets the ID of the call.
    #[must_use]
    pub fn for_call(mut self, tool_use_id: ToolUseId) -> Self {
        self.tool_use_id = Some(tool_use_id);
        self
    }

    /// Sets the kind of the user's decision.
    #[must_use]
    pub fn classified(mut self, classification: DecisionClassification) -> Self {
        self.decision_classification = Some(classification);
        self
    }

    /// Returns the number that the CLI compares with [`MOST_UPDATES`]: updates, rules and directories.
    pub fn update_count(&self) -> usize {
        let inner = self.updated_permissions.iter().map(|update| match update {
            PermissionUpdate::AddRules(update)
            | PermissionUpdate::ReplaceRules(update)
            | PermissionUpdate::RemoveRules(update) => update.rules.len(),
            PermissionUpdate::AddDirectories(update)
            | PermissionUpdate::RemoveDirectories(update) => update.directories.len(),
            _ => 0,
        });
        self.updated_permissions.len() + inner.sum::<usize>()
    }
}

impl Deny {
    /// Denies the call with a message for the model.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// Also interrupts the turn. The model does not receive the message.
    #[must_use]
    pub fn and_interrupt(mut self) -> Self {
        self.interrupt = Some(true);
        self
    }

    /// Sets the ID of the call.
    #[must_use]
    pub fn for_call(mut self, tool_use_id: ToolUseId) -> Self {
        self.tool_use_id = Some(tool_use_id);
        self
    }

    /// Sets the kind of the user's decision.
    #[must_use]
    pub fn classified(mut self, classification: DecisionClassification) -> Self {
        self.decision_classification = Some(classification);
        self
    }
}

impl From<Allow> for PermissionResult {
    fn from(allow: Allow) -> Self {
        Self::Allow(allow)
    }
}

impl From<Deny> for PermissionResult {
    fn from(deny: Deny) -> Self {
        Self::Deny(deny)
    }
}
