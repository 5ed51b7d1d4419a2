//! Runs the built-in tour to its end.

use serde_json::{Value, json};

use crate::sim_process::{Place, Sim};

/// Allows every call and selects the first option of every question.
fn agree(sim: &mut Sim) -> Value {
    loop {
        let frame = sim.wait(|frame| {
            frame["type"] == "result" || frame["request"]["subtype"] == "can_use_tool"
        });
        if frame["type"] == "result" {
            return frame;
        }
        let mut input = frame["request"]["input"].clone();
        if frame["request"]["tool_name"] == "AskUserQuestion" {
            let mut answers = serde_json::Map::new();
            for question in input["questions"].as_array().unwrap() {
                let text = question["question"].as_str().unwrap();
                answers.insert(text.to_owned(), question["options"][0]["label"].clone());
            }
            input["answers"] = Value::Object(answers);
        }
        sim.answer(
            &frame,
            json!({ "behavior": "allow", "updatedInput": input }),
        );
    }
}

#[test]
fn every_stop_of_the_tour_succeeds() {
    let place = Place::new();
    let mut sim = place.start(&["--sim-script", "tour", "--sim-speed", "0"]);
    for stop in 0..9 {
        sim.say("go on", &format!("u{stop}"));
        loop {
            let result = agree(&mut sim);
            assert_eq!(result["is_error"], false, "{result}");
            if result["user_message_uuid"] == format!("u{stop}") {
                let text = result["result"].as_str().unwrap();
                let says = match stop {
                    8 => "That was the tour.".to_owned(),
                    _ => format!("*Step {} of 9. The tour waits for your reply", stop + 1),
                };
                assert!(text.contains(&says), "{text}");
                break;
            }
        }
    }
    sim.say("go on", "u9");
    let over = sim.wait(|frame| frame["type"] == "result" && frame["user_message_uuid"] == "u9");
    let text = over["result"].as_str().unwrap();
    assert!(text.starts_with("The tour is over."), "{text}");
    let failed = sim
        .seen
        .iter()
        .filter(|frame| frame["message"]["content"][0]["is_error"] == true);
    assert_eq!(
        failed.count(),
        1,
        "only the test run that the tour lets fail"
    );
    for name in [
        "Read",
        "Edit",
        "Write",
        "Bash",
        "AskUserQuestion",
        "TaskCreate",
        "Agent",
        "mcp__harbor__tide_table",
        "NotebookEdit",
        "ExitPlanMode",
    ] {
        let is_shown = sim.seen.iter().any(|frame| {
            frame["type"] == "assistant" && frame["message"]["content"][0]["name"] == name
        });
        assert!(is_shown, "{name}");
    }
    assert!(
        !place.project().join("tides.py").exists(),
        "the overlay holds the sample project"
    );
}
