//! Requests to a small model that some versions make by themselves: for the prefix of a command before they ask about
//! it, and for the files a command has shown after it ran.

use super::session::Sim;
use crate::script::Usage;

impl Sim {
    /// Counts such a request that something waits for, if the version makes any.
    pub(super) fn count_hidden_call(&self) {
        if let Some(model) = &self.dialect.catalog.small_model {
            self.charge(model, Usage::default(), 1);
        }
    }

    /// Begins such a request that nothing waits for: a turn that ends now does not count it.
    pub(super) fn begin_hidden_call(&self) {
        self.state.borrow_mut().hidden_calls += 1;
    }

    /// Counts the requests that were begun, once the conversation has gone on.
    pub(super) fn count_begun_calls(&self) {
        let begun = std::mem::take(&mut self.state.borrow_mut().hidden_calls);
        for _ in 0..begun {
            self.count_hidden_call();
        }
    }
}
