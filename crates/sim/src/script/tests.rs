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
fn errors_name_their_position() {
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
fn reminders_are_not_user_text() {
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

const SCENARIOS: &str = r#"{"scenarios":[
    {"keywords":["Test"],"when":[{"file":"a.js","contains":"bug"}],"script":[{"type":"text","text":"fix"}]},
    {"keywords":["test"],"script":[{"type":"text","text":"nothing to fix"}],"denied":[{"type":"text","text":"denied"}]},
    {"script":[{"type":"text","text":"you wrote {{prompt}}"}]}],
    "commands":{"npm test":[{"when":[{"file":"a.js","contains":"bug"}],"exit":1},{"stdout":"pass"}]}}"#;

#[test]
fn a_scenario_is_chosen_by_words_and_files() {
    let file = ScriptFile::parse(SCENARIOS).unwrap();
    let chosen = |message: &str, content: &str| {
        let holds = |condition: &Condition| condition.holds(Some(content));
        let scenario = scenario(&file.scenarios, message, holds).unwrap();
        match scenario.script.clone().with_prompt(message).replies[0][0].clone() {
            Block::Text(text) => text.text,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(chosen("Run the TESTS", "a bug"), "fix");
    assert_eq!(chosen("Run the tests", "fixed"), "nothing to fix");
    assert_eq!(chosen("the latest\nnews", "a bug"), "you wrote the latest");
    assert!(file.scenarios[1].denied.is_some());
}

#[test]
fn the_output_of_a_command_depends_on_the_files() {
    let file = ScriptFile::parse(SCENARIOS).unwrap();
    let run = |content: &str| file.command("npm test", |one| one.holds(Some(content)));
    assert_eq!(run("a bug").unwrap().exit, Some(1));
    assert_eq!(run("fixed").unwrap().stdout.as_deref(), Some("pass"));
    assert_eq!(file.command("npm start", |_| true), None);
}

#[test]
fn conditions_apply_to_existing_and_missing_files() {
    let condition = |json: &str| serde_json::from_str::<Condition>(json).unwrap();
    assert!(condition(r#"{"file":"a"}"#).holds(Some("")));
    assert!(!condition(r#"{"file":"a"}"#).holds(None));
    assert!(condition(r#"{"file":"a","lacks":"b"}"#).holds(None));
    assert!(!condition(r#"{"file":"a","lacks":"b"}"#).holds(Some("ab")));
    assert!(!condition(r#"{"file":"a","contains":"a","lacks":"b"}"#).holds(Some("ab")));
}

#[test]
fn a_malformed_scenario_is_named() {
    let fault = |json: &str| ScriptFile::parse(json).unwrap_err().to_string();
    let message = fault(r#"{"scenarios":[{"script":[]},{"keyword":["a"],"script":[]}]}"#);
    assert!(
        message.contains("scenario 2: unknown field `keyword`"),
        "{message}"
    );
    let message = fault(r#"{"commands":{"ls":[{"stdot":"a"}]}}"#);
    assert!(
        message.contains("command `ls`: unknown field `stdot`"),
        "{message}"
    );
}
