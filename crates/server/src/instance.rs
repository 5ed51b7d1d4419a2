//! One server for one data directory. A second start finds the first and prints a link to it.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use pilothouse_view::api::host::Scope;
use rustix::fs::FlockOperation;
use serde_json::{Value, json};

use crate::auth::Auth;
use crate::store::Store;

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
        std::fs::set_permissions(data, Permissions::from_mode(0o700))?;
        let file = open(data)?;
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Self { file }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(io::Error::new(
                io::ErrorKind::AddrInUse,
                format!("another server uses {}", data.display()),
            )),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes down where the server is reached.
    pub(crate) fn announce(&self, address: &str) -> io::Result<()> {
        let text = json!({"pid": std::process::id(), "address": address}).to_string();
        self.file.set_len(0)?;
        let mut file = &self.file;
        io::Seek::rewind(&mut file)?;
        file.write_all(text.as_bytes())
    }
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

/// A fresh link to the server that runs with this data directory, and its process; `None` when none runs.
///
/// Whoever may write the directory may let devices in, so the token is simply put into the store of that server.
pub fn running_link(data: &Path) -> io::Result<Option<(String, u64)>> {
    if !data.join(FILE).exists() {
        return Ok(None);
    }
    let file = open(data)?;
    if rustix::fs::flock(&file, FlockOperation::NonBlockingLockShared).is_ok() {
        return Ok(None);
    }
    let told: Value = serde_json::from_reader(&file).unwrap_or_default();
    let (Some(address), Some(pid)) = (told["address"].as_str(), told["pid"].as_u64()) else {
        return Err(io::Error::other(
            "another server is just starting with this data directory",
        ));
    };
    let store = Store::open(&data.join("index.sqlite")).map_err(io::Error::other)?;
    let auth = Auth::new(std::sync::Arc::new(store));
    let (token, _) = auth
        .invite(Scope::Admin, None)
        .map_err(|problem| io::Error::other(problem.to_string()))?;
    Ok(Some((format!("{address}/#token={token}"), pid)))
}
