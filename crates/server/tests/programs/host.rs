//! The host as a program of its own, so that tests can kill it: server, runner and simulator in one.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use pilothouse_server::{Config, Server};
use pilothouse_view::{EntryPage, SessionFold};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let role = arguments.next().unwrap_or_default();
    match role.to_str() {
        Some("runner") => pilothouse_runner::main(arguments),
        Some("sim") => {
            let code = pilothouse_sim::cli::main(arguments);
            ExitCode::from(u8::try_from(code).unwrap_or(1))
        }
        Some("connect") => report(connect(arguments.next().unwrap_or_default().as_ref())),
        Some("fold") => report(fold(arguments.next().unwrap_or_default().as_ref())),
        // The simulator as it is found by its path: it takes the flags of the CLI.
        Some(flag) if flag.starts_with('-') => {
            let code = pilothouse_sim::cli::main(std::env::args_os().skip(1));
            ExitCode::from(u8::try_from(code).unwrap_or(1))
        }
        _ => report(serve()),
    }
}

fn report(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "host-under-test: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Lists the sessions through the socket of a data directory, and prints the head of the answer.
fn connect(socket: &Path) -> io::Result<()> {
    let mut stream = UnixStream::connect(socket)?;
    stream
        .write_all(b"GET /api/sessions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let head = answer.split("\r\n\r\n").next().unwrap_or_default();
    writeln!(io::stdout(), "{head}")
}

/// Prints the whole view that a log gives.
fn fold(log: &Path) -> io::Result<()> {
    let mut fold = SessionFold::new();
    for record in pilothouse_server::log_dir(log).read_after(0)? {
        fold.apply(&record?);
    }
    let entries = fold.take_settled();
    let view = fold.snapshot(EntryPage {
        entries,
        has_older: false,
    });
    writeln!(io::stdout(), "{}", serde_json::to_string(&view)?)
}

/// Serves with the options on stdin, prints the link, and ends gracefully at SIGTERM.
fn serve() -> io::Result<()> {
    let options: Value = serde_json::from_reader(io::stdin())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let config = config(&options)?;
        // As `pilothouse serve` does: a server that was just killed holds its lock a moment longer.
        if let Some(process) = pilothouse_server::running_process(&config.data).await? {
            let message = format!("process {process} serves this directory");
            return Err(io::Error::other(message));
        }
        let address = listener.local_addr()?;
        let server = Server::start(config, listener).await?;
        // On a full disk no link can be made, and browsers that are signed in come in all the same.
        let link = server.link();
        let link = link.unwrap_or_else(|_| format!("http://{address}/#token="));
        writeln!(io::stdout(), "{link}")?;
        let mut terminate = signal(SignalKind::terminate())?;
        server
            .run(async move {
                terminate.recv().await;
            })
            .await
    })
}

fn config(options: &Value) -> io::Result<Config> {
    let data = options["data"]
        .as_str()
        .ok_or_else(|| io::Error::other("no data directory"))?;
    let mut config = Config::new(data);
    config.claude = options["claude"].as_str().map(Into::into);
    config.demo = options["demo"] == true;
    config.simulated = config.claude.is_none() && !config.demo;
    config.runner = options["runner"].as_str().map(Into::into);
    if let Some(limit) = options["liveSessions"].as_u64() {
        config.live_sessions = u32::try_from(limit).unwrap_or(u32::MAX);
    }
    if let Some(seconds) = options["parkAfterSeconds"].as_u64() {
        config.park_after_seconds = seconds;
    }
    if let Some(targets) = options.get("notify") {
        config.notify = serde_json::from_value(targets.clone())?;
    }
    if let Some(services) = options.get("pushServices") {
        config.push_services = serde_json::from_value(services.clone())?;
    }
    if let Some(bytes) = options["segmentBytes"].as_u64() {
        config.segment_bytes = bytes;
    }
    config.memory_floor_bytes = options["memoryFloorBytes"].as_u64();
    let timings = &mut config.timings;
    for (name, timing) in [
        ("tick", &mut timings.tick),
        ("receipt", &mut timings.receipt),
        ("initialize", &mut timings.initialize),
        ("housekeeping", &mut timings.housekeeping),
        ("idle", &mut timings.idle),
    ] {
        if let Some(milliseconds) = options["timings"][name].as_u64() {
            *timing = Duration::from_millis(milliseconds);
        }
    }
    Ok(config)
}
