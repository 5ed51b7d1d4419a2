//! Permissions: what the CLI asks before a tool runs, and what may be answered.

mod request;
mod result;
mod update;

pub use request::{CanUseTool, ComputerFolder, DecisionReasonType, MatchedAskRule};
pub use result::{Allow, DecisionClassification, Deny, MOST_UPDATES, PermissionResult};
pub use update::{
    DirectoriesUpdate, ModeUpdate, PermissionBehavior, PermissionDestination, PermissionRule,
    PermissionUpdate, RulesUpdate,
};

use crate::wire::wire_string;

wire_string! {
    /// How much a session may do without asking.
    #[derive(Default)]
    pub enum PermissionMode {
        /// Asks for whatever no rule allows. The CLI's flags also call it `manual`.
        #[default]
        "default" => Default,
        /// Does not ask for edits inside the working directories.
        "acceptEdits" => AcceptEdits,
        /// Never asks.
        "bypassPermissions" => BypassPermissions,
        /// Plans and does not act.
        "plan" => Plan,
        /// Denies whatever it would have to ask for.
        "dontAsk" => DontAsk,
        /// A classifier decides, and asks when it cannot.
        "auto" => Auto,
        /// Another name of `default`, taken on input only.
        "manual" => Manual,
        /// Only coordinates others; gone since 2.1.325.
        "delegate" => Delegate,
    }
}
