//! `pilothouse replay`: a recording, to look at in the browser or to read again at its own pace.

mod import;

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use pilothouse_protocol::check::{Direction, unwrap_recorded};
use pilothouse_server::{Config, Server};
use tokio::net::TcpListener;

use crate::exit;
use crate::sanitize::stdout_for_data;
use crate::serve;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Recording of `pilothouse tap`.
    file: PathBuf,
    /// Print lines at their recorded times instead of opening the browser [default if stdout is not a terminal].
    #[arg(long)]
    stdout: bool,
    /// Speed factor; 0 plays without waiting.
    #[arg(long, default_value_t = 1.0, value_name = "FACTOR", value_parser = factor)]
    speed: f64,
    /// Lines to print.
    #[arg(long, value_enum, default_value_t = Lines::Out)]
    lines: Lines,
    /// Print the link instead of opening a browser.
    #[arg(long)]
    no_open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Lines {
    /// Output of the CLI.
    Out,
    /// Input to the CLI.
    In,
    /// Both, prefixed with `<` and `>`.
    Both,
}

const EXAMPLES: &str = "\
In the browser the recording is a read-only session, which is removed when the command exits.

Examples:
  pilothouse replay session.ndjson
  pilothouse replay --stdout --speed 4 session.ndjson
  pilothouse replay --speed 0 session.ndjson | pilothouse wire check -

Exit codes: 0 played, 1 an error, 2 the file cannot be read.";

/// A line of a recording.
struct Recorded {
    at: Duration,
    direction: Direction,
    line: Vec<u8>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let recorded = match read(&arguments.file) {
        Ok(recorded) => recorded,
        Err(problem) => return exit::fail_with(exit::USAGE, &problem),
    };
    if arguments.stdout || !io::stdout().is_terminal() {
        return match play(arguments, &recorded) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                exit::fail(&format!("cannot write: {error}"))
            }
            _ => ExitCode::SUCCESS,
        };
    }
    match exit::block_on(show(arguments, &recorded)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => exit::fail(&error.to_string()),
        Err(code) => code,
    }
}

fn factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok();
    factor
        .filter(|factor: &f64| factor.is_finite() && *factor >= 0.0)
        .ok_or_else(|| "not a factor, such as 4, 0.5 or 0".to_owned())
}

fn read(path: &Path) -> Result<Vec<Recorded>, String> {
    let cannot = |error: io::Error| format!("cannot read {}: {error}", path.display());
    let file = std::fs::File::open(path).map_err(cannot)?;
    let mut recorded = Vec::new();
    for (number, line) in BufReader::new(file).split(b'\n').enumerate() {
        let line = line.map_err(cannot)?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        recorded.push(parse(&line).ok_or_else(|| {
            format!(
                "{} line {} is not of a recording; `pilothouse tap` makes them",
                path.display(),
                number + 1
            )
        })?);
    }
    Ok(recorded)
}

fn parse(line: &[u8]) -> Option<Recorded> {
    #[derive(serde::Deserialize)]
    struct Time {
        t: f64,
    }
    let (direction, inner) = unwrap_recorded(line)?;
    let time: Time = serde_json::from_slice(line).ok()?;
    Some(Recorded {
        at: Duration::try_from_secs_f64(time.t / 1000.0).ok()?,
        direction,
        line: inner,
    })
}

/// Prints the lines at their times.
fn play(arguments: &Arguments, recorded: &[Recorded]) -> io::Result<()> {
    let mut out = stdout_for_data();
    let begun = Instant::now();
    let first = recorded.first().map_or(Duration::ZERO, |line| line.at);
    for line in recorded {
        let mark = match (arguments.lines, line.direction) {
            (Lines::Both, Direction::In) => "> ",
            (Lines::Both, Direction::Out) => "< ",
            (Lines::In, Direction::In) | (Lines::Out, Direction::Out) => "",
            _ => continue,
        };
        if arguments.speed > 0.0 {
            let due = line.at.saturating_sub(first).as_secs_f64() / arguments.speed;
            // Slower than time can be told is as good as never.
            let due = Duration::try_from_secs_f64(due).unwrap_or(Duration::MAX);
            std::thread::sleep(due.saturating_sub(begun.elapsed()));
        }
        out.write_all(mark.as_bytes())?;
        out.write_all(&line.line)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

/// Serves the recording as a session in a data directory of its own, to be looked at only.
async fn show(arguments: &Arguments, recorded: &[Recorded]) -> io::Result<()> {
    let folder = import::Folder::new()?;
    let name = arguments
        .file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    import::import(folder.path(), &name, recorded)?;
    // A server brings new logs into its list in the background; here it must be there at once.
    let data = folder.path().to_owned();
    let repaired = tokio::task::spawn_blocking(move || pilothouse_server::repair(&data)).await;
    repaired.map_err(io::Error::other)??;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let server = Server::start(Config::new(folder.path()), listener).await?;
    let link = server.link_to_look()?;
    serve::announce("Pilothouse", &link);
    if !arguments.no_open {
        serve::open_browser(&link);
    }
    server.run(serve::shutdown()).await
}
