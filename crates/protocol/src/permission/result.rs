//! The answer.

use super::PermissionUpdate;
use crate::ids::ToolUseId;
use crate::object::JsonObject;
use crate::wire::{wire_enum, wire_string, wire_struct};

/// Updates, rules and directories an answer may carry; with more the CLI refuses the whole answer.
pub const MOST_UPDATES: usize = 4096;

wire_string! {
    /// How a person decided; telemetry of the CLI only.
    pub enum DecisionClassification {
        /// Allowed once.
        "user_temporary" => UserTemporary,
        /// Allowed for good.
        "user_permanent" => UserPermanent,
        /// Rejected.
        "user_reject" => UserReject,
    }
}

wire_struct! {
    /// The tool may run.
    #[derive(Default)]
    pub struct Allow {
        /// Runs with this input instead; absent or `{}` means as asked.
        updated_input: Option<JsonObject> = "updatedInput",
        /// Changes that the CLI applies and keeps.
        updated_permissions: Vec<PermissionUpdate> = "updatedPermissions",
        tool_use_id: Option<ToolUseId> = "toolUseID",
        decision_classification: Option<DecisionClassification> = "decisionClassification",
    }

    /// The tool may not run.
    #[derive(Default)]
    pub struct Deny {
        /// What the model is told. Required: without it the answer counts as invalid.
        message: String,
        /// Also ends the turn; the message is then lost.
        interrupt: Option<bool>,
        tool_use_id: Option<ToolUseId> = "toolUseID",
        decision_classification: Option<DecisionClassification> = "decisionClassification",
    }
}

wire_enum! {
    /// The answer to an ask. Whatever is built here is accepted by the CLI.
    pub enum PermissionResult by "behavior" {
        /// The tool may run.
        "allow" => Allow(Allow),
        /// The tool may not run.
        "deny" => Deny(Deny),
    }
}

impl PermissionResult {
    /// Lets the tool run as asked.
    pub fn allow() -> Self {
        Self::Allow(Allow::default())
    }

    /// Refuses, and tells the model why.
    pub fn deny(message: impl Into<String>) -> Self {
        Self::Deny(Deny::new(message))
    }
}

impl Allow {
    /// Runs the tool with another input.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        self.updated_input = Some(input);
        self
    }

    /// Changes permissions too.
    #[must_use]
    pub fn with_permissions(mut self, updates: impl IntoIterator<Item = PermissionUpdate>) -> Self {
        self.updated_permissions.extend(updates);
        self
    }

    /// Names the call that was asked about.
    #[must_use]
    pub fn for_call(mut self, tool_use_id: ToolUseId) -> Self {
        self.tool_use_id = Some(tool_use_id);
        self
    }

    /// Says how a person decided.
    #[must_use]
    pub fn classified(mut self, classification: DecisionClassification) -> Self {
        self.decision_classification = Some(classification);
        self
    }

    /// Counts what the CLI counts against [`MOST_UPDATES`]: updates, rules and directories.
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
    /// Refuses, and tells the model why.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// Ends the turn too. The model never sees the message then.
    #[must_use]
    pub fn and_interrupt(mut self) -> Self {
        self.interrupt = Some(true);
        self
    }

    /// Names the call that was asked about.
    #[must_use]
    pub fn for_call(mut self, tool_use_id: ToolUseId) -> Self {
        self.tool_use_id = Some(tool_use_id);
        self
    }

    /// Says how a person decided.
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
