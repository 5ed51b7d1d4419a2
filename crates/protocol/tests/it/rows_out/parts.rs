//! The parts of the rows: messages of the API, blocks, events.

use pilothouse_protocol::content::{ApiMessage, Content, ContentBlock, Source, UserMessage};
use pilothouse_protocol::stream::{BlockDelta, MessageDeltaBody, StreamEvent};
use pilothouse_protocol::wire::Wire;

use super::{reads_part, whole};

#[test]
fn api_message() {
    reads_part!(
        ApiMessage,
        r#"{"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[{"type":"text","text":"a"}],
            "stop_reason":"end_turn","stop_sequence":"x","stop_details":{"a":1},"usage":{"input_tokens":1},
            "container":{"id":"c"},"context_management":{"b":2},"diagnostics":{"c":3}}"#,
        id,
        kind = "type",
        role,
        model,
        content,
        stop_reason,
        stop_sequence,
        stop_details,
        usage,
        container,
        context_management,
        diagnostics,
    );
}

#[test]
fn user_message_is_text_or_blocks() {
    let text = reads_part!(
        UserMessage,
        r#"{"role":"user","content":"hello"}"#,
        role,
        content
    );
    assert_eq!(text.content, Content::Text("hello".to_owned()));
    let blocks = reads_part!(
        UserMessage,
        r#"{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#,
        role,
        content,
    );
    assert_eq!(blocks.content.blocks().len(), 2);
    assert_eq!(blocks.content.text(), "a\nb");
}

#[test]
fn every_block_is_its_own_variant() {
    let blocks = [
        r#"{"type":"text","text":"a","citations":[{"x":1}]}"#,
        r#"{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"},"caller":{"type":"direct"}}"#,
        r#"{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"a"}],"is_error":true}"#,
        r#"{"type":"thinking","thinking":"hm","signature":"s"}"#,
        r#"{"type":"redacted_thinking","data":"x"}"#,
        r#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}"#,
        r#"{"type":"document","source":{"type":"text","media_type":"text/plain","data":"a"},"title":"t","context":"c","citations":{"enabled":true}}"#,
        r#"{"type":"tool_reference","tool_name":"Grep"}"#,
        r#"{"type":"search_result","content":[{"type":"text","text":"a"}]}"#,
        r#"{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"query":"q"}}"#,
        r#"{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[]}"#,
        r#"{"type":"web_fetch_tool_result","tool_use_id":"srv_1","content":{}}"#,
        r#"{"type":"advisor_tool_result","tool_use_id":"srv_1","content":{}}"#,
        r#"{"type":"code_execution_tool_result","tool_use_id":"srv_1","content":{}}"#,
        r#"{"type":"bash_code_execution_tool_result","tool_use_id":"srv_1","content":{}}"#,
        r#"{"type":"text_editor_code_execution_tool_result","tool_use_id":"srv_1","content":{}}"#,
        r#"{"type":"tool_search_tool_result","tool_use_id":"srv_1","content":{}}"#,
        r#"{"type":"mcp_tool_use","id":"m_1","name":"t","input":{}}"#,
        r#"{"type":"mcp_tool_result","tool_use_id":"m_1","content":"a"}"#,
        r#"{"type":"container_upload","id":"f_1"}"#,
        r#"{"type":"compaction","content":"a"}"#,
        r#"{"type":"fallback","content":"a"}"#,
        r#"{"type":"mid_conv_system","content":"a"}"#,
    ];
    let tags: Vec<_> = blocks
        .iter()
        .map(|text| whole::<ContentBlock>(text).tag().to_owned())
        .collect();
    assert_eq!(tags, ContentBlock::TAGS);

    let ContentBlock::ToolUse(call) = whole::<ContentBlock>(blocks[1]) else {
        panic!("no call")
    };
    assert_eq!((call.id.as_str(), call.name.as_str()), ("toolu_1", "Bash"));
    assert_eq!(
        call.input
            .get("command")
            .and_then(|command| command.as_string())
            .as_deref(),
        Some("ls")
    );
    let ContentBlock::ToolResult(result) = whole::<ContentBlock>(blocks[2]) else {
        panic!("no result")
    };
    assert_eq!(
        (result.tool_use_id.as_str(), result.is_error),
        ("toolu_1", Some(true))
    );
    assert_eq!(
        result.content.map(|content| content.text()).as_deref(),
        Some("a")
    );
    let ContentBlock::Thinking(thinking) = whole::<ContentBlock>(blocks[3]) else {
        panic!("no thinking")
    };
    assert_eq!(
        (thinking.thinking.as_str(), thinking.signature.as_deref()),
        ("hm", Some("s"))
    );
}

