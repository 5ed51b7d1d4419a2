//! Stdin: a thread that reads lines, and passes on together the lines of one read.

mod syntax;

use std::io::Read;

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::dialect::Features;

/// An event of stdin.
#[derive(Debug)]
pub(super) enum Input {
    /// Lines of one read. As in the CLI, all of them take effect before any work that they cause.
    Lines(Vec<Vec<u8>>),
    End,
}

/// The maximum size of one read.
const CHUNK: usize = 64 * 1024;

/// A parsed line.
#[derive(Debug)]
pub(super) enum Parsed {
    Frame(Value),
    Ignored,
    /// The process exits with this message on stderr.
    Fatal(String),
}

pub(super) fn start() -> UnboundedReceiver<Input> {
    let (sender, receiver) = unbounded_channel();
    // If the thread cannot be started, stdin counts as closed.
    let _thread = std::thread::Builder::new()
        .name("stdin".to_owned())
        .stack_size(128 * 1024)
        .spawn(move || read_all(&sender));
    receiver
}

fn read_all(sender: &UnboundedSender<Input>) {
    let mut stdin = std::io::stdin().lock();
    let mut splitter = Splitter::default();
    let mut chunk = vec![0; CHUNK];
    loop {
        let lines = match stdin.read(&mut chunk) {
            Ok(0) => break,
            Ok(length) => splitter.push(&chunk[..length]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if !lines.is_empty() && sender.send(Input::Lines(lines)).is_err() {
            return;
        }
    }
    if !splitter.rest.is_empty() && sender.send(Input::Lines(vec![splitter.rest])).is_err() {
        return;
    }
    // The receiver is dropped only when the process is ending anyway.
    let _ending = sender.send(Input::End);
}

/// Splits the input into lines.
#[derive(Debug, Default)]
struct Splitter {
    /// The incomplete last line.
    rest: Vec<u8>,
}

impl Splitter {
    /// Returns the lines that these bytes complete.
    fn push(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(end) => {
                    self.rest.extend_from_slice(end);
                    lines.push(std::mem::take(&mut self.rest));
                }
                None => self.rest.extend_from_slice(piece),
            }
        }
        lines
    }
}

/// Parses a line like the CLI: invalid JSON is fatal, unknown JSON is ignored.
pub(super) fn parse(line: &[u8], features: &Features) -> Parsed {
    let text = String::from_utf8_lossy(line);
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    if trimmed.is_empty() {
        if features.rejects_unknown_input {
            return Parsed::Fatal(bad_line(trimmed, "SyntaxError", features));
        }
        return Parsed::Ignored;
    }
    let value: Value = match serde_json::from_str(trimmed) {
        Ok(value) => value,
        Err(_) => return Parsed::Fatal(bad_line(trimmed, "SyntaxError", features)),
    };
    if value.is_null() {
        return Parsed::Fatal(bad_line(trimmed, "TypeError", features));
    }
    check(value, features)
}

fn check(value: Value, features: &Features) -> Parsed {
    match value.get("type").and_then(Value::as_str) {
        Some("user") => check_user(value, features),
        Some("control_request") if !value["request"].is_object() => {
            Parsed::Fatal("Error: Missing request on control_request".to_owned())
        }
        Some(
            "control_request"
            | "control_response"
            | "control_cancel_request"
            | "keep_alive"
            | "assistant"
            | "system"
            | "update_environment_variables",
        ) => Parsed::Frame(value),
        Some(other) if features.rejects_unknown_input => Parsed::Fatal(format!(
            "Error: Expected message type 'user' or 'control', got '{other}'"
        )),
        None if features.rejects_unknown_input => Parsed::Fatal(
            "Error: Expected message type 'user' or 'control', got 'undefined'".to_owned(),
        ),
        _ => Parsed::Ignored,
    }
}

fn check_user(value: Value, features: &Features) -> Parsed {
    if features.rejects_unknown_input && value.get("message").is_none() {
        let error = "TypeError: Cannot read properties of undefined (reading 'role')";
        return Parsed::Fatal(quoted_bad_line(&value.to_string(), error));
    }
    let role = value["message"].get("role").and_then(Value::as_str);
    if role == Some("user") {
        return Parsed::Frame(value);
    }
    Parsed::Fatal(format!(
        "Error: Expected message role 'user', got '{}'",
        role.unwrap_or("undefined")
    ))
}

fn bad_line(text: &str, error: &str, features: &Features) -> String {
    if features.rejects_unknown_input {
        let error = if error == "TypeError" {
            "TypeError: Cannot read properties of null (reading 'type')".to_owned()
        } else {
            format!("SyntaxError: {}", syntax::error_message(text))
        };
        return quoted_bad_line(text, &error);
    }
    format!(
        "Error parsing streaming input line (type={}, {} chars): {error}",
        type_in(text).unwrap_or("unknown"),
        text.encode_utf16().count()
    )
}

fn quoted_bad_line(text: &str, error: &str) -> String {
    format!("Error parsing streaming input line: {text}: {error}")
}

/// The first `type` in a line that is not JSON.
fn type_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("\"type\"")?;
    let rest = rest
        .trim_start()
        .strip_prefix(':')?
        .trim_start()
        .strip_prefix('"')?;
    let (name, _) = rest.split_once('"')?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::dialect::Version;

    #[test]
    fn lines_of_one_read_stay_together_and_parts_of_lines_are_joined() {
        let mut splitter = Splitter::default();
        assert_eq!(splitter.push(b"a\n\nb\nc"), [&b"a"[..], b"", b"b"]);
        assert_eq!(splitter.push(b"d"), Vec::<Vec<u8>>::new());
        assert_eq!(splitter.push(b"e\nf"), [b"cde"]);
        assert_eq!(splitter.rest, b"f");
    }

    #[test]
    fn odd_lines_are_ignored_and_broken_ones_are_fatal() {
        let features = &Version::V2_1_325.dialect().features;
        let read = |text: &str| parse(text.as_bytes(), features);
        assert!(matches!(read("  "), Parsed::Ignored));
        assert!(matches!(read("[1]"), Parsed::Ignored));
        assert!(matches!(read("{\"type\":\"nope\"}"), Parsed::Ignored));
        assert!(matches!(read("null"), Parsed::Fatal(_)));
        assert!(matches!(read("{\"type\":\"user\"}"), Parsed::Fatal(_)));
        assert!(matches!(
            read("\u{feff}{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"x\"}}\r"),
            Parsed::Frame(_)
        ));
    }
}
