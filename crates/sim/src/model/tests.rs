use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;

async fn model() -> Model {
    Model::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
        .await
        .unwrap()
}

/// Sends a request and returns everything received until the connection ends.
async fn send(model: &Model, method: &str, path: &str, body: &Value) -> String {
    let body = body.to_string();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: model\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(model.address()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8(answer).unwrap()
}

async fn ask(model: &Model, stream: bool, messages: Value) -> String {
    let body = json!({"model": "claude-x", "stream": stream, "messages": messages});
    send(model, "POST", "/v1/messages", &body).await
}

fn human(text: &str) -> Value {
    json!({"role": "user", "content": [{"type": "text", "text": text}]})
}

/// The data of the events in a response, in order.
fn events(answer: &str) -> Vec<Value> {
    answer
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[tokio::test]
async fn a_streamed_reply_has_the_shape_of_the_api() {
    let model = model().await;
    let script = r#"SCRIPT:[{"type":"thinking","thinking":"hm"},{"type":"text","text":"abcd","chunks":2},
        {"type":"tool_use","name":"Bash","input":{"command":"ls"},"id":"toolu_1"},
        {"type":"usage","input_tokens":7,"output_tokens":9}]"#;
    let answer = ask(&model, true, json!([human(script)])).await;
    let events = events(&answer);
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect();
    let block = |deltas: usize| {
        let mut kinds = vec!["content_block_start"];
        kinds.extend(vec!["content_block_delta"; deltas]);
        kinds.push("content_block_stop");
        kinds
    };
    let mut expected = vec!["message_start"];
    for deltas in [2, 2, 2] {
        expected.extend(block(deltas));
    }
    expected.extend(["message_delta", "message_stop"]);
    assert_eq!(kinds, expected);
    assert_eq!(events[0]["message"]["usage"]["input_tokens"], 7);
    assert_eq!(events[3]["delta"]["type"], "signature_delta");
    let end = &events[events.len() - 2];
    assert_eq!(end["delta"]["stop_reason"], "tool_use");
    assert_eq!(end["usage"]["output_tokens"], 9);
    assert!(
        answer.contains("content-type: text/event-stream"),
        "{answer}"
    );
}

#[tokio::test]
async fn a_plain_reply_is_one_message() {
    let model = model().await;
    let answer = ask(&model, false, json!([{"role": "user", "content": "hello"}])).await;
    let body: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(body["content"][0]["text"], "You said: \"hello\"");
    assert_eq!(body["stop_reason"], "end_turn");
}

#[tokio::test]
async fn an_error_fails_the_given_number_of_times() {
    let model = model().await;
    let script = r#"SCRIPT:[{"type":"http_error","status":529,"etype":"overloaded_error","message":"busy",
        "retry_after":2,"times":2},{"type":"text","text":"back"}]"#;
    for _ in 0..2 {
        let answer = ask(&model, true, json!([human(script)])).await;
        assert!(answer.starts_with("HTTP/1.1 529"), "{answer}");
        assert!(answer.contains("retry-after: 2\r\n"), "{answer}");
        assert!(answer.contains(r#""message":"busy""#), "{answer}");
    }
    let answer = ask(&model, true, json!([human(script)])).await;
    assert!(answer.contains("back"), "{answer}");
    let statuses: Vec<u16> = model
        .log()
        .messages()
        .iter()
        .map(|logged| logged.status)
        .collect();
    assert_eq!(statuses, [529, 529, 200]);
}

#[tokio::test]
async fn a_cut_drops_the_connection_inside_the_block() {
    let model = model().await;
    let script = r#"SCRIPT:[{"type":"text","text":"half"},{"type":"cut"}]"#;
    let answer = ask(&model, true, json!([human(script)])).await;
    let last = events(&answer).pop().unwrap();
    assert_eq!(last["delta"]["text"], "half");
    assert!(!answer.ends_with("0\r\n\r\n"), "the body must not end well");
    let nothing = ask(&model, true, json!([human(r#"SCRIPT:[{"type":"cut"}]"#)])).await;
    assert_eq!(nothing, "");
}

#[tokio::test]
async fn an_invalid_script_is_rejected_with_its_error() {
    let model = model().await;
    let answer = ask(&model, true, json!([human(r#"SCRIPT:[{"type":"dance"}]"#)])).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert!(
        answer.contains("reply 1, block 1: unknown variant"),
        "{answer}"
    );
}

#[tokio::test]
async fn other_paths_are_answered() {
    let model = model().await;
    let check = async |method, path, expected: &str| {
        let answer = send(&model, method, path, &json!({})).await;
        assert!(answer.contains(expected), "{method} {path}: {answer}");
    };
    check("HEAD", "/", "HTTP/1.1 200").await;
    check("POST", "/v1/messages/count_tokens", "input_tokens").await;
    check("GET", "/v1/models", "claude-sonnet-5-5").await;
    check("POST", "/api/event_logging/batch", "HTTP/1.1 200").await;
    check("GET", "/nowhere", "HTTP/1.1 404").await;
    model.log().wait_for(5).await;
    assert_eq!(model.log().requests().len(), 5);
    model.shutdown().await;
}

#[test]
fn the_newest_user_text_is_found() {
    let check = |messages: Value, text: &str, replies: usize| {
        let expected = Position {
            text: text.to_owned(),
            replies,
        };
        assert_eq!(position(&messages), expected);
    };
    let result = json!({"type": "tool_result", "tool_use_id": "t", "content": "ok"});
    let reply = json!({"role": "assistant", "content": []});
    check(json!([human("a")]), "a", 0);
    check(
        json!([human("a"), reply, {"role": "user", "content": [result]}]),
        "a",
        1,
    );
    check(
        json!([human("a"), reply, {"role": "user", "content": [result]}, {"role": "system", "content": "x"}]),
        "a",
        1,
    );
    check(
        json!([human("a"), reply, {"role": "user", "content": [result,
            {"type": "text", "text": "[Request interrupted by user for tool use]"},
            {"type": "text", "text": "b"}]}]),
        "b",
        0,
    );
    check(
        json!([human("a"), {"role": "user", "content": "<system-reminder>r</system-reminder>"}]),
        "a",
        0,
    );
    check(json!([]), "", 0);
}
