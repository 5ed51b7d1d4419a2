//! Elicitations, dialogs, and responses that neither allow nor deny.

use serde_json::json;

use super::attach;
use super::peer::{Peer, ask};
use crate::dialog::{DialogKind, DialogResult, Elicitation, ElicitationResult, RequestUserDialog};
use crate::{
    Asked, Cli, Decision, Error, HookCall, HookEvent, HookOutput, HookPoint, PermissionRequest,
    Session,
};

#[tokio::test]
async fn a_question_of_a_server_is_answered_by_its_handler() {
    let answer = |question: Asked<Elicitation>| async move {
        match json!({"name": &question.mcp_server_name}).try_into() {
            Ok(form) => ElicitationResult::accept(form),
            Err(_) => ElicitationResult::cancel(),
        }
    };
    let (_session, _events, mut peer) = Peer::attach(attach().on_elicitation(answer));
    let question = json!({"subtype": "elicitation", "mcp_server_name": "forms", "message": "Who?",
        "requested_schema": {"type": "object", "properties": {"name": {"type": "string"}}}});
    peer.say(json!({"type": "control_request", "request_id": "e", "request": question}))
        .await;
    let answer = peer.hear().await;
    assert_eq!(
        answer["response"]["response"],
        json!({"action": "accept", "content": {"name": "forms"}})
    );
}

#[tokio::test]
async fn a_dialog_is_shown_by_the_handler_of_its_kind() {
    let show = |dialog: Asked<RequestUserDialog>| async move {
        DialogResult::completed(json!({"approved": true, "goal": dialog.payload.to_value()}).into())
    };
    let attached = attach().on_dialog(DialogKind::GoalProposal, show);
    let (_session, _events, mut peer) = Peer::attach(attached);
    let dialog = json!({"subtype": "request_user_dialog", "dialog_kind": "goal_proposal", "payload": {"condition": "x"}});
    peer.say(json!({"type": "control_request", "request_id": "d", "request": dialog}))
        .await;
    assert_eq!(
        peer.hear().await["response"]["response"],
        json!({"behavior": "completed", "result": {"approved": true, "goal": {"condition": "x"}}})
    );
}

#[tokio::test]
async fn a_question_can_be_answered_by_hand() {
    let (session, mut events, mut peer) = Peer::attach(attach().answer_by_hand());
    let question = json!({"subtype": "elicitation", "mcp_server_name": "forms", "message": "Who?"});
    peer.say(json!({"type": "control_request", "request_id": "e", "request": question}))
        .await;
    super::received(&mut events, "control_request").await;
    let open = session.open_requests();
    assert_eq!(open[0].subtype(), "elicitation");
    session
        .answer_raw(&open[0].request_id, Ok(json!({"action": "decline"})))
        .await
        .unwrap();
    let answer = peer.hear().await;
    assert_eq!(answer["response"]["response"], json!({"action": "decline"}));
}

#[tokio::test]
async fn an_ask_that_cannot_be_decided_is_answered_with_an_error() {
    let handler = |_: PermissionRequest| async { Decision::error("the database is away") };
    let (_session, _events, mut peer) = Peer::attach(attach().permissions(handler));
    peer.say(ask("a", "Bash")).await;
    let answer = peer.hear().await;
    assert_eq!(answer["response"]["subtype"], "error");
    assert_eq!(answer["response"]["error"], "the database is away");
}

#[tokio::test]
async fn a_hook_answers_fails_or_does_not_wait() {
    let hook = |call: HookCall| async move {
        match call.input.base().cwd {
            Some("/fails") => Err("out of order"),
            Some("/later") => Ok(HookOutput::asynchronous()),
            _ => Ok(HookOutput::block("not here")),
        }
    };
    let attached = attach().hook(HookEvent::PreToolUse, "Bash", hook);
    let (_session, _events, mut peer) = Peer::attach(attached);
    let mut answers = Vec::new();
    for place in ["/here", "/fails", "/later"] {
        let input = json!({"hook_event_name": "PreToolUse", "session_id": "s", "transcript_path": "", "cwd": place,
            "tool_name": "Bash", "tool_input": {}, "tool_use_id": "t"});
        let call = json!({"subtype": "hook_callback", "callback_id": "hook_0", "input": input});
        peer.say(json!({"type": "control_request", "request_id": place, "request": call}))
            .await;
        answers.push(peer.hear().await["response"].clone());
    }
    assert_eq!(
        answers[0]["response"],
        json!({"decision": "block", "reason": "not here"})
    );
    assert_eq!(answers[1]["error"], "out of order");
    assert_eq!(answers[2]["response"], json!({"async": true}));
}

#[tokio::test]
async fn a_guard_is_refused_where_its_failure_would_let_things_pass() {
    let point = HookPoint::on(HookEvent::PreToolUse).block_on_failure();
    let elsewhere = Cli::unchecked("claude")
        .session()
        .hook_at(point, |_: HookCall| async { HookOutput::proceed() })
        .elsewhere()
        .unwrap();
    // Older CLIs do not mention the option in their response to `initialize`.
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (source, sink) = tokio::io::split(ours);
    let (started, _) = tokio::join!(elsewhere.over(source, sink), async {
        let (lines, sink) = tokio::io::split(theirs);
        let mut peer = Peer::new(lines, sink);
        let request = peer.hear().await;
        assert_eq!(
            request["request"]["hooks"]["PreToolUse"][0]["onFailure"],
            "block"
        );
        peer.succeed(&request, json!({"commands": []})).await;
        peer
    });
    let error = started
        .map(|(session, _): (Session, _)| session)
        .unwrap_err();
    assert!(
        matches!(&error, Error::Unsupported { subtype } if subtype.contains("onFailure")),
        "{error}"
    );
}
