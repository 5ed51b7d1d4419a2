//! `pilothouse serve`: the host.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use pilothouse_server::{Config, Server};
use pilothouse_view::api::doctor::{CheckOutcome, DoctorReport};
use pilothouse_view::api::host::CliVerdict;
use tokio::net::TcpListener;

use crate::exit;
use crate::say::complain;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1:7477")]
    listen: SocketAddr,
    /// Where sessions are kept [default: $XDG_DATA_HOME/pilothouse, or ~/.local/share/pilothouse].
    #[arg(long)]
    data: Option<PathBuf>,
    /// The Claude Code program; found by itself when not given.
    #[arg(long)]
    claude: Option<PathBuf>,
    /// Simulates sessions in a scratch project: no login, no network, no cost.
    #[arg(long)]
    demo: bool,
    /// Does not open a browser.
    #[arg(long)]
    no_open: bool,
    /// By what address the host is reached from elsewhere, such as https://pilot.example.com/host.
    #[arg(long)]
    public_url: Option<String>,
    /// Accepts an address that is not loopback without TLS: everybody on the network can read along.
    #[arg(long)]
    insecure: bool,
}

pub(crate) const EXAMPLES: &str = "\
Prints a link that lets one browser in; sessions go on when the host ends and are there again when it starts.

Examples:
  pilothouse serve
  pilothouse serve --demo --no-open
  pilothouse serve --listen 127.0.0.1:8080 --data ~/sessions
  pilothouse serve --public-url https://pilot.example.com     behind a proxy with TLS";

pub(crate) fn run(arguments: Arguments) -> ExitCode {
    match exit::block_on(serve(arguments)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => exit::fail(&error.to_string()),
        Err(code) => code,
    }
}

async fn serve(arguments: Arguments) -> io::Result<()> {
    if !arguments.listen.ip().is_loopback() && !arguments.insecure {
        return Err(io::Error::other(format!(
            "{} is not loopback and there is no TLS: put a proxy with TLS in front, or say --insecure",
            arguments.listen
        )));
    }
    let mut config = Config::new(arguments.data.unwrap_or_else(crate::paths::data));
    config.claude = arguments.claude;
    config.demo = arguments.demo;
    config.public_url = arguments.public_url;
    config.insecure = arguments.insecure;
    let listener = TcpListener::bind(arguments.listen).await.map_err(|error| {
        io::Error::other(format!(
            "cannot listen on {}: {error}; choose another with --listen",
            arguments.listen
        ))
    })?;
    let server = Server::start(config, listener).await?;
    let link = server.link()?;
    announce(&link);
    let examine = server.examine();
    tokio::spawn(async move { tell_verdict(&examine.await) });
    if !arguments.no_open {
        open_browser(&link);
    }
    server.run(shutdown()).await
}

/// Ends with Ctrl-C or SIGTERM; sessions go on.
pub(crate) async fn shutdown() {
    let mut terminate =
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(terminate) => terminate,
            Err(_) => return std::future::pending().await,
        };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

pub(crate) fn announce(link: &str) {
    // A closed stdout only means that nobody wants the link.
    drop(writeln!(io::stdout(), "Pilothouse is at {link}"));
}

/// Says in one sentence what is wrong with the CLI, if something is. The host runs in any case.
fn tell_verdict(report: &DoctorReport) {
    let wrong = report
        .checks
        .iter()
        .find(|check| check.outcome == CheckOutcome::Error);
    if let Some(check) = wrong {
        let fix = check.fix.as_deref().unwrap_or("run `pilothouse doctor`");
        let text = check.text.trim_end_matches('.');
        complain(&format!("{text}: {fix}. The tour works without it"));
    } else if matches!(report.verdict, CliVerdict::Newer | CliVerdict::Older)
        && let Some(check) = report
            .checks
            .iter()
            .find(|check| check.outcome == CheckOutcome::Warning)
    {
        complain(&format!("{} `pilothouse doctor` says more", check.text));
    }
}

/// Opens the link where a desktop can; where none can, it was printed.
pub(crate) fn open_browser(link: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let quiet = std::process::Stdio::null;
    drop(
        std::process::Command::new(opener)
            .arg(link)
            .stdin(quiet())
            .stdout(quiet())
            .stderr(quiet())
            .spawn(),
    );
}
