//! Requests of the CLI and their responses.

use std::sync::Arc;

use pilothouse_protocol::control::CliRequest;
use pilothouse_protocol::{Input, InputFrame, Message};
use serde_json::{Value, json};
use tokio::sync::{Notify, mpsc};

use super::peer::{Peer, ask};
use super::{attach, received};
use crate::{Decision, Error, Event, Notice, PermissionRequest, ToolServer};

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

/// Shared memory proves that the line was not parsed again.
#[tokio::test]
async fn a_handler_gets_the_request_that_was_read_from_the_line() {
    let (told, mut hear) = mpsc::unbounded_channel();
    let handler = move |request: PermissionRequest| {
        told.send(request).unwrap();
        async { Decision::allow() }
    };
    let (_session, mut events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Bash")).await;
    let asked = hear.recv().await.unwrap();
    let Some(Event::Received(frame)) = events.next().await else {
        panic!("the line is the first event");
    };
    let Some(Message::ControlRequest(line)) = frame.message() else {
        panic!("{frame:?}");
    };
    let CliRequest::CanUseTool(read) = &line.request else {
        panic!("{line:?}");
    };
    assert!(Arc::ptr_eq(&asked.call, read));
}

#[tokio::test]
async fn what_is_written_is_an_event_with_the_meaning_it_was_written_from() {
    let handler = |_: PermissionRequest| async { Decision::deny("no") };
    let (_session, mut events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Bash")).await;
    let answer = peer.hear().await;
    let sent = loop {
        if let Some(Event::Sent(frame)) = events.next().await {
            break frame;
        }
    };
    assert_eq!(
        serde_json::from_slice::<Value>(&sent.bytes).unwrap(),
        answer
    );
    let Some(Input::ControlResponse(response)) = sent.message() else {
        panic!("{sent:?}");
    };
    assert_eq!(response.request_id().unwrap().as_str(), "a");
    assert_eq!(InputFrame::parse(sent.bytes.clone()), sent);
}

#[tokio::test]
async fn a_request_that_does_not_fit_gets_an_error_that_says_so() {
    let (session, _events, mut peer) = Peer::attach(attach().answer_by_hand());
    peer.say(json!({"type": "control_request", "request_id": "a", "request": {"subtype": "can_use_tool"}}))
        .await;
    let answer = peer.hear().await;
    assert_eq!(
        answer["response"]["error"],
        "the request does not fit: missing `tool_name`"
    );
    assert!(session.open_requests().is_empty());
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
    // There is no response: the next line that the CLI receives is another request.
    let request = tokio::spawn(async move { session.request_raw("get_status", Value::Null).await });
    assert_eq!(peer.hear().await["request"]["subtype"], "get_status");
    request.abort();
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

#[tokio::test(start_paused = true)]
async fn a_person_may_take_days() {
    let handler = |_: PermissionRequest| async {
        tokio::time::sleep(std::time::Duration::from_secs(3 * 24 * 60 * 60)).await;
        Decision::allow()
    };
    let (_session, _events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Bash")).await;
    assert_eq!(
        peer.hear().await["response"]["response"]["behavior"],
        "allow"
    );
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
    // Responses of the CLI to unknown requests, and a cancel of an answered request.
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
    // An echo whose ID happens to equal that of our own request would be taken for its response; our IDs have a prefix
    // to prevent this. This test shows that an echo with an ID of the CLI is ignored.
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
            "never"
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
