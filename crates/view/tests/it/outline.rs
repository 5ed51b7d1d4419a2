//! A view as lines of text, short enough to read and without what differs from run to run.

use pilothouse_view::SessionView;
use serde_json::Value;

/// Keys whose values are times, ids of one run, or repeated elsewhere.
const VOLATILE: [&str; 23] = [
    "at",
    "startedAt",
    "endedAt",
    "since",
    "turnStartedAt",
    "durationMs",
    "apiDurationMs",
    "uuid",
    "sessionId",
    "previousSessionId",
    "requestId",
    "id",
    "toolUseId",
    "seq",
    "inputSeq",
    "update",
    "elapsedSeconds",
    "nextAt",
    "delayMs",
    "outputFile",
    "detail",
    "ask",
    "at_ms",
];

/// Keys of the session's facts that are long lists.
const LISTS: [&str; 9] = [
    "capabilities",
    "tools",
    "commands",
    "agents",
    "skills",
    "plugins",
    "models",
    "outputStyles",
    "additionalDirectories",
];

pub(crate) fn outline(view: &SessionView) -> String {
    let view = serde_json::to_value(view).unwrap();
    let mut lines = Vec::new();
    for entry in view["entries"].as_array().unwrap() {
        let indent = if entry.get("parent").is_some() {
            "    "
        } else {
            ""
        };
        let kind = entry["body"]["kind"].as_str().unwrap();
        let mut body = entry["body"].clone();
        body.as_object_mut().unwrap().shift_remove("kind");
        lines.push(format!(
            "{indent}{} {kind} {}",
            entry["id"].as_str().unwrap(),
            short(&body)
        ));
    }
    for part in [
        "asks",
        "closedAsks",
        "jobs",
        "tasks",
        "files",
        "queue",
        "checkpoints",
    ] {
        for item in view[part].as_array().unwrap() {
            lines.push(format!("{part}: {}", short(item)));
        }
    }
    for part in ["liveness", "usage", "host", "drafts"] {
        lines.push(format!("{part}: {}", short(&view[part])));
    }
    let mut info = view["info"].clone();
    for list in LISTS {
        let count = info[list].as_array().map(Vec::len);
        info[list] = Value::from(count.unwrap_or_default());
    }
    lines.push(format!("info: {}", short(&info)));
    lines.join("\n")
}

/// JSON without quotes around keys, long strings cut, volatile keys left out.
fn short(value: &Value) -> String {
    match value {
        Value::String(text) => {
            let kept: String = text.chars().take(60).collect();
            let more = if kept.len() < text.len() { "…" } else { "" };
            format!("{:?}", format!("{kept}{more}"))
        }
        Value::Array(items) => {
            let shown: Vec<String> = items.iter().take(4).map(short).collect();
            let more = if items.len() > 4 {
                format!(", … {}", items.len())
            } else {
                String::new()
            };
            format!("[{}{more}]", shown.join(", "))
        }
        Value::Object(members) => {
            let members = members.iter().filter(|(key, value)| !is_dull(key, value));
            let members: Vec<String> = members
                .map(|(key, value)| format!("{key}: {}", short(value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Number(number) if number.is_f64() => {
            format!("{}", (number.as_f64().unwrap() * 1e6).round() / 1e6)
        }
        other => other.to_string(),
    }
}

/// What says nothing: false, empty and volatile values.
fn is_dull(key: &str, value: &Value) -> bool {
    let empty = match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    empty || VOLATILE.contains(&key)
}
