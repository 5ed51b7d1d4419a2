//! Making a log ready for appending, whatever happened to its last writer.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use pilothouse_process::{Mark, sweep};

use crate::{Exit, ExitReason, Reason, SKIPPED, SegmentHeader, Truncated};

use super::read::{Scan, scan};
use super::writer::{LockError, LogWriter, create_segment};
use super::{Head, LogDir, Segment, jumped, live_path};

/// What a dead runner's processes get before SIGKILL: they have SIGTERM already.
const SWEEP: Duration = Duration::from_secs(2);

pub(super) fn open(
    dir: &LogDir,
    session: &str,
    segment_bytes: u64,
    lock: File,
) -> Result<LogWriter, LockError> {
    let segments = dir.segments()?;
    let Some((last, earlier)) = segments.split_last() else {
        let header = header(1, 1, session);
        let (file, offset) = create_segment(&dir.path, &header)?;
        return Ok(writer(
            dir,
            session,
            segment_bytes,
            file,
            lock,
            Head {
                segment: 1,
                offset,
                seq: 0,
            },
        ));
    };

    let mut found = scan(dir, last)?;
    check(&found, session)?;
    complete(&mut found, dir, earlier)?;
    let died = found.process_open == Some(true);
    if died || found.damage.is_some() {
        // The exit of a process is logged when everything it started has ended; without one something may live.
        sweep(&Mark::session(session), None, SWEEP);
    }
    let cut = found
        .damage
        .map(|reason| cut(&dir.path, last, found.end, reason))
        .transpose()?;

    let mut head = Head {
        segment: last.number,
        offset: found.end,
        seq: found.last_seq.unwrap_or(found.first_seq.saturating_sub(1)),
    };
    if died || cut.is_some() {
        head.seq = head.seq.max(jumped::read(&dir.path)) + SKIPPED;
        jumped::write(&dir.path, head.seq)?;
    }
    let file = if found.end == 0 {
        // Not even the header was whole: the segment was begun and never used.
        let header = header(last.number, head.seq + 1, session);
        let (file, offset) = create_segment(&dir.path, &header)?;
        head.offset = offset;
        file
    } else {
        OpenOptions::new()
            .append(true)
            .open(live_path(&dir.path, last.number))?
    };

    let mut writer = writer(dir, session, segment_bytes, file, lock, head);
    writer.epoch = found.epoch;
    writer.applied = found.ids;
    if let Some(note) = cut {
        writer.note(note)?;
    }
    if died {
        writer.append(&mut [death(found.stderr.to_text()).to_record()])?;
    }
    writer.sync()?;
    Ok(writer)
}

fn header(segment: u32, first_seq: u64, session: &str) -> SegmentHeader {
    SegmentHeader {
        segment,
        first_seq,
        session: session.to_owned(),
    }
}

fn writer(
    dir: &LogDir,
    session: &str,
    segment_bytes: u64,
    file: File,
    lock: File,
    head: Head,
) -> LogWriter {
    LogWriter {
        dir: dir.path.clone(),
        session: session.to_owned(),
        segment_bytes,
        file,
        head,
        epoch: 0,
        applied: Vec::new(),
        broken: false,
        _lock: lock,
    }
}

fn check(found: &Scan, session: &str) -> Result<(), LockError> {
    match (&found.session, found.damage) {
        (Some(other), _) if other != session => Err(LockError::OtherSession(other.clone())),
        (_, Some(Reason::UnknownFormat(format))) => Err(LockError::UnknownFormat(format)),
        _ => Ok(()),
    }
}

/// Looks into earlier segments for what a short last one does not say.
fn complete(found: &mut Scan, dir: &LogDir, earlier: &[Segment]) -> Result<(), LockError> {
    for segment in earlier.iter().rev() {
        let known = found.last_seq.is_some() && found.process_open.is_some();
        if known || segment.sealed {
            break;
        }
        let before = scan(dir, segment)?;
        found.last_seq = found.last_seq.or(before.last_seq);
        found.process_open = found.process_open.or(before.process_open);
        found.epoch = found.epoch.max(before.epoch);
        found.ids.splice(..0, before.ids);
        if found.stderr.is_empty() {
            found.stderr = before.stderr;
        }
    }
    Ok(())
}

/// Moves the damaged tail of a segment into a file of its own.
fn cut(dir: &Path, segment: &Segment, end: u64, reason: Reason) -> io::Result<Truncated> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&segment.path)?;
    let bytes = file.metadata()?.len() - end;
    let kept_in = keep(dir, segment.number, end, &mut file).ok();
    if end == 0 {
        fs::remove_file(&segment.path)?;
    } else {
        file.set_len(end)?;
        file.sync_data()?;
    }
    Ok(Truncated {
        segment: segment.number,
        offset: end,
        bytes,
        reason: reason.to_string(),
        kept_in,
        ..Truncated::default()
    })
}

/// Copies the tail; a full disk must not keep the log from being opened, so this may fail.
fn keep(dir: &Path, number: u32, end: u64, file: &mut File) -> io::Result<String> {
    let name = format!("{number:08}.cut-{end}");
    let path = dir.join(&name);
    let copied = file.seek(SeekFrom::Start(end)).and_then(|_| {
        let mut copy = crate::private::create(&path)?;
        let mut chunk = vec![0; 64 * 1024];
        loop {
            match file.read(&mut chunk)? {
                0 => return copy.sync_data(),
                length => copy.write_all(&chunk[..length])?,
            }
        }
    });
    if let Err(error) = copied {
        fs::remove_file(&path)?;
        return Err(error);
    }
    Ok(name)
}

/// The exit of a process whose runner cannot write it any more.
fn death(stderr_tail: String) -> Exit {
    Exit {
        reason: ExitReason::RunnerDied,
        stderr_tail,
        ..Exit::default()
    }
}
