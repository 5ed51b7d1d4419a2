//! Sockets of runners: where they are, and how a server finds the live ones.

use std::collections::HashSet;
use std::env;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tokio::net::UnixListener;

use pilothouse_log::LogDir;

use crate::Config;

/// The longest path a Unix socket can have, on the strictest system we know (macOS).
const MAX_SOCKET_PATH: usize = 103;

/// A live runner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub session: String,
    pub pid: u32,
    pub socket: PathBuf,
    /// The version of the program it runs.
    pub version: String,
}

/// Returns where the runner of this log should listen.
///
/// It is a short name in a directory that only this user can enter:
/// `$XDG_RUNTIME_DIR/pilothouse`, or one below the temporary directory.
pub fn socket_path(log_dir: &Path) -> io::Result<PathBuf> {
    let name = socket_name(log_dir)?;
    let fits = |path: &PathBuf| path.is_absolute() && path.as_os_str().len() <= MAX_SOCKET_PATH;
    let mut refused = io::Error::other("no place for a socket");
    for path in candidates().map(|dir| dir.join(&name)).filter(fits) {
        match path.parent().map(private_dir) {
            Some(Ok(())) => return Ok(path),
            Some(Err(error)) => refused = error,
            None => {}
        }
    }
    Err(refused)
}

/// Returns the name of the socket that belongs to a log.
pub fn socket_name(log_dir: &Path) -> io::Result<String> {
    let log_dir = std::path::absolute(log_dir)?;
    let name = fingerprint(log_dir.as_os_str().as_bytes());
    Ok(format!("{name:016x}"))
}

/// Returns the names of all sockets where they are put; behind each there may be a runner.
pub fn listening() -> HashSet<String> {
    let found = candidates().filter_map(|dir| fs::read_dir(dir).ok());
    let names = found.flatten().flatten();
    names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}

/// The directories for sockets, the best first.
fn candidates() -> impl Iterator<Item = PathBuf> {
    let user = rustix::process::getuid().as_raw();
    let runtime = env::var_os("XDG_RUNTIME_DIR").map(|dir| PathBuf::from(dir).join("pilothouse"));
    let temporary = env::temp_dir().join(format!("pilothouse-{user}"));
    let last = PathBuf::from(format!("/tmp/pilothouse-{user}"));
    runtime.into_iter().chain([temporary, last])
}

/// Makes a directory that only this user can enter, or checks that it is one.
pub(crate) fn private_dir(dir: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(dir) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        result => return result,
    }
    let found = fs::symlink_metadata(dir)?;
    if !found.is_dir() || found.uid() != rustix::process::getuid().as_raw() {
        let message = format!("not a directory of this user: {}", dir.display());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    fs::set_permissions(dir, Permissions::from_mode(0o700))
}

/// Returns the live runner of a log, if any.
pub fn find(log_dir: &LogDir) -> io::Result<Option<Found>> {
    if !log_dir.is_locked()? {
        return Ok(None);
    }
    match fs::read(path(log_dir.path())) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        bytes => Ok(Some(serde_json::from_slice(&bytes?)?)),
    }
}

/// Listens at a socket that only this user can open. The caller holds a lock, so a previous listener is gone.
pub fn listen(socket: &Path) -> io::Result<UnixListener> {
    private_dir(socket.parent().unwrap_or(socket))?;
    remove(socket)?;
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Announces where this runner listens. The file is replaced as a whole, so that nobody reads half of it.
pub(crate) fn announce(config: &Config) -> io::Result<()> {
    let found = Found {
        session: config.session.clone(),
        pid: std::process::id(),
        socket: config.socket.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let temporary = config.log_dir.join("runner.json.new");
    pilothouse_log::private::write(&temporary, serde_json::to_vec(&found)?)?;
    fs::rename(temporary, path(&config.log_dir))
}

/// Restores the socket and the announcement if they were removed. Returns the listener of a new socket.
pub(crate) fn restore(config: &Config) -> io::Result<Option<UnixListener>> {
    let is_gone = |path: &Path| {
        let found = fs::symlink_metadata(path);
        found.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    };
    let listener = if is_gone(&config.socket) {
        Some(listen(&config.socket)?)
    } else {
        None
    };
    if is_gone(&path(&config.log_dir)) {
        announce(config)?;
    }
    Ok(listener)
}

/// Takes the announcement and the socket back, and releases the disk space that is this runner's alone.
pub(crate) fn withdraw(config: &Config) -> io::Result<()> {
    if config.reserve.is_none() {
        config.reserve().free()?;
    }
    remove(&config.socket)?;
    remove(&path(&config.log_dir))
}

/// Removes a file that may not be there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

fn path(log_dir: &Path) -> PathBuf {
    log_dir.join("runner.json")
}

/// FNV-1a, because it must be the same in every version of the program.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_have_short_names_in_a_private_directory() {
        let long = format!("/data/{}/log", "x".repeat(200));
        let path = socket_path(Path::new(&long)).unwrap();
        assert_eq!(socket_path(Path::new(&long)).unwrap(), path);
        assert_ne!(socket_path(Path::new("/data/other/log")).unwrap(), path);
        assert!(path.is_absolute() && path.as_os_str().len() <= MAX_SOCKET_PATH);
        let dir = path.parent().unwrap().metadata().unwrap();
        assert_eq!(dir.permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_directory_that_is_not_one_is_not_trusted() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("/tmp", &link).unwrap();
        let refused = private_dir(&link).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    }
}
