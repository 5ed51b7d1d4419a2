//! Files written by tools, and sessions on disk.

use serde_json::{Value, json};

use crate::sim_process::{Place, Sim, run, transcript};

fn write_and_read(sim: &mut Sim) -> Value {
    sim.script(
        json!([
            [{ "type": "tool_use", "name": "Write", "input": { "file_path": "a.txt", "content": "one\n" } }],
            [{ "type": "tool_use", "name": "Read", "input": { "file_path": "a.txt" } }],
        ]),
        "u1",
    );
    sim.result()
}

fn last_read(sim: &Sim) -> Value {
    let frame = sim
        .seen
        .iter()
        .rfind(|frame| frame["tool_use_result"]["file"].is_object());
    frame.unwrap()["tool_use_result"]["file"]["content"].clone()
}

#[test]
fn the_overlay_does_not_change_the_disk_and_survives_a_resume() {
    let place = Place::new();
    let mut sim = place.start(&["--permission-mode", "acceptEdits"]);
    let result = write_and_read(&mut sim);
    assert_eq!(last_read(&sim), "one\n");
    assert!(!place.project().join("a.txt").exists());
    let id = result["session_id"].as_str().unwrap().to_owned();
    assert_eq!(sim.end().0, 0);
    let mut again = place.start(&["--resume", &id]);
    again.script(
        json!([{ "type": "tool_use", "name": "Read", "input": { "file_path": "a.txt" } }]),
        "u2",
    );
    let resumed = again.result();
    assert_eq!(resumed["session_id"], id.as_str());
    assert_eq!(last_read(&again), "one\n");
    assert!(
        resumed["total_cost_usd"].as_f64() > result["total_cost_usd"].as_f64(),
        "the cost goes on"
    );
}

#[test]
fn a_directory_is_really_written() {
    let place = Place::new();
    let project = place.project().display().to_string();
    let mut sim = place.start(&["--permission-mode", "acceptEdits", "--sim-fs", &project]);
    write_and_read(&mut sim);
    assert_eq!(
        std::fs::read_to_string(place.project().join("a.txt")).unwrap(),
        "one\n"
    );
}

#[test]
fn a_transcript_is_a_chain_of_the_frames_on_stdout() {
    let place = Place::new();
    let mut sim = place.start(&["--permission-mode", "acceptEdits"]);
    let result = write_and_read(&mut sim);
    let lines = transcript(&place, result["session_id"].as_str().unwrap());
    let conversation: Vec<&Value> = lines
        .iter()
        .filter(|line| line["uuid"].is_string())
        .collect();
    assert_eq!(conversation[0]["uuid"], "u1");
    for pair in conversation.windows(2) {
        assert_eq!(pair[1]["parentUuid"], pair[0]["uuid"]);
    }
    for frame in sim.seen.iter().filter(|frame| frame["type"] == "assistant") {
        assert!(
            conversation
                .iter()
                .any(|line| line["uuid"] == frame["uuid"])
        );
    }
}

#[test]
fn a_message_is_not_run_twice() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.say("hello", "u1");
    let id = sim.result()["session_id"].as_str().unwrap().to_owned();
    assert_eq!(sim.end().0, 0);
    let mut again = place.start(&["--resume", &id]);
    again.say("hello", "u1");
    again.wait(|frame| frame["state"] == "completed" && frame["command_uuid"] == "u1");
    let (code, _, seen) = again.end();
    assert_eq!(code, 0);
    assert!(!seen.iter().any(|frame| frame["type"] == "result"));
}

#[test]
fn sessions_are_forked_refused_and_missing_as_with_the_cli() {
    let place = Place::new();
    let id = "11111111-2222-4333-8444-555555555555";
    let mut sim = place.start(&["--session-id", id]);
    sim.say("hello", "u1");
    sim.result();
    assert_eq!(sim.end().0, 0);
    let (code, _, stderr) = run(&place, &["-p", "--session-id", id, "x"]);
    assert_eq!(
        (code, stderr.trim()),
        (
            1,
            format!("Error: Session ID {id} is already in use.").as_str()
        )
    );
    let mut fork = place.start(&["--resume", id, "--fork-session"]);
    fork.say("on", "u2");
    assert_ne!(fork.result()["session_id"], id);
    let missing = place.start(&["--resume", "99999999-2222-4333-8444-555555555555"]);
    let (code, _, seen) = missing.finish();
    assert_eq!(code, 1);
    assert_eq!(seen[0]["subtype"], "error_during_execution");
}

/// A host that resumes the session searches the transcript for the newest message.
#[test]
fn a_transcript_holds_local_commands_under_the_uuids_of_their_frames() {
    for command in ["/cost", "/help", "/compact"] {
        let place = Place::new();
        let mut sim = place.start(&[]);
        sim.say(command, "11111111-1111-4111-8111-111111111111");
        let answer = sim.wait(|frame| frame["type"] == "assistant");
        let session = sim.result()["session_id"].as_str().unwrap().to_owned();
        sim.end();
        let lines = transcript(&place, &session);
        let recorded = lines.iter().find(|line| line["uuid"] == answer["uuid"]);
        let recorded = recorded.unwrap_or_else(|| panic!("{command}: {lines:#?}"));
        assert_eq!(recorded["subtype"], "local_command", "{command}");
        assert_eq!(
            recorded["content"], answer["local_command_source"],
            "{command}"
        );
        let mut resumed = place.start(&["--resume", &session]);
        resumed.say("hello", "11111111-1111-4111-8111-111111111112");
        assert_eq!(resumed.result()["session_id"], session, "{command}");
    }
}

#[test]
fn the_old_version_records_local_commands_as_messages() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    sim.say("/cost", "11111111-1111-4111-8111-111111111111");
    let answer = sim.wait(|frame| frame["type"] == "user");
    let session = sim.result()["session_id"].as_str().unwrap().to_owned();
    sim.end();
    let lines = transcript(&place, &session);
    let recorded = lines.iter().find(|line| line["uuid"] == answer["uuid"]);
    assert_eq!(recorded.unwrap()["message"], answer["message"]);
}
