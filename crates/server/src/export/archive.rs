//! The archive: a session's log and the CLI's transcript, to be imported elsewhere.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use pilothouse_api::session::SessionSummary;
use pilothouse_log::{
    Answered, Decoder, Item, Kind, LogDir, LogWriter, Note, Record, Who, private,
};
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_view::SessionFold;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{copy_exactly, rewind, scratch_file, tar};
use crate::cli_transcripts::CliTranscripts;
use crate::registry::pending_work;
use crate::session::{IMPORTED_EPOCH, PROJECT_SETTINGS, setting};

const MANIFEST: &str = "session/manifest.json";
const LOG: &str = "session/log.phlog";
const TRANSCRIPT: &str = "session/transcript.jsonl";
/// What stands before the files the CLI keeps beside a transcript: subagents, long outputs.
const BESIDE: &str = "session/beside/";
/// The longest manifest that is read.
const MANIFEST_BYTES: u64 = 1 << 20;
/// When a segment of a log has this size, the next is begun.
const SEGMENT_BYTES: u64 = 16 << 20;

/// Settings of a session that an archive may bring. All others grant or run something, or are about another machine.
const KEPT_SETTINGS: [&str; 10] = [
    "budgetTold",
    "budgetUsd",
    "createdAt",
    "effort",
    "fastMode",
    "maxTurns",
    "model",
    "outputStyle",
    "thinking",
    "title",
];

/// What an archive says about itself.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    /// The number of this format.
    version: u32,
    session: String,
    title: String,
    project: String,
    #[serde(default)]
    cli_session_id: Option<String>,
    /// The host that made it.
    made_by: String,
}

/// Where an imported session goes.
pub(crate) struct Place<'a> {
    /// The directory of all sessions.
    pub(crate) sessions: &'a Path,
    pub(crate) transcripts: &'a CliTranscripts,
    /// The project on this machine, when it is not where it was.
    pub(crate) project: Option<&'a str>,
}

pub(super) fn write(
    log: &LogDir,
    summary: &SessionSummary,
    transcripts: &CliTranscripts,
    scratch: &Path,
    out: &mut dyn Write,
) -> io::Result<()> {
    let manifest = Manifest {
        version: 1,
        session: summary.id.clone(),
        title: summary.title.clone(),
        project: summary.project.clone(),
        cli_session_id: summary.cli_session_id.clone(),
        made_by: concat!("pilothouse ", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    let manifest = serde_json::to_vec_pretty(&manifest)?;
    let size = manifest.len() as u64;
    tar::begin(out, MANIFEST, size, summary.at)?;
    out.write_all(&manifest)?;
    tar::pad(out, size)?;
    // The header of an entry tells its length, so the log is written aside first.
    let mut file = scratch_file(scratch)?;
    super::raw(log, &summary.id, &mut file)?;
    let size = rewind(&mut file)?;
    add(out, LOG, &mut file, size, summary.at)?;
    if let Some(path) = summary
        .cli_session_id
        .as_deref()
        .and_then(|id| transcripts.transcript_file(id))
    {
        let mut file = File::open(&path)?;
        let size = whole_lines(&mut file)?;
        add(out, TRANSCRIPT, &mut file, size, summary.at)?;
        let beside = path.with_extension("");
        for path in files(&beside, 0) {
            let name = path.strip_prefix(&beside).unwrap_or(&path);
            let name = format!("{BESIDE}{}", name.to_string_lossy());
            // Names longer than the format takes are of no use for resuming.
            if name.len() <= 100
                && let Ok(mut file) = File::open(&path)
            {
                let size = file.metadata()?.len();
                add(out, &name, &mut file, size, summary.at)?;
            }
        }
    }
    tar::end(out)
}

fn add(out: &mut dyn Write, name: &str, file: &mut File, size: u64, at: u64) -> io::Result<()> {
    tar::begin(out, name, size, at)?;
    copy_exactly(file, size, out)?;
    tar::pad(out, size)
}

/// How much of a transcript ends with a line: its last one may be in the middle of being written.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let mut end = 0;
    let mut seen = 0;
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let length = file.read(&mut chunk)?;
        if length == 0 {
            break;
        }
        if let Some(place) = chunk[..length].iter().rposition(|byte| *byte == b'\n') {
            end = seen + place as u64 + 1;
        }
        seen += length as u64;
    }
    io::Seek::rewind(file)?;
    Ok(end)
}

/// The files beneath a directory, not too deep.
fn files(directory: &Path, depth: u32) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_file() => found.push(entry.path()),
            Ok(kind) if kind.is_dir() && depth < 3 => {
                found.extend(files(&entry.path(), depth + 1));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// Brings a session out of an archive into a host, and returns its id. Blocks.
pub(crate) fn import(from: &mut dyn Read, place: &Place<'_>) -> io::Result<String> {
    let manifest = match tar::next(from)? {
        Some((name, size)) if name == MANIFEST && size <= MANIFEST_BYTES => {
            let mut text = Vec::new();
            from.take(size).read_to_end(&mut text)?;
            tar::skip_padding(from, size)?;
            serde_json::from_slice::<Manifest>(&text).map_err(|_| tar::damaged())?
        }
        _ => return Err(tar::damaged()),
    };
    if manifest.version != 1 {
        return Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this archive was made by a newer version",
        ));
    }
    let id = manifest.session.as_str();
    let plain = |id: &str| {
        !id.is_empty()
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if !plain(id) || !manifest.cli_session_id.as_deref().is_none_or(plain) {
        return Err(tar::damaged());
    }
    let target = place.sessions.join(id);
    if target.exists() {
        return Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("the session {id} is here already"),
        ));
    }
    // Made aside and moved in one step, so that a broken archive leaves nothing behind.
    let aside = place
        .sessions
        .join(format!(".import-{}", uuid::Uuid::new_v4().simple()));
    let made = unpack(from, &manifest, place, &aside).and_then(|()| fs::rename(&aside, &target));
    if let Err(error) = made {
        fs::remove_dir_all(&aside).ok();
        return Err(error);
    }
    Ok(manifest.session)
}

