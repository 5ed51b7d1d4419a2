//! One server for one data directory. A second start finds the first and prints a link to it.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pilothouse_api::host::Scope;
use rustix::fs::FlockOperation;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::auth::Auth;
use crate::auth::local::device_id;
use crate::store::Store;

/// Holds the lock for as long as the server runs, and tells where it is reached.
const FILE: &str = "server.json";

/// How long a server that ends or starts is waited for, and how often it is looked at.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

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

    /// Listens at the socket of the data directory, for commands of this user on this machine.
    pub(crate) fn listen(&self, data: &Path) -> io::Result<(UnixListener, PathBuf)> {
        // A data directory can have a longer path than a socket may have.
        let socket = pilothouse_runner::socket_path(&data.join(FILE))?;
        Ok((pilothouse_runner::listen(&socket)?, socket))
    }

    /// Writes down where the server is reached: by people, and by commands of this machine.
    pub(crate) fn announce(&self, address: &str, socket: &Path) -> io::Result<()> {
        let text = json!({
            "pid": std::process::id(),
            "address": address,
            "socket": socket,
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
    let file = open(data).map_err(|error| cannot_use(data, &error))?;
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
        let found = told(data);
        if matches!(found, Ok(None)) {
            return Ok(None);
        }
        if let Ok(Some(told)) = &found
            && answers(told).await
        {
            return Ok(told["pid"].as_u64());
        }
        if begun.elapsed() > PATIENCE {
            let pid = &found?.unwrap_or_default()["pid"];
            return Err(io::Error::other(format!(
                "process {pid} uses {} and does not answer: end it, or choose another directory with --data",
                data.display()
            )));
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

/// Whether somebody answers at the socket that a server wrote down. One of an older version has none.
async fn answers(told: &Value) -> bool {
    let Some(socket) = told["socket"].as_str() else {
        return true;
    };
    let ask = async {
        let mut stream = UnixStream::connect(socket).await?;
        let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await?;
        stream.read_u8().await
    };
    let answer = tokio::time::timeout(PATIENCE, ask).await;
    answer.is_ok_and(|answer| answer.is_ok())
}

/// Lets one device in.
///
/// Whoever may write the directory may let devices in, so the token is simply put into the store of that server.
fn invite(data: &Path, scope: Scope, name: Option<&str>) -> io::Result<String> {
    let store = Store::open(&data.join("index.sqlite")).map_err(io::Error::other)?;
    let auth = Auth::new(std::sync::Arc::new(store));
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

/// The socket of the server that runs with this data directory, for commands of this user; `None` when none runs.
///
/// It speaks the HTTP API without a login. The caller is the device [`local_device`].
pub fn running_socket(data: &Path) -> io::Result<Option<PathBuf>> {
    let Some(told) = told(data)? else {
        return Ok(None);
    };
    match told["socket"].as_str() {
        Some(socket) => Ok(Some(socket.into())),
        None => Err(io::Error::other(
            "the server is of an older version: start it again, sessions go on meanwhile",
        )),
    }
}

/// The ID of this process as a device, at the socket of a server.
pub fn local_device() -> String {
    device_id(std::process::id())
}
