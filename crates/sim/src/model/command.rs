//! The command `pilothouse model`.

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use super::{Model, RequestLog};

const HELP: &str = "\
Serve a scripted Messages API on loopback

Usage: pilothouse model [--listen ADDR] [--log FILE]

Options:
  --listen ADDR   address to listen on; port 0 selects a free port [default: 127.0.0.1:0]
  --log FILE      append every request to FILE, one JSON object per line (no headers)
  -h, --help      print help

The script is part of the newest user message, after `SCRIPT:`:
  SCRIPT:[{\"type\":\"text\",\"text\":\"hello\"}]

Example:
  pilothouse model --listen 127.0.0.1:8787 &
  ANTHROPIC_BASE_URL=http://127.0.0.1:8787 ANTHROPIC_API_KEY=dummy claude -p 'hi'
";

/// The parsed command line.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    listen: SocketAddr,
    log: Option<PathBuf>,
}

/// Runs the command with the arguments after `model`.
///
/// Prints its address on stdout and serves until it is interrupted. Exit codes: 0 after an interrupt or `--help`, 2 for
/// an invalid command line, 1 if it cannot listen or open the log.
pub fn main(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let arguments: Vec<String> = arguments.into_iter().collect();
    if arguments
        .iter()
        .any(|argument| argument == "-h" || argument == "--help")
    {
        return print(HELP);
    }
    let options = match parse(&arguments) {
        Ok(options) => options,
        Err(fault) => return fail(&format!("{fault}\ntry `pilothouse model --help`"), 2),
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string(), 1),
    }
}

fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        log: None,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let mut value = || {
            inline
                .clone()
                .or_else(|| rest.next().cloned())
                .ok_or_else(|| format!("{name} requires a value"))
        };
        match name {
            "--listen" => {
                let text = value()?;
                options.listen = text.parse().map_err(|_| {
                    format!("invalid address {text}: must be an IP address with a port")
                })?;
            }
            "--log" => options.log = Some(PathBuf::from(value()?)),
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    if !options.listen.ip().is_loopback() {
        return Err("the scripted model listens on loopback only".to_owned());
    }
    Ok(options)
}

fn run(options: &Options) -> std::io::Result<()> {
    let log = match &options.log {
        Some(path) => RequestLog::to_file(OpenOptions::new().create(true).append(true).open(path)?),
        None => RequestLog::default(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let model = Model::bind_with(options.listen, log).await?;
        print(&format!("listening on {}\n", model.base_url()));
        tokio::signal::ctrl_c().await?;
        model.shutdown().await;
        Ok(())
    })
}

fn print(text: &str) -> ExitCode {
    let mut stdout = std::io::stdout().lock();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn fail(text: &str, code: u8) -> ExitCode {
    // Stderr is closed, so the error has no reader.
    writeln!(std::io::stderr(), "error: {text}").ok();
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_command_line_is_parsed_and_errors_name_the_argument() {
        let options = parse(&arguments("--listen=127.0.0.1:81 --log x.ndjson")).unwrap();
        assert_eq!(options.listen.port(), 81);
        assert_eq!(options.log, Some(PathBuf::from("x.ndjson")));
        let check = |text, expected| assert_eq!(parse(&arguments(text)).unwrap_err(), expected);
        check("--listen", "--listen requires a value");
        check(
            "--listen nowhere",
            "invalid address nowhere: must be an IP address with a port",
        );
        check(
            "--listen 0.0.0.0:1",
            "the scripted model listens on loopback only",
        );
        check("--loud", "unknown argument --loud");
    }
}
