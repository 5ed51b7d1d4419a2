//! The envelopes of control requests and responses, and the requests of the CLI.

mod from_cli;
mod recorded;

use pilothouse_protocol::control::{
    ControlCancelRequest, ControlReply, ControlResponse, ControlSuccess, HostRequest, SetModel,
};
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{Frame, Input, InputFrame, Message, RawJson};
use serde_json::{Value, json};

/// Checks that each member of `$members` is in the field of its name and that every member is named.
macro_rules! fields {
    ($row:expr, $members:expr, $($field:ident $(= $key:literal)?),* $(,)?) => {{
        let row = &$row;
        let mut members: serde_json::Map<String, serde_json::Value> = $members.as_object().cloned().unwrap();
        $(
            let key = [$($key,)? stringify!($field)][0];
            let expected = members.remove(key).unwrap_or_else(|| panic!("the row has no {key}"));
            let found = pilothouse_protocol::wire::Wire::to_json(&row.$field);
            assert_eq!(serde_json::from_str::<serde_json::Value>(&found).unwrap(), expected, "{key}");
        )*
        let _ = (row, &mut members);
        assert!(members.is_empty(), "members that were not read by name: {members:?}");
        assert!(row.extra.is_empty(), "members that the type does not hold: {:?}", row.extra);
    }};
}

pub(crate) use fields;

#[test]
fn an_error_is_read_by_name() {
    let line = json!({"type": "control_response", "response": {
        "subtype": "error", "request_id": "r2", "error": "no", "error_code": "catalog_unknown", "model": "m",
        "pending_permission_requests": [{"type": "control_request", "request_id": "c1",
            "request": {"subtype": "can_use_tool", "tool_name": "Bash", "input": {}, "tool_use_id": "t"}}],
        "pending_user_dialog_requests": [{"type": "control_request", "request_id": "c2",
            "request": {"subtype": "request_user_dialog", "dialog_kind": "goal_proposal", "payload": {}}}],
        "pending_elicitation_requests": [{"type": "control_request", "request_id": "c3",
            "request": {"subtype": "elicitation", "mcp_server_name": "s", "message": "m"}}]}});
    let frame = Frame::parse(line.to_string());
    let Some(Message::ControlResponse(response)) = frame.message() else {
        panic!("{frame:?}")
    };
    let ControlReply::Error(error) = &response.response else {
        panic!("{response:?}")
    };
    let mut members = line["response"].clone();
    members.as_object_mut().unwrap().remove("subtype");
    fields!(
        *error,
        members,
        request_id,
        error,
        error_code,
        model,
        pending_permission_requests,
        pending_user_dialog_requests,
        pending_elicitation_requests
    );
    assert_eq!(
        error.pending_permission_requests[0].request.tag(),
        "can_use_tool"
    );
    assert_eq!(response.request_id().map(|id| id.as_str()), Some("r2"));
}

#[test]
fn a_success_without_payload_is_an_acknowledgement() {
    let success = ControlSuccess::default();
    assert!(
        success
            .read::<pilothouse_protocol::control::McpToggle>()
            .is_ok()
    );
    assert_eq!(
        success.read::<SetModel>().unwrap().model,
        None,
        "older CLIs do not say which model"
    );
}

#[test]
fn an_empty_list_of_open_asks_comes_back() {
    let line = r#"{"type":"control_response","response":{"subtype":"success","request_id":"h-1","response":{},"pending_permission_requests":[],"pending_user_dialog_requests":[]}}"#;
    let frame = Frame::parse(line);
    assert_eq!(
        serde_json::from_str::<Value>(&frame.message().unwrap().to_json()).unwrap(),
        serde_json::from_str::<Value>(line).unwrap()
    );
}

#[test]
fn an_unsupported_request_is_answered_as_the_cli_does() {
    let written = Input::from(ControlResponse::unsupported("r", "nope"))
        .to_line()
        .unwrap();
    let expected = r#"{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"Unsupported control request subtype: nope","error_code":"unsupported_request"}}"#;
    assert_eq!(
        String::from_utf8(written.to_vec()).unwrap(),
        format!("{expected}\n")
    );
}

#[test]
fn a_request_without_an_id_is_still_a_request() {
    let frame = Frame::parse(
        r#"{"type":"control_request","request":{"subtype":"mcp_message","server_name":"s","message":{"jsonrpc":"2.0","method":"m"}}}"#,
    );
    let Some(Message::ControlRequest(request)) = frame.message() else {
        panic!("{frame:?}")
    };
    assert_eq!(
        (request.request_id.as_ref(), request.request.tag()),
        (None, "mcp_message")
    );
}

#[test]
fn a_cancel_names_its_request() {
    let text = r#"{"type":"control_cancel_request","request_id":"c1"}"#;
    let Some(Message::ControlCancelRequest(from_cli)) = Frame::parse(text).message().cloned()
    else {
        panic!("the CLI withdraws")
    };
    assert_eq!(
        from_cli.request_id.as_ref().map(|id| id.as_str()),
        Some("c1")
    );
    let Some(Input::ControlCancelRequest(from_host)) = InputFrame::parse(text).message().cloned()
    else {
        panic!("the host withdraws")
    };
    assert_eq!(
        (from_host, *from_cli.clone()),
        (*from_cli, ControlCancelRequest::new("c1"))
    );
}

#[test]
fn a_request_without_a_type_here_keeps_its_fields() {
    let fields = pilothouse_protocol::JsonObject::from_text(r#"{"x":1}"#).unwrap();
    let input = Input::raw_request("r", "brand_new", &fields);
    let written = String::from_utf8(input.to_line().unwrap().to_vec()).unwrap();
    assert_eq!(
        written,
        "{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":\"brand_new\",\"x\":1}}\n"
    );
    let known = Input::raw_request(
        "r",
        "set_model",
        &pilothouse_protocol::JsonObject::from_text(r#"{"model":null}"#).unwrap(),
    );
    let Input::ControlRequest(request) = &known else {
        panic!("{known:?}")
    };
    assert_eq!(request.request, HostRequest::from(SetModel::to_default()));
    assert_eq!(RawJson::null().as_str(), "null");
}

#[test]
fn requests_that_an_older_cli_ignores_are_known() {
    let old = pilothouse_protocol::command::CliVersion::new(2, 1, 38);
    let new = pilothouse_protocol::command::CliVersion::new(2, 1, 325);
    let interrupt = HostRequest::from(pilothouse_protocol::control::Interrupt::default());
    let usage = HostRequest::from(pilothouse_protocol::control::GetContextUsage::default());
    assert!(interrupt.is_answered_by(&old) && interrupt.is_answered_by(&new));
    assert!(!usage.is_answered_by(&old) && usage.is_answered_by(&new));
    assert!(!HostRequest::is_subtype_answered_by("brand_new", &old));
}
