//! The scripted Messages API: a model on loopback that says what a script tells it to say.
//!
//! The real CLI talks to it through `ANTHROPIC_BASE_URL`. It keeps no conversations: each request
//! carries its own history, the script stands in the newest human message, and the replies since
//! that message are counted in the request. The only thing it remembers is how often the same
//! request was made to fail, for blocks that fail a limited number of times.

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

/// What every connection shares.
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
    /// Starts serving at an address; port 0 takes a free one.
    ///
    /// Must be called inside a tokio runtime.
    pub async fn bind(address: SocketAddr) -> std::io::Result<Self> {
        Self::bind_with(address, RequestLog::default()).await
    }

    /// Starts serving at an address with a request log of the caller's.
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

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The value for `ANTHROPIC_BASE_URL`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What was asked so far.
    pub fn log(&self) -> &RequestLog {
        &self.shared.log
    }

    /// Stops listening and drops every open connection.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        // The accepting task ends by itself; a panic in it has nothing left to break.
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
