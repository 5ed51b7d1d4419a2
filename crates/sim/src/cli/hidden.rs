//! Calls to the small model that the older version makes by itself: for the prefix of a command before
//! it asks about it, and for the files a command has shown after it ran.

use super::session::Sim;
use crate::script::Usage;

const SMALL_MODEL: &str = "claude-haiku-4-5-20251001";

impl Sim {
    /// Counts such a call that something waits for; the newer version makes none.
    pub(super) fn count_hidden_call(&self) {
        if self.is_old() {
            let mut state = self.state.borrow_mut();
            state.totals.add(SMALL_MODEL, Usage::default(), 1);
        }
    }

    /// Begins such a call that nothing waits for: a turn that ends now does not count it.
    pub(super) fn begin_hidden_call(&self) {
        self.state.borrow_mut().hidden_calls += u64::from(self.is_old());
    }

    /// Counts the calls that were begun, once the conversation has gone on.
    pub(super) fn count_begun_calls(&self) {
        let begun = std::mem::take(&mut self.state.borrow_mut().hidden_calls);
        for _ in 0..begun {
            self.count_hidden_call();
        }
    }
}
