//! How the host is set up: a file, the environment, the command line. What stands later in this row wins.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::builder::FalseyValueParser;
use pilothouse_api::settings::NotifyTarget;
use pilothouse_server::Config;
use serde::Deserialize;

/// The port of the demo, so that it can run beside a server with real sessions.
const DEMO_PORT: u16 = 7478;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Config file [default: $XDG_CONFIG_HOME/pilothouse/config.toml].
    #[arg(long, env = "PILOTHOUSE_CONFIG")]
    config: Option<PathBuf>,
    /// Address to listen on [default: 127.0.0.1:7477; 127.0.0.1:7478 for the demo].
    #[arg(long, env = "PILOTHOUSE_LISTEN", value_parser = address)]
    listen: Option<SocketAddr>,
    /// Data directory [default: $XDG_DATA_HOME/pilothouse or ~/.local/share/pilothouse; pilothouse-demo for the demo].
    #[arg(long, env = "PILOTHOUSE_DATA")]
    data: Option<PathBuf>,
    /// Claude CLI to use [default: the installed one].
    #[arg(long, env = "PILOTHOUSE_CLAUDE")]
    claude: Option<PathBuf>,
    /// Show a repository with simulated sessions: no sign-in, no network, no cost.
    #[arg(long, env = "PILOTHOUSE_DEMO", value_parser = FalseyValueParser::new())]
    demo: bool,
    /// Use the simulator instead of Claude, to test programs that use the API.
    #[arg(long, env = "PILOTHOUSE_SIMULATED", value_parser = FalseyValueParser::new(), conflicts_with = "demo")]
    simulated: bool,
    /// Do not open a browser.
    #[arg(long, env = "PILOTHOUSE_NO_OPEN", value_parser = FalseyValueParser::new())]
    no_open: bool,
    /// Print the sign-in link even if stdout is not a terminal. Anyone who can read the output can use it.
    #[arg(long, env = "PILOTHOUSE_PRINT_LINK", value_parser = FalseyValueParser::new())]
    print_link: bool,
    /// Public URL of this server, such as https://pilot.example.com/host.
    #[arg(long, env = "PILOTHOUSE_PUBLIC_URL")]
    public_url: Option<String>,
    /// TLS certificate chain (PEM).
    #[arg(long, env = "PILOTHOUSE_TLS_CERT")]
    tls_cert: Option<PathBuf>,
    /// TLS private key (PEM).
    #[arg(long, env = "PILOTHOUSE_TLS_KEY")]
    tls_key: Option<PathBuf>,
    /// Allow addresses other than loopback without TLS. Anyone on the network can read your sessions.
    #[arg(long, env = "PILOTHOUSE_INSECURE", value_parser = FalseyValueParser::new())]
    insecure: bool,
    /// Maximum number of live CLI processes [default: 16].
    #[arg(long, env = "PILOTHOUSE_LIVE_SESSIONS")]
    live_sessions: Option<u32>,
    /// Stop idle CLI processes after this many seconds [default: 1800].
    #[arg(long, env = "PILOTHOUSE_PARK_AFTER_SECONDS")]
    park_after_seconds: Option<u64>,
    /// Format of the log on stderr [default: text].
    #[arg(long, env = "PILOTHOUSE_LOG_FORMAT")]
    log_format: Option<LogFormat>,
    /// Log level. Messages and answers are never logged [default: info].
    #[arg(long, env = "PILOTHOUSE_LOG")]
    log: Option<LogLevel>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The file. A key that is not known is refused with its line: it is a slip that would otherwise go unnoticed.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct File {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    claude: Option<PathBuf>,
    demo: bool,
    simulated: bool,
    no_open: bool,
    print_link: bool,
    public_url: Option<String>,
    tls_cert: Option<PathBuf>,
    tls_key: Option<PathBuf>,
    insecure: bool,
    live_sessions: Option<u32>,
    park_after_seconds: Option<u64>,
    push_services: Vec<String>,
    notify: Vec<NotifyTarget>,
    log_format: Option<LogFormat>,
    log: Option<LogLevel>,
    /// Whether `pilothouse upgrade` may replace the program.
    upgrade: Option<bool>,
}

