//! Rules as a permission handler.

use super::{Rules, ShellDirectories, Verdict};
use crate::permission::{Decision, PermissionHandler, PermissionRequest};

impl Rules {
    /// Decides asks by the rules, and leaves those that no rule decides to another handler.
    pub fn or_else<H: PermissionHandler>(self, otherwise: H) -> RuledHandler<H> {
        RuledHandler {
            rules: self,
            otherwise,
        }
    }

    /// Decides an ask, if a rule does. No rule allows what only a person may: see [`CanUseTool::only_a_person`].
    ///
    /// Commands that ran without an ask are not seen here, so the shell may be in any directory.
    ///
    /// [`CanUseTool::only_a_person`]: pilothouse_protocol::permission::CanUseTool::only_a_person
    pub fn decide_ask(&self, request: &PermissionRequest) -> Option<Decision> {
        let mut rules = self.clone();
        rules.surroundings.shell = ShellDirectories::unknown();
        match rules.judge(&request.tool_name, &request.input.to_value()) {
            Verdict::Deny { rule } => Some(Decision::deny(format!("denied by the rule {rule}"))),
            Verdict::Allow { .. } if !request.only_a_person() => Some(Decision::allow()),
            Verdict::Allow { .. } | Verdict::Ask => None,
        }
    }
}

/// Denies what no rule allows.
impl PermissionHandler for Rules {
    async fn decide(&self, request: PermissionRequest) -> Decision {
        let none = || Decision::deny(format!("no rule allows this call of {}", request.tool_name));
        self.decide_ask(&request).unwrap_or_else(none)
    }
}

/// Rules first, then a handler. Made by [`Rules::or_else`].
#[derive(Debug, Clone)]
pub struct RuledHandler<H> {
    rules: Rules,
    otherwise: H,
}

impl<H: PermissionHandler> PermissionHandler for RuledHandler<H> {
    async fn decide(&self, request: PermissionRequest) -> Decision {
        match self.rules.decide_ask(&request) {
            Some(decision) => decision,
            None => self.otherwise.decide(request).await,
        }
    }
}
