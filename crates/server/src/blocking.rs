//! Work that blocks, off the threads that serve requests.

use crate::problem::Problem;

/// Runs work that reads files, queries the store or computes for long.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Problem::internal)?
}
