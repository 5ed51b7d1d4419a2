//! Hosts durable Claude Code sessions: store, HTTP and WebSocket API, embedded UI.

mod app;
mod asking;
mod auth;
mod blocking;
mod cli;
mod cli_transcripts;
mod config;
mod demo;
pub mod doctor;
mod export;
mod files;
mod git;
mod idempotency;
mod instance;
mod listen;
mod metrics;
mod notify;
pub mod offline;
mod openapi;
mod outgoing;
mod problem;
mod push;
mod registry;
mod retention;
mod routes;
mod rules;
mod session;
mod settings;
mod socket;
mod store;
mod timeouts;
mod trust;
mod ui;
mod untruncated;
mod uploads;
mod validate;
mod withheld;
mod worktree;

use std::io;
use std::sync::Arc;

use pilothouse_api::doctor::DoctorReport;
use pilothouse_api::host::Scope;
use pilothouse_api::session::SessionSummary;
use pilothouse_log::private;
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use app::AppState;
use auth::Auth;
use auth::origin::AllowedOrigins;
use cli::CliProgram;
use cli_transcripts::CliTranscripts;
pub use config::{Config, Timings};
use idempotency::UnderWay;
use instance::Instance;
pub use instance::{local_device, running_link, running_process, running_socket};
use listen::{Certificates, Listeners, Prefix};
use metrics::Metrics;
use push::Push;
use registry::Registry;
pub use registry::Repaired;
use session::{ProcessSlots, Shared};
use settings::LiveSettings;
use store::Store;
pub use trust::{TrustStore, added_by};
use uploads::Uploads;

/// How many changes of the list a slow browser may be behind before it gets the list again.
const LIST_CHANGES: usize = 1024;

/// How long sockets may take to say goodbye.
const FAREWELL: std::time::Duration = std::time::Duration::from_secs(2);

/// A server that is set up and not serving yet.
pub struct Server {
    app: app::App,
    listeners: Listeners,
    /// The socket of the data directory.
    local: UnixListener,
    /// The sessions that were busy before this server, and what changes in the list from then on.
    changes: (Vec<SessionSummary>, broadcast::Receiver<SessionSummary>),
    tls: Option<Arc<Certificates>>,
    /// Whether the workspace of the demo is new and has no sessions yet.
    is_new_demo: bool,
    /// Held for as long as the server is there.
    instance: Instance,
}

impl Server {
    /// Opens the store, attaches to the sessions that live, and takes the listener.
    pub async fn start(mut config: Config, listener: TcpListener) -> io::Result<Self> {
        listen::raise_limit();
        let data = config.data.clone();
        let cannot_use = |error: io::Error| instance::cannot_use(&data, &error);
        private::create_dir_all(&data).map_err(cannot_use)?;
        config.data = data.canonicalize().map_err(cannot_use)?;
        config.listen = listener.local_addr()?;
        let listeners = Listeners::beside(listener).await?;
        let prefix = Prefix::of(config.public_url.as_deref()).map_err(io::Error::other)?;
        let tls = match &config.tls {
            Some((certificate, key)) => Some(Certificates::load(certificate, key)?),
            None => None,
        };
        let instance = Instance::claim(&config.data)?;
        let (local, socket) = instance.listen(&config.data)?;
        tighten(&config.data);
        let store = Store::open_or_replace(&config.data.join("index.sqlite"));
        let store = Arc::new(store.map_err(cannot_use)?);
        if config.simulated {
            demo::prepare(&config)?;
        }
        let is_new_demo = config.demo && demo::workspace::prepare(&config)?;
        let cli = Arc::new(CliProgram::new(&config)?);
        let config = Arc::new(config);
        let registry = Arc::new(Registry::new(Shared {
            config: Arc::clone(&config),
            store: Arc::clone(&store),
            cli: Arc::clone(&cli),
            settings: Arc::new(
                LiveSettings::load(Arc::clone(&store), &config).map_err(io::Error::other)?,
            ),
            transcripts: Arc::new(CliTranscripts::locate()),
            summaries: broadcast::channel(LIST_CHANGES).0,
            removals: broadcast::channel(LIST_CHANGES).0,
            rules: Arc::default(),
            trust: Arc::default(),
            slots: Arc::new(ProcessSlots::default()),
        }));
        let before = store.busy_summaries().map_err(io::Error::other)?;
        let changes = (before, registry.watch());
        registry.recover(&changes.0)?;
        registry.watch_index();
        registry.keep_house();
        let push = Push::new(Arc::clone(&store), &config.push_services)
            .map_err(|problem| io::Error::other(problem.to_string()))?;
        let app = Arc::new(AppState {
            origins: AllowedOrigins::new(
                config.listen,
                listeners.localhost(),
                config.tls.is_some(),
                config.public_url.as_deref(),
            ),
            auth: Auth::new(Arc::clone(&store)),
            cookie_name: format!("pilothouse-{}", config.listen.port()),
            uploads: Uploads::new(config.data.join("uploads")),
            push,
            prefix: prefix.clone(),
            metrics: Metrics::default(),
            under_way: UnderWay::default(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            registry,
            store,
            cli,
            config,
        });
        instance.announce(&app.address(), &socket)?;
        Ok(Self {
            app,
            listeners,
            local,
            changes,
            tls,
            is_new_demo,
            instance,
        })
    }

    /// Makes a link that lets one browser in with all rights.
    pub fn link(&self) -> io::Result<String> {
        let invited = self.app.auth.invite(Scope::Admin, None);
        let (token, _) = invited.map_err(|problem| io::Error::other(problem.to_string()))?;
        Ok(self.app.link(&token))
    }

    /// Makes a link that lets one browser look at everything and change nothing.
    pub fn link_to_look(&self) -> io::Result<String> {
        let invited = self.app.auth.invite(Scope::View, None);
        let (token, _) = invited.map_err(|problem| io::Error::other(problem.to_string()))?;
        Ok(self.app.link(&token))
    }

    /// Looks at the CLI thoroughly; the host then shows the same verdict. Takes some seconds.
    pub fn examine(&self) -> impl Future<Output = DoctorReport> + Send + 'static {
        let cli = Arc::clone(&self.app.cli);
        async move { cli.examine().await }
    }

