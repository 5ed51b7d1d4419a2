//! A session as a file: to read, to compute with, to keep, to move.
//!
//! All of it is made from the log as it is at that moment, so a session that runs is exported up to a whole record.

mod archive;
mod markdown;
mod tar;

use std::borrow::Cow;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use pilothouse_api::session::SessionSummary;
use pilothouse_log::{LogDir, SegmentHeader, SegmentWriter, private};
use pilothouse_view::fold::SessionFold;
use pilothouse_view::{EntryPage, SessionView};
use serde::Serialize;

use crate::cli_transcripts::CliTranscripts;
use crate::routes::query::{Kind, ParameterValue};
use crate::untruncated;
use crate::withheld;

pub(crate) use archive::{Place, import};

/// The shape of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Format {
    /// The conversation, for people.
    Markdown,
    /// The summary and the whole view, for programs.
    Json,
    /// The log itself, record by record.
    Raw,
    /// The log and the CLI's transcript in one tar file: what [`crate::offline::Offline::import`] takes.
    Archive,
}

impl ParameterValue for Format {
    const KIND: Kind = Kind::OneOf(&["markdown", "json", "raw", "archive"]);
}

impl Format {
    /// How the name of such a file ends.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Json => "json",
            Self::Raw => "phlog",
            Self::Archive => "pilothouse.tar",
        }
    }

    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Json => "application/json",
            Self::Raw => "application/octet-stream",
            Self::Archive => "application/x-tar",
        }
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "markdown" | "md" => Ok(Self::Markdown),
            "json" => Ok(Self::Json),
            "raw" => Ok(Self::Raw),
            "archive" => Ok(Self::Archive),
            _ => Err(format!(
                "no such format: {text} (markdown, json, raw or archive)"
            )),
        }
    }
}

/// A whole session as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    summary: &'a SessionSummary,
    view: SessionView,
}

/// Writes a session in a format. Blocks. `scratch` is a directory for a file that is removed again.
pub(crate) fn write(
    format: Format,
    log: &LogDir,
    summary: &SessionSummary,
    transcripts: &CliTranscripts,
    scratch: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Markdown => out.write_all(markdown::render(summary, &view(log)?).as_bytes()),
        Format::Json => {
            let whole = Whole {
                summary,
                view: view(log)?,
            };
            Ok(serde_json::to_writer_pretty(out, &whole)?)
        }
        Format::Raw => raw(log, &summary.id, out),
        Format::Archive => archive::write(log, summary, transcripts, scratch, out),
    }
}

/// The view of a session with all its entries, nothing cut.
pub(crate) fn view(log: &LogDir) -> io::Result<SessionView> {
    let mut fold = SessionFold::new();
    let mut entries = Vec::new();
    for record in log.read_after(0)? {
        fold.apply(&record?);
        entries.extend(fold.take_settled());
    }
    let page = EntryPage {
        entries,
        has_older: false,
    };
    let mut view = fold.snapshot(page);
    untruncated::fill(&mut view.entries, log)?;
    Ok(view)
}

/// The log as one segment, whatever pieces it is kept in.
fn raw(log: &LogDir, session: &str, out: &mut dyn Write) -> io::Result<()> {
    let header = SegmentHeader {
        segment: 1,
        first_seq: 1,
        session: session.to_owned(),
    };
    let mut writer = SegmentWriter::begin(out, &header)?;
    for record in log.read_after(0)? {
        let mut record = record?;
        if let Cow::Owned(shown) = withheld::shown(&record) {
            record.bytes = shown.into();
        }
        writer.write(&record)?;
    }
    writer.finish().map(drop)
}

/// A file without a name that can be written and then read from its beginning.
pub(crate) fn scratch_file(directory: &Path) -> io::Result<std::fs::File> {
    private::create_dir_all(directory)?;
    let path = directory.join(format!("export-{}", uuid::Uuid::new_v4().simple()));
    let file = private::options()
        .create_new(true)
        .read(true)
        .write(true)
        .open(&path)?;
    // Without a name it is gone with its last handle, whatever happens.
    std::fs::remove_file(path)?;
    Ok(file)
}

/// Copies a file from its beginning; returns how long it is.
fn rewind(file: &mut std::fs::File) -> io::Result<u64> {
    let length = file.stream_position()?;
    file.rewind()?;
    Ok(length)
}

fn copy_exactly(from: &mut dyn Read, length: u64, out: &mut dyn Write) -> io::Result<()> {
    let copied = io::copy(&mut from.take(length), out)?;
    if copied == length {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "a file became shorter while it was read",
        ))
    }
}
