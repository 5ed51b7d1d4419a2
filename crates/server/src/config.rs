//! How a server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use pilothouse_api::settings::NotifyTarget;

/// The settings of one server.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// Where sessions, store and uploads are.
    pub data: PathBuf,
    /// Where to listen.
    pub listen: SocketAddr,
    /// The program to drive; found by itself when absent.
    pub claude: Option<PathBuf>,
    /// The program that runs as runner; this one when absent.
    pub runner: Option<PathBuf>,
    /// Sessions are simulated; a scratch project is offered for them.
    pub simulated: bool,
    /// Sessions are simulated in a prepared workspace: a repository with sessions at work.
    pub demo: bool,
    /// Where the host was started, if that is a repository: offered for a first session.
    pub here: Option<PathBuf>,
    /// By what name and path the host is reached from elsewhere.
    pub public_url: Option<String>,
    /// Certificate and key, as PEM files.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Accepts an address that is not loopback without TLS.
    pub insecure: bool,
    /// How many sessions may have a process at a time.
    pub live_sessions: u32,
    /// Where notifications go, until somebody saves settings.
    pub notify: Vec<NotifyTarget>,
    /// Origins of push services beside those of the known browsers, such as `https://push.example.com`.
    pub push_services: Vec<String>,
    /// After how many idle seconds a session is parked.
    pub park_after_seconds: u64,
    /// When a segment of a log has this size, the next is begun.
    pub segment_bytes: u64,
    /// Idle sessions are parked while less memory than this is available; none for a twentieth of all memory.
    pub memory_floor_bytes: Option<u64>,
    /// How long a removed session can be restored.
    pub keep_removed: Duration,
    /// How long the host waits where people set nothing.
    pub timings: Timings,
}

/// Times that people do not set. Tests shorten them, so that they wait for what happens and not for a clock.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Timings {
    /// How often a session that is shown looks whether it still is.
    pub tick: Duration,
    /// How long the CLI may take to answer `initialize`.
    pub initialize: Duration,
    /// How long the CLI may take to say that it heard a stop.
    pub receipt: Duration,
    /// How often the trash and the memory are looked at.
    pub housekeeping: Duration,
    /// How long a session must have been idle to be parked for its memory.
    pub idle: Duration,
    /// How long a client may take to send the head of a request, and for the handshake of TLS.
    pub head: Duration,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            tick: Duration::from_secs(5),
            initialize: Duration::from_secs(60),
            receipt: Duration::from_secs(10),
            housekeeping: Duration::from_secs(10),
            idle: Duration::from_secs(5),
            head: Duration::from_secs(10),
        }
    }
}

impl Config {
    /// The usual settings, with this data directory.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            listen: SocketAddr::from(([127, 0, 0, 1], 7477)),
            claude: None,
            runner: None,
            simulated: false,
            demo: false,
            here: None,
            public_url: None,
            tls: None,
            insecure: false,
            live_sessions: 16,
            notify: Vec::new(),
            push_services: Vec::new(),
            park_after_seconds: 30 * 60,
            segment_bytes: 16 << 20,
            memory_floor_bytes: None,
            keep_removed: Duration::from_secs(30 * 24 * 60 * 60),
            timings: Timings::default(),
        }
    }

    /// Whether the simulator stands in for the CLI.
    pub(crate) fn is_simulated(&self) -> bool {
        self.simulated || self.demo
    }
}
