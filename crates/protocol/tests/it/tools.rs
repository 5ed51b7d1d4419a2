//! Tools: names, and parsing of unusual inputs and results.

use pilothouse_protocol::tool::*;
use pilothouse_protocol::{JsonObject, RawJson};
use serde_json::json;

#[test]
fn older_names_are_understood() {
    let input = json!({"description": "d", "prompt": "p", "subagent_type": "s", "resume": "agent-1", "max_turns": 3});
    let ToolInput::Agent(agent) = ToolInput::of("Task", &RawJson::from(input)) else {
        panic!("an agent")
    };
    assert_eq!(agent.resume.as_deref(), Some("agent-1"));
    assert_eq!(agent.max_turns, Some(3));
    assert_eq!(canonical_name("KillShell"), "TaskStop");
    assert_eq!(canonical_name("Brief"), "SendUserMessage");
    assert_eq!(canonical_name("Bash"), "Bash");
    assert!(is_builtin("Task") && is_builtin("LSP"));
    assert!(!is_builtin("mcp__a__b") && !is_builtin("NoSuchTool"));
}

#[test]
fn names_of_mcp_tools_are_parsed() {
    let name = McpToolName::parse("mcp__git-hub__search__all").unwrap();
    assert_eq!((name.server, name.tool), ("git-hub", "search__all"));
    assert_eq!(name.to_string(), "mcp__git-hub__search__all");
    for name in ["Bash", "mcp__", "mcp__x", "mcp____t", "mcp__s__"] {
        assert_eq!(McpToolName::parse(name), None, "{name}");
    }
}

#[test]
fn parsing_accepts_any_json() {
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
    let others = ["Task", "LS", "MultiEdit", "NoSuchTool", "mcp__a__b", ""];
    for name in BUILTIN_TOOL_NAMES.iter().chain(&others) {
        for text in odd {
            let raw = RawJson::from_text(text).unwrap();
            if let ToolInput::Malformed(malformed) = ToolInput::of(name, &raw) {
                assert_eq!(malformed.raw, raw);
            }
            if let ToolOutput::Malformed(malformed) = ToolOutput::of(name, &raw) {
                assert_eq!(malformed.raw, raw);
            }
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
    assert!(
        matches!(ToolOutput::of("Bash", &raw), ToolOutput::Unknown(unknown) if unknown.raw == raw)
    );
}

#[test]
fn ids_of_listed_tasks_may_be_numbers() {
    let input = RawJson::from(json!({"taskId": 7, "addBlocks": [8, "9"]}));
    let ToolInput::TaskUpdate(update) = ToolInput::of("TaskUpdate", &input) else {
        panic!("an update")
    };
    let id = |id: &str| ListedTaskId(id.to_owned());
    assert_eq!(update.task_id, Some(id("7")));
    assert_eq!(update.add_blocks, [id("8"), id("9")]);
    assert_eq!(
        JsonObject::from_wire(&*update).unwrap().to_value(),
        input.to_value()
    );
}

#[test]
fn questions_are_answered_by_the_changed_input() {
    let asked = json!({"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}], "multiSelect": true}]});
    let ToolInput::AskUserQuestion(input) = ToolInput::of("AskUserQuestion", &RawJson::from(asked))
    else {
        panic!("questions")
    };
    let answered = input
        .with_answer("Which?", ["A", "B"])
        .with_notes("Which?", "both");
    let object = JsonObject::from_wire(&answered).unwrap();
    let expected = json!({
        "questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}], "multiSelect": true}],
        "answers": {"Which?": "A, B"}, "annotations": {"Which?": {"notes": "both"}}});
    assert_eq!(object.to_value(), expected);
}
