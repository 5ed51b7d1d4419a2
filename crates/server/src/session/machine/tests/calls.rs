//! Calls: answered once, when the log has what they asked for.

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, UpdateQueued};
use pilothouse_api::session::{ControlCall, Interrupt, Lifecycle};
use pilothouse_view::Json;

use super::*;

fn sent(result: Option<Result<Answer, Refusal>>) -> (bool, u64) {
    match result {
        Some(Ok(Answer::Sent(sent))) => (sent.queued, sent.seq),
        other => panic!("{other:?}"),
    }
}

fn control(subtype: &str, request: Value) -> Call {
    Call::Control(ControlCall {
        subtype: subtype.to_owned(),
        request: Json(request),
    })
}

fn allow() -> AnswerAsk {
    AnswerAsk::Allow {
        input: None,
        remember: Vec::new(),
    }
}

fn deny(message: Option<&str>, interrupt: bool) -> AnswerAsk {
    let message = message.map(str::to_owned);
    AnswerAsk::Deny { message, interrupt }
}

fn answer(ask: &str, answer: AnswerAsk) -> Call {
    Call::Answer {
        ask: ask.to_owned(),
        answer,
        scope: Scope::Control,
    }
}

#[test]
fn a_message_is_acknowledged_by_its_record_and_never_before() {
    let mut trial = Trial::live();
    let reply = trial.send("u1");
    assert_eq!(trial.keys(), ["u1"]);
    assert_eq!(trial.answer(reply), None);
    trial.commit();
    let seq = trial.seq;
    assert_eq!(sent(trial.answer(reply)), (false, seq));
    assert_eq!(trial.answer(reply), None, "it is answered once");
}

#[test]
fn changes_are_published_before_the_call_that_made_them_is_answered() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial
        .effects
        .retain(|effect| matches!(effect, Effect::Append { .. }));
    trial.commit();
    let place = |is_it: fn(&Effect) -> bool| trial.effects.iter().position(is_it).unwrap();
    let published = place(|effect| matches!(effect, Effect::Publish { .. }));
    assert!(published < place(|effect| matches!(effect, Effect::Reply(..))));
}

#[test]
fn a_message_that_comes_twice_is_written_once_and_both_senders_are_answered() {
    let mut trial = Trial::live();
    let replies = [trial.send("u1"), trial.send("u1")];
    assert_eq!(trial.keys(), ["u1"]);
    trial.commit();
    let seq = trial.seq;
    for reply in replies {
        assert_eq!(sent(trial.answer(reply)), (false, seq));
    }
    let late = trial.send("u1");
    assert!(trial.keys().is_empty());
    assert_eq!(sent(trial.answer(late)), (false, seq));
}

#[test]
fn a_message_behind_one_on_its_way_waits_in_the_queue_and_follows_it() {
    let mut trial = Trial::live();
    trial.send("u1");
    let second = trial.send("u2");
    assert_eq!(trial.keys(), ["u1", "queue-u2"]);
    trial.commit();
    assert!(sent(trial.answer(second)).0, "it is queued");
    trial.begin_turn("u1");
    assert!(trial.keys().is_empty());
    trial.end_turn("u1");
    assert_eq!(trial.keys(), ["u2"]);
    trial.commit();
    assert!(trial.queue().is_empty());
}

#[test]
fn a_message_that_the_cli_no_longer_takes_is_queued() {
    let mut trial = Trial::live();
    let reply = trial.send("u1");
    let (key, ..) = trial.take_append().unwrap();
    let refusal = Refusal::InputClosed;
    trial.input(Input::Refused { key, refusal });
    assert_eq!(trial.keys(), ["queue-u1"]);
    trial.commit();
    assert!(sent(trial.answer(reply)).0);
    assert_eq!(trial.queue(), ["u1"]);
}

#[test]
fn a_refused_write_refuses_its_call_and_nothing_else() {
    let mut trial = Trial::live();
    let (one, two) = (trial.send("u1"), trial.send("u2"));
    let refusal = Refusal::DiskFull;
    let (key, ..) = trial.take_append().unwrap();
    trial.input(Input::Refused {
        key,
        refusal: refusal.clone(),
    });
    assert_eq!(trial.answer(one), Some(Err(refusal)));
    trial.commit();
    assert!(sent(trial.answer(two)).0);
}

