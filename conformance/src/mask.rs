//! Masks values that differ between runs: IDs, times, paths and token counts.
//!
//! The CLI's descriptions of commands, agents and models in listings are masked too: the simulator does not have them.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::play::Played;

/// Fields with generated IDs.
const ID_FIELDS: [&str; 13] = [
    "harnessSectionHash",
    "task_id",
    "agent_id",
    "agentId",
    "run_id",
    "runId",
    "backgroundTaskId",
    "hook_id",
    "prompt_id",
    "messaging_socket_path",
    "parent_task_id",
    "turn_id",
    "promptId",
];

/// Fields with a time or a process ID, regardless of the suffix of their name.
const TIME_FIELDS: [&str; 10] = [
    "timestamp",
    "pid",
    "end_time",
    "start_time",
    "resetsAt",
    "elapsed_time_seconds",
    "buildTime",
    "durationSeconds",
    "startedAt",
    "mtime",
];

/// Fields with token counts or grids, regardless of the suffix of their name.
const TOKEN_FIELDS: [&str; 6] = [
    "tokens",
    "percentage",
    "gridRows",
    "contextWindow",
    "request_bytes",
    "bytes",
];

/// Parts of texts that differ in every run, by the text before and after them.
const MADE_UP: [(&str, &str); 4] = [
    ("<config>/plans/", ".md"),
    ("-blob-", ".png"),
    ("<usage>subagent_tokens: ", "\n"),
    ("\nduration_ms: ", "</usage>"),
];

/// Fields of listings with descriptions by the CLI.
const PROSE_FIELDS: [&str; 3] = ["description", "displayName", "argumentHint"];
const LISTINGS: [&str; 7] = [
    "commands",
    "agents",
    "models",
    "eventCatalog",
    "skills",
    "available_output_styles",
    "events",
];

/// Replacements in texts, longest first.
#[derive(Debug)]
pub(crate) struct Masker {
    replacements: Vec<(String, String)>,
}

impl Masker {
    /// Collects the IDs and paths of a run.
    pub(crate) fn new(played: &Played, root: &Path, version: &str, api: &str) -> Self {
        let mut replacements = paths(root);
        replacements.push((version.to_owned(), "<version>".to_owned()));
        replacements.push((api.to_owned(), "<api>".to_owned()));
        for (label, uuid) in &played.uuids {
            replacements.push((uuid.clone(), format!("<{label}>")));
        }
        let frames = || {
            played
                .recording
                .iter()
                .filter_map(|recorded| recorded.line.as_ref().ok())
        };
        let mut sessions: Vec<&str> = Vec::new();
        let mut ids = BTreeSet::new();
        for frame in frames() {
            if let Some(session) = frame["session_id"].as_str()
                && !session.is_empty()
                && !sessions.contains(&session)
            {
                sessions.push(session);
            }
            gather(frame, &mut ids);
        }
        for (index, session) in sessions.into_iter().enumerate() {
            replacements.push((session.to_owned(), format!("<session-{}>", index + 1)));
        }
        replacements.extend(ids.into_iter().map(|id| (id, "<id>".to_owned())));
        replacements.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        Self { replacements }
    }

    /// Masks a frame.
    pub(crate) fn mask(&self, value: &Value) -> Value {
        self.field("", value, false)
    }

    /// Masks text.
    pub(crate) fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (from, to) in &self.replacements {
            if text.contains(from.as_str()) {
                text = text.replace(from.as_str(), to);
            }
        }
        let text = mask_durations(&mask_patterns(&text));
        MADE_UP.iter().fold(text, |text, (before, after)| {
            mask_between(&text, before, after)
        })
    }

    fn field(&self, name: &str, value: &Value, listing: bool) -> Value {
        if let Some(mask) = masked_field(name, value, listing) {
            return Value::String(mask.to_owned());
        }
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items
                .iter()
                .map(|item| self.field("", item, listing || is_listing(name)))
                .collect(),
            Value::Object(fields) => {
                let mut masked: Vec<(String, Value)> = fields
                    .iter()
                    .map(|(name, value)| (self.text(name), self.field(name, value, listing)))
                    .collect();
                masked.sort_by(|left, right| left.0.cmp(&right.0));
                Value::Object(masked.into_iter().collect())
            }
            Value::Number(number) => rounded(number),
            other => other.clone(),
        }
    }
}

/// A number without the rounding errors of summed costs.
fn rounded(number: &serde_json::Number) -> Value {
    match number.as_f64() {
        Some(float) if !number.is_i64() && !number.is_u64() => {
            let rounded = (float * 1e9).round() / 1e9;
            if rounded.fract() == 0.0 && rounded.abs() < 1e15 {
                return Value::from(rounded as i64);
            }
            Value::from(rounded)
        }
        _ => Value::Number(number.clone()),
    }
}

fn masked_field(name: &str, value: &Value, listing: bool) -> Option<&'static str> {
    let number = value.is_number();
    if name == "request_id" && value.as_str().is_some_and(|id| id.starts_with("req_")) {
        return Some("<request>");
    }
    if ID_FIELDS.contains(&name) && value.is_string() {
        return Some("<id>");
    }
    if number && (name.ends_with("_ms") || name.ends_with("Ms") || TIME_FIELDS.contains(&name)) {
        return Some("<time>");
    }
    if name == "timestamp" || name == "buildTime" {
        return Some("<time>");
    }
    let tokens = ["_tokens", "Tokens", "_tokens_delta"]
        .iter()
        .any(|end| name.ends_with(end))
        || TOKEN_FIELDS.contains(&name);
    if tokens && (number || name == "gridRows") {
        return Some("<tokens>");
    }
    if is_prose(name, listing) {
        return Some("<prose>");
    }
    None
}

