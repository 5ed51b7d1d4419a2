//! Permission requests of the CLI, and the responses to them.

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
    /// The permission mode of a session.
    #[derive(Default)]
    pub enum PermissionMode {
        /// Asks before every call that no rule allows. Also `manual` in the CLI's flags.
        #[default]
        "default" => Default,
        /// Allows edits inside the working directories without asking.
        "acceptEdits" => AcceptEdits,
        /// Never asks.
        "bypassPermissions" => BypassPermissions,
        /// Plans without acting.
        "plan" => Plan,
        /// Denies instead of asking.
        "dontAsk" => DontAsk,
        /// A classifier decides, and asks if it cannot.
        "auto" => Auto,
        /// Another name of `default`, accepted only as input.
        "manual" => Manual,
        /// Only coordinates others; removed by 2.1.325.
        "delegate" => Delegate,
    }
}
