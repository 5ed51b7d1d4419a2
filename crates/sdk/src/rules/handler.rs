//! Rules as a permission handler.

use std::future::{Ready, ready};

use tokio_util::either::Either;

use super::{Rules, ShellDirectories, Verdict};
use crate::permission::{Decision, PermissionRequest};

impl Rules {
    /// Returns a permission handler that denies calls that no rule allows.
    pub fn handler(self) -> impl Fn(PermissionRequest) -> Ready<Decision> + Send + Sync + 'static {
        move |request| {
            let decision = self.decide_ask(&request).unwrap_or_else(|| {
                Decision::deny(format!("no rule allows this call of {}", request.tool_name))
            });
            ready(decision)
        }
    }

    /// Returns a permission handler that passes undecided requests to another handler.
    pub fn or_else<F, R>(
        self,
        otherwise: F,
    ) -> impl Fn(PermissionRequest) -> Either<Ready<Decision>, R> + Send + Sync + 'static
    where
        F: Fn(PermissionRequest) -> R + Send + Sync + 'static,
        R: Future<Output = Decision> + Send + 'static,
    {
        move |request| match self.decide_ask(&request) {
            Some(decision) => Either::Left(ready(decision)),
            None => Either::Right(otherwise(request)),
        }
    }

    /// Decides a request, if a rule matches. No rule allows a call that only a person may allow: see
    /// [`CanUseTool::only_a_person`].
    ///
    /// Commands that ran without a request are unknown here, so the shell may be in any directory.
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