/// Everything put together.
pub(crate) struct Options {
    pub(crate) config: Config,
    pub(crate) open: bool,
    /// Whether the sign-in link is printed where there is no terminal.
    pub(crate) print_link: bool,
    pub(crate) log_format: LogFormat,
    pub(crate) log: LogLevel,
}

impl Arguments {
    /// Reads the file and puts everything together.
    pub(crate) fn resolve(self) -> io::Result<Options> {
        let file = settings(self.config.as_deref())?;
        self.over(file)
    }

    fn over(self, file: File) -> io::Result<Options> {
        let demo = self.demo || file.demo;
        // The demo keeps apart from real sessions, and runs beside the server that has them.
        let data = match demo {
            true => self.data.unwrap_or_else(crate::paths::demo),
            false => self.data.or(file.data).unwrap_or_else(crate::paths::data),
        };
        let mut config = Config::new(data);
        if demo {
            config.listen.set_port(DEMO_PORT);
        }
        config.listen = self.listen.or(file.listen).unwrap_or(config.listen);
        config.claude = self.claude.or(file.claude);
        config.demo = demo;
        config.simulated = (self.simulated || file.simulated) && !demo;
        config.here = std::env::current_dir()
            .ok()
            .filter(|directory| directory.join(".git").exists());
        config.public_url = self.public_url.or(file.public_url);
        config.insecure = self.insecure || file.insecure;
        config.tls = match (
            self.tls_cert.or(file.tls_cert),
            self.tls_key.or(file.tls_key),
        ) {
            (Some(certificate), Some(key)) => Some((certificate, key)),
            (None, None) => None,
            _ => {
                return Err(io::Error::other(
                    "a certificate and its key go together: say both --tls-cert and --tls-key",
                ));
            }
        };
        let live = self.live_sessions.or(file.live_sessions);
        config.live_sessions = live.unwrap_or(config.live_sessions);
        let park = self.park_after_seconds.or(file.park_after_seconds);
        config.park_after_seconds = park.unwrap_or(config.park_after_seconds);
        config.push_services = file.push_services;
        config.notify = file.notify;
        check_exposure(&config)?;
        Ok(Options {
            config,
            open: !(self.no_open || file.no_open),
            print_link: self.print_link || file.print_link,
            log_format: self
                .log_format
                .or(file.log_format)
                .unwrap_or(LogFormat::Text),
            log: self.log.or(file.log).unwrap_or(LogLevel::Info),
        })
    }
}

/// Reads the file that was named, or the usual one if it is there.
fn settings(named: Option<&Path>) -> io::Result<File> {
    match named {
        Some(path) => read(path),
        None => match crate::paths::config() {
            Ok(path) if path.exists() => read(&path),
            _ => Ok(File::default()),
        },
    }
}

/// The data directory of a command that looks for a server or its sessions.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct DataDirectory {
    /// Data directory of the server [default: PILOTHOUSE_DATA, the config file, or ~/.local/share/pilothouse].
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Use the demo instead of the server with your sessions.
    #[arg(long, global = true, env = "PILOTHOUSE_DEMO", value_parser = FalseyValueParser::new())]
    demo: bool,
}

impl DataDirectory {
    pub(crate) fn named(data: Option<PathBuf>) -> Self {
        Self { data, demo: false }
    }

    /// The directory that the server with the same settings has.
    pub(crate) fn path(&self) -> io::Result<PathBuf> {
        if let Some(data) = &self.data {
            return Ok(data.clone());
        }
        let Usual { file } = Usual::read()?;
        let named = variable("PILOTHOUSE_DATA");
        Ok(match self.demo || file.demo {
            true => named.unwrap_or_else(crate::paths::demo),
            false => named.or(file.data).unwrap_or_else(crate::paths::data),
        })
    }

    /// Why no server was found, and what to do.
    pub(crate) fn no_server(data: &Path) -> String {
        let demo = crate::paths::demo();
        let place = data.display();
        if data != demo && matches!(pilothouse_server::running_socket(&demo), Ok(Some(_))) {
            return format!("no server is running with {place}; the demo is: add --demo");
        }
        format!(
            "no server is running with {place}; start one with `pilothouse`, or name its data directory with --data"
        )
    }
}

