//! The messages of a conversation: text, thinking, output of commands, pictures, errors.

use pilothouse_view::{Activity, EntryBody};
use serde_json::{Value, json};

use super::{kinds, view};
use crate::log::Log;
use crate::recording;

#[test]
fn section_03_every_message_has_its_place() {
    let view = view("2.1.38/01a-two-turns-partial");
    assert_eq!(
        kinds(&view),
        ["user", "text", "turn", "user", "text", "turn"]
    );
    assert_eq!(
        view.info.model.as_deref(),
        Some("claude-sonnet-4-5-20250929")
    );
    assert!(!view.info.tools.is_empty());
    assert!(!view.info.commands.is_empty());
    assert_eq!(view.info.version.as_deref(), Some("2.1.38"));
}

#[test]
fn section_03_a_result_says_why_the_turn_ended() {
    for (subtype, outcome) in [
        ("error_max_turns", "maxTurns"),
        ("error_max_budget_usd", "maxBudget"),
        ("error_max_structured_output_retries", "schemaFailed"),
        ("error_during_execution", "failed"),
    ] {
        let mut log = Log::in_turn();
        log.out(
            json!({"type": "result", "subtype": subtype, "is_error": true, "errors": ["why"],
            "total_cost_usd": 0.5, "num_turns": 3, "usage": {}, "modelUsage": {}}),
        );
        let turn = &log.bodies("turn")[0];
        assert_eq!(turn["outcome"], outcome);
        assert_eq!(turn["errors"], json!(["why"]));
        assert_eq!(turn["costUsd"], 0.5);
    }
}

#[test]
fn section_04_a_streamed_block_is_shown_once() {
    let mut log = Log::in_turn();
    let event = |event: Value| json!({"type": "stream_event", "session_id": "s1", "event": event});
    log.out(event(json!({"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "model": "m", "content": []}})));
    log.out(event(json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})));
    log.out(event(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hel"}})));
    assert_eq!(log.view().drafts.values().collect::<Vec<_>>(), ["Hel"]);
    assert!(matches!(
        log.view().liveness.activity,
        Activity::Writing { .. }
    ));
    log.out(event(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "lo"}})));
    log.block(json!({"type": "text", "text": "Hello"}));
    log.out(event(json!({"type": "content_block_stop", "index": 0})));
    log.out(event(json!({"type": "message_stop"})));
    assert!(log.view().drafts.is_empty());
    let texts = log.bodies("text");
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0]["text"], "Hello");
}

#[test]
fn section_06_output_of_commands_is_shown_without_its_tags() {
    for (tag, is_error) in [
        ("local-command-stdout", false),
        ("local-command-stderr", true),
    ] {
        let mut log = Log::new();
        log.prompt("u1", "/cost now");
        log.out(json!({"type": "system", "subtype": "init", "session_id": "s1"}));
        log.out(
            json!({"type": "user", "isReplay": true, "session_id": "s1", "uuid": "x",
            "message": {"role": "user", "content": format!("<{tag}>Total cost: $0.04</{tag}>")}}),
        );
        log.end();
        let command = &log.bodies("command")[0];
        assert_eq!(command["text"]["text"], "Total cost: $0.04");
        assert_eq!(command["isError"], is_error);
        assert_eq!(command["name"], "cost");
        assert_eq!(command["args"], "now");
        assert_eq!(log.bodies("user").len(), 1);
    }
}

#[test]
fn section_08_images_and_documents_come_with_their_message() {
    let mut log = Log::new();
    let large = "A".repeat(200_000);
    log.input(json!({"type": "user", "uuid": "u1", "message": {"role": "user", "content": [
        {"type": "text", "text": "Compare these"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}},
        {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": large}},
        {"type": "document", "title": "a.txt", "source": {"type": "text", "media_type": "text/plain", "data": "words"}}]}}));
    let message = &log.bodies("user")[0];
    assert_eq!(message["text"]["text"], "Compare these");
    let attachments = message["attachments"].as_array().unwrap();
    assert_eq!(attachments[0]["data"], "aGVsbG8=");
    assert_eq!(
        attachments[1].get("data"),
        None,
        "a large picture is served on demand"
    );
    assert_eq!(
        (&attachments[1]["index"], &attachments[1]["size"]),
        (&json!(2), &json!(150_000))
    );
    assert_eq!(attachments[2]["text"]["text"], "words");
}

#[test]
fn section_11_errors_of_the_api_are_entries_of_their_own() {
    let view = view("2.1.38/08-401-noretry");
    assert_eq!(kinds(&view), ["user", "apiError", "turn"]);
    let retried = recording::fold(&recording::named("2.1.325/08-529-then-ok").records).1;
    let retry = retried.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::Retry(retry) => Some(retry.clone()),
        _ => None,
    });
    let retry = retry.unwrap();
    assert_eq!(
        (retry.attempt, retry.max_retries, retry.over),
        (2, 10, true)
    );
}

#[test]
fn section_14_thinking_is_apart_from_the_answer() {
    let view = view("2.1.325/02a-thinking-default");
    assert_eq!(kinds(&view), ["user", "thinking", "text", "turn"]);
}

#[test]
fn section_17_a_compaction_says_what_it_saved() {
    let mut log = Log::in_turn();
    log.out(
        json!({"type": "system", "subtype": "status", "status": "compacting", "session_id": "s1"}),
    );
    assert_eq!(log.bodies("compaction")[0]["state"], "running");
    assert_eq!(log.view().liveness.activity, Activity::Compacting);
    log.out(json!({"type": "system", "subtype": "compact_boundary", "session_id": "s1", "compact_metadata": {
        "trigger": "auto", "pre_tokens": 190_044, "post_tokens": 2679, "duration_ms": 79,
        "preserved_messages": {"anchor_uuid": "a", "uuids": ["x", "y"]}}}));
    log.out(
        json!({"type": "user", "isSynthetic": true, "session_id": "s1",
        "message": {"role": "user", "content": "The story so far."}}),
    );
    let compaction = &log.bodies("compaction")[0];
    assert_eq!(compaction["state"], "done");
    assert_eq!(
        (&compaction["tokensBefore"], &compaction["tokensAfter"]),
        (&json!(190_044), &json!(2679))
    );
    assert_eq!(compaction["keptMessages"], 2);
    assert_eq!(compaction["summary"]["text"], "The story so far.");
    assert_eq!(log.bodies("compaction").len(), 1);
}
