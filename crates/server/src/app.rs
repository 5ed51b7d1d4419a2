//! What every request shares.

use std::sync::Arc;

use crate::auth::Auth;
use crate::auth::origin::Names;
use crate::config::Config;
use crate::store::Store;

/// The state of the server. Cloning it is cheap.
pub(crate) type App = Arc<AppState>;

pub(crate) struct AppState {
    pub(crate) config: Config,
    pub(crate) names: Names,
    pub(crate) auth: Auth,
    pub(crate) store: Arc<Store>,
    /// Has the port in it: cookies are shared by all ports of a host.
    pub(crate) cookie_name: String,
}

impl AppState {
    /// The address that lets a device in. The token stands in the fragment, which browsers send to nobody.
    pub(crate) fn link(&self, token: &str) -> String {
        let scheme = if self.config.tls.is_some() {
            "https"
        } else {
            "http"
        };
        let base = match &self.config.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("{scheme}://{}", self.config.listen),
        };
        format!("{base}/#token={token}")
    }
}
