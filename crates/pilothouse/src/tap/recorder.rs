//! The process that writes the recording.
//!
//! It gets chunks through a pipe, takes them off it at once so that the tap never waits for a disk, and makes lines of them.
//! It ends when the pipe ends: because the tap is done, or because it was killed.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pilothouse_protocol::check::Direction;

use crate::output::{print_error, print_line};
use crate::paths;
use crate::recording;

/// The length of what stands before a chunk: direction, microseconds, length.
pub(super) const HEAD: usize = 13;

/// Writes the head of a chunk whose bytes are in the buffer behind it.
pub(super) fn write_head(buffer: &mut [u8], direction: Direction, at: Duration) {
    let length = (buffer.len() - HEAD) as u32;
    buffer[0] = u8::from(direction == Direction::In);
    buffer[1..9].copy_from_slice(&(at.as_micros() as u64).to_le_bytes());
    buffer[9..HEAD].copy_from_slice(&length.to_le_bytes());
}

struct Chunk {
    direction: Direction,
    at: Duration,
    bytes: Vec<u8>,
}

/// Reads a chunk. `None` at the end, also when the tap was killed within a chunk: that one was not passed on.
fn read_chunk(source: &mut impl Read) -> io::Result<Option<Chunk>> {
    let mut head = [0; HEAD];
    let mut word = [0; 8];
    match source.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    word.copy_from_slice(&head[1..9]);
    let at = Duration::from_micros(u64::from_le_bytes(word));
    let length = u32::from_le_bytes([head[9], head[10], head[11], head[12]]);
    let mut bytes = vec![0; length as usize];
    match source.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let direction = if head[0] == 1 {
        Direction::In
    } else {
        Direction::Out
    };
    Ok(Some(Chunk {
        direction,
        at,
        bytes,
    }))
}

/// `pilothouse tap-recorder [FILE]`: says `ready` when the file is made, or what is wrong.
pub(crate) fn run(out: Option<&Path>) -> ExitCode {
    let file = match open(out) {
        Ok(file) => file,
        Err(error) => {
            print_line(&error.to_string());
            return ExitCode::FAILURE;
        }
    };
    print_line("ready");
    match write_down(file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("cannot write the recording: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn open(out: Option<&Path>) -> io::Result<File> {
    let path = match out {
        Some(path) => path.to_owned(),
        None => default_path()?,
    };
    for number in 1.. {
        let path = numbered(&path, number);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path);
        match file {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                let text = format!("{error}: {}; choose another with --out", path.display());
                return Err(io::Error::new(error.kind(), text));
            }
            Ok(file) => {
                // Whoever waits for the lock waits for the whole recording, however the tap ends.
                file.lock()?;
                return Ok(file);
            }
        }
    }
    Err(io::Error::other("no free name"))
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path
        .extension()
        .map(|extension| format!(".{}", extension.to_string_lossy()))
        .unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{end}"))
}

fn default_path() -> io::Result<PathBuf> {
    let folder = paths::state()?.join("taps");
    std::fs::create_dir_all(&folder)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = now.map_or(0, |now| now.as_secs());
    Ok(folder.join(format!("{seconds}-{}.ndjson", std::process::id())))
}

/// Takes chunks off the pipe on this thread and writes lines on another.
fn write_down(file: File) -> io::Result<()> {
    let (chunks, to_write) = mpsc::channel();
    let writer = std::thread::spawn(move || write_lines(file, &to_write));
    let mut source = io::stdin().lock();
    while let Some(chunk) = read_chunk(&mut source)? {
        if chunks.send(chunk).is_err() {
            break;
        }
    }
    drop(chunks);
    writer
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the writer panicked")))
}

fn write_lines(file: File, chunks: &mpsc::Receiver<Chunk>) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    let mut unfinished = [(Direction::In, Vec::new()), (Direction::Out, Vec::new())];
    let mut last = Duration::ZERO;
    loop {
        // What is there is on disk before more is waited for.
        let chunk = match chunks.try_recv() {
            Ok(chunk) => chunk,
            Err(_) => {
                file.flush()?;
                let Ok(chunk) = chunks.recv() else { break };
                chunk
            }
        };
        last = chunk.at;
        let rest = &mut unfinished[usize::from(chunk.direction == Direction::Out)].1;
        add(&mut file, rest, &chunk)?;
    }
    for (direction, rest) in unfinished {
        if !rest.is_empty() {
            recording::write(&mut file, last, direction, &rest)?;
        }
    }
    file.flush()?;
    file.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .sync_data()
}

/// Writes the lines that a chunk completes, and keeps the rest.
fn add(file: &mut impl Write, rest: &mut Vec<u8>, chunk: &Chunk) -> io::Result<()> {
    let mut bytes = &chunk.bytes[..];
    while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        let (line, after) = (&bytes[..end], &bytes[end + 1..]);
        if rest.is_empty() {
            recording::write(file, chunk.at, chunk.direction, line)?;
        } else {
            rest.extend_from_slice(line);
            recording::write(file, chunk.at, chunk.direction, rest)?;
            *rest = Vec::new();
        }
        bytes = after;
    }
    rest.extend_from_slice(bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_comes_back_as_it_was() {
        let mut buffer = vec![0; HEAD];
        buffer.extend_from_slice(b"{\"a\":1}\nrest");
        write_head(&mut buffer, Direction::In, Duration::from_micros(1_234_567));
        let chunk = read_chunk(&mut &buffer[..]).unwrap().unwrap();
        assert_eq!(chunk.direction, Direction::In);
        assert_eq!(chunk.at, Duration::from_micros(1_234_567));
        assert_eq!(chunk.bytes, b"{\"a\":1}\nrest");
        assert!(
            read_chunk(&mut &buffer[..20]).unwrap().is_none(),
            "a torn chunk is no chunk"
        );
    }

    #[test]
    fn lines_are_made_of_chunks_of_any_size() {
        let mut written = Vec::new();
        let mut rest = Vec::new();
        for bytes in ["{\"type\":", "\"x\"}\nnot", " json\n{}\n", "tail"] {
            let chunk = Chunk {
                direction: Direction::Out,
                at: Duration::from_millis(7),
                bytes: bytes.into(),
            };
            add(&mut written, &mut rest, &chunk).unwrap();
        }
        assert_eq!(rest, b"tail");
        assert_eq!(
            String::from_utf8(written).unwrap(),
            "{\"t\":7,\"dir\":\"out\",\"line\":{\"type\":\"x\"}}\n{\"t\":7,\"dir\":\"out\",\"raw\":\"not json\"}\n{\"t\":7,\"dir\":\"out\",\"line\":{}}\n"
        );
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        assert_eq!(
            numbered(Path::new("/a/b.ndjson"), 1),
            Path::new("/a/b.ndjson")
        );
        assert_eq!(
            numbered(Path::new("/a/b.ndjson"), 3),
            Path::new("/a/b-3.ndjson")
        );
        assert_eq!(numbered(Path::new("/a/b"), 2), Path::new("/a/b-2"));
    }
}