#[test]
fn a_write_that_a_lost_runner_may_have_made_is_made_once() {
    for was_made in [false, true] {
        let mut trial = Trial::live();
        trial.send("u1");
        trial.commit();
        trial.begin_turn("u1");
        let reply = trial.send("u2");
        let (key, who, body) = trial.take_append().unwrap();
        trial.input(Input::Lost);
        if was_made {
            trial.write(key.clone(), who, body);
        }
        trial.input(Input::Recovered(Ok(Recovered::Closed)));
        let again = trial.keys().iter().filter(|again| **again == key).count();
        assert_eq!(again, usize::from(!was_made));
        trial.commit();
        assert!(sent(trial.answer(reply)).0);
        assert_eq!(trial.queue(), ["u2"]);
    }
}

#[test]
fn a_message_on_its_way_to_a_process_that_dies_waits_for_the_next() {
    let mut trial = Trial::live();
    let reply = trial.send("u1");
    trial.effects.clear();
    trial.exit(1);
    assert_eq!(trial.keys(), ["queue-u1"]);
    trial.commit();
    assert!(sent(trial.answer(reply)).0);
    trial.start();
    trial.commit();
    assert!(trial.queue().is_empty(), "it was given to the new process");
}

#[test]
fn a_runner_that_is_attached_to_again_gets_the_same_writes() {
    let mut trial = Trial::live();
    let reply = trial.send("u1");
    trial.effects.clear();
    trial.input(Input::Lost);
    let epoch = trial.epoch;
    trial.input(Input::Recovered(Ok(Recovered::Attached { epoch })));
    assert!(!trial.machine.takes_calls());
    assert!(trial.keys().is_empty(), "not before it has caught up");
    trial.input(Input::CaughtUp);
    assert_eq!(trial.keys()[0], "u1");
    trial.commit();
    assert!(!sent(trial.answer(reply)).0);
}

#[test]
fn a_setting_does_not_wait_for_another_that_the_cli_has_not_answered() {
    let mut trial = Trial::live();
    let servers = json!({"servers": {"slow": {"command": "sleep"}}});
    let slow = trial.call(control("mcp_set_servers", servers));
    let quick = trial.call(control("set_model", json!({"model": "haiku"})));
    let ids: Vec<String> = trial.keys().iter().map(ToString::to_string).collect();
    trial.commit();
    let response = json!({"subtype": "success", "request_id": ids[1], "response": {}});
    trial.out(&json!({"type": "control_response", "response": response}));
    assert_eq!(trial.answer(quick), None, "it is not kept yet");
    trial.commit();
    assert_eq!(trial.answer(quick), Some(Ok(Answer::Value(json!({})))));
    let settings = &trial.machine.projection().settings;
    assert_eq!(settings.text("model"), Some("haiku"));
    assert_eq!(trial.answer(slow), None);
    trial.exit(0);
    assert_eq!(trial.answer(slow), Some(Err(Refusal::Ended)));
    assert!(
        trial
            .machine
            .projection()
            .settings
            .value("mcpServers")
            .is_none()
    );
}

#[test]
fn a_request_that_the_cli_has_not_answered_keeps_the_process_while_its_caller_waits() {
    let mut trial = Trial::live();
    assert!(trial.machine.is_parkable());
    trial.call(control("mcp_status", json!({})));
    trial.commit();
    let park = trial.call(Call::Lifecycle(Lifecycle::Park));
    assert_eq!(trial.answer(park), Some(Err(Refusal::Busy)));
    trial.pass(Duration::from_secs(61));
    assert!(trial.machine.is_parkable(), "its caller has gone");
}

#[test]
fn a_park_waits_for_what_is_being_written() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    trial.end_turn("u1");
    trial.commit();
    assert!(trial.machine.is_parkable());
    let look = trial.call(Call::LookAt(1));
    let park = trial.call(Call::Lifecycle(Lifecycle::Park));
    assert_eq!(trial.answer(park), None);
    trial.commit();
    assert_eq!(trial.answer(look), Some(Ok(Answer::Done)));
    trial.commit();
    trial.exit(0);
    assert!(matches!(trial.answer(park), Some(Ok(Answer::Summary))));
}

#[test]
fn the_first_answer_counts() {
    let mut trial = Trial::live();
    let ask = trial.ask("r1", "touch x");
    let first = trial.call(answer(&ask, allow()));
    let second = trial.call(answer(&ask, deny(None, false)));
    assert_eq!(trial.answer(second), Some(Err(Refusal::Settled)));
    trial.commit();
    assert_eq!(trial.answer(first), Some(Ok(Answer::Done)));
    let third = trial.call(answer(&ask, allow()));
    assert_eq!(trial.answer(third), Some(Err(Refusal::Settled)));
}

