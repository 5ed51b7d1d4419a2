//! Sessions with a CLI that somebody else started.

use crate::connection::Settings;
use crate::handlers::Handlers;

/// Attaches to a CLI that runs already. End with [`Attach::over`] or [`Attach::over_lines`].
///
/// Nothing is sent at the start: whoever started the CLI introduced itself with `initialize`, and a second one would cancel open hooks.
#[must_use]
#[derive(Default)]
pub struct Attach {
    pub(crate) handlers: Handlers,
    pub(crate) settings: Settings,
}

impl Attach {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Sets what ids of our requests begin with. It must differ from that of every host that spoke to this CLI before.
    pub fn id_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.settings.id_prefix = prefix.into();
        self
    }
}

crate::builder::handler_methods!(Attach);