fn unpack(
    from: &mut dyn Read,
    manifest: &Manifest,
    place: &Place<'_>,
    aside: &Path,
) -> io::Result<()> {
    let project = place.project.unwrap_or(&manifest.project);
    let transcript = manifest
        .cli_session_id
        .as_deref()
        .and_then(|id| place.transcripts.transcript_place(project, id));
    let mut has_log = false;
    while let Some((name, size)) = tar::next(from)? {
        let mut content = from.take(size);
        match (name.as_str(), &transcript) {
            (LOG, _) => {
                restore_log(&mut content, &manifest.session, project, aside)?;
                has_log = true;
            }
            (TRANSCRIPT, Some(path)) => keep(&mut content, path)?,
            (name, Some(path)) if name.starts_with(BESIDE) => {
                let name = Path::new(&name[BESIDE.len()..]);
                let within = name
                    .components()
                    .all(|part| matches!(part, std::path::Component::Normal(_)));
                if !within {
                    return Err(tar::damaged());
                }
                keep(&mut content, &path.with_extension("").join(name))?;
            }
            // Something a later version added, or a transcript without a home to keep it in.
            _ => {}
        }
        io::copy(&mut content, &mut io::sink())?;
        if content.limit() > 0 {
            return Err(tar::damaged());
        }
        tar::skip_padding(from, size)?;
    }
    if has_log { Ok(()) } else { Err(tar::damaged()) }
}

/// Writes a file of the CLI's store; one that is there already is the CLI's and stays.
fn keep(content: &mut dyn Read, path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        private::create_dir_all(parent)?;
    }
    match private::create_new(path) {
        Ok(mut file) => io::copy(content, &mut file).map(drop),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a log record by record, which proves every one, and adds what is different on this machine.
/// Permissions are granted on each machine anew: see [`imported`].
fn restore_log(
    content: &mut dyn Read,
    session: &str,
    project: &str,
    aside: &Path,
) -> io::Result<()> {
    let directory = aside.join("log");
    let log = LogDir::new(directory);
    let mut segment = log.first_segment(session)?;
    let mut decoder = Decoder::segment();
    let mut chunk = vec![0; 64 * 1024];
    let mut fold = SessionFold::new();
    loop {
        match decoder.decode().map_err(|_| tar::damaged())? {
            Some(Item::Header(header)) if header.session == session => {}
            Some(Item::Header(_)) => return Err(tar::damaged()),
            Some(Item::Record(record)) => {
                if let Some(record) = imported(record) {
                    fold.apply(&record);
                    fold.take_settled();
                    segment.write(&record)?;
                }
            }
            None => match content.read(&mut chunk)? {
                0 => break,
                length => decoder.feed(&chunk[..length]),
            },
        }
    }
    decoder.finish().map_err(|_| tar::damaged())?;
    segment.finish()?.sync_all()?;
    let mut writer = LogWriter::open(&log, session, SEGMENT_BYTES).map_err(io::Error::other)?;
    // The CLI would restore the mode of the transcript; this one takes its place.
    let mode = json!(PermissionMode::Default.as_str());
    // Whether a directory may run what it brings is decided on each machine.
    let mut notes = vec![
        setting("project", json!(project)),
        setting(PROJECT_SETTINGS, Value::Null),
        setting("permissionMode", mode),
        setting(IMPORTED_EPOCH, json!(fold.view().liveness.epoch)),
    ];
    notes.extend(pending_work(&fold, "it waits where it was exported"));
    let mut records: Vec<Record> = notes
        .into_iter()
        .map(|note| Record::new(Kind::Note, Who::Host, note.to_bytes()))
        .collect();
    writer.append(&mut records)?;
    writer.sync()
}

/// Returns a record of an archive as it is kept, without what it would grant: settings that are not known to be
/// harmless, and rules. What is left out leaves a gap in the sequence, as sealing does.
fn imported(record: Record) -> Option<Record> {
    match record.note() {
        Some(Note::Setting(setting)) if !KEPT_SETTINGS.contains(&setting.name.as_str()) => None,
        Some(Note::RuleGranted(_)) => None,
        Some(Note::Answered(answered)) if !answered.rules_added.is_empty() => {
            let answered = Answered {
                rules_added: Vec::new(),
                ..answered
            };
            Some(Record {
                bytes: Note::Answered(answered).to_bytes(),
                ..record
            })
        }
        None if record.kind == Kind::In => Some(without_grants(record)),
        _ => Some(record),
    }
}

/// An answer without the permissions that it grants.
fn without_grants(record: Record) -> Record {
    const GRANTS: &str = "updatedPermissions";
    if memchr::memmem::find(&record.bytes, GRANTS.as_bytes()).is_none() {
        return record;
    }
    let Ok(mut line) = serde_json::from_slice::<Value>(&record.bytes) else {
        return record;
    };
    if let Some(Value::Object(payload)) = line.pointer_mut("/response/response")
        && payload.remove(GRANTS).is_some()
    {
        let bytes = line.to_string().into();
        return Record { bytes, ..record };
    }
    record
}
