//! Catches the panic of a future.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind as catch};
use std::pin::pin;
use std::task::Poll;

/// Runs a future and returns its panic, if it panics.
pub(crate) async fn catch_unwind<F: Future>(future: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    // The future is not polled again after a panic, so its broken state is never observed.
    std::future::poll_fn(|context| {
        match catch(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await
}
