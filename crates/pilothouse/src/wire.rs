//! `pilothouse wire`: what a stream holds, and whether the types hold all of it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use pilothouse_protocol::check::Report;
use pilothouse_protocol::lines::{Line, LineSplitter};

use crate::output::print_error;
use crate::sanitize::{stdout_for_data, stdout_for_text};

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Parse recordings or raw NDJSON and count known, unknown, malformed and lossy messages.
    ///
    /// Exits with 1 when a line is lossy: written back from the types it would say something else.
    #[command(
        after_help = "Examples:\n  pilothouse wire check session.ndjson\n  pilothouse wire check --json fixtures/recordings/*/*.ndjson\n  claude ... | pilothouse wire check -"
    )]
    Check {
        /// The files; `-` is the standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Writes the report as JSON.
        #[arg(long)]
        json: bool,
        /// The longest line that is parsed, in bytes.
        #[arg(long, default_value_t = 256 << 20)]
        max_line: usize,
    },
}

pub(crate) fn run(command: &Command) -> ExitCode {
    let Command::Check {
        files,
        json,
        max_line,
    } = command;
    let mut report = Report::default();
    for file in files {
        if let Err(error) = check_file(file, *max_line, &mut report) {
            print_error(&format!("cannot read {}: {error}", file.display()));
            return ExitCode::from(2);
        }
    }
    let written = if *json {
        write_json(&report)
    } else {
        write_text(&report)
    };
    // A reader that closed the pipe early has seen what it wanted.
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            print_error(&format!("cannot write the report: {error}"));
            ExitCode::from(2)
        }
        _ if report.lossy > 0 => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

fn check_file(path: &Path, max_line: usize, report: &mut Report) -> io::Result<()> {
    let mut input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    let mut lines = LineSplitter::new(max_line);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let read = input.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        lines.push(&chunk[..read]);
        while let Some(line) = lines.next_line() {
            check_line(line, report);
        }
    }
    if let Some(line) = lines.finish() {
        check_line(line, report);
    }
    Ok(())
}

fn check_line(line: Line, report: &mut Report) {
    match line {
        Line::Complete(bytes) | Line::Unfinished(bytes) => report.line(&bytes),
        Line::Oversized { length, .. } => report.oversized_line(length),
    }
}

fn write_json(report: &Report) -> io::Result<()> {
    let mut out = stdout_for_data();
    serde_json::to_writer_pretty(&mut out, report)?;
    writeln!(out)
}

fn write_text(report: &Report) -> io::Result<()> {
    let mut out = stdout_for_text();
    for (name, count) in &report.types {
        writeln!(out, "{count:>8}  {name}")?;
    }
    for (title, counts) in [
        ("unknown tags", &report.unknown),
        ("unknown values", &report.unknown_values),
        ("members beyond the types", &report.extra),
    ] {
        if !counts.is_empty() {
            writeln!(out, "\n{title}:")?;
        }
        for (name, count) in counts {
            writeln!(out, "{count:>8}  {name}")?;
        }
    }
    if !report.findings.is_empty() {
        writeln!(out, "\nfindings:")?;
    }
    for finding in &report.findings {
        writeln!(out, "  {finding}")?;
    }
    let unknown: usize = report.unknown.values().sum();
    writeln!(
        out,
        "\n{} lines: {unknown} unknown, {} malformed, {} lossy, {} not JSON, {} oversized",
        report.lines, report.malformed, report.lossy, report.not_json, report.oversized
    )
}
