//! What a runner is told when it is started.

use std::path::PathBuf;

use pilothouse_log::Spawn;
use pilothouse_log::disk_reserve::Reserve;
use serde::{Deserialize, Serialize};

/// How much room is kept for the moment the disk is full, unless a runner is told otherwise.
pub const RESERVE_BYTES: u64 = 16 << 20;

/// One CLI process and where its log goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// The host's own id of the session: letters, digits, `-` and `_`.
    pub session: String,
    /// The directory of the session's log.
    pub log_dir: PathBuf,
    /// Where the runner listens; [`crate::socket_path`] proposes a place.
    pub socket: PathBuf,
    /// The program and its arguments, to which the runner adds nothing.
    pub argv: Vec<String>,
    /// Where the CLI is started.
    pub cwd: PathBuf,
    /// Variables that are set for the CLI, on top of the runner's own environment.
    #[serde(default)]
    pub env: Vec<(String, String)>,
    /// Variables that are not handed on to the CLI.
    #[serde(default)]
    pub env_remove: Vec<String>,
    /// The version of the CLI, for the log.
    #[serde(default)]
    pub cli_version: Option<String>,
    /// The CLI's id of the session, for the log.
    #[serde(default)]
    pub cli_session_id: Option<String>,
    /// When a segment has this size, the next one is begun.
    #[serde(default = "default_segment_bytes")]
    pub segment_bytes: u64,
    /// Room that is kept for the moment the disk is full.
    #[serde(default = "default_reserve_bytes")]
    pub reserve_bytes: u64,
    /// The file that takes the room, shared by all runners of a data directory; none for one of this runner's own.
    #[serde(default)]
    pub reserve: Option<PathBuf>,
    /// After this time without a client and with nothing to do the CLI is ended; none for never.
    #[serde(default)]
    pub unattended_ms: Option<u64>,
}

impl Config {
    /// Describes a runner with the usual sizes that waits for clients for ever.
    pub fn new(
        session: impl Into<String>,
        log_dir: impl Into<PathBuf>,
        socket: impl Into<PathBuf>,
        argv: Vec<String>,
        cwd: impl Into<PathBuf>,
    ) -> Self {
        Self {
            session: session.into(),
            log_dir: log_dir.into(),
            socket: socket.into(),
            argv,
            cwd: cwd.into(),
            env: Vec::new(),
            env_remove: Vec::new(),
            cli_version: None,
            cli_session_id: None,
            segment_bytes: default_segment_bytes(),
            reserve_bytes: default_reserve_bytes(),
            reserve: None,
            unattended_ms: None,
        }
    }

    /// The room that is kept.
    pub(crate) fn reserve(&self) -> Reserve {
        let own = || self.log_dir.join("reserve");
        Reserve::new(self.reserve.clone().unwrap_or_else(own), self.reserve_bytes)
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if self.session.is_empty() || !self.session.bytes().all(plain) {
            return Err(format!("not an id of a session: {:?}", self.session));
        }
        if self.argv.is_empty() {
            return Err("no program to run".to_owned());
        }
        for path in [&self.log_dir, &self.socket, &self.cwd] {
            if !path.is_absolute() {
                return Err(format!("not an absolute path: {}", path.display()));
            }
        }
        Ok(())
    }

    /// Tells how the CLI was started by this process, without the values of variables.
    pub(crate) fn spawn(&self, pid: u32) -> Spawn {
        Spawn {
            argv: self.argv.clone(),
            cwd: self.cwd.to_string_lossy().into_owned(),
            env_names: self.env.iter().map(|(name, _)| name.clone()).collect(),
            cli_version: self.cli_version.clone(),
            cli_session_id: self.cli_session_id.clone(),
            pid,
            runner_pid: std::process::id(),
            runner_version: env!("CARGO_PKG_VERSION").to_owned(),
            ..Spawn::default()
        }
    }
}

fn default_segment_bytes() -> u64 {
    16 << 20
}

fn default_reserve_bytes() -> u64 {
    RESERVE_BYTES
}
