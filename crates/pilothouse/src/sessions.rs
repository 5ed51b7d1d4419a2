//! `pilothouse sessions`: the sessions of a data directory, also with no host running.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use pilothouse_api::session::{SessionStatus, SessionSummary};
use pilothouse_log::private;
use pilothouse_server::offline::{Format, Offline};

use crate::exit;
use crate::output::{print_error, print_line};
use crate::sanitize::{harmless_line, stdout_for_data, stdout_for_text};
use crate::serve::DataDirectory;

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataDirectory,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List sessions, newest first.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a session.
    Show {
        /// Session ID, or its first characters.
        session: String,
        /// Print the complete view as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Export one session or all of them.
    Export {
        /// Session ID, or its first characters; all sessions with --all.
        session: Option<String>,
        /// Export every session, one archive each; `import` reads the directory.
        #[arg(long, conflicts_with = "session")]
        all: bool,
        /// markdown, json, raw or archive [default: markdown; archive with --all].
        #[arg(long)]
        format: Option<Format>,
        /// Output file, or directory with --all [default: stdout for one session].
        #[arg(long, value_name = "PATH")]
        out: Option<PathBuf>,
    },
    /// Import archives.
    Import {
        /// Archive, or directory of archives; `-` reads stdin.
        archive: PathBuf,
        /// Project directory of the session [default: the one in the archive].
        #[arg(long, value_name = "DIR")]
        project: Option<String>,
    },
    /// Search the text of all sessions.
    Search {
        /// Words to search for.
        #[arg(required = true)]
        words: Vec<String>,
        /// Print results as JSON.
        #[arg(long)]
        json: bool,
    },
}

const EXAMPLES: &str = "\
Examples:
  pilothouse sessions list
  pilothouse sessions show 3f2a
  pilothouse sessions search redirect after login
  pilothouse sessions export 3f2a --format archive --out session.tar
  pilothouse sessions export --all --out backup/
  pilothouse sessions import backup/
  pilothouse sessions import session.tar --project ~/work/shop

Works with and without a running server.

Exit codes: 0 success, 1 error, 2 usage error.";

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let data = match arguments.data.path() {
        Ok(data) => data,
        Err(error) => return exit::fail(&error.to_string()),
    };
    // A slip must not make a directory that then has no sessions in it.
    let named =
        arguments.data.data.is_some() && !matches!(arguments.command, Command::Import { .. });
    if named && !data.exists() {
        let place = data.display();
        return exit::fail(&format!(
            "there is no data directory {place}; say where with --data"
        ));
    }
    match act(&data, &arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let hint = match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::InvalidInput => {
                    "; `pilothouse sessions list` shows them"
                }
                io::ErrorKind::AlreadyExists => {
                    "; it is here already, `pilothouse sessions list` shows it"
                }
                _ => "",
            };
            exit::fail(&format!("{error}{hint}"))
        }
    }
}

fn act(data: &Path, command: &Command) -> io::Result<()> {
    let sessions = Offline::open(data).map_err(|error| {
        io::Error::other(format!(
            "cannot open {}: {error}; say where with --data",
            data.display()
        ))
    })?;
    match command {
        Command::List { json: true } => write_json(&sessions.list()?),
        Command::List { json: false } => {
            let list = sessions.list()?;
            if list.is_empty() {
                let place = data.display();
                print_error(&format!(
                    "no sessions in {place} yet; `pilothouse` starts the host"
                ));
            }
            for summary in &list {
                writeln!(io::stdout(), "{}", line(summary))?;
            }
            Ok(())
        }
        Command::Show {
            session,
            json: true,
        } => write_json(&sessions.show(session)?),
        Command::Show {
            session,
            json: false,
        } => sessions.export(session, Format::Markdown, &mut stdout_for_text()),
        Command::Export {
            session: Some(session),
            format,
            out: Some(path),
            ..
        } => {
            let file = private::create(path).map_err(|error| cannot("write", path, &error))?;
            let mut file = io::BufWriter::new(file);
            sessions.export(session, format.unwrap_or(Format::Markdown), &mut file)?;
            file.flush()
        }
        Command::Export {
            session: Some(session),
            format,
            out: None,
            ..
        } => {
            let format = format.unwrap_or(Format::Markdown);
            sessions.export(session, format, &mut stdout_for_data())
        }
        Command::Export {
            session: None,
            all,
            format,
            out: path,
        } => {
            let usual = if *all {
                Format::Archive
            } else {
                Format::Markdown
            };
            let directory = path.clone().ok_or_else(|| {
                io::Error::other("name a session, or for all of them say where with --out DIR")
            })?;
            let exported = sessions.export_all(format.unwrap_or(usual), &directory);
            for file in exported.map_err(|error| cannot("write to", &directory, &error))? {
                print_line(&file.display().to_string());
            }
            Ok(())
        }
        Command::Import { archive, project } => {
            let project = project.as_deref().map(std::path::absolute).transpose()?;
            let project = project.as_deref().map(|path| path.to_string_lossy());
            if archive.as_os_str() == "-" {
                let summary = sessions.import(&mut io::stdin().lock(), project.as_deref())?;
                return writeln!(io::stdout(), "{}", line(&summary));
            }
            if !archive.is_dir() {
                let summary = import(&sessions, archive, project.as_deref())?;
                return writeln!(io::stdout(), "{}", line(&summary));
            }
            for archive in archives(archive).map_err(|error| cannot("read", archive, &error))? {
                match import(&sessions, &archive, project.as_deref()) {
                    Ok(summary) => writeln!(io::stdout(), "{}", line(&summary))?,
                    // A backup can be read again after some of it was.
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                        print_error(&error.to_string());
                    }
                    Err(error) => return Err(cannot("import", &archive, &error)),
                }
            }
            Ok(())
        }
        Command::Search { words, json } => {
            let page = sessions.search(&words.join(" "), None)?;
            if *json {
                return write_json(&page);
            }
            if page.hits.is_empty() {
                print_error("nothing was found");
            }
            for hit in page.hits {
                let snippet = hit.snippet.replace(['\u{e000}', '\u{e001}'], "");
                let found = format!(
                    "{:.8}  {}  {}",
                    hit.session,
                    hit.title,
                    snippet.replace('\n', " ")
                );
                writeln!(io::stdout(), "{}", harmless_line(&found))?;
            }
            Ok(())
        }
    }
}

/// An error about a file that was named; it is no matter of which sessions there are.
fn cannot(what: &str, path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("cannot {what} {}: {error}", path.display()))
}

fn import(sessions: &Offline, archive: &Path, project: Option<&str>) -> io::Result<SessionSummary> {
    let file = File::open(archive).map_err(|error| cannot("read", archive, &error))?;
    sessions.import(&mut io::BufReader::new(file), project)
}

/// The archives of a directory, in the order of their names.
fn archives(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tar") {
            found.push(path);
        }
    }
    if found.is_empty() {
        return Err(io::Error::other("there is no archive in it"));
    }
    found.sort();
    Ok(found)
}

pub(crate) fn line(summary: &SessionSummary) -> String {
    let status = match summary.status {
        SessionStatus::Live => "live",
        _ => "rests",
    };
    let asks = match summary.asks {
        0 => String::new(),
        asks => format!("  {asks} open asks"),
    };
    harmless_line(&format!(
        "{:.8}  {status:<5}  ${:.2}  {}  {}{asks}",
        summary.id, summary.cost_usd, summary.title, summary.project
    ))
}

fn write_json(value: &impl serde::Serialize) -> io::Result<()> {
    let mut out = stdout_for_data();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)
}