    /// Serves until `shutdown` is done. Sessions go on without the server.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let (before, changes) = self.changes;
        let notifier = notify::Notifier::new(Arc::clone(&self.app));
        let watching = tokio::spawn(notify::watch(notifier, before, changes));
        if self.is_new_demo {
            let app = Arc::clone(&self.app);
            tokio::spawn(async move {
                demo::workspace::open_sessions(&app.config, &app.registry).await
            });
        }
        tokio::spawn(
            self.app
                .uploads
                .clone()
                .keep_house(self.app.closing.clone()),
        );
        if let Some(certificates) = self.tls.clone() {
            tokio::spawn(certificates.follow(self.app.closing.clone()));
        }
        let closing = self.app.closing.clone();
        let ending = tokio::spawn(async move {
            shutdown.await;
            closing.cancel();
            tracing::info!("the server ends; sessions go on");
        });
        let tasks = self.app.tasks.clone();
        let shared = listen::Shared {
            prefix: Arc::new(self.app.prefix.clone()),
            tls: self.tls.map(Certificates::acceptor).transpose()?,
            closing: self.app.closing.clone(),
            head: self.app.registry.shared.config.timings.head,
            router: routes::router(self.app),
        };
        listen::serve(self.listeners, self.local, shared).await;
        tasks.close();
        // Each socket is told; one that does not listen is not waited for.
        drop(tokio::time::timeout(FAREWELL, tasks.wait()).await);
        watching.abort();
        ending.abort();
        drop(self.instance);
        Ok(())
    }
}

/// Projects inside the data directory. Their files are the project's own.
const PROJECTS: [&str; 3] = ["demo", "workspace", "worktrees"];
/// Directories with many files, which a start does not wait for.
const LARGE: [&str; 6] = [
    "demo",
    "workspace",
    "worktrees",
    "sessions",
    "trash",
    "uploads",
];

/// Makes the files of a data directory private, also those that an earlier version or a copy left open.
fn tighten(data: &std::path::Path) {
    let tightened = private::tighten(data, &LARGE);
    let data = data.to_owned();
    tokio::task::spawn_blocking(move || {
        if let Err(error) = tightened.and_then(|()| private::tighten(&data, &PROJECTS)) {
            tracing::warn!(%error, "cannot make all data files private");
        }
    });
}

/// Names the log of a session so that sealed segments of it can be read.
pub fn log_dir(path: impl Into<std::path::PathBuf>) -> pilothouse_log::LogDir {
    pilothouse_log::LogDir::new(path).with_sealed(session::open_sealed)
}

/// Makes the index of a data directory anew from the logs, with no server running. Blocks.
///
/// Devices, tokens, trust and settings stand in the index alone: they are kept as far as they can be read.
pub fn repair(data: &std::path::Path) -> io::Result<Repaired> {
    registry::repair(data)
}
