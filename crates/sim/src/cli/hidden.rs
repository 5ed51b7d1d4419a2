//! Requests to a small model that some versions send by themselves: for the prefix of a command before its permission
//! request, and for the files that a command has shown after it ran.

use super::session::Sim;
use crate::script::Usage;

impl Sim {
    /// Counts such a request that is waited for, if the version sends it.
    pub(super) fn count_hidden_call(&self) {
        if let Some(model) = &self.dialect.catalog.small_model {
            self.charge(model, Usage::default(), 1);
        }
    }

    /// Starts such a request that is not waited for: a turn that ends now does not count it.
    pub(super) fn begin_hidden_call(&self) {
        self.state.borrow_mut().hidden_calls += 1;
    }

    /// Counts the started requests, after the conversation has continued.
    pub(super) fn count_begun_calls(&self) {
        let begun = std::mem::take(&mut self.state.borrow_mut().hidden_calls);
        for _ in 0..begun {
            self.count_hidden_call();
        }
    }
}
