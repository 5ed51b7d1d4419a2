//! One server for one data directory. A second start finds the first and prints a link to it.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pilothouse_api::host::Scope;
use rustix::fs::FlockOperation;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::auth::Auth;
use crate::config::Config;
use crate::listen::{leaf, reachable};
use crate::store::Store;

/// How long a server that ends or starts is waited for, and how often it is looked at.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Holds the lock for as long as the server runs, and tells where it is reached.
const FILE: &str = "server.json";

/// The claim of this server on its data directory; given up when it is dropped or the process ends.
pub(crate) struct Instance {
    file: File,
}

impl Instance {
    /// Claims a data directory; fails when another server has it.
    pub(crate) fn claim(data: &Path) -> io::Result<Self> {
        // It holds everything that was said, and the keys of devices: nobody else may look into it.
        std::fs::set_permissions(data, Permissions::from_mode(0o700))
            .map_err(|error| cannot_use(data, &error))?;
        let file = open(data).map_err(|error| cannot_use(data, &error))?;
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Self { file }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(io::Error::new(
                io::ErrorKind::AddrInUse,
                format!("another server uses {}", data.display()),
            )),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes down where the server is reached: by people, and by commands of this machine.
    pub(crate) fn announce(&self, address: &str, config: &Config) -> io::Result<()> {
        let certificate = match &config.tls {
            Some((path, _)) => Some(STANDARD.encode(leaf(path)?)),
            None => None,
        };
        let text = json!({
            "pid": std::process::id(),
            "address": address,
            "listen": config.listen,
            "certificate": certificate,
        });
        let text = text.to_string();
        // Over what was there, and cut to length afterwards: on a full disk the room of the old text is all there is.
        let mut file = &self.file;
        io::Seek::rewind(&mut file)?;
        file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }
}

/// Says which directory it is that cannot be used, and what to do.
pub(crate) fn cannot_use(data: &Path, error: &io::Error) -> io::Error {
    let message = format!(
        "cannot keep sessions in {}: {error}; make it writable and make room, or choose another with --data",
        data.display()
    );
    io::Error::new(error.kind(), message)
}

fn open(data: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(data.join(FILE))
}

/// What the server that runs with this data directory wrote down; `None` when none runs.
fn told(data: &Path) -> io::Result<Option<Value>> {
    if !data.join(FILE).exists() {
        return Ok(None);
    }
    let file = open(data)?;
    if rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared).is_ok() {
        return Ok(None);
    }
    let told: Value = serde_json::from_reader(&file).unwrap_or_default();
    if told["address"].is_string() && told["pid"].is_u64() {
        return Ok(Some(told));
    }
    Err(io::Error::other(
        "another server is just starting with this data directory",
    ))
}

/// The process of the server that runs with this data directory; `None` when none runs.
///
/// A server that was killed holds its lock until the system has cleared it away, and one that starts does not answer
/// yet: both are waited for.
pub async fn running_process(data: &Path) -> io::Result<Option<u64>> {
    let begun = Instant::now();
    loop {
        let told = told(data);
        if let Ok(None) = told {
            return Ok(None);
        }
        if let Ok(Some(told)) = &told
            && answers(told).await
        {
            return Ok(told["pid"].as_u64());
        }
        if begun.elapsed() > PATIENCE {
            let told = told?.unwrap_or_default();
            return Err(io::Error::other(format!(
                "process {} has this data directory and does not answer; end it, or choose another directory with --data",
                told["pid"]
            )));
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// Whether somebody answers where a server said that it listens: to TLS this is no request, which is an answer too.
async fn answers(told: &Value) -> bool {
    let ask = async {
        let listen: SocketAddr = told["listen"].as_str()?.parse().ok()?;
        let mut stream = TcpStream::connect(reachable(listen)).await.ok()?;
        let request =
            format!("GET /healthz HTTP/1.1\r\nhost: {listen}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.ok()?;
        stream.read_u8().await.ok()
    };
    tokio::time::timeout(PATIENCE, ask)
        .await
        .is_ok_and(|byte| byte.is_some())
}

/// Lets one device in.
///
/// Whoever may write the directory may let devices in, so the token is simply put into the store of that server.
fn invite(data: &Path, scope: Scope, name: Option<&str>) -> io::Result<String> {
    let store = Store::open(&data.join("index.sqlite")).map_err(io::Error::other)?;
    let auth = Auth::new(std::sync::Arc::new(store)).map_err(io::Error::other)?;
    let (token, _) = auth
        .invite(scope, name)
        .map_err(|problem| io::Error::other(problem.to_string()))?;
    Ok(token)
}

/// A fresh link to the server that runs with this data directory, and its process; `None` when none runs.
///
/// A name that is given stands, whatever the device calls itself.
pub fn running_link(
    data: &Path,
    scope: Scope,
    name: Option<&str>,
) -> io::Result<Option<(String, u64)>> {
    let Some(told) = told(data)? else {
        return Ok(None);
    };
    let token = invite(data, scope, name)?;
    let address = told["address"].as_str().unwrap_or_default();
    let pid = told["pid"].as_u64().unwrap_or_default();
    Ok(Some((format!("{address}/#token={token}"), pid)))
}

/// Where a command of this machine reaches a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalAddress {
    /// An address of this machine.
    pub address: SocketAddr,
    /// With TLS, the certificate that the server shows, as DER. No name in it needs to fit, because it is known.
    pub certificate: Option<Vec<u8>>,
}

/// Where the server that runs with this data directory is reached from this machine; `None` when none runs.
pub fn running_address(data: &Path) -> io::Result<Option<LocalAddress>> {
    let Some(told) = told(data)? else {
        return Ok(None);
    };
    let listen: Option<SocketAddr> = told["listen"].as_str().and_then(|text| text.parse().ok());
    let Some(address) = listen else {
        return Err(io::Error::other(
            "the server is of an older version: start it again, sessions go on meanwhile",
        ));
    };
    let certificate = told["certificate"].as_str();
    let certificate = certificate.map(|text| STANDARD.decode(text)).transpose();
    Ok(Some(LocalAddress {
        address: reachable(address),
        certificate: certificate.map_err(io::Error::other)?,
    }))
}

/// A token by which one device signs in to the server of this data directory and steers sessions; it works once.
pub fn invite_to_steer(data: &Path) -> io::Result<String> {
    invite(data, Scope::Control, None)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// A data directory that a server has, which listens here.
    async fn taken() -> (tempfile::TempDir, Instance, TcpListener) {
        let data = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut config = Config::new(data.path());
        config.listen = listener.local_addr().unwrap();
        let instance = Instance::claim(data.path()).unwrap();
        instance.announce("http://127.0.0.1:1", &config).unwrap();
        (data, instance, listener)
    }

    #[tokio::test]
    async fn a_server_that_was_killed_is_waited_for_and_not_named() {
        let (data, instance, listener) = taken().await;
        let dies = async {
            let (asked, _) = listener.accept().await.unwrap();
            drop((asked, listener, instance));
        };
        let (found, ()) = tokio::join!(running_process(data.path()), dies);
        assert_eq!(found.unwrap(), None);
    }

    #[tokio::test]
    async fn a_server_that_answers_is_named() {
        let (data, _instance, listener) = taken().await;
        let answers = async {
            let (mut asked, _) = listener.accept().await.unwrap();
            asked.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        };
        let (found, ()) = tokio::join!(running_process(data.path()), answers);
        assert_eq!(found.unwrap(), Some(u64::from(std::process::id())));
        drop(listener);
    }
}
