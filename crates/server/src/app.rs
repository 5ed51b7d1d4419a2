//! What every request shares.

use std::sync::Arc;

use pilothouse_api::host::{HostInfo, HostLimits};
use pilothouse_view::VIEW_VERSION;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::auth::Auth;
use crate::auth::origin::AllowedOrigins;
use crate::cli::CliProgram;
use crate::config::Config;
use crate::idempotency::UnderWay;
use crate::listen::{Prefix, reachable};
use crate::metrics::Metrics;
use crate::push::Push;
use crate::registry::Registry;
use crate::settings::LiveSettings;
use crate::store::{DeviceRow, Store};
use crate::uploads::{self, Uploads};
use crate::{demo, files, ui};

/// The longest body of a request that is not an upload.
pub(crate) const MESSAGE_BYTES: usize = 8 << 20;

/// The state of the server. Cloning it is cheap.
pub(crate) type App = Arc<AppState>;

pub(crate) struct AppState {
    pub(crate) config: Arc<Config>,
    pub(crate) origins: AllowedOrigins,
    pub(crate) auth: Auth,
    pub(crate) store: Arc<Store>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) cli: Arc<CliProgram>,
    pub(crate) uploads: Uploads,
    pub(crate) push: Push,
    pub(crate) prefix: Prefix,
    pub(crate) metrics: Metrics,
    /// Commands with a key that are being carried out.
    pub(crate) under_way: UnderWay,
    /// Cancelled when the server ends.
    pub(crate) closing: CancellationToken,
    /// The sockets that are open.
    pub(crate) tasks: TaskTracker,
    /// Has the port in it: cookies are shared by all ports of a host.
    pub(crate) cookie_name: String,
}

impl AppState {
    /// The address that lets a device in. The token stands in the fragment, which browsers send to nobody.
    pub(crate) fn link(&self, token: &str) -> String {
        format!("{}/#token={token}", self.address())
    }

    /// The address of a session's page.
    pub(crate) fn session_link(&self, session: &str) -> String {
        format!("{}/#/s/{session}", self.address())
    }

    /// By what address the host is reached, without a slash at the end.
    pub(crate) fn address(&self) -> String {
        let scheme = if self.config.tls.is_some() {
            "https"
        } else {
            "http"
        };
        match &self.config.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("{scheme}://{}", reachable(self.config.listen)),
        }
    }

    /// What the host is, for the device that asks.
    pub(crate) async fn host_info(&self, device: &DeviceRow) -> HostInfo {
        HostInfo {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            build: ui::build(),
            view_version: VIEW_VERSION,
            cli: self.cli.info().await,
            demo: self.config.is_simulated(),
            limits: HostLimits {
                upload_bytes: uploads::MAX_BYTES as u64,
                message_bytes: MESSAGE_BYTES as u64,
                live_sessions: self.settings().get().live_sessions,
            },
            scope: device.scope,
            device: device.name.clone(),
            hostname: rustix::system::uname()
                .nodename()
                .to_string_lossy()
                .into_owned(),
            home: files::home().to_string_lossy().into_owned(),
            push_key: Some(self.push.public_key()),
        }
    }

    /// The settings in force.
    pub(crate) fn settings(&self) -> &LiveSettings {
        &self.registry.shared.settings
    }

    /// The project that a first session is offered: a simulated one, or where the server was started.
    pub(crate) fn offered_project(&self) -> Option<String> {
        let directory = if self.config.demo {
            Some(demo::workspace::project(&self.config))
        } else if self.config.simulated {
            Some(demo::project(&self.config))
        } else {
            self.config.here.clone()
        };
        directory.map(|directory| directory.to_string_lossy().into_owned())
    }
}
