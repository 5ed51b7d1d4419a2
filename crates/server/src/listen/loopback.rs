//! The loopback addresses of this machine: `127.0.0.1` and `[::1]`.
//!
//! A browser that opens `localhost` takes either. Another user of the machine could listen on the one that the server
//! does not have, at the same port, and would be sent the cookie and the key of a page. So the server takes both.
//! Pages still live at one name only, because the other address can be taken while the server is stopped.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::{TcpListener, TcpStream};

/// The sockets of a server.
pub(crate) struct Listeners {
    first: TcpListener,
    /// The other loopback address, if there is one to take and it was free.
    second: Option<TcpListener>,
    localhost: Localhost,
}

/// Whether every connection to `localhost` reaches this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Localhost {
    Ours,
    /// Another program has one of the addresses, or the server listens elsewhere.
    NotOurs,
}

impl Listeners {
    /// Takes the other loopback address beside a listener.
    pub(crate) async fn beside(first: TcpListener) -> io::Result<Self> {
        let address = first.local_addr()?;
        let (second, localhost) = match other(&first, address) {
            Other::None(localhost) => (None, localhost),
            Other::Address(ip) => match TcpListener::bind((ip, address.port())).await {
                Ok(second) => (Some(second), Localhost::Ours),
                // This machine does not have the address, so nobody can listen there.
                Err(error) if is_missing(&error) => (None, Localhost::Ours),
                Err(error) => {
                    let port = address.port();
                    tracing::warn!(%error, %ip, port, "another program may answer for localhost: use the printed address");
                    (None, Localhost::NotOurs)
                }
            },
        };
        Ok(Self {
            first,
            second,
            localhost,
        })
    }

    pub(crate) fn localhost(&self) -> Localhost {
        self.localhost
    }

    /// Takes the next connection.
    pub(crate) async fn accept(&self) -> io::Result<TcpStream> {
        let (stream, _) = match &self.second {
            None => self.first.accept().await?,
            Some(second) => tokio::select! {
                accepted = self.first.accept() => accepted?,
                accepted = second.accept() => accepted?,
            },
        };
        Ok(stream)
    }
}

/// What else must be taken to have all of `localhost`.
enum Other {
    Address(IpAddr),
    None(Localhost),
}

fn other(listener: &TcpListener, address: SocketAddr) -> Other {
    match address.ip() {
        IpAddr::V4(Ipv4Addr::LOCALHOST | Ipv4Addr::UNSPECIFIED) => {
            Other::Address(Ipv6Addr::LOCALHOST.into())
        }
        IpAddr::V6(Ipv6Addr::LOCALHOST) => Other::Address(Ipv4Addr::LOCALHOST.into()),
        // Most systems let `[::]` take IPv4 too.
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => match rustix::net::sockopt::ipv6_v6only(listener) {
            Ok(false) => Other::None(Localhost::Ours),
            _ => Other::Address(Ipv4Addr::LOCALHOST.into()),
        },
        _ => Other::None(Localhost::NotOurs),
    }
}

fn is_missing(error: &io::Error) -> bool {
    let unsupported = rustix::io::Errno::AFNOSUPPORT.raw_os_error();
    error.kind() == io::ErrorKind::AddrNotAvailable || error.raw_os_error() == Some(unsupported)
}

/// The address at which a listener is reached from this machine.
pub(crate) fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn localhost_is_ours_only_with_both_addresses() {
        let first = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = first.local_addr().unwrap().port();
        let taken = TcpListener::bind(("::1", port)).await;
        let has_ipv6 = taken.is_ok();
        let listeners = Listeners::beside(first).await.unwrap();
        let expected = match has_ipv6 {
            true => Localhost::NotOurs,
            false => Localhost::Ours,
        };
        assert_eq!(listeners.localhost(), expected);
        drop((taken, listeners));
        let first = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        let listeners = Listeners::beside(first).await.unwrap();
        assert_eq!(listeners.localhost(), Localhost::Ours);
        assert_eq!(listeners.second.is_some(), has_ipv6);
    }

    #[tokio::test]
    async fn an_address_beside_loopback_is_not_localhost() {
        let first = TcpListener::bind("127.0.0.2:0").await.unwrap();
        let listeners = Listeners::beside(first).await.unwrap();
        assert_eq!(listeners.localhost(), Localhost::NotOurs);
        assert!(listeners.second.is_none());
    }
}