#[test]
fn an_answer_that_another_device_gave_first_is_settled() {
    let mut trial = Trial::live();
    let ask = trial.ask("r1", "touch x");
    let reply = trial.call(answer(&ask, allow()));
    let (key, ..) = trial.take_append().unwrap();
    let seq = trial.seq;
    trial.input(Input::Repeated { key, seq });
    assert_eq!(trial.answer(reply), Some(Err(Refusal::Settled)));
}

#[test]
fn the_text_of_a_denial_that_stops_is_the_next_message() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    let ask = trial.ask("r1", "npm install");
    let reply = trial.call(answer(&ask, deny(Some("use pnpm"), true)));
    trial.commit();
    assert_eq!(trial.answer(reply), Some(Ok(Answer::Done)));
    let texts: Vec<&str> = trial
        .machine
        .view()
        .queue
        .iter()
        .map(|queued| queued.text.text.as_str())
        .collect();
    assert_eq!(texts, ["use pnpm"]);
}

#[test]
fn a_request_that_a_rule_allows_is_not_shown_before_its_answer() {
    let published = |trial: &mut Trial| {
        trial.took(|effect| match effect {
            Effect::Publish { changes, .. } => {
                let text = format!("{changes:?}");
                text.contains("AskSet")
            }
            _ => false,
        })
    };
    let mut trial = Trial::live();
    trial.allow_by_rule("Bash(ls:*)");
    trial.ask("r1", "ls");
    assert!(trial.machine.is_holding());
    assert!(!published(&mut trial));
    trial.commit();
    assert!(!trial.machine.is_holding());
    assert!(published(&mut trial) && trial.machine.view().asks.is_empty());

    // A write that takes long does not hide a request.
    trial.ask("r2", "ls");
    trial.pass(Duration::from_millis(251));
    assert!(published(&mut trial));

    trial.ask("r3", "touch x");
    assert!(published(&mut trial), "no rule decides it");
}

#[test]
fn a_message_that_is_being_withdrawn_is_not_sent() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    trial.send("u2");
    trial.commit();
    let uuid = "u2".to_owned();
    let withdrawn = trial.call(Call::Withdraw { uuid });
    let update = UpdateQueued {
        when: Some(SendWhen::Steer),
        ..UpdateQueued::default()
    };
    let uuid = "u2".to_owned();
    let steered = trial.call(Call::UpdateQueued { uuid, update });
    assert_eq!(trial.answer(steered), Some(Err(Refusal::Sent)));
    trial.commit();
    assert_eq!(trial.answer(withdrawn), Some(Ok(Answer::Done)));
    assert!(trial.queue().is_empty());
}

#[test]
fn a_withdrawn_message_that_is_sent_again_is_not_run() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    trial.send("u2");
    trial.commit();
    let uuid = "u2".to_owned();
    trial.call(Call::Withdraw { uuid });
    trial.commit();
    let again = trial.send_when("u2", SendWhen::Steer);
    assert!(trial.keys().is_empty());
    assert!(matches!(trial.answer(again), Some(Ok(Answer::Sent(_)))));
}

#[test]
fn an_answer_waits_for_the_changes_that_are_held_back() {
    let mut trial = Trial::live();
    trial.allow_by_rule("Bash(ls:*)");
    trial.ask("r1", "ls");
    let (key, who, body) = trial.take_append().expect("the answer of the rule");
    trial.effects.clear();
    let reply = trial.send_when("u1", SendWhen::Steer);
    trial.commit();
    assert!(
        trial.answer(reply).is_none(),
        "nobody was shown the message"
    );
    trial.write(key, who, body);
    let place = |trial: &Trial, is_it: fn(&Effect) -> bool| trial.effects.iter().rposition(is_it);
    let published = place(&trial, |effect| matches!(effect, Effect::Publish { .. }));
    let answered = place(&trial, |effect| matches!(effect, Effect::Reply(..)));
    assert!(published.is_some() && published < answered);

    // A write that takes long does not hold an answer up.
    trial.ask("r2", "ls");
    trial.effects.clear();
    trial.send_when("u2", SendWhen::Steer);
    trial.commit();
    trial.pass(Duration::from_millis(251));
    assert!(trial.took(|effect| matches!(effect, Effect::Reply(..))));
}

#[test]
fn a_stop_asks_for_the_messages_of_the_cli_although_one_before_it_did_not() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    let keep = Interrupt {
        keep_queue: true,
        ..Interrupt::default()
    };
    let discard = Interrupt {
        cancel_queued: true,
        ..Interrupt::default()
    };
    let mut lines = Vec::new();
    for interrupt in [keep, discard, discard] {
        trial.call(Call::Interrupt(interrupt));
        while let Some((key, who, body)) = trial.take_append() {
            if let Body::Line(line) = &body {
                lines.push(String::from_utf8_lossy(line).contains("cancel_queued"));
            }
            trial.write(key, who, body);
        }
    }
    assert_eq!(lines, [false, true], "and it asks once");
}

