//! Required behavior of a session: each item is tested in memory, where the test plays the CLI, and with a real
//! process.
//!
//! | it must | in memory | with a real process |
//! |---|---|---|
//! | run handlers in parallel | `handlers_run_in_parallel` | `handlers_run_in_parallel_with_a_process` |
//! | let a cancel reach a waiting handler | `cancel_reaches_a_waiting_handler` | `a_cancel_reaches_a_handler_with_a_process` |
//! | complete an interrupt while 100,000 frames are unread, in bounded memory | `interrupt_completes_while_events_are_unread` | `an_interrupt_completes_while_100_000_frames_of_a_process_are_unread` |
//! | fail pending requests when the CLI exits, with the end of stderr | `the_end_fails_pending_requests` (no stderr there) | `exit_fails_pending_requests_with_stderr` |
//! | kill grandchildren when it is dropped | no processes there | `drop_kills_grandchildren`, `nothing_is_left_after_close_kill_and_drop` |
//! | deny when a handler panics | `a_handler_that_panics_denies` | `a_panic_in_a_handler_denies_in_a_real_session` |
//! | not be harmed by two answers, late ones, unknown ids | `two_answers_late_answers_and_unknown_ids_do_no_harm` | `an_ask_by_hand_is_answered_once`, `strays_of_a_process_do_no_harm` |
//! | not block on a flood of stderr | no stderr there | scene `2 MB on stderr` of `faults` |
//! | not hang when the CLI stops reading | `a_cli_that_stops_reading_does_not_hang_the_host` | scene `CLI that stops reading stdin` of `faults` |
//! | deliver a line of 50 MB | `a_line_of_50_megabytes_arrives` | scene `50 MB line, default limits` of `faults` |
//! | take garbage for an event, not an end | `garbage_between_lines_is_an_event_and_not_an_end` | scenes `non-JSON line`, `truncated JSON line`, `invalid UTF-8 in a line` of `faults` |
//! | ignore the echo of its own answers | `the_echo_of_an_answer_is_ignored` | `the_echo_of_an_answer_by_a_process_is_ignored` |
//! | answer every request, unknown ones with an error | `every_request_of_the_cli_gets_an_answer_and_unknown_ones_an_error` | scene `unknown control_request answered` of `faults` |
//! | leave unanswered what must be | `requests_that_must_be_left_unanswered_are` | the same code; no published CLI sends them to a pipe |
//! | frame in a way that survives being cancelled | `framing_is_cancel_safe` | `framing_is_cancel_safe_with_a_process` |
//! | know the end of a run from the session's state, stdin open until then | `idle_is_what_the_cli_says` | `a_run_ends_when_what_it_left_in_the_background_has_ended` |
//! | bind prompts to results by uuid | `a_prompt_is_bound_to_its_result_by_uuid` | `prompts_that_wait_can_be_taken_back` |
//! | make two interrupts within a turn one | `two_interrupts_within_a_turn_are_one` | `an_interrupt_stops_a_stream` |
//! | call a CLI without a receipt unresponsive | `no_receipt_is_unresponsive` | `kill_and_resume_starts_anew` |
//! | send the message of a denial that interrupts as a prompt | `the_message_of_a_denial_that_interrupts_is_the_next_prompt` | `the_message_of_a_denial_that_interrupts_reaches_the_model` |
//! | set no deadline for people | `a_person_may_take_days` | the same code; days are not waited for |
//! | show both directions in one stream that ends once | `both_directions_are_in_the_stream` | scene `exit(7) mid-turn` of `faults` |
//! | sweep the grandchild of a CLI that exits by itself | no processes there | scene `grandchild of a CLI that exits by itself` of `faults` |
//!
//! The tests in memory are in `src/connection/tests`; those with a process are here and in the files beside this one.

use std::path::Path;
use std::sync::Arc;

use pilothouse_sdk::{Decision, Event, PermissionRequest};
use serde_json::{Value, json};
use tokio::sync::{Barrier, mpsc};

use crate::support::{PATIENCE, fault, frame, simulated, soon};

