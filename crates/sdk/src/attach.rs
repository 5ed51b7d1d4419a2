//! Sessions with a CLI that somebody else started.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use crate::connection::{IncomingLine, OutgoingLine, Settings};
use crate::events::Events;
use crate::handlers::Handlers;
use crate::session::Session;
use crate::store::SessionStore;

/// Attaches to a CLI that runs already. End with [`Attach::over`] or [`Attach::over_lines`].
///
/// Nothing is sent at the start: whoever started the CLI introduced itself with `initialize`, and a second one would cancel open hooks.
/// Hooks are called by the ids under which they were registered then: those of a session that was started here are `hook_0`, `hook_1` and so on, in the order in which they are given.
/// For a CLI that nobody has spoken to yet, in a container or on another machine, see [`SessionBuilder::elsewhere`](crate::SessionBuilder::elsewhere).
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

    /// Copies what the CLI adds to its transcript into a store. The CLI must have been started with `--session-mirror`.
    pub fn session_store(mut self, store: impl SessionStore) -> Self {
        self.settings.store = Some(Arc::new(store));
        self
    }

    /// Speaks over a pair of byte streams: what the CLI prints, and what it reads.
    pub fn over(
        self,
        source: impl AsyncRead + Send + Unpin + 'static,
        sink: impl AsyncWrite + Send + Unpin + 'static,
    ) -> (Session, Events) {
        Session::new(
            crate::connection::over_streams(source, sink, self.handlers, self.settings),
            None,
            None,
        )
    }

    /// Speaks over lines that somebody else reads and writes, such as the client of a runner.
    ///
    /// Until [`IncomingLine::Live`] everything is history: no handler runs, and what was answered in it stays answered.
    /// Lines that were written come back as [`IncomingLine::Sent`]; only those become events.
    pub fn over_lines(
        self,
        source: mpsc::Receiver<Vec<IncomingLine>>,
        sink: mpsc::Sender<OutgoingLine>,
    ) -> (Session, Events) {
        Session::new(
            crate::connection::over_lines(source, sink, self.handlers, self.settings),
            None,
            None,
        )
    }
}

crate::builder::handler_methods!(Attach);
