//! Values that stay on this machine: environment variables, HTTP headers and settings in what host and CLI exchange.
//!
//! The log keeps the bytes as they came, and like the settings files that these values come from it is readable by its
//! owner alone. The protocol view and exports show the names of variables and headers without their values.

use std::borrow::Cow;

use pilothouse_log::{Kind, Record};
use serde_json::Value;

/// What stands in the place of a value.
const WITHHELD: &str = "withheld";
/// Members whose values are names of variables or headers with their values.
const MAPS: [&str; 2] = ["env", "headers"];

/// The bytes of a record without the values that stay here.
pub(crate) fn shown(record: &Record) -> Cow<'_, [u8]> {
    match masked(record) {
        Some(line) => Cow::Owned(line.to_string().into_bytes()),
        None => Cow::Borrowed(&record.bytes),
    }
}

/// The record as JSON with values withheld; none if it has no such values.
fn masked(record: &Record) -> Option<Value> {
    if !may_hold(record) {
        return None;
    }
    let mut line: Value = serde_json::from_slice(&record.bytes).ok()?;
    let mut changed = withhold(&mut line);
    if let Some(answer) = line.pointer_mut("/response/response")
        && answer.get("applied").is_some()
    {
        // An answer to `get_settings`: settings also hold commands that print keys.
        for part in ["effective", "sources"] {
            if let Some(settings) = answer.get_mut(part) {
                *settings = WITHHELD.into();
                changed = true;
            }
        }
    }
    changed.then_some(line)
}

/// Whether a record is worth parsing: control traffic, notes of the host and command lines. The conversation is not
/// touched.
fn may_hold(record: &Record) -> bool {
    let has = |text: &[u8]| memchr::memmem::find(&record.bytes, text).is_some();
    let is_kind = match record.kind {
        Kind::Out | Kind::In => has(br#""control_re"#),
        Kind::Note | Kind::Spawn => true,
        _ => false,
    };
    // In a command line the quotes of JSON are escaped.
    is_kind && (has(br#"env"#) || has(br#"headers"#) || has(br#""applied""#))
}

/// Withholds values in a JSON value, and in texts that are JSON objects themselves.
fn withhold(value: &mut Value) -> bool {
    match value {
        Value::Object(members) => members.iter_mut().fold(false, |changed, (name, member)| {
            let is_map = MAPS.contains(&name.as_str()) && member.is_object();
            changed
                | if is_map {
                    withhold_values(member)
                } else {
                    withhold(member)
                }
        }),
        Value::Array(values) => values
            .iter_mut()
            .fold(false, |changed, value| changed | withhold(value)),
        Value::String(text) if text.starts_with('{') => {
            let Ok(mut inner) = serde_json::from_str::<Value>(text) else {
                return false;
            };
            let changed = withhold(&mut inner);
            if changed {
                *text = inner.to_string();
            }
            changed
        }
        _ => false,
    }
}

fn withhold_values(map: &mut Value) -> bool {
    let Some(members) = map.as_object_mut() else {
        return false;
    };
    for value in members.values_mut() {
        *value = WITHHELD.into();
    }
    !members.is_empty()
}

#[cfg(test)]
mod tests {
    use pilothouse_log::Who;
    use serde_json::json;

    use super::*;

    fn text(kind: Kind, line: &Value) -> String {
        let record = Record::new(kind, Who::Cli, line.to_string());
        String::from_utf8(shown(&record).into_owned()).unwrap()
    }

    #[test]
    fn values_of_variables_and_headers_are_withheld_and_their_names_are_not() {
        let server =
            json!({"command": "db", "env": {"TOKEN": "sekrit"}, "headers": {"x-key": "sekrit"}});
        let servers = json!({"mcpServers": {"db": server}});
        let settings = json!({"effective": {"apiKeyHelper": "echo sekrit"}, "sources": [{"env": {"TOKEN": "sekrit"}}],
            "applied": {"model": "m", "effort": "high"}});
        let answer = |response: &Value| {
            json!({"type": "control_response", "response": {"subtype": "success", "request_id": "h1",
                "response": response}})
        };
        for (kind, line, kept) in [
            (Kind::Out, answer(&settings), "high"),
            (Kind::Out, answer(&servers), "TOKEN"),
            (
                Kind::In,
                json!({"type": "control_request", "request": servers}),
                "x-key",
            ),
            (
                Kind::Note,
                json!({"note": "setting", "name": "mcpServers", "value": servers}),
                "TOKEN",
            ),
            (
                Kind::Spawn,
                json!({"argv": ["claude", "--mcp-config", servers.to_string()]}),
                "TOKEN",
            ),
        ] {
            let shown = text(kind, &line);
            assert!(!shown.contains("sekrit") && shown.contains(kept), "{shown}");
        }
    }

    #[test]
    fn the_conversation_and_everything_else_keeps_its_bytes() {
        let call = json!({"type": "tool_use", "input": {"env": {"A": "b"}}});
        let line = json!({"type": "assistant", "message": {"content": [call]}});
        for line in [
            line,
            json!({"type": "control_response", "response": {"env": "text"}}),
        ] {
            assert_eq!(text(Kind::Out, &line), line.to_string());
        }
    }
}
