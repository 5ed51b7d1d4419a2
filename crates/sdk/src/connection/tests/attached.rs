//! Sessions that started before they were attached.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pilothouse_protocol::RawJson;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::attach;
use super::peer::{Peer, ask};
use crate::{Decision, Error, Event, IncomingLine, OutgoingLine, PermissionRequest};

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
async fn an_answer_that_is_neither_success_nor_error_ends_the_wait() {
    let (session, _events, mut peer) = Peer::attach(attach());
    for response in [json!({"subtype": "perhaps"}), json!({"subtype": "error"})] {
        let asking = session.clone();
        let request = tokio::spawn(async move { asking.request_raw("x", Value::Null).await });
        let mut response = response;
        response["request_id"] = peer.hear().await["request_id"].clone();
        peer.say(json!({"type": "control_response", "response": response}))
            .await;
        let error = request.await.unwrap().unwrap_err();
        assert!(matches!(error, Error::Answer { .. }), "{error}");
    }
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
