//! Programs that connect to the socket of the data directory.
//!
//! The file system lets only this user connect, and the system tells which process did. So there is no login; but a process
//! inside a hosted session is refused, as at the socket of a runner: it could answer its own permission requests.

use pilothouse_api::host::Scope;
use tokio::net::UnixStream;

use crate::blocking::blocking;
use crate::problem::Problem;
use crate::store::DeviceRow;

/// How the IDs of such devices begin. IDs of stored devices have no dash.
const PREFIX: &str = "terminal-";

/// The process at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalPeer {
    pid: Option<u32>,
    may_connect: bool,
}

impl LocalPeer {
    /// Asks the system who connected.
    pub(crate) async fn of(stream: &UnixStream) -> Self {
        let refused = Self {
            pid: None,
            may_connect: false,
        };
        let Ok(credentials) = stream.peer_cred() else {
            return refused;
        };
        let pid = credentials.pid().map(i32::cast_unsigned);
        // Reads the environment of the process and of those above it.
        let looked = blocking(move || {
            Ok(Self {
                pid,
                may_connect: pilothouse_process::may_connect(credentials.uid(), pid),
            })
        });
        looked.await.unwrap_or(refused)
    }

    /// Refuses processes inside a session, and other users.
    pub(crate) fn check(self) -> Result<(), Problem> {
        if self.may_connect {
            return Ok(());
        }
        Err(
            Problem::forbidden("A process inside a session cannot control sessions.")
                .detail("Run the command in a terminal of your own."),
        )
    }

    /// The peer as a device: it may do what an attached terminal does.
    pub(crate) fn device(self) -> DeviceRow {
        DeviceRow {
            id: device_id(self.pid.unwrap_or_default()),
            name: "terminal".to_owned(),
            scope: Scope::Control,
            token: true,
            secret_hash: Vec::new(),
            key_hash: None,
            created_at: 0,
            seen_at: 0,
        }
    }
}

/// The ID of a process as a device.
pub(crate) fn device_id(pid: u32) -> String {
    format!("{PREFIX}{pid}")
}

/// Whether a device is a process at the socket. It is not stored, so it cannot be revoked.
pub(super) fn is_local(device: &str) -> bool {
    device.starts_with(PREFIX)
}
