//! Recordings as fixtures, without this machine's paths and the CLI's long texts.

use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use crate::mask::is_prose;
use crate::process::Recorded;

/// The replacement for the CLI's texts.
const PROSE: &str = "…";

/// The maximum number of characters kept of a user text that the CLI wrote.
const KEPT: usize = 200;

/// Writes a recording, neutralized and trimmed.
pub(crate) fn write(path: &Path, recording: &[Recorded], root: &Path, api: &str) -> Result<()> {
    let replacements = replacements(root, api);
    let mut lines: Vec<Recorded> = recording.to_vec();
    join_deltas(&mut lines, &replacements);
    let mut text = String::new();
    for recorded in &mut lines {
        match &mut recorded.line {
            Ok(line) => {
                shorten(line, recorded.inward);
                neutral(line, &replacements, "", false);
            }
            Err(raw) => *raw = replaced(raw, &replacements),
        }
        text.push_str(&recorded.to_json().to_string());
        text.push('\n');
    }
    std::fs::write(path, text)?;
    Ok(())
}

/// Truncates user texts that the CLI wrote: nudges, summaries, notes about tools.
fn shorten(line: &mut Value, inward: bool) {
    if inward || line["type"] != "user" || line["isReplay"] == true {
        return;
    }
    if let Some(content) = line
        .get_mut("message")
        .and_then(|message| message.get_mut("content"))
    {
        cut(content);
    }
}

fn cut(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some((end, _)) = text.char_indices().nth(KEPT) {
                text.truncate(end);
                text.push_str(PROSE);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(cut),
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                if ["text", "content"].contains(&name.as_str()) {
                    cut(value);
                }
            }
        }
        _ => {}
    }
}

/// The scratch paths and their replacements, longest first.
fn replacements(root: &Path, api: &str) -> Vec<(String, String)> {
    let mut pairs = vec![(api.to_owned(), "127.0.0.1:8787".to_owned())];
    for (part, neutral) in [
        ("project", "/home/dev/project"),
        ("home", "/home/dev"),
        ("tmp", "/tmp"),
        ("", "/home/dev"),
    ] {
        let path = root
            .join(part)
            .to_string_lossy()
            .trim_end_matches('/')
            .to_owned();
        pairs.push((slug(&path), slug(neutral)));
        pairs.push((path, neutral.to_owned()));
    }
    pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
    pairs
}

fn slug(path: &str) -> String {
    let dash = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter
        } else {
            '-'
        }
    };
    path.chars().map(dash).collect()
}

fn replaced(text: &str, replacements: &[(String, String)]) -> String {
    let mut text = text.to_owned();
    for (from, to) in replacements {
        if text.contains(from.as_str()) {
            text = text.replace(from.as_str(), to);
        }
    }
    text
}

fn neutral(value: &mut Value, replacements: &[(String, String)], name: &str, listing: bool) {
    if is_prose(name, listing) && value.is_string() {
        *value = Value::from(PROSE);
        return;
    }
    match value {
        Value::String(text) => *text = replaced(text, replacements),
        Value::Array(items) => {
            let listing = listing || crate::mask::is_listing(name);
            for item in items {
                neutral(item, replacements, "", listing);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                neutral(value, replacements, name, listing);
            }
        }
        _ => {}
    }
}

/// Replaces paths that deltas split: the deltas of a block are joined, neutralized and split into the same number of
/// deltas.
fn join_deltas(lines: &mut [Recorded], replacements: &[(String, String)]) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..lines.len() {
        let Ok(line) = &lines[index].line else {
            continue;
        };
        match line["event"]["type"].as_str() {
            Some("content_block_start") => open.clear(),
            Some("content_block_delta") if delta_text(line).is_some() => open.push(index),
            Some("content_block_stop") | Some("message_stop") => {
                rewrite(lines, &open, replacements);
                open.clear();
            }
            _ => {}
        }
    }
    rewrite(lines, &open, replacements);
}

fn rewrite(lines: &mut [Recorded], open: &[usize], replacements: &[(String, String)]) {
    let whole: String = open
        .iter()
        .filter_map(|index| lines[*index].line.as_ref().ok().and_then(delta_text))
        .collect();
    let neutral = replaced(&whole, replacements);
    if neutral == whole || open.is_empty() {
        return;
    }
    let letters: Vec<char> = neutral.chars().collect();
    let size = letters.len().div_ceil(open.len()).max(1);
    let mut pieces = letters.chunks(size).map(String::from_iter);
    for index in open {
        let piece = pieces.next().unwrap_or_default();
        if let Ok(line) = &mut lines[*index].line {
            let delta = &mut line["event"]["delta"];
            for name in ["partial_json", "text", "thinking"] {
                if delta[name].is_string() {
                    delta[name] = Value::from(piece.clone());
                    break;
                }
            }
        }
    }
}

fn delta_text(line: &Value) -> Option<&str> {
    let delta = line["event"]["delta"].as_object()?;
    ["partial_json", "text", "thinking"]
        .iter()
        .find_map(|name| delta.get(*name)?.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::recorded;

    #[test]
    fn paths_and_prose_do_not_reach_a_fixture() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("r.ndjson");
        let delta = |text: &str| {
            format!(
                r#"{{"type":"stream_event","event":{{"type":"content_block_delta","delta":{{"partial_json":"{text}"}}}}}}"#
            )
        };
        let lines = [
            recorded(
                1,
                false,
                r#"{"cwd":"/tmp/phX/project","slug":"-tmp-phX-project","commands":[{"name":"x","description":"long"}]}"#,
            ),
            recorded(2, false, &delta("see /tmp/ph")),
            recorded(3, false, &delta("X/home/a")),
            recorded(4, true, "not json /tmp/phX/tmp/b"),
            recorded(
                5,
                false,
                &format!(
                    r#"{{"type":"user","message":{{"content":"{}"}}}}"#,
                    "y".repeat(900)
                ),
            ),
        ];
        write(&path, &lines, Path::new("/tmp/phX"), "127.0.0.1:1").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(!text.contains("phX"), "{text}");
        assert!(!text.contains("long"), "{text}");
        assert!(!text.contains(&"y".repeat(201)), "{text}");
        assert!(text.contains("-home-dev-project"), "{text}");
        assert!(text.contains(r#""raw":"not json /tmp/b""#), "{text}");
    }
}
