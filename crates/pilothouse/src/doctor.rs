//! `pilothouse doctor`: what is installed, whether it fits, and what to do.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use pilothouse_api::doctor::{CheckOutcome, DoctorCheck, DoctorReport};
use pilothouse_api::host::CliVerdict;
use pilothouse_server::doctor::{check, examine};

use crate::exit;
use crate::output::{print_error, print_line};
use crate::sanitize::{harmless, harmless_line, stdout_for_data};
use crate::serve::{DataDirectory, Usual};
use crate::style::{Paint, Style};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Claude CLI to use [default: PILOTHOUSE_CLAUDE, the config file, or the installed one].
    #[arg(long, value_name = "PATH")]
    claude: Option<PathBuf>,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
    /// Rebuild the session index from the logs (stop the server first).
    #[arg(long)]
    repair: bool,
    /// Data directory, for --repair.
    #[arg(long, value_name = "DIR", requires = "repair")]
    data: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Checks the version, the flags in --help, the message names inside the program, and a live process. No model is
called. doctor asks the CLI whether it is signed in and reads no credentials.

Examples:
  pilothouse doctor
  pilothouse doctor --claude ~/.local/bin/claude
  pilothouse doctor --json
  pilothouse doctor --repair

Exit codes:
  0  verified, or the simulator
  1  works, but is newer or older than the tested versions, or has warnings
  2  usage error
  3  broken: sessions will not work
  5  not installed or not signed in";

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    if arguments.repair {
        return repair(arguments);
    }
    let usual = match Usual::read() {
        Ok(usual) => usual,
        Err(error) => return exit::fail(&error.to_string()),
    };
    let claude = arguments.claude.clone().or_else(|| usual.claude());
    let report = match exit::block_on(examine(claude.as_deref())) {
        Ok(report) => report,
        Err(code) => return code,
    };
    let written = if arguments.json {
        write_json(&report)
    } else {
        write_text(&report, Style::of(&io::stdout()))
    };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            exit::fail(&format!("cannot write the report: {error}"))
        }
        _ => ExitCode::from(code(&report)),
    }
}

/// Makes the index anew, and says what could not be read.
fn repair(arguments: &Arguments) -> ExitCode {
    let data = match DataDirectory::named(arguments.data.clone()).path() {
        Ok(data) => data,
        Err(error) => return exit::fail(&error.to_string()),
    };
    if let Ok(Some(_)) = pilothouse_server::running_socket(&data) {
        let place = data.display();
        return exit::fail(&format!(
            "cannot repair {place}: a host runs with it; stop it first, or say where with --data"
        ));
    }
    let repaired = match pilothouse_server::repair(&data) {
        Ok(repaired) => repaired,
        Err(error) => {
            let place = data.display();
            return exit::fail(&format!(
                "cannot repair {place}: {error}; stop the host first, or say where with --data"
            ));
        }
    };
    if repaired.replaced {
        print_line("The index was damaged and is replaced; devices have to be let in again.");
    }
    print_line(&format!("{} sessions are in the index.", repaired.sessions));
    for problem in &repaired.problems {
        print_error(problem);
    }
    ExitCode::from(u8::from(!repaired.problems.is_empty()))
}

fn write_json(report: &DoctorReport) -> io::Result<()> {
    let mut out = stdout_for_data();
    serde_json::to_writer_pretty(&mut out, report)?;
    writeln!(out)
}

fn write_text(report: &DoctorReport, style: Style) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let version = harmless_line(report.version.as_deref().unwrap_or("of unknown version"));
    match &report.path {
        Some(path) => writeln!(
            out,
            "Claude Code {version} at {}: {}",
            harmless_line(path),
            word(report, style)
        )?,
        None => writeln!(out, "Claude Code: {}", word(report, style))?,
    }
    for check in &report.checks {
        write_check(&mut out, check, style)?;
    }
    Ok(())
}

fn write_check(out: &mut impl Write, check: &DoctorCheck, style: Style) -> io::Result<()> {
    let (sign, paint) = match check.outcome {
        CheckOutcome::Ok => ("ok", Paint::Green),
        CheckOutcome::Warning => ("note", Paint::Yellow),
        CheckOutcome::Error => ("wrong", Paint::Red),
    };
    let sign = style.paint(paint, &format!("{sign:<6}"));
    let (name, text) = (&check.name, harmless(&check.text));
    writeln!(out, "  {sign} {name:<9} {text}")?;
    if let Some(fix) = &check.fix {
        writeln!(
            out,
            "                   {} {}",
            style.paint(Paint::Bold, "to do:"),
            harmless(fix)
        )?;
    }
    Ok(())
}

fn word(report: &DoctorReport, style: Style) -> String {
    let (word, paint) = match report.verdict {
        CliVerdict::Verified => ("verified", Paint::Green),
        CliVerdict::Simulated => ("simulated", Paint::Green),
        CliVerdict::Newer => ("newer than what was verified", Paint::Yellow),
        CliVerdict::Older => ("older than what was verified", Paint::Yellow),
        CliVerdict::Missing => ("not installed", Paint::Red),
        CliVerdict::Broken => ("broken", Paint::Red),
    };
    style.paint(paint, word)
}

fn code(report: &DoctorReport) -> u8 {
    let wrong = |name: &str| {
        let mut checks = report.checks.iter();
        checks.any(|check| check.name == name && check.outcome == CheckOutcome::Error)
    };
    match report.verdict {
        CliVerdict::Missing => exit::NO_CLI,
        CliVerdict::Broken => exit::DENIED,
        _ if wrong(check::SIGN_IN) => exit::NO_CLI,
        CliVerdict::Newer | CliVerdict::Older => exit::ERROR,
        CliVerdict::Verified | CliVerdict::Simulated => {
            let odd = report
                .checks
                .iter()
                .any(|check| check.outcome != CheckOutcome::Ok);
            u8::from(odd)
        }
    }
}
