//! Requests that the host makes to others: push services, webhooks.
//!
//! One attempt is short, the attempts are few, redirects are not followed, and what is answered is not read.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use bytes::Bytes;
use http_body_util::Full;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::task::JoinSet;
use tokio_rustls::TlsConnector;

/// How long one attempt may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait before each further attempt.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(500),
    Duration::from_secs(5),
    Duration::from_secs(30),
];

/// Something to be sent.
pub(crate) struct Post {
    pub(crate) url: String,
    pub(crate) headers: Vec<(HeaderName, HeaderValue)>,
    pub(crate) body: Vec<u8>,
    /// Whether the name may lead to an address of this machine or of a private network.
    pub(crate) private_addresses: bool,
}

/// How sending ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    Done,
    /// Refused, or not reached however often it was tried.
    Failed,
    /// There is nobody any more at this address.
    Gone,
}

/// Makes requests. Cloning it is cheap.
#[derive(Clone, Default)]
pub(crate) struct Outgoing {
    tls: Arc<OnceCell<TlsConnector>>,
}

impl Outgoing {
    /// Sends to all at the same time.
    pub(crate) async fn deliver_all(&self, posts: impl IntoIterator<Item = Post>) {
        let mut sending = JoinSet::new();
        for post in posts {
            let outgoing = self.clone();
            sending.spawn(async move { outgoing.deliver(post).await });
        }
        sending.join_all().await;
    }

    /// Sends, again after a pause where that may help.
    pub(crate) async fn deliver(&self, post: Post) -> Delivery {
        for pause in PAUSES.iter().map(Some).chain([None]) {
            let reason = match tokio::time::timeout(PATIENCE, self.attempt(&post)).await {
                Ok(Ok(status)) if status.is_success() => return Delivery::Done,
                Ok(Ok(StatusCode::NOT_FOUND | StatusCode::GONE)) => return Delivery::Gone,
                Ok(Ok(status))
                    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS =>
                {
                    status.to_string()
                }
                Ok(Ok(status)) => {
                    tracing::warn!(%status, "a notification was refused");
                    return Delivery::Failed;
                }
                Ok(Err(error)) => error.to_string(),
                Err(_) => "it took too long".to_owned(),
            };
            match pause {
                Some(pause) => tokio::time::sleep(*pause).await,
                None => tracing::warn!(%reason, "a notification could not be delivered"),
            }
        }
        Delivery::Failed
    }

    async fn attempt(&self, post: &Post) -> std::io::Result<StatusCode> {
        let uri: Uri = post.url.parse().map_err(std::io::Error::other)?;
        let host = uri
            .host()
            .ok_or_else(|| std::io::Error::other("the address names no host"))?;
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(std::io::Error::other("the address is not http or https")),
        };
        let port = uri.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let stream = connect(bare, port, post.private_addresses).await?;
        if secure {
            let name = ServerName::try_from(bare.to_owned()).map_err(std::io::Error::other)?;
            let stream = self.tls().await?.connect(name, stream).await?;
            exchange(stream, &uri, post).await
        } else {
            exchange(stream, &uri, post).await
        }
    }

    /// Trusts whom this machine trusts.
    async fn tls(&self) -> std::io::Result<&TlsConnector> {
        let load = || async {
            let found = tokio::task::spawn_blocking(rustls_native_certs::load_native_certs).await;
            let mut roots = rustls::RootCertStore::empty();
            roots.add_parsable_certificates(found.map_err(std::io::Error::other)?.certs);
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let config = rustls::ClientConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .map_err(std::io::Error::other)?
                .with_root_certificates(roots)
                .with_no_client_auth();
            Ok(TlsConnector::from(Arc::new(config)))
        };
        self.tls.get_or_try_init(load).await
    }
}

async fn connect(host: &str, port: u16, private: bool) -> std::io::Result<TcpStream> {
    let found = tokio::net::lookup_host((host, port)).await?;
    let addresses: Vec<SocketAddr> = found
        .filter(|address| private || is_public(address.ip()))
        .collect();
    if addresses.is_empty() {
        return Err(std::io::Error::other("the name leads to no public address"));
    }
    TcpStream::connect(&addresses[..]).await
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    uri: &Uri,
    post: &Post,
) -> std::io::Result<StatusCode> {
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(std::io::Error::other)?;
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let mut request = Request::post(path)
        .header(
            header::HOST,
            authority.rsplit('@').next().unwrap_or(authority),
        )
        .header(header::USER_AGENT, "pilothouse");
    for (name, value) in &post.headers {
        request = request.header(name, value);
    }
    let body = Full::new(Bytes::from(post.body.clone()));
    let request = request.body(body).map_err(std::io::Error::other)?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await;
    connection.abort();
    answer
        .map(|answer| answer.status())
        .map_err(std::io::Error::other)
}

/// Whether an address is anybody's, and not of this machine or a network around it.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let [first, second, ..] = address.octets();
            let shared = first == 100 && (64..128).contains(&second);
            !(address.is_loopback()
                || address.is_private()
                || address.is_link_local()
                || address.is_unspecified()
                || address.is_broadcast()
                || address.is_multicast()
                || shared
                || first == 0)
        }
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(inner) => is_public(IpAddr::V4(inner)),
            None => {
                !(address.is_loopback()
                    || address.is_unspecified()
                    || address.is_multicast()
                    || address.is_unique_local()
                    || address.is_unicast_link_local())
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_told_from_public_ones() {
        for text in [
            "127.0.0.1",
            "10.1.2.3",
            "169.254.169.254",
            "::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "100.64.0.1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in ["1.1.1.1", "2606:4700::1111"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }
}
