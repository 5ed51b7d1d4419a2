//! Tools: inputs and results read by name, whatever they are.

mod inputs;
mod outputs;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::tool::*;
use pilothouse_protocol::wire::{Audit, Wire};
use serde_json::Value;

/// Checks that a reading comes back as it was, with nothing unknown.
fn whole<T: Wire>(value: &T, members: &Value) {
    assert_eq!(
        serde_json::from_str::<Value>(&value.to_json()).unwrap(),
        *members
    );
    let mut audit = Audit::default();
    value.audit(&mut audit);
    assert!(
        audit.is_clean() && audit.extra.is_empty() && audit.unknown_values.is_empty(),
        "{members}: {audit:?}"
    );
}

#[test]
fn older_names_are_understood() {
    let input = RawJson::from_text(
        r#"{"description":"d","prompt":"p","subagent_type":"s","resume":"agent-1","max_turns":3}"#,
    )
    .unwrap();
    let ToolInput::Agent(agent) = ToolInput::of("Task", &input) else {
        panic!()
    };
    assert_eq!(
        (agent.resume.as_deref(), agent.max_turns),
        (Some("agent-1"), Some(3))
    );
    let input = RawJson::from_text(r#"{"shell_id":"b1"}"#).unwrap();
    for name in ["KillShell", "KillBash", "TaskStop"] {
        let ToolInput::TaskStop(stop) = ToolInput::of(name, &input) else {
            panic!("{name}")
        };
        assert_eq!(stop.shell_id.as_ref().unwrap().as_str(), "b1");
    }
    assert_eq!(canonical_name("Brief"), "SendUserMessage");
    assert_eq!(canonical_name("Bash"), "Bash");
    assert!(
        is_builtin("Task")
            && is_builtin("LSP")
            && !is_builtin("mcp__a__b")
            && !is_builtin("NoSuchTool")
    );
}

#[test]
fn names_of_mcp_tools_are_taken_apart() {
    let name = McpToolName::parse("mcp__git-hub__search__all").unwrap();
    assert_eq!((name.server, name.tool), ("git-hub", "search__all"));
    assert_eq!(name.to_string(), "mcp__git-hub__search__all");
    for name in ["Bash", "mcp__", "mcp__x", "mcp____t", "mcp__s__"] {
        assert_eq!(McpToolName::parse(name), None, "{name}");
    }
    let input = RawJson::from_text(r#"{"a":7}"#).unwrap();
    let ToolInput::Mcp(mcp) = ToolInput::of("mcp__calc__add", &input) else {
        panic!()
    };
    assert_eq!(
        (&*mcp.server, &*mcp.tool, &mcp.input),
        ("calc", "add", &input)
    );
    let list = RawJson::from_text(r#"[{"type":"text","text":"5"}]"#).unwrap();
    let ToolOutput::Mcp(result) = ToolOutput::of("mcp__calc__add", &list) else {
        panic!()
    };
    assert_eq!(result.content.as_ref(), Some(&list));
    let object = RawJson::from_text(r#"{"content":"{}","structuredContent":{"sum":5}}"#).unwrap();
    let ToolOutput::Mcp(result) = ToolOutput::of("mcp__calc__add", &object) else {
        panic!()
    };
    assert_eq!(result.structured_content.unwrap().as_str(), r#"{"sum":5}"#);
}

#[test]
fn nothing_breaks_a_reading() {
    let odd = [
        "null",
        "[]",
        "1",
        "true",
        "\"x\"",
        "{}",
        r#"{"command":5}"#,
        r#"{"type":"later","file":{}}"#,
        r#"{"status":"later"}"#,
    ];
    for name in
        BUILTIN_TOOL_NAMES
            .iter()
            .chain(&["Task", "LS", "MultiEdit", "NoSuchTool", "mcp__a__b", ""])
    {
        for text in odd {
            let raw = RawJson::from_text(text).unwrap();
            let input = ToolInput::of(name, &raw);
            if let ToolInput::Malformed(malformed) = &input {
                assert_eq!(malformed.raw, raw);
            }
            ToolOutput::of(name, &raw);
        }
    }
    let raw = RawJson::from_text(r#"{"x":1}"#).unwrap();
    assert!(
        matches!(ToolInput::of("NoSuchTool", &raw), ToolInput::Unknown(unknown) if unknown.raw == raw)
    );
    assert!(matches!(
        ToolInput::of("Bash", &raw),
        ToolInput::Malformed(_)
    ));
}

#[test]
fn a_failure_is_text() {
    let raw = RawJson::from_text(r#""Error: Exit code 3\nout""#).unwrap();
    assert_eq!(
        ToolOutput::of("Bash", &raw),
        ToolOutput::Text("Error: Exit code 3\nout".into())
    );
    let raw = RawJson::from_text(r#"{"detachedToolCall":true}"#).unwrap();
    assert!(
        matches!(ToolOutput::of("WebFetch", &raw), ToolOutput::Detached(call) if call.detached_tool_call)
    );
}

#[test]
fn every_builtin_tool_has_a_lens() {
    for name in BUILTIN_TOOL_NAMES {
        assert!(ToolInput::TOOLS.contains(name), "{name} has no input");
        // StructuredOutput answers with text only.
        assert!(
            ToolOutput::TOOLS.contains(name) || *name == "StructuredOutput",
            "{name} has no result"
        );
    }
}
