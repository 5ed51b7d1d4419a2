//! The words for messages in the program itself: what stands after `type:` and `subtype:`.
//!
//! A program that was translated for speed still holds them as text, so a newer CLI tells what it may say before it says it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pilothouse_api::doctor::DoctorCheck;
use pilothouse_api::host::CliVerdict;
use pilothouse_protocol::control::{CliRequest, HostRequest};
use pilothouse_protocol::system::SystemMessage;
use pilothouse_protocol::{Input, Message};

use super::{check, error, list, ok, warning};

const KNOWN: &str = include_str!("known.txt");

/// Without these no session can be hosted.
const NEEDED: [&str; 8] = [
    "type assistant",
    "type control_request",
    "type control_response",
    "type result",
    "type system",
    "subtype can_use_tool",
    "subtype init",
    "subtype success",
];

/// How much of the program is looked at at a time.
const PIECE: usize = 1 << 20;
/// More than any match is long.
const OVERLAP: usize = 128;
/// A program with fewer words is made in another way, and says nothing by what it lacks.
const ENOUGH: usize = 50;
/// A program that is smaller is a wrapper around another.
const WRAPPER: u64 = 256 << 10;

/// What was found in a program.
pub(super) struct Words {
    found: BTreeSet<String>,
    bytes: u64,
}

impl Words {
    /// Looks through a program, and through the one it calls if it is a wrapper.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut words = Self {
            found: BTreeSet::new(),
            bytes: 0,
        };
        words.add(path)?;
        if words.bytes < WRAPPER {
            for called in called_by(path)? {
                words.add(&called)?;
            }
        }
        Ok(words)
    }

    fn add(&mut self, path: &Path) -> io::Result<()> {
        let mut file = File::open(path)?;
        let mut buffer = Vec::with_capacity(PIECE + OVERLAP);
        loop {
            let read = file.by_ref().take(PIECE as u64).read_to_end(&mut buffer)?;
            self.bytes += read as u64;
            search(&buffer, &mut self.found);
            if read == 0 {
                return Ok(());
            }
            buffer.drain(..buffer.len().saturating_sub(OVERLAP));
        }
    }

    /// Compares what was found with what is known; also says whether all is known.
    pub(super) fn check(&self, by_version: CliVerdict) -> (DoctorCheck, bool) {
        let known = known();
        let new: Vec<&str> = self
            .found
            .iter()
            .map(String::as_str)
            .filter(|word| !known.contains(word))
            .collect();
        if self.found.len() >= ENOUGH && by_version != CliVerdict::Older {
            let gone: Vec<&str> = NEEDED
                .into_iter()
                .filter(|word| !self.found.contains(*word))
                .collect();
            if !gone.is_empty() {
                let text = format!(
                    "Messages that sessions need are not in the program: {}.",
                    list(&gone)
                );
                let fix = "use a version that this host is tested with: `npm install -g @anthropic-ai/claude-code@2.1.325`";
                return (error(check::MESSAGES, text, fix), new.is_empty());
            }
        }
        if !new.is_empty() {
            let text = format!("It may send messages that we do not know: {}.", list(&new));
            let fix = "go on; unknown messages are kept and shown as they came. A newer Pilothouse may know them";
            return (warning(check::MESSAGES, text, fix), false);
        }
        if self.found.is_empty() {
            let text =
                "The program holds no words of messages: it is a wrapper, or made in another way.";
            return (ok(check::MESSAGES, text), true);
        }
        let text = format!(
            "All {} words for messages in the program are known.",
            self.found.len()
        );
        (ok(check::MESSAGES, text), true)
    }
}

/// What we know: the words of the verified programs, and the tags of our own types.
fn known() -> BTreeSet<&'static str> {
    static KNOWN_WORDS: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    let words = KNOWN_WORDS.get_or_init(|| {
        let tags = |kind: &'static str, tags: &'static [&'static str]| {
            tags.iter().map(move |tag| format!("{kind} {tag}"))
        };
        let lines = KNOWN
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(str::to_owned);
        lines
            .chain(tags("type", Message::TAGS))
            .chain(tags("type", Input::TAGS))
            .chain(tags("subtype", SystemMessage::TAGS))
            .chain(tags("subtype", CliRequest::TAGS))
            .chain(tags("subtype", HostRequest::TAGS))
            .collect()
    });
    words.iter().map(String::as_str).collect()
}

