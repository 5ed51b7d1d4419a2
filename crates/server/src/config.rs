//! How a server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;

use pilothouse_view::api::settings::NotifyTarget;

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
    /// Sessions are simulated, in a scratch project.
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
}

impl Config {
    /// The usual settings, with this data directory.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        Self {
            data: data.into(),
            listen: SocketAddr::from(([127, 0, 0, 1], 7477)),
            claude: None,
            runner: None,
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
        }
    }
}
