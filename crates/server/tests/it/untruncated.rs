//! What a view shows cut can be had whole.

use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::harness::Harness;

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

#[tokio::test]
async fn whatever_a_view_shows_cut_can_be_had_whole_by_its_entry() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let typed = format!("{} SCRIPT:[]", "typed by a person ".repeat(2000));
    let line = format!("no JSON: {}", "raw ".repeat(6000));
    let input = "x".repeat(40_000);
    harness.send(&session, &typed).await;
    browser.until_turns(1).await;
    let write = json!({"type": "tool_use", "name": "Write", "input": {"file_path": "long.txt", "content": input}});
    harness
        .script(&session, json!([{"type": "garbage", "text": line}, write]))
        .await;
    let ask = browser.until_ask().await;
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    browser.until_turns(2).await;
    let entries = browser.view.entries.clone();
    let mut seen = Vec::new();
    for entry in entries {
        let path = format!("/api/sessions/{session}/entries/{}", entry.id);
        let whole = harness.ok("GET", &path, Value::Null).await;
        let body = &whole["body"];
        match entry.body {
            EntryBody::User(message) if message.text.text.starts_with("typed") => {
                assert!(message.text.truncated);
                assert_eq!(body["text"]["text"], json!(typed));
                assert_eq!(body["text"]["truncated"], false);
                seen.push("message");
            }
            EntryBody::Raw(raw) if raw.line.truncated => {
                assert_eq!(body["line"]["text"], json!(line));
                assert_eq!(body["line"]["truncated"], false);
                seen.push("line");
            }
            EntryBody::Tool(call) if call.input_cut => {
                assert_eq!(body["input"]["content"], json!(input));
                assert_eq!(body["inputCut"], false);
                seen.push("input");
            }
            _ => {}
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, ["input", "line", "message"]);
}

#[tokio::test]
async fn an_entry_and_its_attachments_can_be_had_whole() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let long = "line of output\n".repeat(1900);
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "true"}, "sim": {"stdout": long}}]);
    harness.script(&session, call).await;
    let done = |view: &SessionView| {
        !view.asks.is_empty()
            || view
                .entries
                .iter()
                .any(|entry| matches!(entry.body, EntryBody::Turn(_)))
    };
    browser.until("an ask or the end", done).await;
    if let Some(ask) = browser.view.asks.first().cloned() {
        harness
            .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
            .await;
    }
    browser.until_idle().await;
    let entry = browser
        .view
        .entries
        .iter()
        .find_map(|entry| match &entry.body {
            EntryBody::Tool(call) => Some((entry.id.clone(), call.result.clone().unwrap())),
            _ => None,
        });
    let (id, shown) = entry.unwrap();
    let path = format!("/api/sessions/{session}/entries/{id}");
    let whole = harness.ok("GET", &path, Value::Null).await;
    let whole = &whole["body"]["result"];
    assert!(shown.text.truncated || shown.structured_cut);
    assert_eq!(whole["text"]["truncated"], false);
    assert_eq!(
        whole["structured"]["stdout"].as_str().unwrap().trim_end(),
        long.trim_end()
    );

    let png = [0x89, b'P', b'N', b'G', 13, 10, 26, 10, 1, 2, 3];
    let uploads = pilothouse_upload(&harness, &png).await;
    let path = format!("/api/sessions/{session}/messages");
    let look = json!({"text": "look", "uploads": [uploads]});
    harness.ok("POST", &path, look.clone()).await;
    browser.until_turns(2).await;
    let id = browser
        .view
        .entries
        .iter()
        .find_map(|entry| match &entry.body {
            EntryBody::User(user) if !user.attachments.is_empty() => {
                Some((entry.id.clone(), user.attachments[0].index))
            }
            _ => None,
        });
    let (id, index) = id.unwrap();
    let path = format!("/api/sessions/{session}/entries/{id}/attachments/{index}");
    let bytes = harness.call("GET", &path, Value::Null).await;
    assert_eq!((bytes.status, bytes.bytes.as_slice()), (200, &png[..]));
    assert!(
        bytes.head.contains("content-type: image/png"),
        "{}",
        bytes.head
    );

    // The log has the content now, so a second message cannot use the upload.
    let messages = format!("/api/sessions/{session}/messages");
    let again = json!({"text": "again", "uploads": look["uploads"]});
    let again = harness.call("POST", &messages, again);
    assert_eq!(again.await.status, 404);

    // The first message of a session brings its files as any other.
    let uploads = pilothouse_upload(&harness, &png).await;
    let look = json!({"text": "look", "uploads": [uploads]});
    let other = harness.create(json!({"message": look})).await;
    let mut browser = harness.watch(&other).await;
    let has_picture = |view: &SessionView| {
        let mut entries = view.entries.iter();
        entries.any(
            |entry| matches!(&entry.body, EntryBody::User(user) if !user.attachments.is_empty()),
        )
    };
    browser.until("the picture", has_picture).await;
}

/// Uploads bytes over a connection of its own: the client of these tests sends text alone.
async fn pilothouse_upload(harness: &Harness, bytes: &[u8]) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(harness.address())
        .await
        .unwrap();
    let head = format!(
        "POST /api/uploads?name=a.png HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        harness.address(),
        harness.bearer(),
        bytes.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let upload: Value = serde_json::from_str(body).unwrap();
    upload["id"].as_str().unwrap().to_owned()
}

/// A notice of 100 MB was held whole by every view that showed it.
#[tokio::test]
async fn a_huge_notice_is_cut_in_the_view_and_can_be_had_whole() {
    const SIZE: usize = 8 << 20;
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let huge = json!({"type": "huge_line", "bytes": SIZE});
    harness
        .script(&session, json!([huge, {"type": "text", "text": "Done."}]))
        .await;
    let view = browser.until_turns(1).await;
    let mut notices = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::Notice(notice) if notice.text.starts_with("xxx") => Some((entry, notice)),
        _ => None,
    });
    let (entry, notice) = notices.next_back().unwrap();
    assert!(notice.text.len() <= pilothouse_view::TEXT_LIMIT);
    assert!(notice.text.ends_with(" bytes left out"));
    let path = format!("/api/sessions/{session}/entries/{}", entry.id);
    let whole = harness.ok("GET", &path, Value::Null).await;
    let text = whole["body"]["text"].as_str().unwrap();
    assert!(text.len() > SIZE - 1000 && text.bytes().all(|byte| byte == b'x'));
}
