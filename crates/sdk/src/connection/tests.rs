//! The properties of a connection, in memory, with a scripted other end.

mod peer;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pilothouse_protocol::RawJson;
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};

use self::peer::{Peer, ask, delta, result};
use crate::{
    Attach, CloseTimeouts, Decision, Error, Event, Events, IncomingLine, Notice, OutgoingLine,
    PermissionRequest, Session, ToolServer,
};

fn attach() -> Attach {
    Session::attach()
        .id_prefix("ours-")
        .close_timeouts(CloseTimeouts::new(
            Duration::from_millis(200),
            Duration::from_millis(200),
        ))
}

async fn received(events: &mut Events, tag: &str) -> Value {
    while let Some(event) = events.next().await {
        if let Event::Received(frame) = event {
            let value: Value = serde_json::from_slice(&frame.bytes).unwrap_or_default();
            if value["type"] == tag {
                return value;
            }
        }
    }
    panic!("the events ended before {tag}");
}

#[tokio::test]
async fn handlers_run_in_parallel() {
    let barrier = Arc::new(tokio::sync::Barrier::new(3));
    let handler = move |_: PermissionRequest| {
        let barrier = Arc::clone(&barrier);
        async move {
            barrier.wait().await;
            Decision::allow()
        }
    };
    let (_session, _events, mut peer) = Peer::attach(attach().permissions(handler));
    for id in ["a", "b", "c"] {
        peer.say(ask(id, "Bash")).await;
    }
    let mut answered = Vec::new();
    for _ in 0..3 {
        let answer = peer.hear().await;
        assert_eq!(answer["response"]["response"]["behavior"], "allow");
        answered.push(
            answer["response"]["request_id"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    answered.sort();
    assert_eq!(answered, ["a", "b", "c"]);
}

#[tokio::test]
async fn cancel_reaches_a_waiting_handler() {
    let (told, mut hear) = mpsc::unbounded_channel();
    let handler = move |request: PermissionRequest| {
        let told = told.clone();
        async move {
            told.send("asked").unwrap();
            request.cancelled.cancelled().await;
            told.send("cancelled").unwrap();
            Decision::allow()
        }
    };
    let (session, _events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Bash")).await;
    assert_eq!(hear.recv().await, Some("asked"));
    peer.say(json!({"type": "control_cancel_request", "request_id": "a"}))
        .await;
    assert_eq!(hear.recv().await, Some("cancelled"));
    // Nothing is answered: the next thing the CLI hears is something else.
    let request = tokio::spawn(async move { session.request_raw("get_status", Value::Null).await });
    assert_eq!(peer.hear().await["request"]["subtype"], "get_status");
    request.abort();
}

#[tokio::test]
async fn interrupt_completes_while_events_are_unread() {
    let limit = 2 * 1024 * 1024;
    let (session, mut events, mut peer) = Peer::attach(attach().unread_limit(limit));
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    for _ in 0..100_000 {
        peer.say(delta("some text that goes on")).await;
    }
    let interrupting = tokio::spawn({
        let session = session.clone();
        async move { session.interrupt().await }
    });
    let request = peer.hear().await;
    assert_eq!(request["request"]["subtype"], "interrupt");
    peer.succeed(&request, json!({"still_queued": ["u1"]}))
        .await;
    let receipt = interrupting.await.unwrap().unwrap();
    assert_eq!(receipt.still_queued.len(), 1);
    assert!(
        session.shared().queue.weight() <= limit,
        "{} bytes are unread",
        session.shared().queue.weight()
    );
    drop(peer);
    let mut lagged = 0;
    let mut kept = 0;
    while let Some(event) = events.next().await {
        match event {
            Event::Lagged(lag) => lagged += lag.frames,
            Event::Received(frame)
                if frame
                    .bytes
                    .windows(19)
                    .any(|part| part == b"content_block_delta") =>
            {
                kept += 1
            }
            _ => {}
        }
    }
    assert!(
        lagged > 0 && lagged + kept == 100_000,
        "{lagged} dropped, {kept} kept"
    );
}

#[tokio::test]
async fn two_interrupts_within_a_turn_are_one() {
    let (session, _events, mut peer) = Peer::attach(attach());
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    let both = tokio::spawn({
        let session = session.clone();
        async move { tokio::join!(session.interrupt(), session.interrupt()) }
    });
    let request = peer.hear().await;
    peer.succeed(&request, json!({"still_queued": []})).await;
    let (first, second) = both.await.unwrap();
    assert_eq!(first.unwrap(), second.unwrap());
    let next = tokio::spawn(async move { session.request_raw("get_status", Value::Null).await });
    assert_eq!(
        peer.hear().await["request"]["subtype"],
        "get_status",
        "no second interrupt was sent"
    );
    next.abort();
}

#[tokio::test(start_paused = true)]
async fn no_receipt_is_unresponsive() {
    let (session, mut events, _peer) = Peer::attach(attach());
    let error = session.interrupt().await.unwrap_err();
    assert!(
        matches!(error, Error::Unresponsive { after } if after == Duration::from_secs(10)),
        "{error}"
    );
    loop {
        if let Some(Event::Notice(Notice::Unresponsive)) = events.next().await {
            break;
        }
    }
}

#[tokio::test]
async fn the_end_fails_pending_requests() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    let request = tokio::spawn({
        let session = session.clone();
        async move { session.request_raw("get_status", Value::Null).await }
    });
    let waiting = session.send("hello").await.unwrap();
    peer.hear().await;
    drop(peer);
    assert!(matches!(request.await.unwrap(), Err(Error::Exited(_))));
    assert!(matches!(waiting.outcome().await, Err(Error::Exited(_))));
    assert!(matches!(session.send("late").await, Err(Error::Exited(_))));
    let mut exits = 0;
    while let Some(event) = events.next().await {
        exits += usize::from(matches!(event, Event::Exited(_)));
    }
    assert_eq!(exits, 1);
    assert!(events.next().await.is_none(), "the stream has an end");
}

#[tokio::test]
async fn a_handler_that_panics_denies() {
    let handler = |_: PermissionRequest| async { panic!("a bug in the handler") };
    let (_session, mut events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Bash")).await;
    let answer = peer.hear().await;
    assert_eq!(answer["response"]["response"]["behavior"], "deny");
    assert!(
        answer["response"]["response"]["message"]
            .as_str()
            .unwrap()
            .contains("failed")
    );
    loop {
        match events.next().await {
            Some(Event::Notice(Notice::HandlerPanicked { request_id, .. })) => {
                break assert_eq!(request_id.as_str(), "a");
            }
            Some(_) => {}
            None => panic!("the panic was not told"),
        }
    }
}

#[tokio::test]
async fn without_a_handler_asks_are_denied() {
    let (_session, _events, mut peer) = Peer::attach(attach());
    peer.say(ask("a", "Bash")).await;
    assert_eq!(
        peer.hear().await["response"]["response"]["behavior"],
        "deny"
    );
}

#[tokio::test]
async fn two_answers_late_answers_and_unknown_ids_do_no_harm() {
    let (session, mut events, mut peer) = Peer::attach(attach().answer_by_hand());
    peer.say(ask("a", "Bash")).await;
    received(&mut events, "control_request").await;
    session
        .answer(&"a".into(), Decision::allow())
        .await
        .unwrap();
    let second = session
        .answer(&"a".into(), Decision::deny("too late"))
        .await;
    assert!(matches!(second, Err(Error::NotOpen { .. })));
    assert!(matches!(
        session.answer(&"nobody".into(), Decision::allow()).await,
        Err(Error::NotOpen { .. })
    ));
    assert_eq!(
        peer.hear().await["response"]["response"]["behavior"],
        "allow"
    );
    // Answers of the CLI that nobody waits for, and a cancel of what was answered.
    peer.say(json!({"type": "control_response", "response": {"subtype": "success", "request_id": "nobody"}})).await;
    peer.say(json!({"type": "control_cancel_request", "request_id": "a"}))
        .await;
    peer.say(json!({"type": "control_response"})).await;
    peer.say(json!({"type": "control_request", "request": {"subtype": "can_use_tool"}}))
        .await;
    peer.say(ask("b", "Read")).await;
    while session.open_requests().is_empty() {
        events.next().await.unwrap();
    }
    assert_eq!(session.open_requests()[0].request_id.as_str(), "b");
}

#[tokio::test]
async fn the_echo_of_an_answer_is_ignored() {
    let (session, mut events, mut peer) =
        Peer::attach(attach().permissions(|_: PermissionRequest| async { Decision::allow() }));
    peer.say(ask("ours-1", "Bash")).await;
    let answer = peer.hear().await;
    let request = tokio::spawn(async move { session.request_raw("get_status", Value::Null).await });
    let heard = peer.hear().await;
    assert_eq!(
        heard["request_id"], "ours-1",
        "the worst case: both sides use the same id"
    );
    // The echo of an answer to a request of the CLI that happens to have the id of ours would be taken for the answer to ours;
    // ids of ours carry a prefix so that this cannot happen. Here an echo with the CLI's own kind of id is shown to be ignored.
    let mut echo = answer.clone();
    echo["response"]["request_id"] = json!("f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
    peer.say(echo).await;
    received(&mut events, "control_response").await;
    assert!(!request.is_finished());
    peer.succeed(&heard, json!({"status": "fine"})).await;
    assert_eq!(
        request
            .await
            .unwrap()
            .unwrap()
            .get("status")
            .unwrap()
            .as_string()
            .unwrap(),
        "fine"
    );
}

#[tokio::test]
async fn every_request_of_the_cli_gets_an_answer_and_unknown_ones_an_error() {
    let (_session, mut events, mut peer) = Peer::attach(attach());
    peer.say(json!({"type": "control_request", "request_id": "x", "request": {"subtype": "brand_new", "field": 1}})).await;
    let answer = peer.hear().await;
    assert_eq!(answer["response"]["subtype"], "error");
    assert_eq!(answer["response"]["request_id"], "x");
    assert_eq!(answer["response"]["error_code"], "unsupported_request");
    let notice = loop {
        if let Some(Event::Notice(notice)) = events.next().await {
            break notice;
        }
    };
    assert_eq!(
        notice,
        Notice::Refused {
            request_id: "x".into(),
            subtype: "brand_new".into()
        }
    );
    for (subtype, id) in [("hook_callback", "h"), ("mcp_message", "m")] {
        peer.say(json!({"type": "control_request", "request_id": id, "request": {"subtype": subtype, "callback_id": "none",
            "server_name": "none", "input": {"hook_event_name": "Stop"}, "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}}))
            .await;
        assert_eq!(
            peer.hear().await["response"]["subtype"],
            "error",
            "{subtype}"
        );
    }
    peer.say(json!({"type": "control_request", "request_id": "e", "request": {"subtype": "elicitation", "mcp_server_name": "s", "message": "?"}}))
        .await;
    assert_eq!(
        peer.hear().await["response"]["response"]["action"],
        "decline"
    );
}

#[tokio::test]
async fn requests_that_must_be_left_unanswered_are() {
    let (_session, _events, mut peer) = Peer::attach(attach());
    peer.say(json!({"type": "control_request", "request_id": "r", "request": {"subtype": "remote_tool_call"}})).await;
    peer.say(json!({"type": "control_request", "request_id": "d", "request": {"subtype": "request_user_dialog", "dialog_kind": "undeclared"}}))
        .await;
    peer.say(ask("a", "Bash")).await;
    assert_eq!(
        peer.hear().await["response"]["request_id"],
        "a",
        "the first answer is to the ask"
    );
}

#[tokio::test]
async fn garbage_between_lines_is_an_event_and_not_an_end() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    peer.write(b"this is not JSON\n{\"type\":\n\xff\xfe\n\n42\n")
        .await;
    peer.say(json!({"type": "keep_alive"})).await;
    received(&mut events, "keep_alive").await;
    drop(session);
}

#[tokio::test]
async fn framing_is_cancel_safe() {
    let (_session, mut events, mut peer) = Peer::attach(attach());
    let line = json!({"type": "keep_alive", "text": "\u{1F680} halves of a frame"}).to_string();
    let (first, second) = line.as_bytes().split_at(32);
    peer.write(first).await;
    // The wait is given up in the middle of the frame, again and again.
    for _ in 0..10 {
        tokio::select! {
            biased;
            event = events.next() => panic!("half a frame became {event:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    peer.write(second).await;
    peer.write(b"\n").await;
    assert_eq!(
        received(&mut events, "keep_alive").await["text"],
        "\u{1F680} halves of a frame"
    );
}

#[tokio::test]
async fn a_line_of_50_megabytes_arrives() {
    let (_session, mut events, mut peer) = Peer::attach(attach());
    let writer = tokio::spawn(async move {
        peer.say(json!({"type": "future", "body": "x".repeat(50_000_000)}))
            .await;
        peer
    });
    let event = events.next().await.unwrap();
    let Event::Received(frame) = event else {
        panic!("{event:?}")
    };
    assert!(frame.bytes.len() > 50_000_000);
    assert_eq!(frame.message().unwrap().tag(), "future");
    writer.await.unwrap();
}

#[tokio::test]
async fn a_line_past_the_limit_is_told_and_the_next_one_arrives() {
    let (_session, mut events, mut peer) = Peer::attach(attach().line_limit(1000));
    peer.say(json!({"type": "future", "body": "x".repeat(5000)}))
        .await;
    peer.say(json!({"type": "keep_alive"})).await;
    let Some(Event::Received(frame)) = events.next().await else {
        panic!("no event")
    };
    assert!(matches!(
        frame.meaning,
        pilothouse_protocol::Meaning::Oversized { length: 5000.. }
    ));
    received(&mut events, "keep_alive").await;
}

#[tokio::test(start_paused = true)]
async fn a_cli_that_stops_reading_does_not_hang_the_host() {
    // The other end never reads: the pipe between takes 64 KiB, and then nothing.
    let (session, _events, peer) = Peer::attach(attach());
    let big = session.clone();
    let stuck = tokio::spawn(async move { big.send("x".repeat(1_000_000)).await });
    let error = session
        .request_raw("get_status", Value::Null)
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error}");
    let exit = session.close().await.unwrap();
    assert!(exit.expected);
    assert!(stuck.await.unwrap().is_err());
    drop(peer);
}

#[tokio::test]
async fn a_prompt_is_bound_to_its_result_by_uuid() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let second = session.send("second").await.unwrap();
    let third = session.send("third").await.unwrap();
    let uuids: Vec<Value> = [peer.hear().await, peer.hear().await, peer.hear().await]
        .map(|line| line["uuid"].clone())
        .into();
    peer.say(json!({"type": "command_lifecycle", "command_uuid": uuids[0], "state": "started"}))
        .await;
    // A turn nobody asked for comes between.
    let mut unasked = result("unasked");
    unasked["origin"] = json!({"kind": "task-notification"});
    peer.say(unasked).await;
    let mut merged = result("both");
    merged["user_message_uuids"] = json!([uuids[0], uuids[1]]);
    peer.say(merged).await;
    assert_eq!(first.result().await.unwrap().text(), Some("both"));
    assert_eq!(second.result().await.unwrap().text(), Some("both"));
    peer.say(json!({"type": "command_lifecycle", "command_uuid": uuids[2], "state": "cancelled"}))
        .await;
    assert_eq!(third.outcome().await.unwrap(), crate::Outcome::Cancelled);
}

#[tokio::test]
async fn an_older_cli_answers_all_that_wait_with_one_result() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let second = session.send("second").await.unwrap();
    peer.hear().await;
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    peer.say(result("done")).await;
    assert_eq!(first.result().await.unwrap().text(), Some("done"));
    assert_eq!(second.result().await.unwrap().text(), Some("done"));
    session.idle().await;
    assert_eq!(session.session_id().unwrap().as_str(), "s");
}

#[tokio::test]
async fn idle_is_what_the_cli_says() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let sent = session.send("go").await.unwrap();
    let uuid = peer.hear().await["uuid"].clone();
    peer.say(json!({"type": "system", "subtype": "session_state_changed", "state": "running"}))
        .await;
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    let mut done = result("done");
    done["user_message_uuids"] = json!([uuid]);
    peer.say(done).await;
    sent.result().await.unwrap();
    let waiting = tokio::spawn({
        let session = session.clone();
        async move { session.idle().await }
    });
    tokio::task::yield_now().await;
    assert!(
        !waiting.is_finished(),
        "an agent still works in the background"
    );
    peer.say(json!({"type": "system", "subtype": "session_state_changed", "state": "idle"}))
        .await;
    waiting.await.unwrap();
}

#[tokio::test]
async fn the_message_of_a_denial_that_interrupts_is_the_next_prompt() {
    let handler = |_: PermissionRequest| async { Decision::deny("use tabs").and_interrupt() };
    let (_session, _events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Write")).await;
    let answer = peer.hear().await;
    assert_eq!(answer["response"]["response"]["interrupt"], true);
    let prompt = peer.hear().await;
    assert_eq!(prompt["type"], "user");
    assert_eq!(prompt["message"]["content"][0]["text"], "use tabs");
}

#[tokio::test]
async fn a_notification_to_a_server_is_answered_and_a_cancel_ends_the_call() {
    let started = Arc::new(Notify::new());
    let running = Arc::clone(&started);
    let tools = ToolServer::new().tool("wait", "Wait", move |_: serde_json::Map<String, Value>| {
        let running = Arc::clone(&running);
        async move {
            running.notify_one();
            std::future::pending::<()>().await;
            Ok("never")
        }
    });
    let (_session, _events, mut peer) = Peer::attach(attach().mcp_server("s", tools));
    let message = |id: &str, message: Value| json!({"type": "control_request", "request_id": id, "request": {"subtype": "mcp_message", "server_name": "s", "message": message}});
    peer.say(message(
        "n",
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
    ))
    .await;
    let answer = peer.hear().await;
    assert_eq!(
        answer["response"]["response"]["mcp_response"],
        json!({"jsonrpc": "2.0", "result": {}, "id": 0})
    );
    peer.say(message("c", json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "wait", "arguments": {}}}))).await;
    started.notified().await;
    peer.say(message(
        "x",
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}),
    ))
    .await;
    let mut answers = [peer.hear().await, peer.hear().await];
    answers.sort_by_key(|answer| {
        answer["response"]["request_id"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    assert_eq!(answers[0]["response"]["response"]["mcp_response"]["id"], 7);
    assert_eq!(
        answers[0]["response"]["response"]["mcp_response"]["error"]["message"],
        "cancelled"
    );
}

#[tokio::test]
async fn while_catching_up_no_handler_runs() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let handler = move |request: PermissionRequest| {
        counter.fetch_add(1, Ordering::SeqCst);
        async move { Decision::deny(format!("no {}", request.tool_name)) }
    };
    let (incoming, source) = mpsc::channel(8);
    let (sink, mut written) = mpsc::channel::<OutgoingLine>(8);
    let (_session, mut events) = attach().permissions(handler).over_lines(source, sink);
    let line = |value: Value| IncomingLine::Received(value.to_string().into());
    let answer = json!({"type": "control_response", "response": {"subtype": "success", "request_id": "answered", "response": {}}});
    incoming
        .send(vec![
            line(ask("answered", "Bash")),
            IncomingLine::Sent(answer.to_string().into()),
            line(ask("withdrawn", "Write")),
            line(json!({"type": "control_cancel_request", "request_id": "withdrawn"})),
            line(ask("open", "Edit")),
        ])
        .await
        .unwrap();
    for _ in 0..5 {
        events.next().await.unwrap();
    }
    assert_eq!(
        asked.load(Ordering::SeqCst),
        0,
        "nothing is handled while catching up"
    );
    incoming.send(vec![IncomingLine::Live]).await.unwrap();
    let outgoing = written.recv().await.unwrap();
    let value: Value = serde_json::from_slice(&outgoing.line).unwrap();
    assert_eq!(value["response"]["request_id"], "open");
    assert_eq!(value["response"]["response"]["message"], "no Edit");
    // The handler does not wait for the receipt.
    drop(outgoing.written.send(Ok(())));
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let exit = crate::Exit::new(Some(7), None, "");
    incoming
        .send(vec![IncomingLine::Exited(exit)])
        .await
        .unwrap();
    loop {
        match events.next().await.unwrap() {
            Event::Exited(exit) => break assert_eq!(exit.code, Some(7)),
            _ => continue,
        }
    }
}

#[tokio::test]
async fn asks_listed_by_an_answer_are_handled_once() {
    let (session, _events, mut peer) =
        Peer::attach(attach().permissions(|_: PermissionRequest| async { Decision::allow() }));
    let request = tokio::spawn(async move { session.request_raw("initialize", Value::Null).await });
    let heard = peer.hear().await;
    peer.say(json!({"type": "control_response", "response": {"subtype": "success", "request_id": heard["request_id"], "response": {},
        "pending_permission_requests": [ask("open", "Bash"), ask("open", "Bash")]}}))
        .await;
    assert_eq!(request.await.unwrap().unwrap(), RawJson::empty_object());
    assert_eq!(peer.hear().await["response"]["request_id"], "open");
}

#[tokio::test]
async fn an_error_answer_is_typed() {
    let (session, _events, mut peer) = Peer::attach(attach());
    for (error, code, unsupported) in [
        (
            "Unsupported control request subtype: x",
            Some("unsupported_request"),
            true,
        ),
        ("read denied", Some("read_denied"), false),
    ] {
        let asking = session.clone();
        let request = tokio::spawn(async move { asking.request_raw("x", Value::Null).await });
        let heard = peer.hear().await;
        peer.say(json!({"type": "control_response", "response": {"subtype": "error", "request_id": heard["request_id"], "error": error, "error_code": code}}))
            .await;
        match request.await.unwrap().unwrap_err() {
            Error::Unsupported { .. } => assert!(unsupported),
            Error::Rejected { message, code, .. } => assert_eq!(
                (message.as_str(), code.as_deref()),
                ("read denied", Some("read_denied"))
            ),
            other => panic!("{other}"),
        }
    }
}