#[test]
fn every_block_may_have_cache_control() {
    let block = whole_but_extra::<ContentBlock>(
        r#"{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}"#,
    );
    let ContentBlock::Text(text) = block else {
        panic!("no text")
    };
    assert!(text.extra.get("cache_control").is_some());
}

#[test]
fn every_source_is_its_own_variant() {
    let sources = [
        r#"{"type":"base64","media_type":"image/png","data":"AA=="}"#,
        r#"{"type":"url","url":"https://example.org/x.png"}"#,
        r#"{"type":"file","file_id":"f_1"}"#,
        r#"{"type":"text","media_type":"text/plain","data":"a"}"#,
        r#"{"type":"content","content":"a"}"#,
    ];
    let tags: Vec<_> = sources
        .iter()
        .map(|text| whole::<Source>(text).tag().to_owned())
        .collect();
    assert_eq!(tags, Source::TAGS);
}

#[test]
fn every_event_is_its_own_variant() {
    let events = [
        r#"{"type":"message_start","message":{"id":"msg_1","role":"assistant","content":[],"usage":{"input_tokens":1}}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":1},"context_management":{"a":1}}"#,
        r#"{"type":"message_stop"}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#,
    ];
    let tags: Vec<_> = events
        .iter()
        .map(|text| whole::<StreamEvent>(text).tag().to_owned())
        .collect();
    assert_eq!(tags, StreamEvent::TAGS);
    let StreamEvent::MessageStart(start) = whole::<StreamEvent>(events[0]) else {
        panic!("no start")
    };
    assert_eq!(
        start.message.id.map(|id| id.to_string()).as_deref(),
        Some("msg_1")
    );
    let StreamEvent::ContentBlockStart(start) = whole::<StreamEvent>(events[1]) else {
        panic!("no start")
    };
    assert_eq!((start.index, start.content_block.tag()), (0, "text"));
    reads_part!(
        MessageDeltaBody,
        r#"{"stop_reason":"end_turn","stop_sequence":"x","stop_details":{"a":1},"container":{"b":1}}"#,
        stop_reason,
        stop_sequence,
        stop_details,
        container,
    );
}

#[test]
fn every_delta_is_its_own_variant() {
    let deltas = [
        r#"{"type":"text_delta","text":"a"}"#,
        r#"{"type":"input_json_delta","partial_json":"{\"a"}"#,
        r#"{"type":"thinking_delta","thinking":"hm","estimated_tokens":3}"#,
        r#"{"type":"signature_delta","signature":"s"}"#,
        r#"{"type":"citations_delta","citation":{"a":1}}"#,
    ];
    let tags: Vec<_> = deltas
        .iter()
        .map(|text| whole::<BlockDelta>(text).tag().to_owned())
        .collect();
    assert_eq!(tags, BlockDelta::TAGS);
    let BlockDelta::InputJson(delta) = whole::<BlockDelta>(deltas[1]) else {
        panic!("no input")
    };
    assert_eq!(delta.partial_json, "{\"a");
}

/// Parses a text that is written back unchanged, with members that its type does not have.
fn whole_but_extra<T: Wire>(text: &str) -> T {
    let value = T::from_json(text).unwrap();
    let back: serde_json::Value = serde_json::from_str(&value.to_json()).unwrap();
    assert_eq!(
        back,
        serde_json::from_str::<serde_json::Value>(text).unwrap()
    );
    value
}
