//! Calls to the small model that the older version makes by itself: for the prefix of a command before
//! it asks about it, and for the files a command has shown after it ran.

use super::session::Sim;
use crate::script::Usage;

const SMALL_MODEL: &str = "claude-haiku-4-5-20251001";

impl Sim {
    /// Counts such a call; the newer version makes none.
    pub(super) fn count_hidden_call(&self) {
        if self.is_old() {
            let mut state = self.state.borrow_mut();
            state.totals.add(SMALL_MODEL, Usage::default(), 1);
        }
    }
}
