//! Histories that came from the CLI's own transcripts.

use pilothouse_log::{Imported, Kind, Note, Record, Who};
use pilothouse_view::entry::Delivery;
use pilothouse_view::fold::SessionFold;
use pilothouse_view::session::Activity;
use pilothouse_view::tool::ToolState;
use pilothouse_view::{Entry, EntryBody};
use serde_json::{Value, json};

fn part(seq: u64, lines: Value, last: bool) -> Record {
    let mut note = Imported {
        cli_session_id: "11111111-1111-4111-8111-111111111111".to_owned(),
        ..Imported::default()
    };
    note.extra.insert("lines".to_owned(), lines);
    note.extra.insert("last".to_owned(), json!(last));
    Record {
        seq,
        at_ms: 9_000_000_000_000,
        ..Record::new(Kind::Note, Who::Host, Note::Imported(note).to_bytes())
    }
}

fn prompt(uuid: &str, text: &str) -> Value {
    json!({
        "type": "user", "uuid": uuid, "timestamp": "2026-01-31T12:00:00.000Z",
        "message": {"role": "user", "content": text},
    })
}

fn said(uuid: &str, content: Value) -> Value {
    json!({
        "type": "assistant", "uuid": uuid, "timestamp": "2026-01-31T12:00:01.000Z",
        "message": {"id": format!("msg-{uuid}"), "type": "message", "role": "assistant",
                    "model": "claude-test", "content": [content]},
    })
}

fn entries(fold: &mut SessionFold) -> Vec<Entry> {
    let mut all = fold.take_settled();
    all.extend(fold.view().entries.iter().cloned());
    all.sort_by_key(|entry| entry.order);
    all
}

#[test]
fn a_history_is_shown_as_what_it_was() {
    let mut fold = SessionFold::new();
    let call =
        json!({"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ls"}});
    let result = json!({
        "type": "user", "uuid": "u3", "timestamp": "2026-01-31T12:00:02.000Z",
        "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": "README.md"}
        ]},
        "toolUseResult": {"stdout": "README.md", "stderr": "", "interrupted": false},
    });
    let lines = json!([
        prompt("u1", "What is here?"),
        said("a1", call),
        result,
        said("a2", json!({"type": "text", "text": "One file."})),
        prompt("u4", "Thank you"),
        said("a3", json!({"type": "text", "text": "Gladly."})),
    ]);
    fold.apply(&part(1, lines, true));
    let all = entries(&mut fold);
    let kinds: Vec<&str> = all
        .iter()
        .map(|entry| match &entry.body {
            EntryBody::User(message) => {
                assert_eq!(message.delivery, Delivery::Done);
                "user"
            }
            EntryBody::Tool(call) => {
                assert_eq!(call.state, ToolState::Done);
                "tool"
            }
            EntryBody::Text(_) => "text",
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(kinds, ["user", "tool", "text", "user", "text"]);
    assert_eq!(all[0].at, 1_769_860_800_000);
    assert_eq!(fold.view().liveness.activity, Activity::NotStarted);
    assert!(fold.view().entries.is_empty(), "everything has settled");
    let turns: Vec<_> = all.iter().filter_map(|entry| entry.turn).collect();
    assert_ne!(turns.first(), turns.last(), "two turns");
}

#[test]
fn a_call_that_never_ended_is_cut_off_with_the_last_part_only() {
    let call =
        json!({"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ls"}});
    let lines = json!([prompt("u1", "Go"), said("a1", call)]);
    let mut fold = SessionFold::new();
    fold.apply(&part(1, lines, false));
    let open = |fold: &SessionFold| {
        fold.view()
            .entries
            .iter()
            .any(|entry| matches!(entry.body, EntryBody::Tool(_)))
    };
    assert!(open(&fold));
    fold.apply(&part(2, json!([]), true));
    assert!(!open(&fold));
    assert_eq!(fold.view().liveness.activity, Activity::NotStarted);
}

#[test]
fn lines_of_no_interest_leave_no_trace() {
    let lines = json!([
        {"type": "user", "isMeta": true, "uuid": "m", "message": {"role": "user", "content": "caveat"}},
        {"type": "file-history-snapshot", "messageId": "x"},
        {"type": "system", "subtype": "turn_duration", "durationMs": 3},
        {"no": "type"}, 7, null,
    ]);
    let mut fold = SessionFold::new();
    fold.apply(&part(1, lines, true));
    assert!(entries(&mut fold).is_empty());
}