/// Returns whether a field of a listing has a description by the CLI.
pub(crate) fn is_prose(name: &str, listing: bool) -> bool {
    listing && PROSE_FIELDS.contains(&name)
}

/// Returns whether a field is a listing with descriptions.
pub(crate) fn is_listing(name: &str) -> bool {
    LISTINGS.contains(&name)
}

fn paths(root: &Path) -> Vec<(String, String)> {
    // The CLI's directory for temporary files is named after the user ID.
    let own = format!("/claude-{}", owner(root));
    let neutral = "<tmp>/claude-<user>".to_owned();
    // Programs that do not read CLAUDE_CODE_TMPDIR use the system's directory.
    let mut replacements = vec![(format!("/tmp{own}"), neutral.clone())];
    let temporary = root.join("tmp").to_string_lossy().into_owned();
    replacements.push((format!("{temporary}{own}"), neutral));
    for (part, mask) in [
        ("project", "<cwd>"),
        ("home/.claude", "<config>"),
        ("home", "<home>"),
        ("tmp", "<tmp>"),
        ("", "<root>"),
    ] {
        let path = root
            .join(part)
            .to_string_lossy()
            .trim_end_matches('/')
            .to_owned();
        let slug: String = path
            .chars()
            .map(|letter| {
                if letter.is_ascii_alphanumeric() {
                    letter
                } else {
                    '-'
                }
            })
            .collect();
        replacements.push((path, mask.to_owned()));
        replacements.push((slug, format!("<slug {}>", mask.trim_matches(['<', '>']))));
    }
    replacements
}

/// The ID of the user who owns the scratch directory.
fn owner(root: &Path) -> u32 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(root).map_or(0, |entry| entry.uid())
}

fn gather(value: &Value, ids: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    // Short IDs would mask parts of ordinary words.
                    Value::String(id) if ID_FIELDS.contains(&name.as_str()) && id.len() > 6 => {
                        ids.insert(id.clone());
                    }
                    other => gather(other, ids),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, ids)),
        _ => {}
    }
}

/// Masks the text between two marks, up to the next line or quotation mark.
fn mask_between(text: &str, before: &str, after: &str) -> String {
    let Some(start) = text.find(before).map(|at| at + before.len()) else {
        return text.to_owned();
    };
    let rest = &text[start..];
    match rest.find(after) {
        Some(end) if !rest[..end].contains(['\n', '"', ' ']) => {
            format!("{}<name>{}", &text[..start], &rest[end..])
        }
        _ => text.to_owned(),
    }
}

/// Masks the durations in the text of `/cost`.
fn mask_durations(text: &str) -> String {
    const MARK: &str = "Total duration (";
    if !text.contains(MARK) {
        return text.to_owned();
    }
    let mask = |line: &str| match (line.find(MARK), line.find("):")) {
        (Some(_), Some(colon)) => format!("{}): <time>", &line[..colon]),
        _ => line.to_owned(),
    };
    text.split('\n').map(mask).collect::<Vec<_>>().join("\n")
}

/// Masks UUIDs, the model's IDs and ISO times in a text.
fn mask_patterns(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let found = PATTERNS
            .iter()
            .find_map(|(pattern, mask)| matched(pattern, rest).map(|length| (length, *mask)));
        match found {
            Some((length, mask)) => {
                masked.push_str(mask);
                rest = &rest[length..];
            }
            None => {
                masked.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    masked
}

/// Patterns: `h` matches a hexadecimal digit, `d` a decimal digit, other characters themselves.
const PATTERNS: [(&str, &str); 5] = [
    ("hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh", "<uuid>"),
    ("msg_hhhhhhhhhhhhhhhhhhhhhhhh", "<message>"),
    ("req_hhhhhhhhhhhhhhhhhhhhhhhh", "<request>"),
    ("toolu_hhhhhhhhhhhhhhhhhhhhhhhh", "<tool>"),
    ("dddd-dd-ddTdd:dd:dd.dddZ", "<time>"),
];

fn matched(pattern: &str, text: &str) -> Option<usize> {
    let mut letters = text.bytes();
    let literal = pattern.split_once('_').map_or("", |(prefix, _)| prefix);
    for (index, wanted) in pattern.bytes().enumerate() {
        let letter = letters.next()?;
        let fits = match wanted {
            b'h' if index >= literal.len() => letter.is_ascii_hexdigit(),
            b'd' if literal.is_empty() => letter.is_ascii_digit(),
            other => letter == other,
        };
        if !fits {
            return None;
        }
    }
    Some(pattern.len())
}

#[cfg(test)]
mod tests {
    use super::{mask_between, mask_patterns};

    #[test]
    fn patterns_are_masked_anywhere() {
        let text = "a 8f14e45f-ceea-4672-9f3a-1b2c3d4e5f60 b msg_0123456789abcdef01234567 ü 2026-11-15T20:00:00.123Z";
        assert_eq!(mask_patterns(text), "a <uuid> b <message> ü <time>");
        assert_eq!(mask_patterns("deadbeef plain"), "deadbeef plain");
        let plan = mask_between(
            "see <config>/plans/calm-boat.md now",
            "<config>/plans/",
            ".md",
        );
        assert_eq!(plan, "see <config>/plans/<name>.md now");
    }
}
