//! `pilothouse serve`: the host.

mod log;
mod options;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use pilothouse_api::doctor::{CheckOutcome, DoctorReport};
use pilothouse_api::host::{CliVerdict, Scope};
use pilothouse_log::private;
use pilothouse_server::Server;
use tokio::net::TcpListener;

use crate::exit;
use crate::output::{print_error, print_line};
use options::Options;
pub(crate) use options::{Arguments, DataDirectory, Usual};

pub(crate) const EXAMPLES: &str = "\
The server prints a sign-in link for one browser, valid for ten minutes; `pilothouse link` prints another.
Without a terminal, it prints no link unless --print-link is given.
Sessions keep running when the server stops.

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
    let Options {
        config,
        open,
        print_link,
        log_format,
        log,
    } = arguments.resolve()?;
    let name = if config.demo {
        "The Pilothouse demo"
    } else {
        "Pilothouse"
    };
    private::create_dir_all(&config.data).map_err(|error| {
        let place = config.data.display();
        io::Error::other(format!(
            "cannot keep sessions in {place}: {error}; say where with --data"
        ))
    })?;
    if let Some(process) = pilothouse_server::running_process(&config.data).await?
        && let Some((link, _)) = pilothouse_server::running_link(&config.data, Scope::Admin, None)?
    {
        let what = if config.demo {
            "the demo"
        } else {
            "a server with this data directory"
        };
        print_error(&format!("{what} is already running, as process {process}"));
        offer(&link, name, open, print_link);
        return Ok(());
    }
    log::start(log_format, log);
    let listen = config.listen;
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        io::Error::other(format!(
            "cannot listen on {listen}: {error}; choose another with --listen"
        ))
    })?;
    let server = Server::start(config, listener).await?;
    match server.link() {
        Ok(link) => offer(&link, name, open, print_link),
        // On a full disk no link can be made, and just then somebody must come in.
        Err(error) => print_error(&format!(
            "no link could be made: {error} Browsers that are signed in come in at {listen} all the same"
        )),
    }
    let examine = server.examine();
    tokio::spawn(async move { tell_verdict(&examine.await) });
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

/// Prints the link and opens it. Without a terminal, stdout often ends in a log that others can read: only the address
/// is printed then, unless the link was asked for.
fn offer(link: &str, name: &str, open: bool, print_link: bool) {
    if print_link || io::stdout().is_terminal() {
        announce(name, link);
    } else {
        let address = link.split("/#").next().unwrap_or_default();
        announce(name, address);
        print_line("Run `pilothouse link` for a sign-in link.");
    }
    if open {
        open_browser(link);
    }
}

pub(crate) fn announce(name: &str, link: &str) {
    // Without a reader on stdout there is nobody to print the link for.
    drop(writeln!(io::stdout(), "{name} is at {link}"));
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
        print_error(&format!("{text}: {fix}. The tour works without it"));
    } else if matches!(report.verdict, CliVerdict::Newer | CliVerdict::Older)
        && let Some(check) = report
            .checks
            .iter()
            .find(|check| check.outcome == CheckOutcome::Warning)
    {
        print_error(&format!("{} `pilothouse doctor` says more", check.text));
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
