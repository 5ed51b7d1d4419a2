//! The scripted Messages API: a model on loopback that answers from scripts.
//!
//! The real CLI connects to it through `ANTHROPIC_BASE_URL`. It stores no conversations: each request includes its
//! history, the script is in the newest user message, and the replies since that message are counted in the request. It
//! only remembers how often the same request has failed, for blocks that fail a limited number of times.

mod attempts;
mod body;
mod command;
mod conversation;
mod log;
mod reply;
mod serve;

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use command::main;
pub use conversation::{Position, position};
pub use log::{LoggedRequest, RequestLog};

use attempts::Attempts;

/// The state shared by all connections.
#[derive(Debug, Default)]
struct Shared {
    log: RequestLog,
    attempts: Attempts,
}

/// A running scripted Messages API. Dropping it stops it.
#[derive(Debug)]
pub struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Model {
    /// Starts serving at an address; port 0 selects a free port.
    ///
    /// Must be called inside a tokio runtime.
    pub async fn bind(address: SocketAddr) -> std::io::Result<Self> {
        Self::bind_with(address, RequestLog::default()).await
    }

    /// Starts serving at an address with the caller's request log.
    pub async fn bind_with(address: SocketAddr, log: RequestLog) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            log,
            attempts: Attempts::default(),
        });
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(serve::accept(listener, Arc::clone(&shared), stopped));
        Ok(Self {
            address,
            shared,
            stop,
            task,
        })
    }

    /// Returns the address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the value for `ANTHROPIC_BASE_URL`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the log of requests.
    pub fn log(&self) -> &RequestLog {
        &self.shared.log
    }

    /// Stops listening and drops every open connection.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        // The accepting task ends by itself; a panic in it no longer matters.
        (&mut self.task).await.ok();
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        self.task.abort();
    }
}

#[cfg(test)]
mod tests;
mod title;
