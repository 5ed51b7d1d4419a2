//! Work that blocks, off the threads that serve requests.

use std::sync::Arc;

use crate::app::App;
use crate::problem::Problem;
use crate::store::Store;

/// Runs work that reads files, queries the store or computes for long.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Problem::internal)?
}

/// Runs a query of the store.
pub(crate) async fn with_store<T: Send + 'static>(
    app: &App,
    query: impl FnOnce(&Store) -> rusqlite::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let store = Arc::clone(&app.store);
    blocking(move || Ok(query(&store)?)).await
}
