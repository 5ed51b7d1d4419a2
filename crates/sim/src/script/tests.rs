use serde_json::json;

use super::*;

const EVERYTHING: &str = include_str!("../../../../fixtures/scripts/everything.json");

#[test]
fn a_list_of_blocks_is_one_reply() {
    let script = Script::parse(r#"[{"type":"text","text":"a"},{"type":"sleep","s":0.5}]"#).unwrap();
    assert_eq!(script.replies.len(), 1);
    assert_eq!(script.replies[0].len(), 2);
}

#[test]
fn a_list_of_lists_is_successive_replies() {
    let script = Script::parse(r#"[[{"type":"cut"}],[]]"#).unwrap();
    assert_eq!(script.replies, [vec![Block::Cut { times: None }], vec![]]);
}

#[test]
fn faults_say_where_they_are() {
    let check = |json: &str, expected: &str| {
        let error = Script::parse(json).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?} lacks {expected:?}");
    };
    check("{}", "must be a list of blocks");
    check("[", "not JSON");
    check(
        r#"[{"type":"text","text":"a"},[]]"#,
        "mixes blocks and lists",
    );
    check(
        r#"[[],[{"type":"text"}]]"#,
        "reply 2, block 1: missing field `text`",
    );
    check(
        r#"[{"type":"dance"}]"#,
        "reply 1, block 1: unknown variant `dance`",
    );
    check(
        r#"[{"type":"sleep","s":-1}]"#,
        "seconds must be between 0 and",
    );
    check(
        r#"[{"type":"text","text":"a","chunk":3}]"#,
        "unknown field `chunk`",
    );
}

#[test]
fn the_fixture_has_every_block_and_survives_a_round_trip() {
    let file = ScriptFile::parse(EVERYTHING).unwrap();
    let names: std::collections::BTreeSet<String> = file
        .turns
        .iter()
        .flat_map(|script| script.replies.iter().flatten())
        .chain(&file.start)
        .map(|block| {
            serde_json::to_value(block).unwrap()["type"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(names.len(), 18, "{names:?}");
    for block in file
        .turns
        .iter()
        .flat_map(|script| script.replies.iter().flatten())
    {
        let again: Block = serde_json::from_value(serde_json::to_value(block).unwrap()).unwrap();
        assert_eq!(&again, block);
    }
}

#[test]
fn a_script_is_found_behind_its_mark_only() {
    assert_eq!(find("no script here").unwrap(), None);
    assert_eq!(find("the word SCRIPT: alone is prose").unwrap(), None);
    let found = find("do it SCRIPT: [{\"type\":\"cut\"}] and that is all").unwrap();
    assert_eq!(found.unwrap().replies.len(), 1);
    assert!(find("SCRIPT:[{]").is_err());
}

#[test]
fn the_outer_script_wins_over_one_inside_a_tool_input() {
    let text = r#"SCRIPT:[{"type":"tool_use","name":"Task","input":{"prompt":"SCRIPT:[{\"type\":\"cut\"}]"}}]"#;
    let script = find(text).unwrap().unwrap();
    assert!(matches!(&script.replies[0][0], Block::ToolUse(tool) if tool.name == "Task"));
}

#[test]
fn replies_follow_the_requests_then_the_model_closes() {
    let text = r#"SCRIPT:[[{"type":"text","text":"a"}],[{"type":"text","text":"b"}]]"#;
    let said = |request| match &reply(text, request).unwrap()[..] {
        [Block::Text(block)] => block.text.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!([said(0), said(1), said(2)], ["a", "b", CLOSING_TEXT]);
}

#[test]
fn a_message_without_a_script_is_quoted() {
    assert_eq!(quote("  hello\nworld"), "\"hello\"");
    assert_eq!(quote(&"ä".repeat(200)).chars().count(), 123);
    assert_eq!(reply("hi", 0).unwrap(), plain_reply("hi"));
    assert_eq!(reply("hi", 1).unwrap(), closing_reply());
}

#[test]
fn reminders_are_not_what_people_wrote() {
    let text = "<system-reminder>SCRIPT:[]</system-reminder>\nhello<system-reminder>x";
    assert_eq!(strip_reminders(text), "hello");
}

#[test]
fn pieces_join_to_the_text_at_any_count() {
    for text in ["", "a", "grüße aus köln", &"x".repeat(95)] {
        for chunks in [None, Some(0), Some(1), Some(3), Some(7), Some(1000)] {
            assert_eq!(pieces(text, chunks).concat(), text);
        }
    }
    assert_eq!(pieces("abcdef", Some(3)), ["ab", "cd", "ef"]);
    assert_eq!(pieces(&"x".repeat(95), None).len(), 3);
    assert_eq!(pieces("ab", Some(9)), ["a", "b"]);
    let input = json!({"command": "ls"}).as_object().unwrap().clone();
    assert_eq!(input_pieces(&input).concat(), r#"{"command":"ls"}"#);
}

#[test]
fn a_file_gives_its_turns_in_order() {
    let file = ScriptFile::parse(r#"{"turns":[[],[{"type":"cut"}]]}"#).unwrap();
    assert_eq!(file.turn(1).unwrap().replies[0].len(), 1);
    assert_eq!(file.turn(2), None);
    let bare = ScriptFile::parse("[]").unwrap();
    assert!(bare.turn(41).is_some());
    let error = ScriptFile::parse(r#"{"turn":[]}"#).unwrap_err().to_string();
    assert!(error.contains("unknown field `turn`"), "{error}");
}
