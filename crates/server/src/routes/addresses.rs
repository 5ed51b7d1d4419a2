//! A router that remembers its addresses, so that they can be compared with the API's description.

use axum::Router;
use axum::routing::MethodRouter;

use crate::app::App;

#[derive(Default)]
pub(crate) struct Addresses {
    router: Router<App>,
    paths: Vec<String>,
}

impl Addresses {
    pub(crate) fn route(mut self, path: &str, methods: MethodRouter<App>) -> Self {
        self.router = self.router.route(path, methods);
        self.paths.push(path.to_owned());
        self
    }

    /// Puts all addresses of another below a path.
    pub(crate) fn nest(mut self, prefix: &str, inner: Self) -> Self {
        self.router = self.router.nest(prefix, inner.router);
        let below = inner.paths.iter();
        self.paths
            .extend(below.map(|path| format!("{prefix}{}", path.trim_end_matches('/'))));
        self
    }

    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.paths.extend(other.paths);
        self
    }

    /// Alters the router without adding addresses to it: layers, fallbacks.
    pub(crate) fn with(mut self, alter: impl FnOnce(Router<App>) -> Router<App>) -> Self {
        self.router = alter(self.router);
        self
    }

    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }

    #[cfg(test)]
    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }
}
