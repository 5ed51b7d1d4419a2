//! Takes connections: with or without TLS, a bounded number of them, none of which may dawdle.

mod loopback;
mod prefix;
mod tls;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service;

use crate::auth::local::LocalPeer;
pub(crate) use loopback::{Listeners, Localhost, reachable};
pub(crate) use prefix::Prefix;
pub(crate) use tls::Certificates;
use tokio_rustls::TlsAcceptor;

/// How many connections there may be; further ones wait until one of them ends.
const CONNECTIONS: usize = 4096;
/// How long answers that are under way may take when the server ends.
const FAREWELL: Duration = Duration::from_secs(5);
/// The most bytes of a head.
const HEAD_BYTES: usize = 64 * 1024;

/// Takes as many open files as the system lets it: each browser and each session is one, and what a shell gives is
/// often a thousand.
pub(crate) fn raise_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::debug!(%error, "the number of open files stays as it is");
    }
}

/// What every connection shares.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) router: Router,
    pub(crate) prefix: Arc<Prefix>,
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) closing: CancellationToken,
    /// How long a client may take to send the head of a request, and for the handshake of TLS.
    pub(crate) head: Duration,
}

/// A connection that was accepted.
enum Accepted {
    Network(TcpStream),
    /// From a program of this user, at the socket of the data directory.
    Local(UnixStream),
}

/// Serves until `closing` is cancelled, and then lets what is under way finish for a while.
pub(crate) async fn serve(listeners: Listeners, local: UnixListener, shared: Shared) {
    let closing = shared.closing.clone();
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = closing.cancelled() => break,
            accepted = accept(&listeners, &local, &room) => accepted,
        };
        let (accepted, place) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, or a client that was gone at once: the next may go well.
                tracing::warn!(%error, "cannot take a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let shared = shared.clone();
        tasks.spawn(async move {
            match accepted {
                Accepted::Network(stream) => from_network(stream, shared).await,
                Accepted::Local(stream) => {
                    let peer = LocalPeer::of(&stream).await;
                    connection(stream, shared, Some(peer)).await;
                }
            }
            drop(place);
        });
    }
    tasks.close();
    if tokio::time::timeout(FAREWELL, tasks.wait()).await.is_err() {
        tracing::info!("some connections did not end in time");
    }
}

async fn accept(
    listeners: &Listeners,
    local: &UnixListener,
    room: &Arc<Semaphore>,
) -> io::Result<(Accepted, OwnedSemaphorePermit)> {
    let place = Arc::clone(room)
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let accepted = tokio::select! {
        stream = listeners.accept() => Accepted::Network(stream?),
        stream = local.accept() => Accepted::Local(stream?.0),
    };
    Ok((accepted, place))
}

async fn from_network(stream: TcpStream, shared: Shared) {
    // Updates are small and somebody waits for each.
    drop(stream.set_nodelay(true));
    let Some(tls) = shared.tls.clone() else {
        return connection(stream, shared, None).await;
    };
    let accepting = tokio::time::timeout(shared.head, tls.accept(stream));
    if let Ok(Ok(stream)) = accepting.await {
        connection(stream, shared, None).await;
    }
}

async fn connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    shared: Shared,
    peer: Option<LocalPeer>,
) {
    let Shared {
        router,
        prefix,
        closing,
        head,
        ..
    } = shared;
    let service = service_fn(move |mut request: Request<Incoming>| {
        let request = match peer {
            Some(peer) => {
                request.extensions_mut().insert(peer);
                Ok(request)
            }
            None => prefix.strip(request),
        };
        let answer = match request {
            Ok(request) => Ok(router.clone().call(request)),
            Err(redirect) => Err(*redirect),
        };
        async move {
            match answer {
                Ok(answer) => answer.await,
                Err(redirect) => Ok(redirect),
            }
        }
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD_BYTES.max(8192));
    let connection = builder
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}
