//! The first moments of a request: what is typed in them was meant for something else.

use std::time::Duration;

/// How long a request is on the screen before input can answer it.
pub(crate) const GUARD: Duration = Duration::from_millis(600);