#[test]
fn a_message_that_the_cli_gives_back_is_held_once() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.out(
        &json!({"type": "system", "subtype": "init", "session_id": "c", "uuid": "i",
        "capabilities": ["interrupt_cancel_queued_v1"]}),
    );
    trial.begin_turn("u1");
    trial.send_when("u2", SendWhen::Steer);
    trial.commit();
    let seq = trial.seq;
    let reply = trial.call(Call::Interrupt(Interrupt::default()));
    trial.commit();
    trial.effects.clear();
    trial.out(
        &json!({"type": "command_lifecycle", "command_uuid": "u2", "state": "cancelled",
        "uuid": "l", "session_id": "c"}),
    );
    assert!(trial.took(|effect| matches!(effect, Effect::ReadLines(seqs) if *seqs == [seq])));
    let line = json!({"type": "user", "uuid": "u2", "message": {"role": "user", "content": "u2"}});
    let line = crate::session::queue::read_user(line.to_string().into_bytes());
    trial.input(Input::Lines(vec![(seq, line)]));
    trial.input(Input::Timeout);
    assert!(!trial.took(|effect| matches!(effect, Effect::ReadLines(_))));
    assert_eq!(trial.keys().len(), 1);
    trial.commit();
    trial.end_turn("u1");
    let Some(Ok(Answer::Stopped(done))) = trial.answer(reply) else {
        panic!("the stop is not answered");
    };
    assert_eq!(trial.queue(), done.held);
}

#[test]
fn a_message_that_a_stop_holds_does_not_run_when_the_cli_becomes_free_meanwhile() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.send("u2");
    trial.commit();
    trial.begin_turn("u1");
    trial.call(Call::Interrupt(Interrupt::default()));
    let held = trial.take_append().unwrap();
    trial.end_turn("u1");
    assert!(!trial.keys().contains(&"u2"));
    trial.write(held.0, held.1, held.2);
    trial.commit();
    assert_eq!(trial.queue(), ["u2"]);
}

#[test]
fn a_stop_that_is_not_heard_is_answered_and_reported() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.commit();
    trial.begin_turn("u1");
    let reply = trial.call(Call::Interrupt(Interrupt::default()));
    trial.commit();
    assert_eq!(trial.answer(reply), None);
    trial.pass(STOP - Duration::from_millis(1));
    assert_eq!(trial.answer(reply), None);
    trial.pass(Duration::from_millis(1));
    assert!(matches!(trial.answer(reply), Some(Ok(Answer::Stopped(_)))));
    assert!(trial.machine.summary().problem.is_some());
}

#[test]
fn work_of_its_own_that_is_refused_is_tried_again_later() {
    let mut trial = Trial::live();
    trial.send("u1");
    trial.send("u2");
    trial.commit();
    trial.begin_turn("u1");
    trial.end_turn("u1");
    let (key, ..) = trial.take_append().unwrap();
    let refusal = Refusal::DiskFull;
    trial.input(Input::Refused { key, refusal });
    assert!(trial.keys().is_empty(), "not in a loop");
    trial.pass(Duration::from_secs(2));
    assert_eq!(trial.keys(), ["u2"]);
}

#[test]
fn a_session_without_a_process_is_removed_at_once() {
    let mut trial = Trial::new();
    let removed = trial.call(Call::Remove);
    assert_eq!(trial.answer(removed), Some(Ok(Answer::Done)));
    assert!(trial.took(|effect| matches!(effect, Effect::Ended)));
}

#[test]
fn everybody_is_answered_when_a_session_is_removed() {
    let mut trial = Trial::live();
    let asked = trial.call(control("mcp_status", json!({})));
    let sent = trial.send("u1");
    let removed = trial.call(Call::Remove);
    assert!(trial.took(|effect| matches!(effect, Effect::Terminate)));
    trial
        .effects
        .retain(|effect| !matches!(effect, Effect::Append { .. }));
    trial.exit(0);
    assert_eq!(trial.answer(asked), Some(Err(Refusal::Ended)));
    assert_eq!(trial.answer(removed), Some(Ok(Answer::Done)));
    assert!(matches!(trial.answer(sent), Some(Err(_))));
    assert!(trial.took(|effect| matches!(effect, Effect::Ended)));
}
