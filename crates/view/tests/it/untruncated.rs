//! What a view shows cut can be had whole.

use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::{EntryBody, untruncated};
use serde_json::json;

use crate::recording::{self, fold};

#[test]
fn a_cut_result_is_whole_in_its_record() {
    let recording = recording::named("2.1.38/03-bash-big");
    let (_, view) = fold(&recording.records);
    let call = view.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::Tool(call) => Some(call),
        _ => None,
    });
    let call = call.unwrap();
    let result = call.result.as_ref().unwrap();
    assert!(result.structured_cut);
    let record = &recording.records[usize::try_from(result.seq).unwrap() - 1];
    let whole = untruncated::tool_result(record, &call.tool_use_id).unwrap();
    let shown = result.structured.as_ref().unwrap().0["stdout"]
        .as_str()
        .unwrap()
        .len();
    assert!(whole.structured.unwrap()["stdout"].as_str().unwrap().len() > shown);
    let input = &recording.records[usize::try_from(call.input_seq.unwrap()).unwrap() - 1];
    assert_eq!(
        untruncated::tool_input(input, &call.tool_use_id).unwrap(),
        call.input.0
    );
    assert_eq!(untruncated::tool_result(record, "toolu_other"), None);
}

#[test]
fn attachments_are_whole_in_their_record() {
    let line = json!({"type": "user", "message": {"role": "user", "content": [
        {"type": "text", "text": "look"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}]}});
    let record = Record::new(Kind::In, Who::Host, line.to_string().into_bytes());
    assert_eq!(untruncated::message_text(&record).as_deref(), Some("look"));
    let picture = untruncated::message_attachment(&record, 1).unwrap();
    assert_eq!(
        (picture.media_type.as_str(), picture.data.as_str()),
        ("image/png", "aGVsbG8=")
    );
    assert_eq!(untruncated::message_attachment(&record, 0), None);
    assert_eq!(untruncated::message_attachment(&record, 9), None);
}