/// What the other commands look at when they are not told: the same variables and the same file as the host.
pub(crate) struct Usual {
    file: File,
}

impl Usual {
    pub(crate) fn read() -> io::Result<Self> {
        let named = variable("PILOTHOUSE_CONFIG");
        let file = settings(named.as_deref())?;
        Ok(Self { file })
    }

    /// Whether `pilothouse upgrade` may replace the program.
    pub(crate) fn allows_upgrade(&self) -> bool {
        self.file.upgrade != Some(false)
    }

    /// The Claude Code program, if one was chosen.
    pub(crate) fn claude(&self) -> Option<PathBuf> {
        variable("PILOTHOUSE_CLAUDE").or_else(|| self.file.claude.clone())
    }
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

/// Reads an address to listen on. Names are not looked up, but this one is always the same.
fn address(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:");
    let address = local.map_or(text.to_owned(), |port| format!("127.0.0.1:{port}"));
    address
        .parse()
        .map_err(|_| "not an address with a port, such as 127.0.0.1:7477".to_owned())
}

fn read(path: &Path) -> io::Result<File> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| io::Error::other(format!("cannot read {}: {error}", path.display())))?;
    toml::from_str(&text).map_err(|error| {
        let error = error.to_string();
        io::Error::other(format!("{}: {}", path.display(), error.trim_end()))
    })
}

/// Refuses to speak in the clear over a network unless told to.
fn check_exposure(config: &Config) -> io::Result<()> {
    if config.listen.ip().is_loopback() || config.tls.is_some() || config.insecure {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "{} is not loopback and there is no TLS: say --tls-cert and --tls-key, put a proxy with TLS in front, or say --insecure",
        config.listen
    )))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Program {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn resolved(file: &str, flags: &[&str]) -> io::Result<Options> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("config.toml");
        std::fs::write(&path, file)?;
        let config = format!("--config={}", path.display());
        let all = ["serve", config.as_str()]
            .into_iter()
            .chain(flags.iter().copied());
        Program::parse_from(all).arguments.resolve()
    }

    #[test]
    fn flags_win_over_the_file() {
        let file = "listen = \"127.0.0.1:1\"\nlive_sessions = 3\nlog_format = \"json\"\n\
                    [[notify]]\nkind = \"ntfy\"\nurl = \"https://ntfy.example/x\"\nasks = true\nends = false\n";
        let options = resolved(file, &["--listen", "127.0.0.1:2"]).unwrap();
        assert_eq!(options.config.listen.port(), 2);
        assert_eq!(options.config.live_sessions, 3);
        assert_eq!(options.log_format, LogFormat::Json);
        assert_eq!(options.config.notify[0].url, "https://ntfy.example/x");
    }

    #[test]
    fn a_key_that_is_not_known_is_refused_with_its_line() {
        let error = resolved("demo = true\nlisten_on = \"x\"\n", &[])
            .err()
            .unwrap();
        let text = error.to_string();
        assert!(
            text.contains("line 2") && text.contains("listen_on"),
            "{text}"
        );
    }

    #[test]
    fn an_address_is_numbers_with_a_port() {
        assert_eq!(address("localhost:80"), address("127.0.0.1:80"));
        assert!(address("[::1]:80").is_ok());
        for slip in ["7477", "127.0.0.1", "example.com:80", "localhost:"] {
            let problem = address(slip).unwrap_err();
            assert!(problem.contains("such as 127.0.0.1:7477"), "{slip}");
        }
    }

    #[test]
    fn an_open_address_needs_tls_or_a_word() {
        let open = ["--listen", "0.0.0.0:0"];
        assert!(resolved("", &open).is_err());
        assert!(resolved("insecure = true", &open).is_ok());
        let tls = "tls_cert = \"a\"\ntls_key = \"b\"";
        assert!(resolved(tls, &open).is_ok());
        assert!(resolved("tls_cert = \"a\"", &[]).is_err());
    }
}
