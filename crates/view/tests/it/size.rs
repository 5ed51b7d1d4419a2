//! How large changes and folds become.

use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::{Change, SessionFold};
use serde_json::{Value, json};

fn record(seq: u64, kind: Kind, line: &Value) -> Record {
    let mut record = Record::new(kind, Who::Cli, line.to_string().into_bytes());
    record.seq = seq;
    record.at_ms = seq;
    record.epoch = 1;
    record
}

/// One turn with a prompt, texts, three calls with results, a file change and a result.
fn turn(number: u64, texts: usize) -> Vec<(Kind, Value)> {
    let text = json!({"type": "text", "text": "It should do what it says. ".repeat(4)});
    let texts = vec![text; texts];
    let mut lines = vec![
        (
            Kind::In,
            json!({"type": "user", "uuid": format!("{number:08}-0000-4000-8000-000000000000"),
            "message": {"role": "user", "content": "please go on with the work"}}),
        ),
        (
            Kind::Out,
            json!({"type": "system", "subtype": "init", "session_id": "s", "model": "m", "cwd": "/p"}),
        ),
        (
            Kind::Out,
            json!({"type": "assistant", "message": {"id": format!("msg_{number}"), "role": "assistant",
            "model": "m", "content": texts}}),
        ),
    ];
    for call in 0..3 {
        let id = format!("toolu_{number}_{call}");
        lines.push((Kind::Out, json!({"type": "assistant", "message": {"id": format!("msg_{number}"),
            "role": "assistant", "model": "m", "content": [{"type": "tool_use", "id": id, "name": "Edit",
            "input": {"file_path": "/p/a", "old_string": "a", "new_string": "b"}}]}})));
        lines.push((
            Kind::Out,
            json!({"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": id, "content": "done"}]},
            "tool_use_result": {"filePath": format!("/p/{}", number % 50), "structuredPatch": [
                {"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1,
                 "lines": [format!("-{}", call), format!("+{}", (call + 1) % 3)]}]}}),
        ));
    }
    lines.push((
        Kind::Out,
        json!({"type": "result", "subtype": "success", "is_error": false,
        "result": "ok", "total_cost_usd": 0.001 * number as f64, "num_turns": 2, "duration_ms": 5,
        "duration_api_ms": 4, "usage": {"input_tokens": 10, "output_tokens": 5}, "modelUsage": {}}),
    ));
    lines
}

#[test]
fn a_fold_of_many_entries_stays_small() {
    let full = std::env::var_os("PILOTHOUSE_FULL").is_some();
    let wanted = if full { 100_000 } else { 20_000 };
    let mut fold = SessionFold::new();
    let mut entries = 0;
    let mut seq = 0;
    for number in 1.. {
        // Whole conversations have a few texts per turn; many make the test quick.
        let texts = if number < 500 { 2 } else { 400 };
        for (kind, line) in turn(number, texts) {
            seq += 1;
            fold.apply(&record(seq, kind, &line));
            entries += fold.take_settled().len();
        }
        if entries >= wanted {
            break;
        }
    }
    let open = fold.view().entries.len();
    let size = serde_json::to_vec(&fold).unwrap().len();
    println!("{entries} entries handed out, {open} open, the fold holds {size} bytes");
    assert_eq!(open, 0);
    assert!(size < 1024 * 1024, "{size} bytes");
}

#[test]
fn a_text_delta_costs_its_text_and_a_small_constant() {
    let start = [
        json!({"type": "system", "subtype": "init", "session_id": "s"}),
        json!({"type": "stream_event", "event": {"type": "message_start",
            "message": {"id": "msg_1", "role": "assistant", "model": "m", "content": []}}}),
        json!({"type": "stream_event", "event": {"type": "content_block_start", "index": 0,
            "content_block": {"type": "text", "text": ""}}}),
    ];
    let mut fold = SessionFold::new();
    let mut seq = 0;
    for line in &start {
        seq += 1;
        fold.apply(&record(seq, Kind::Out, line));
    }
    let mut most = 0;
    for _ in 0..5000 {
        seq += 1;
        let text = "twelve chars";
        let line = json!({"type": "stream_event", "event": {"type": "content_block_delta", "index": 0,
            "delta": {"type": "text_delta", "text": text}}});
        let changes = fold.apply(&record(seq, Kind::Out, &line));
        assert!(
            matches!(changes.as_slice(), [Change::Appended { .. }]),
            "{changes:?}"
        );
        most = most.max(serde_json::to_vec(&changes[0]).unwrap().len() - text.len());
    }
    println!("a delta costs its text and {most} bytes");
    assert!(most < 64, "{most} bytes");
    assert_eq!(
        fold.view().drafts.values().map(String::len).sum::<usize>(),
        5000 * 12
    );
}

/// A line about the session with the output of a whole command in it.
#[test]
fn a_huge_notice_is_cut_and_says_how_much_is_missing() {
    const HUGE: usize = 1 << 20;
    let text = "x".repeat(HUGE);
    let lines = [
        json!({"type": "system", "subtype": "informational", "content": text, "level": "notice"}),
        json!({"type": "system", "subtype": "api_error", "error": text}),
        json!({"type": "result", "subtype": "error_during_execution", "is_error": true, "errors": [text],
            "total_cost_usd": 0, "num_turns": 1, "duration_ms": 5, "duration_api_ms": 4, "usage": {},
            "modelUsage": {}}),
    ];
    for line in lines {
        let mut fold = SessionFold::new();
        fold.apply(&record(1, Kind::Out, &line));
        let mut entries = fold.take_settled();
        entries.extend(fold.view().entries.iter().cloned());
        let size = serde_json::to_vec(&entries).unwrap().len();
        assert!(size < 20 * 1024, "{size} bytes of {}", line["subtype"]);
        let mut shown = entries.iter_mut().flat_map(|entry| entry.body.lines());
        let cut = shown.find_map(|line| pilothouse_view::untruncated::cut_line(line));
        let (beginning, full) = cut.unwrap();
        // An error of the API is shown as the JSON that it is.
        assert!(text.starts_with(beginning.trim_start_matches('"')));
        assert!(full >= HUGE, "{full} bytes of {}", line["subtype"]);
    }
}
