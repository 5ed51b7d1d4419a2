//! Sessions with a CLI that was started by another program.

use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use crate::connection::{IncomingLine, OutgoingLine, Settings};
use crate::events::Events;
use crate::handlers::Handlers;
use crate::session::Session;
use crate::store::SessionStore;

/// Attaches to a running CLI. Finish with [`Attach::over`] or [`Attach::over_lines`].
///
/// No request is sent at the start: the program that started the CLI has already sent `initialize`, and a second one
/// would cancel open hooks.
/// Hooks are called by the IDs under which they were registered: those of a session started by this crate are `hook_0`,
/// `hook_1` and so on, in registration order.
/// For a CLI without a host, in a container or on another machine, see
/// [`SessionBuilder::elsewhere`](crate::SessionBuilder::elsewhere).
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

    /// Sets the prefix for the IDs of our requests. It must differ from that of every earlier host of this CLI.
    pub fn id_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.settings.id_prefix = prefix.into();
        self
    }

    /// Copies transcript entries into a store. The CLI must have been started with `--session-mirror`.
    pub fn session_store(mut self, store: impl SessionStore) -> Self {
        self.settings.store = Some(Arc::new(store));
        self
    }

    /// Connects over a pair of byte streams: the stdout and stdin of the CLI.
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

    /// Connects over lines that another component reads and writes, such as the client of a runner.
    ///
    /// All lines before [`IncomingLine::Live`] are history: no handler runs for them, and answered requests stay
    /// answered.
    /// Written lines come back as [`IncomingLine::Sent`]; only those become events.
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