/// Programs that a script names with their whole path.
fn called_by(path: &Path) -> io::Result<Vec<PathBuf>> {
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(b"#!") {
        return Ok(Vec::new());
    }
    let text = String::from_utf8_lossy(&bytes);
    let words = text
        .lines()
        .skip(1)
        .flat_map(|line| line.split([' ', '"', '\'', '=', ';']));
    let called = words
        .filter(|word| word.starts_with('/') && word.len() > 1)
        .map(PathBuf::from)
        .filter(|called| called != path)
        .filter(|called| {
            std::fs::metadata(called).is_ok_and(|found| found.is_file() && found.len() >= WRAPPER)
        });
    Ok(called.collect())
}

/// Finds `type:"word"`, `type:f("word")` and `type:x.literal("word")`, and the same with `subtype`.
fn search(bytes: &[u8], found: &mut BTreeSet<String>) {
    const KEY: &[u8] = b"type:";
    for at in memchr::memmem::find_iter(bytes, KEY) {
        let Some(word) = value(&bytes[at + KEY.len()..]) else {
            continue;
        };
        let before = &bytes[..at];
        let (kind, before) = match before.strip_suffix(b"sub") {
            Some(before) => ("subtype", before),
            None => ("type", before),
        };
        if before.last().is_some_and(|byte| is_name(*byte)) {
            continue;
        }
        found.insert(format!("{kind} {word}"));
    }
}

/// Reads the word behind a key. Words of the wire are lower case.
fn value(bytes: &[u8]) -> Option<&str> {
    let name = bytes
        .iter()
        .take(5)
        .take_while(|byte| is_name(**byte))
        .count();
    let mut rest = &bytes[name..];
    if name > 0 {
        rest = rest.strip_prefix(b".literal").unwrap_or(rest);
        rest = rest.strip_prefix(b"(")?;
    }
    let rest = rest.strip_prefix(b"\"")?;
    let length = rest
        .iter()
        .take(65)
        .take_while(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || **byte == b'_')
        .count();
    let word = std::str::from_utf8(&rest[..length]).ok()?;
    (!word.is_empty() && rest.get(length) == Some(&b'"')).then_some(word)
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use pilothouse_api::doctor::CheckOutcome;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut found = BTreeSet::new();
        search(text.as_bytes(), &mut found);
        found.into_iter().collect()
    }

    #[test]
    fn words_are_found_as_programs_write_them() {
        let text = r#"a={type:"system",subtype:"init"};b=u({type:T("keep_alive"),subtype:g.literal("status")});mimetype:"no"; type:"two words" type:name subtype:5"#;
        assert_eq!(
            found(text),
            [
                "subtype init",
                "subtype status",
                "type keep_alive",
                "type system"
            ]
        );
    }

    #[test]
    fn a_word_across_two_pieces_is_found() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut text = vec![b' '; PIECE - 7];
        text.extend_from_slice(br#"{type:"brand_new_message"}"#);
        file.write_all(&text).unwrap();
        let words = Words::of(file.path()).unwrap();
        assert!(words.found.contains("type brand_new_message"));
        assert_eq!(words.bytes, text.len() as u64);
    }

    #[test]
    fn an_unknown_word_is_named_and_known_ones_are_not() {
        let words = Words {
            found: ["type assistant", "type quantum_frame", "subtype init"]
                .map(str::to_owned)
                .into(),
            bytes: 10,
        };
        let (check, known) = words.check(CliVerdict::Verified);
        assert_eq!(check.outcome, CheckOutcome::Warning);
        assert!(
            check.text.ends_with("do not know: type quantum_frame."),
            "{}",
            check.text
        );
        assert!(!known);
    }

    #[test]
    fn a_program_without_a_needed_word_is_broken() {
        let words = Words {
            found: KNOWN
                .lines()
                .filter(|line| !line.contains("can_use_tool"))
                .map(str::to_owned)
                .collect(),
            bytes: WRAPPER,
        };
        let (check, _) = words.check(CliVerdict::Newer);
        assert_eq!(check.outcome, CheckOutcome::Error);
        assert!(
            check.text.contains("subtype can_use_tool"),
            "{}",
            check.text
        );
    }
}
