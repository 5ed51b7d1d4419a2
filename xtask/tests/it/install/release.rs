//! A release with one small archive, served on loopback.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

pub(super) const VERSION: &str = "0.9.1";
pub(super) const TARGET: &str = "x86_64-unknown-linux-musl";

/// The files of a release, by name.
pub(super) struct Release(BTreeMap<String, Vec<u8>>);

impl Release {
    pub(super) fn new() -> Self {
        Self::with_program(&format!("#!/bin/sh\necho pilothouse {VERSION}\n"))
    }

    /// Returns a release whose program fails, like one for another processor.
    pub(super) fn that_does_not_run(self) -> Self {
        Self::with_program("#!/bin/sh\nexit 126\n")
    }

    pub(super) fn corrupted(mut self) -> Self {
        let bytes = self.0.get_mut(&archive(TARGET)).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        self
    }

    pub(super) fn without_archive(mut self) -> Self {
        self.0.remove(&archive(TARGET)).unwrap();
        self
    }

    pub(super) fn for_another_machine(mut self) -> Self {
        let sums = String::from_utf8(self.0["SHA256SUMS"].clone()).unwrap();
        let other = sums.replace(TARGET, "x86_64-apple-darwin");
        self.0.insert("SHA256SUMS".to_owned(), other.into_bytes());
        self
    }

    /// Serves the files until the test ends, and returns the URL for `PILOTHOUSE_RELEASES`.
    pub(super) fn serve(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let files = self.0.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Disconnected clients are ignored.
                drop(answer(stream, &files));
            }
        });
        format!("http://{address}/releases")
    }

    fn with_program(program: &str) -> Self {
        let name = format!("pilothouse-{VERSION}-{TARGET}");
        let scratch = std::env::temp_dir().join(format!(
            "pilothouse-release-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        let folder = scratch.join(&name);
        fs::create_dir_all(folder.join("man")).unwrap();
        fs::create_dir_all(folder.join("completions")).unwrap();
        executable(&folder.join("pilothouse"), program);
        executable(&folder.join("pilothouse-sim"), program);
        for file in [
            "man/pilothouse.1",
            "man/pilothouse-run.1",
            "completions/pilothouse.bash",
            "completions/_pilothouse",
            "completions/pilothouse.fish",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "README.md",
        ] {
            fs::write(folder.join(file), file).unwrap();
        }
        let archive = archive(TARGET);
        let packed = run(Command::new("tar")
            .args(["-czf", &archive, &name])
            .current_dir(&scratch));
        assert!(packed.is_empty());
        let sums = run(Command::new("sha256sum")
            .arg(&archive)
            .current_dir(&scratch));
        let bytes = fs::read(scratch.join(&archive)).unwrap();
        fs::remove_dir_all(&scratch).unwrap();
        Self([("SHA256SUMS".to_owned(), sums), (archive, bytes)].into())
    }
}

pub(super) fn executable(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn archive(target: &str) -> String {
    format!("pilothouse-{VERSION}-{target}.tar.gz")
}

fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output.stdout
}

fn answer(stream: TcpStream, files: &BTreeMap<String, Vec<u8>>) -> std::io::Result<()> {
    let mut lines = BufReader::new(&stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default();
    let versioned = format!("/releases/download/v{VERSION}/");
    let name = path
        .strip_prefix("/releases/latest/download/")
        .or_else(|| path.strip_prefix(&versioned));
    let (status, body) = match name.and_then(|name| files.get(name)) {
        Some(body) => ("200 OK", body.as_slice()),
        None => ("404 Not Found", [].as_slice()),
    };
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    (&stream).write_all(head.as_bytes())?;
    (&stream).write_all(body)
}
