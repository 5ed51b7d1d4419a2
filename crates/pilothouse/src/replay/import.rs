//! A recording as the log of a session.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use pilothouse_log::{Exit, Kind, LogDir, LogWriter, Note, Record, Setting, Spawn, Who};
use pilothouse_protocol::check::Direction;
use serde_json::{Map, Value, json};

use super::Recorded;

/// The id of the session; there is only one in its directory.
const SESSION: &str = "recording";

/// A directory that is gone with the command.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let name = format!("pilothouse-replay-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left in a temporary directory does no harm.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Writes the log. Times are those of the recording, ending now.
pub(super) fn import(data: &Path, name: &str, recorded: &[Recorded]) -> io::Result<()> {
    let directory = data.join("sessions").join(SESSION);
    let log = LogDir::new(directory.join("log"));
    std::fs::create_dir_all(&directory)?;
    // The writer makes the segment; it would give all records the time of now, so they are written beside it.
    drop(LogWriter::open(&log, SESSION, u64::MAX).map_err(io::Error::other)?);
    let segment = log
        .segments()?
        .pop()
        .ok_or_else(|| io::Error::other("the log has no segment"))?;
    let mut file = OpenOptions::new().append(true).open(&segment.path)?;
    for record in records(name, recorded)? {
        file.write_all(&record.encode_head().map_err(io::Error::other)?)?;
        file.write_all(&record.bytes)?;
    }
    file.sync_data()
}

fn records(name: &str, recorded: &[Recorded]) -> io::Result<Vec<Record>> {
    let length = recorded.last().map_or(0, |line| line.at.as_millis() as u64);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let begun = (now.as_millis() as u64).saturating_sub(length);
    let cwd = directory_of(recorded).unwrap_or_else(|| "/".to_owned());
    let setting = |name: &str, value: Value| {
        let note = Note::Setting(Setting {
            name: name.to_owned(),
            value,
            extra: Map::new(),
        });
        (
            0,
            begun,
            Record::new(Kind::Note, Who::Host, note.to_bytes()),
        )
    };
    let spawn = Spawn {
        cwd: cwd.clone(),
        ..Spawn::default()
    };
    let mut all = vec![
        setting("title", json!(name)),
        setting("project", json!(cwd)),
        setting("createdAt", json!(begun)),
        (
            1,
            begun,
            Record::new(Kind::Spawn, Who::Host, serde_json::to_vec(&spawn)?),
        ),
    ];
    for line in recorded {
        let (kind, who) = match line.direction {
            Direction::In => (Kind::In, Who::Host),
            Direction::Out => (Kind::Out, Who::Cli),
        };
        let at = begun + line.at.as_millis() as u64;
        all.push((1, at, Record::new(kind, who, line.line.clone())));
    }
    let exit = Exit {
        code: Some(0),
        ..Exit::default()
    };
    all.push((
        1,
        begun + length,
        Record::new(Kind::Exit, Who::Host, serde_json::to_vec(&exit)?),
    ));
    let placed = all
        .into_iter()
        .zip(1..)
        .map(|((epoch, at_ms, mut record), seq)| {
            record.seq = seq;
            record.at_ms = at_ms;
            record.epoch = epoch;
            record
        });
    Ok(placed.collect())
}

/// Where the CLI said that it works.
fn directory_of(recorded: &[Recorded]) -> Option<String> {
    recorded.iter().find_map(|line| {
        let value: Value = serde_json::from_slice(&line.line).ok()?;
        Some(value.get("cwd")?.as_str()?.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_recording_becomes_a_log_that_can_be_read_with_its_times() {
        let data = tempfile::tempdir().unwrap();
        let line = |ms, direction, text: &str| Recorded {
            at: Duration::from_millis(ms),
            direction,
            line: text.into(),
        };
        let recorded = [
            line(0, Direction::In, r#"{"type":"user"}"#),
            line(
                2_500,
                Direction::Out,
                r#"{"type":"system","subtype":"init","cwd":"/repo"}"#,
            ),
        ];
        import(data.path(), "a.ndjson", &recorded).unwrap();
        let log = LogDir::new(data.path().join("sessions").join(SESSION).join("log"));
        let records: Vec<Record> = log.read_after(0).unwrap().map(Result::unwrap).collect();
        let kinds: Vec<Kind> = records.iter().map(|record| record.kind).collect();
        assert_eq!(kinds[3..], [Kind::Spawn, Kind::In, Kind::Out, Kind::Exit]);
        assert_eq!(records[5].at_ms - records[4].at_ms, 2_500);
        assert!(String::from_utf8_lossy(&records[3].bytes).contains("/repo"));
    }
}