/// The table must not name tests that do not exist.
#[test]
fn every_test_of_the_table_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    for folder in ["src/connection/tests", "tests/it", "tests/real"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let table: Vec<&str> = include_str!("behavior.rs")
        .lines()
        .filter(|line| line.starts_with("//! |"))
        .collect();
    assert!(table.len() > 20);
    for name in table.join("\n").split('`').skip(1).step_by(2) {
        let is_test = sources.contains(&format!("fn {name}()"));
        let is_scene = sources.contains(&format!("\"{name}\""));
        assert!(is_test || is_scene, "{name} is nowhere");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn handlers_run_in_parallel_with_a_process() {
    let together = Arc::new(Barrier::new(3));
    let builder = fault("asks").permissions(move |_: PermissionRequest| {
        let together = Arc::clone(&together);
        async move {
            together.wait().await;
            Decision::allow()
        }
    });
    let (session, mut events) = builder.start().await.unwrap();
    let sent = session.send("go").await.unwrap();
    let mut answered = Vec::new();
    for _ in 0..3 {
        let line = soon(
            "an answer",
            frame(&mut events, |line| line["type"] == "answered"),
        );
        let line = line.await.unwrap();
        answered.push(line["response"]["request_id"].as_str().unwrap().to_owned());
    }
    answered.sort();
    assert_eq!(answered, ["a", "b", "c"]);
    sent.result().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_reaches_a_handler_with_a_process() {
    let (told, mut hear) = mpsc::unbounded_channel();
    let builder = fault("ask_withdrawn").permissions(move |request: PermissionRequest| {
        let told = told.clone();
        async move {
            told.send("asked").unwrap();
            request.cancelled.cancelled().await;
            told.send("cancelled").unwrap();
            Decision::allow()
        }
    });
    let (session, mut events) = builder.start().await.unwrap();
    session.send("go").await.unwrap();
    assert_eq!(soon("the ask", hear.recv()).await, Some("asked"));
    session.send("never mind").await.unwrap();
    assert_eq!(soon("the cancel", hear.recv()).await, Some("cancelled"));
    // The response of the handler is not sent: the next line that the CLI receives is our request.
    let asking = session.request_raw("get_status", Value::Null);
    let heard = frame(&mut events, |line| line["type"] == "heard");
    let (answer, heard) = soon("the next line", async { tokio::join!(asking, heard) }).await;
    assert_eq!(heard.unwrap()["line"]["request"]["subtype"], "get_status");
    answer.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_completes_while_100_000_frames_of_a_process_are_unread() {
    let limit = 2 * 1024 * 1024;
    let builder = fault("unread_100k")
        .unread_limit(limit)
        .interrupt_timeout(PATIENCE);
    let (session, mut events) = builder.start().await.unwrap();
    let sent = session.send("go").await.unwrap();
    // The process responds after printing everything, so the receipt is the last line.
    soon("the receipt", session.interrupt()).await.unwrap();
    soon("the result", sent.outcome()).await.unwrap();
    session.close().await.unwrap();
    let (mut dropped, mut kept, mut bytes) = (0, 0, 0);
    while let Some(event) = events.next().await {
        match event {
            Event::Lagged(lagged) => dropped += lagged.frames,
            Event::Received(frame) => {
                let line = String::from_utf8_lossy(&frame.bytes).into_owned();
                kept += u64::from(line.contains("content_block_delta"));
                bytes += line.len();
            }
            _ => {}
        }
    }
    assert_eq!(dropped + kept, 100_000, "{dropped} dropped, {kept} kept");
    assert!(dropped > 0 && bytes <= limit, "{bytes} bytes were kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn strays_of_a_process_do_no_harm() {
    let (session, _events) = fault("strays").start().await.unwrap();
    soon("the answer", session.ask("go")).await.unwrap();
    assert!(session.open_requests().is_empty());
    soon("an answer", session.request_raw("get_status", Value::Null))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_echo_of_an_answer_by_a_process_is_ignored() {
    let builder =
        fault("ask_echoed").permissions(|_: PermissionRequest| async { Decision::allow() });
    let (session, mut events) = builder.start().await.unwrap();
    let sent = session.send("go").await.unwrap();
    let echo = frame(&mut events, |line| {
        line["type"] == "control_response" && line["response"]["request_id"] == "a"
    });
    let echo = soon("the echo", echo).await.unwrap();
    assert_eq!(echo["response"]["response"]["behavior"], "allow");
    let answer = session.request_raw("get_status", Value::Null);
    let answer = soon("the answer", answer).await.unwrap();
    assert!(
        answer.get("pid").is_some(),
        "the echo was taken for {answer}"
    );
    sent.result().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn framing_is_cancel_safe_with_a_process() {
    let (session, mut events) = fault("halves").start().await.unwrap();
    session.send("go").await.unwrap();
    frame(&mut events, |line| line["subtype"] == "init")
        .await
        .unwrap();
    // The wait for the frame is cancelled repeatedly, at any position.
    for _ in 0..100 {
        tokio::select! {
            biased;
            event = events.next() => assert!(!matches!(event, Some(Event::Received(_))), "half a frame became {event:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    session.send("the other half").await.unwrap();
    let whole = frame(&mut events, |line| line["type"] == "assistant");
    let whole = soon("the frame", whole).await.unwrap();
    let text = &whole["message"]["content"][0]["text"];
    assert_eq!(text, "\u{1F680} both halves");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_ends_when_what_it_left_in_the_background_has_ended() {
    let home = tempfile::tempdir().unwrap();
    let builder =
        simulated(home.path()).permissions(|_: PermissionRequest| async { Decision::allow() });
    let (session, mut events) = builder.start().await.unwrap();
    let report = json!([{"type": "text", "text": "I found it", "chunks": 3, "delay": 0.1}]);
    let script = json!([{"type": "tool_use", "name": "Agent", "input": {"description": "Look for it",
        "prompt": format!("SCRIPT:{report}"), "subagent_type": "general-purpose"}}]);
    soon("the answer", session.ask(format!("SCRIPT:{script}")))
        .await
        .unwrap();
    soon("rest", session.idle()).await;
    // By now the CLI has started a turn without a prompt, and ended it.
    session.close().await.unwrap();
    let mut results = Vec::new();
    while let Some(line) = frame(&mut events, |line| line["type"] == "result").await {
        results.push(line["origin"]["kind"].clone());
    }
    assert_eq!(results, [Value::Null, json!("task-notification")]);
}
