//! The page about what can be wrong and the messages of the programs: each has the other.

use std::path::PathBuf;

use crate::docs::{files, repository};

/// Where messages for people are written, beside the commands themselves.
const SOURCES: [&str; 15] = [
    "crates/sdk/src/error.rs",
    "crates/sdk/src/rules/handler.rs",
    "crates/server/src/auth/guard.rs",
    "crates/server/src/auth/local.rs",
    "crates/server/src/auth/origin.rs",
    "crates/server/src/demo.rs",
    "crates/server/src/doctor.rs",
    "crates/server/src/export.rs",
    "crates/server/src/instance.rs",
    "crates/server/src/listen/prefix.rs",
    "crates/server/src/listen/tls.rs",
    "crates/server/src/offline.rs",
    "crates/server/src/problem.rs",
    "crates/server/src/export/archive.rs",
    "crates/server/src/export/tar.rs",
];

/// Where more of them are, among much that nobody is told.
const BESIDE: [&str; 3] = [
    "crates/server/build.rs",
    "crates/server/src/registry/recovery.rs",
    "crates/sdk/src/rules/rule.rs",
];

/// What these sources also say and what is no error: questions, notices, what to do, and words within other messages.
const NO_ERRORS: &str = include_str!("no_errors.txt");

#[test]
fn every_error_has_a_heading_and_every_heading_is_a_message() {
    let mut paths: Vec<PathBuf> = SOURCES.map(|path| repository().join(path)).into();
    for folder in ["crates/pilothouse/src", "crates/server/src/doctor"] {
        files(&repository().join(folder), ".rs", &mut paths);
    }
    paths.push(repository().join("crates/sim/src/model/command.rs"));
    let mut said = texts(&paths);
    let page = std::fs::read_to_string(repository().join("docs/troubleshooting.md")).unwrap();
    let headings: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'))
        .collect();
    assert!(headings.len() > 80);
    let missing: Vec<&String> = said
        .iter()
        .filter(|text| is_sentence(text))
        .filter(|text| !headings.iter().any(|heading| text.contains(heading)))
        .filter(|text| !NO_ERRORS.lines().any(|line| line == text.trim()))
        .collect();
    assert!(
        missing.is_empty(),
        "no heading in docs/troubleshooting.md, and not named as no error: {missing:#?}"
    );
    said.extend(texts(&BESIDE.map(|path| repository().join(path))));
    for heading in headings {
        assert!(
            said.iter().any(|text| text.contains(heading)),
            "no program says {heading:?}"
        );
    }
    for line in NO_ERRORS.lines() {
        assert!(
            said.iter().any(|text| text.trim() == line),
            "nothing says {line:?}"
        );
    }
}

/// All texts of some sources, without those of their tests.
fn texts(paths: &[PathBuf]) -> Vec<String> {
    let sources = paths.iter().map(|path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    sources
        .flat_map(|source| {
            literals(TESTS.iter().fold(source.as_str(), |rest, mark| {
                rest.split(mark).next().unwrap_or_default()
            }))
        })
        .collect()
}

/// Where the tests of a source begin.
const TESTS: [&str; 2] = ["#[cfg(test)]", "#![cfg(test)]"];

/// Three words or more, which are not a text of many lines such as examples.
fn is_sentence(text: &str) -> bool {
    let words = text
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphabetic) && !word.starts_with('{'));
    words.count() >= 3 && !text.contains('\n')
}

/// The texts in quotes of a source, without comments.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        rest = &rest[at..];
        if rest.starts_with("//") {
            rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if rest.starts_with('"') {
            let (text, after) = literal(&rest[1..]);
            found.push(text);
            rest = after;
        } else {
            // A quote within a character is no begin of a text.
            let skipped = ["'\"'", "'\\''", "'\\\\'", "'/'"];
            let character = skipped.iter().find(|word| rest.starts_with(**word));
            rest = &rest[character.map_or(1, |word| word.len())..];
        }
    }
    found
}

/// A text up to its quote, as the compiler reads it, and what follows.
fn literal(source: &str) -> (String, &str) {
    let mut text = String::new();
    let mut letters = source.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (text, &source[at + 1..]),
            '\\' => match letters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, '\n')) => {
                    let rest = letters.as_str();
                    let indent = rest.len() - rest.trim_start().len();
                    for _ in 0..rest[..indent].chars().count() {
                        letters.next();
                    }
                }
                Some((_, other)) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    (text, "")
}

#[test]
fn texts_are_read_as_the_compiler_reads_them() {
    let source = r#"say("one \"two\" \
        three"); // "not this"
        let quote = '"'; path("/a/b")"#;
    assert_eq!(literals(source), ["one \"two\" three", "/a/b"]);
}
