//! Tests the folds with hand-written streams.

use std::collections::BTreeMap;

use super::*;
use crate::content::{ApiMessage, UserMessage};
use crate::stream::StreamEventMessage;
use crate::usage::ModelUsage;
use crate::wire::Wire;

fn event(json: &str) -> StreamEventMessage {
    StreamEventMessage::from_json(&format!(r#"{{"event":{json}}}"#)).unwrap()
}

fn answer(json: &str) -> ApiMessage {
    ApiMessage::from_json(json).unwrap()
}

fn start(drafts: &mut Drafts, id: &str) -> Vec<DraftEvent> {
    drafts.stream(&event(&format!(
        r#"{{"type":"message_start","message":{{"id":"{id}","content":[]}}}}"#
    )))
}

fn start_text(drafts: &mut Drafts, index: u32) -> Vec<DraftEvent> {
    let json = format!(
        r#"{{"type":"content_block_start","index":{index},"content_block":{{"type":"text","text":""}}}}"#
    );
    drafts.stream(&event(&json))
}

fn grow(drafts: &mut Drafts, index: u32, text: &str) -> Vec<DraftEvent> {
    let json = format!(
        r#"{{"type":"content_block_delta","index":{index},"delta":{{"type":"text_delta","text":"{text}"}}}}"#
    );
    drafts.stream(&event(&json))
}

fn block(message: &str, index: u32) -> BlockId {
    BlockId {
        message: message.to_owned(),
        index,
    }
}

fn scheduled(schedules: &mut Schedules, at: u64, lines: &[&str]) -> Vec<(String, Option<u64>)> {
    for line in lines {
        assert!(schedules.concerns(line.as_bytes()), "{line}");
        let frame: crate::Frame = crate::Frame::parse(line.as_bytes().to_vec());
        schedules.observe(frame.message().unwrap(), at);
    }
    let jobs = schedules.jobs().iter();
    jobs.map(|job| (job.id.clone(), job.next_at)).collect()
}

fn called(id: &str, tool: &str, input: &str) -> String {
    format!(
        r#"{{"type":"assistant","message":{{"id":"m","content":[{{"type":"tool_use","id":"{id}","name":"{tool}","input":{input}}}]}}}}"#
    )
}

fn gave(id: &str, result: &str) -> String {
    format!(
        r#"{{"type":"user","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{id}","content":"x"}}]}},"tool_use_result":{result}}}"#
    )
}

/// The lines are those of 2.1.325, shortened.
#[test]
fn cron_jobs_and_wakeups_are_known_until_they_end() {
    const MINUTE: u64 = 60_000;
    let mut schedules = Schedules::default();
    let known = scheduled(
        &mut schedules,
        1000,
        &[
            &called(
                "a",
                "CronCreate",
                r#"{"cron":"*/1 * * * *","prompt":"tick","recurring":true}"#,
            ),
            &gave(
                "a",
                r#"{"id":"7c","humanSchedule":"Every minute","recurring":true,"nextFireAt":60000.9}"#,
            ),
            &called(
                "b",
                "CronCreate",
                r#"{"cron":"5 0 * * *","prompt":"once","recurring":false}"#,
            ),
            &gave(
                "b",
                r#"{"id":"e7","humanSchedule":"5 0 * * *","recurring":false,"nextFireAt":300000}"#,
            ),
            &called(
                "c",
                "ScheduleWakeup",
                r#"{"delaySeconds":60,"reason":"to look","prompt":"look again"}"#,
            ),
            &gave(
                "c",
                r#"{"scheduledFor":120000,"clampedDelaySeconds":60,"wasClamped":false}"#,
            ),
            &called("d", "CronDelete", r#"{"id":"nope"}"#),
            &gave("d", r#""Error: No scheduled job with id 'nope'""#),
        ],
    );
    let job = |id: &str, next: u64| (id.to_owned(), Some(next));
    assert_eq!(
        known,
        [
            job("7c", 60_000),
            job("e7", 300_000),
            job("wakeup-120000", 120_000)
        ]
    );
    let fired = |source: &str| {
        format!(
            r#"{{"type":"command_lifecycle","command_uuid":"u","state":"started","wakeup_source":"{source}"}}"#
        )
    };
    let known = scheduled(&mut schedules, 61_000, &[&fired("schedule_wakeup")]);
    assert_eq!(known[0], job("7c", 120_000), "it starts again");
    let known = scheduled(&mut schedules, 121_000, &[&fired("loop_wakeup")]);
    assert_eq!(known, [job("7c", 120_000), job("e7", 300_000)]);
    let list = r#"{"jobs":[{"id":"7c","cron":"*/1 * * * *","humanSchedule":"Every minute","recurring":true,"nextFireAt":180000}]}"#;
    let known = scheduled(
        &mut schedules,
        122_000,
        &[&called("f", "CronList", "{}"), &gave("f", list)],
    );
    assert_eq!(known, [job("7c", 180_000)]);
    // A cron job is restored with its conversation, at a time that only the CLI knows.
    schedules.end_process();
    assert_eq!(schedules.jobs()[0].next_at, None);
    assert!(schedules.is_pending(7 * 24 * 60 * MINUTE));
    assert!(!schedules.is_pending(7 * 24 * 60 * MINUTE + 1000));
    let known = scheduled(
        &mut schedules,
        123_000,
        &[
            &called("g", "CronDelete", r#"{"id":"7c"}"#),
            &gave("g", r#"{"id":"7c"}"#),
        ],
    );
    assert!(known.is_empty());
}

#[test]
fn a_wakeup_ends_when_the_loop_is_stopped_or_its_time_has_long_passed() {
    let wakeup = [
        called(
            "a",
            "ScheduleWakeup",
            r#"{"delaySeconds":60,"reason":"r","prompt":"p"}"#,
        ),
        gave(
            "a",
            r#"{"scheduledFor":60000,"clampedDelaySeconds":60,"wasClamped":false}"#,
        ),
    ];
    let stop = [
        called("b", "ScheduleWakeup", r#"{"stop":true}"#),
        gave(
            "b",
            r#"{"scheduledFor":0,"stopped":true,"cancelledWakeups":1}"#,
        ),
    ];
    let lines = |lines: &[String; 2]| lines.clone();
    let mut schedules = Schedules::default();
    let [call, result] = lines(&wakeup);
    assert_eq!(scheduled(&mut schedules, 0, &[&call, &result]).len(), 1);
    assert!(schedules.is_pending(60_000) && !schedules.is_pending(60_000 + 600_000));
    let [call, result] = lines(&stop);
    assert!(scheduled(&mut schedules, 0, &[&call, &result]).is_empty());
}

#[test]
fn a_block_has_one_id_with_and_without_partial_messages() {
    let whole = answer(r#"{"id":"m1","content":[{"type":"text","text":"hello"}]}"#);
    let completed = |events: Vec<DraftEvent>| match events.as_slice() {
        [DraftEvent::Completed { block, .. }] => block.clone(),
        other => panic!("one completed block expected, found {other:?}"),
    };

    let mut streamed = Drafts::default();
    start(&mut streamed, "m1");
    start_text(&mut streamed, 0);
    let grown = grow(&mut streamed, 0, "hel");
    assert_eq!(
        grown,
        [DraftEvent::Grew {
            block: block("m1", 0),
            piece: Piece::Text("hel".to_owned())
        }]
    );
    assert_eq!(completed(streamed.assistant(None, &whole)), block("m1", 0));

    assert_eq!(
        completed(Drafts::default().assistant(None, &whole)),
        block("m1", 0)
    );
}

#[test]
fn blocks_of_one_message_get_their_places_in_order() {
    let mut drafts = Drafts::default();
    for index in 0..3 {
        let whole = answer(&format!(
            r#"{{"id":"m1","content":[{{"type":"text","text":"{index}"}}]}}"#
        ));
        let events = drafts.assistant(None, &whole);
        assert!(
            matches!(&events[0], DraftEvent::Completed { block: found, .. } if *found == block("m1", index))
        );
    }
}

#[test]
fn a_cut_stream_abandons_what_was_streamed() {
    let mut drafts = Drafts::default();
    start(&mut drafts, "m1");
    start_text(&mut drafts, 0);
    let stop = StreamEventMessage::from_json(
        r#"{"event":{"type":"message_stop"},"abandoned_blocks":{"api_message_id":"m1","from_block_index":0}}"#,
    );
    assert_eq!(
        drafts.stream(&stop.unwrap()),
        [DraftEvent::Abandoned {
            block: block("m1", 0)
        }]
    );
}

#[test]
fn a_new_message_abandons_an_unfinished_one() {
    let mut drafts = Drafts::default();
    start(&mut drafts, "m1");
    start_text(&mut drafts, 0);
    assert_eq!(
        start(&mut drafts, "m2"),
        [DraftEvent::Abandoned {
            block: block("m1", 0)
        }]
    );
}

#[test]
fn deltas_without_a_start_are_ignored() {
    let mut drafts = Drafts::default();
    assert_eq!(grow(&mut drafts, 0, "x"), []);
}

#[test]
fn results_join_their_calls_in_any_order() {
    let mut calls = Calls::default();
    let made = answer(
        r#"{"id":"m","content":[{"type":"tool_use","id":"a","name":"Read","input":{}},{"type":"tool_use","id":"b","name":"Bash","input":{}}]}"#,
    );
    assert_eq!(calls.assistant(None, &made).len(), 2);
    for id in ["b", "a"] {
        let json = format!(
            r#"{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{id}","content":"ok"}}]}}"#
        );
        let user = UserMessage::from_json(&json).unwrap();
        let events = calls.user(&user.content);
        let [
            CallEvent::Finished {
                call: Some(call), ..
            },
        ] = events.as_slice()
        else {
            panic!("{events:?}")
        };
        assert_eq!(call.name, if id == "a" { "Read" } else { "Bash" });
        assert!(matches!(
            calls.user(&user.content).as_slice(),
            [CallEvent::Finished { call: None, .. }]
        ));
    }
}

#[test]
fn a_turn_ends_the_calls_of_the_main_thread_only() {
    let mut calls = Calls::default();
    calls.assistant(
        None,
        &answer(r#"{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]}"#),
    );
    calls.assistant(
        Some("t"),
        &answer(r#"{"content":[{"type":"tool_use","id":"b","name":"Read","input":{}}]}"#),
    );
    assert_eq!(calls.end_turn().len(), 1);
    assert_eq!(calls.open().map(|(id, _)| id).collect::<Vec<_>>(), ["b"]);
    assert_eq!(calls.end_process().len(), 1);
}

fn models(cost: f64) -> BTreeMap<String, ModelUsage> {
    BTreeMap::from([(
        "m".to_owned(),
        ModelUsage {
            cost_usd: Some(cost),
            ..ModelUsage::default()
        },
    )])
}

#[test]
fn turn_costs_sum_to_the_total() {
    let mut costs = Costs::default();
    let turns: f64 = [0.25, 0.75, 1.0]
        .map(|total| costs.result(Some(total), &models(total), None).usd)
        .iter()
        .sum();
    assert_eq!((turns, costs.total_usd), (1.0, 1.0));
}

#[test]
fn a_total_that_falls_starts_again() {
    let mut costs = Costs::default();
    costs.result(Some(1.0), &models(1.0), None);
    assert_eq!(costs.result(Some(0.25), &models(0.25), None).usd, 0.25);
    assert_eq!(costs.total_usd, 1.25);
}

#[test]
fn a_resumed_session_carries_what_it_had_spent() {
    let mut costs = Costs::default();
    let turn = costs.result(Some(3.0), &models(3.0), Some(&models(0.5)));
    assert_eq!(
        (turn.usd, costs.carried_usd, costs.total_usd),
        (0.5, 2.5, 3.0)
    );
}

#[test]
fn work_beside_an_open_ask_does_not_hide_it() {
    let mut liveness = Liveness::default();
    liveness.observe(Sign::Thinking, 10);
    liveness.observe(Sign::Asked("1".to_owned()), 20);
    liveness.observe(Sign::Streaming, 30);
    assert_eq!(
        (liveness.state, liveness.since_ms, liveness.last_event_ms),
        (State::AwaitingApproval, 20, 30)
    );
    liveness.observe(Sign::Settled("1".to_owned()), 40);
    assert_eq!(liveness.state, State::RunningTool);
}

#[test]
fn a_result_does_not_end_activity_if_the_cli_reports_its_state() {
    let mut liveness = Liveness::default();
    liveness.observe(Sign::SaysRunning, 1);
    liveness.observe(Sign::TurnEnded(false), 2);
    assert!(liveness.state.is_working());
    liveness.observe(Sign::SaysIdle, 3);
    assert_eq!(liveness.state, State::Idle);
}
