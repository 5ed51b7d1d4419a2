//! Parses real recordings: nothing is lost, malformed or unknown.
//!
//! The project's own recordings are always checked. `PILOTHOUSE_RECORDINGS` names a directory with more.

use std::path::{Path, PathBuf};

use pilothouse_protocol::Frame;
use pilothouse_protocol::check::{Direction, Report, unwrap_recorded};

/// Known exceptions: unknown tags in recorded lines of the CLI, each with its reason.
const UNKNOWN: &[&str] = &[
    // A host sent a block of an invented type, and the CLI echoed it.
    "ContentBlock:weird",
];

/// Known exceptions: unknown members in recorded lines of the CLI, each with its reason. There are none.
const EXTRA: &[&str] = &[];

#[test]
fn lines_of_the_cli_are_known_and_come_back_whole() {
    let report = check_all(Direction::Out);
    assert_eq!(report.lossy, 0, "{:#?}", report.findings);
    assert_eq!(report.malformed, 0, "{:#?}", report.findings);
    assert_eq!(report.not_json, 0, "{:#?}", report.findings);
    assert_eq!(report.unknown.keys().collect::<Vec<_>>(), UNKNOWN);
    assert_eq!(report.extra.keys().collect::<Vec<_>>(), EXTRA);
    assert!(
        report.unknown_values.is_empty(),
        "{:?}",
        report.unknown_values
    );
}

#[test]
fn lines_to_the_cli_come_back_whole() {
    // Some are deliberately invalid, to test the reaction of the CLI; they must be written back unchanged too.
    let report = check_all(Direction::In);
    assert_eq!(report.lossy, 0, "{:#?}", report.findings);
}

#[test]
fn the_fast_path_agrees_on_every_recorded_line() {
    for_each_line(Direction::Out, |line| {
        assert_eq!(
            Frame::parse(line.to_vec()),
            Frame::parse_slow(line.to_vec()),
            "{}",
            String::from_utf8_lossy(line)
        );
    });
}

#[test]
fn there_are_recordings_of_both_versions() {
    let paths = recordings();
    for version in ["2.1.38", "2.1.325"] {
        let of_version = |path: &&PathBuf| path.iter().any(|part| part == version);
        assert!(
            paths.iter().filter(of_version).count() > 1,
            "no recordings of {version}"
        );
    }
}

/// Checks one direction of every recording.
fn check_all(direction: Direction) -> Report {
    let mut report = Report::default();
    for_each_line(direction, |line| {
        report.directed_line(line.to_vec(), direction)
    });
    assert!(report.lines > 0, "no recordings were found");
    report
}

fn for_each_line(direction: Direction, mut visit: impl FnMut(&[u8])) {
    for path in recordings() {
        let recording = std::fs::read(&path).unwrap();
        for line in recording.split(|byte| *byte == b'\n') {
            match unwrap_recorded(line) {
                Some((went, inner)) if went == direction => visit(&inner),
                _ => {}
            }
        }
    }
}

/// Returns every recording of the project, and those named by the environment.
pub(crate) fn recordings() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/recordings"),
        &mut found,
    );
    if let Some(more) = std::env::var_os("PILOTHOUSE_RECORDINGS") {
        collect(Path::new(&more), &mut found);
    }
    found.sort();
    found
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "ndjson")
        {
            found.push(path);
        }
    }
}
