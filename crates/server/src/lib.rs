//! Hosts durable Claude Code sessions: store, HTTP and WebSocket API, embedded UI.

mod app;
mod auth;
mod config;
mod problem;
mod routes;
mod store;
mod ui;

use std::io;
use std::sync::Arc;

use pilothouse_view::api::host::Scope;
use tokio::net::TcpListener;

use app::AppState;
use auth::Auth;
use auth::origin::Names;
pub use config::Config;
use store::Store;

/// A server that is set up and not serving yet.
pub struct Server {
    app: app::App,
    listener: TcpListener,
}

impl Server {
    /// Opens the store and takes the listener.
    pub fn new(mut config: Config, listener: TcpListener) -> io::Result<Self> {
        std::fs::create_dir_all(&config.data)?;
        config.listen = listener.local_addr()?;
        let store = Store::open(&config.data.join("index.sqlite")).map_err(io::Error::other)?;
        let store = Arc::new(store);
        let app = Arc::new(AppState {
            names: Names::new(
                config.listen,
                config.tls.is_some(),
                config.public_url.as_deref(),
            ),
            auth: Auth::new(Arc::clone(&store)),
            cookie_name: format!("pilothouse-{}", config.listen.port()),
            store,
            config,
        });
        Ok(Self { app, listener })
    }

    /// Makes a link that lets one browser in with all rights.
    pub fn link(&self) -> io::Result<String> {
        let (token, _) = self
            .app
            .auth
            .invite(Scope::Admin, None)
            .map_err(|problem| io::Error::other(format!("{problem:?}")))?;
        Ok(self.app.link(&token))
    }

    /// Serves until `shutdown` is done.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        axum::serve(self.listener, routes::router(self.app))
            .with_graceful_shutdown(shutdown)
            .await
    }
}
