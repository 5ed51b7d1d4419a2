//! Titles: found by the CLI while the first turn runs, unless somebody gave one.

use pilothouse_api::session::UpdateSession;

use super::*;

/// The version of the CLI, in the line that begins each turn.
fn init(trial: &mut Trial, version: &str) {
    trial.out(
        &json!({"type": "system", "subtype": "init", "cwd": "/", "session_id": "c", "tools": [],
        "mcp_servers": [], "model": "m", "permissionMode": "default", "slash_commands": [], "apiKeySource": "none",
        "claude_code_version": version, "output_style": "default", "agents": [], "skills": [], "plugins": [],
        "uuid": "n"}),
    );
}

/// A session whose first turn runs.
fn in_first_turn(version: &str) -> Trial {
    let mut trial = Trial::live();
    trial.send("Fix the login\nIt fails since Monday.");
    trial.commit();
    trial.begin_turn("Fix the login\nIt fails since Monday.");
    init(&mut trial, version);
    trial
}

/// The request for a title: its ID, and its fields.
fn request(trial: &mut Trial) -> Option<(String, Value)> {
    while let Some((key, who, body)) = trial.take_append() {
        if let Body::Line(line) = &body {
            let line: Value = serde_json::from_slice(line).unwrap();
            let asked = line["request"].clone();
            if asked["subtype"] == "generate_session_title" {
                trial.write(key.clone(), who, body);
                return Some((key, asked));
            }
        }
        trial.write(key, who, body);
    }
    None
}

fn answer(trial: &mut Trial, id: &str, title: &Value) {
    let response = json!({"subtype": "success", "request_id": id, "response": {"title": title}});
    trial.out(&json!({"type": "control_response", "response": response}));
    trial.commit();
}

fn rename(trial: &mut Trial, title: &str) {
    let update = Box::new(UpdateSession {
        title: Some(title.to_owned()),
        ..UpdateSession::default()
    });
    trial.call(Call::Update(update));
    trial.commit();
}

#[test]
fn the_cli_is_asked_once_and_its_title_is_kept() {
    let mut trial = in_first_turn("2.1.325");
    assert_eq!(trial.machine.title(), "Fix the login");
    let (id, asked) = request(&mut trial).unwrap();
    assert_eq!(
        asked["description"],
        "Fix the login\nIt fails since Monday."
    );
    answer(&mut trial, &id, &json!("Repair the \nlogin"));
    assert_eq!(trial.machine.title(), "Repair the login");
    trial.end_turn("Fix the login\nIt fails since Monday.");
    trial.commit();
    trial.send("u2");
    trial.commit();
    trial.begin_turn("u2");
    assert_eq!(request(&mut trial), None);
}

#[test]
fn without_an_answer_the_first_message_names_the_session() {
    let mut trial = in_first_turn("2.1.325");
    let (id, _) = request(&mut trial).unwrap();
    answer(&mut trial, &id, &Value::Null);
    assert_eq!(trial.machine.title(), "Fix the login");
    // This version ignores requests that it does not know.
    let mut old = in_first_turn("2.1.38");
    assert_eq!(request(&mut old), None);
    assert_eq!(old.machine.title(), "Fix the login");
}

#[test]
fn a_title_that_a_person_gave_stays() {
    let mut trial = in_first_turn("2.1.325");
    let (id, _) = request(&mut trial).unwrap();
    rename(&mut trial, "Mine");
    answer(&mut trial, &id, &json!("Found"));
    assert_eq!(trial.machine.title(), "Mine");
    rename(&mut trial, "");
    assert_eq!(trial.machine.title(), "Fix the login");

    let mut named = Trial::live();
    rename(&mut named, "Mine");
    named.send("u1");
    named.commit();
    named.begin_turn("u1");
    init(&mut named, "2.1.325");
    assert_eq!(request(&mut named), None);
}
