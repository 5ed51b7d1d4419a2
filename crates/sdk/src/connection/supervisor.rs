//! The task that supervises a session until its end.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use super::{End, Shared, lock};
use crate::error::{Error, Exit};
use crate::events::Event;
use crate::process::{CloseTimeouts, Process};

/// The timeout for the rest of a stream after all processes of the session have ended.
const REST: Duration = Duration::from_secs(5);

type Reader = JoinHandle<Option<Exit>>;

/// Waits for the end of a process: by itself, or through closing stdin, SIGTERM and SIGKILL. Then sweeps the remaining
/// processes of the session.
pub(super) async fn supervise_process(
    mut process: Process,
    mut reader: Reader,
    writer: JoinHandle<()>,
    shared: Arc<Shared>,
) {
    let status = tokio::select! {
        status = process.wait() => status,
        // Without stdout the process is unusable, so it is ended like a closed one.
        _ = &mut reader => end(&mut process, &shared).await,
        () = end_requested(&shared) => end(&mut process, &shared).await,
    };
    shared.close_input();
    let swept = process.sweep().await;
    // Read the rest of the pipe; the sweep has closed its other end.
    if !reader.is_finished() && tokio::time::timeout(REST, &mut reader).await.is_err() {
        reader.abort();
    }
    writer.abort();
    let (code, signal) = status.map(code_and_signal).unwrap_or_default();
    let stderr_tail = process.stderr.finish().await;
    finish(
        &shared,
        Exit {
            code,
            signal,
            stderr_tail,
            swept,
            ..Exit::default()
        },
    )
    .await;
}

/// Waits for the end of a pair of streams.
pub(super) async fn supervise_streams(
    mut reader: Reader,
    mut writer: JoinHandle<()>,
    shared: Arc<Shared>,
) {
    let exit = tokio::select! {
        exit = &mut reader => exit.ok().flatten(),
        () = end_requested(&shared) => {
            shared.close_input();
            let drain = timeouts(&shared).drain;
            // The other end closes its stream after ours is closed.
            let exit = tokio::time::timeout(drain, &mut reader).await;
            exit.ok().and_then(Result::ok).flatten()
        }
    };
    shared.close_input();
    reader.abort();
    if tokio::time::timeout(Duration::from_millis(100), &mut writer)
        .await
        .is_err()
    {
        writer.abort();
    }
    finish(&shared, exit.unwrap_or_default()).await;
}

async fn end_requested(shared: &Shared) {
    let mut end = shared.end.subscribe();
    // `shared` owns the sender, so this ends only through a request.
    if end.wait_for(|end| *end != End::No).await.is_err() {
        std::future::pending().await
    }
}

/// Ends the process in steps, and restarts with shorter timeouts if requested.
async fn end(process: &mut Process, shared: &Shared) -> std::io::Result<std::process::ExitStatus> {
    shared.close_input();
    let mut end = shared.end.subscribe();
    loop {
        end.mark_unchanged();
        let timeouts = timeouts(shared);
        tokio::select! {
            status = process.end(timeouts) => return status,
            Ok(()) = end.changed() => {}
        }
    }
}

fn timeouts(shared: &Shared) -> CloseTimeouts {
    match *shared.end.borrow() {
        End::Close(timeouts) => timeouts,
        End::No => shared.settings.close,
    }
}

async fn finish(shared: &Shared, mut exit: Exit) {
    // The last entries of the CLI are in the store before its exit is reported.
    let mirror = lock(&shared.mirror).take();
    if let Some(mirror) = mirror {
        mirror.finish().await;
    }
    exit.expected = shared.end_requested();
    exit.last_error = lock(&shared.turns).last_error();
    let exit = Arc::new(exit);
    let error = Error::Exited(Arc::clone(&exit));
    shared.pending().fail_all(&error);
    lock(&shared.turns).fail_all(&error);
    shared.exit.send_replace(Some(Arc::clone(&exit)));
    shared.queue.end(Event::Exited(exit));
}

#[cfg(unix)]
fn code_and_signal(status: std::process::ExitStatus) -> (Option<i32>, Option<i32>) {
    use std::os::unix::process::ExitStatusExt;
    (status.code(), status.signal())
}

#[cfg(not(unix))]
fn code_and_signal(status: std::process::ExitStatus) -> (Option<i32>, Option<i32>) {
    (status.code(), None)
}
