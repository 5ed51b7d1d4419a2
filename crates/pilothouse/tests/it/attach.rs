//! `pilothouse attach` in a terminal, with a host of its own.

use serde_json::{Value, json};

use crate::host::Host;
use crate::pty::Terminal;
use crate::scenes::attach::{
    BASH, asks, attached, is_interrupted, is_sent, leave, questions_are_answered, script,
};
use crate::support::{Home, SIMULATOR, text};

fn devices(host: &Host) -> Vec<String> {
    let devices = host.browser.json("GET /api/devices", "");
    let names = devices.as_array().unwrap().iter();
    names
        .map(|device| device["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_newest_session_of_the_directory_is_joined_and_steered() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session(&script(r#"[{"type":"text","text":"What was before."}]"#));
    host.idle(&id);
    let data = host.data();
    let mut screen = Terminal::start(host.home.command(&["attach", "--data", &data]));
    screen.until("What was before.");
    let said = script(&format!(
        r#"[{{"type":"text","text":"Here it comes.","chunks":3}},{BASH}]"#
    ));
    screen.write(&format!("{said}\r"));
    screen.until("Here it comes.");
    screen.until("touch made");
    let choices = screen.until("[s]top");
    assert!(
        choices.contains("[y]es  [n]o  [e]dit  [a]lways (Bash(touch"),
        "{choices}"
    );
    screen.write("y\r");
    screen.until("✓");
    screen.until("Bash touch made");
    screen.until("done in");
    leave(screen);
    let summary = host.browser.json(&format!("GET /api/sessions/{id}"), "");
    assert_eq!(summary["status"], "live");
    assert_eq!(devices(&host), ["browser"], "a terminal does not sign in");
}

#[test]
fn a_session_goes_on_when_nobody_is_attached() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session(&script(r#"[{"type":"text","text":"First."}]"#));
    host.idle(&id);
    for leave in ["/detach\r", "\u{1c}"] {
        let mut screen = attached(&host, &id[..8]);
        screen.until("First.");
        screen.write("no more than typed");
        screen.until("no more than typed");
        screen.write("\u{15}");
        screen.write(leave);
        let (status, all) = screen.end();
        assert_eq!(status.code(), Some(0), "{all}");
    }
    let mut screen = attached(&host, &id);
    screen.until("First.");
    let slow = script(
        r#"[{"type":"text","text":"one two three four","chunks":4,"delay":0.3},{"type":"text","text":"Over."}]"#,
    );
    screen.write(&format!("{slow}\r"));
    is_sent(&mut screen);
    screen.until("one");
    leave(screen);
    host.idle(&id);
    let mut screen = attached(&host, &id);
    screen.until("one two three four");
    screen.until("Over.");
    leave(screen);
}

#[test]
fn asks_are_denied_with_a_reason_stopped_and_remembered() {
    asks(&Host::start(Home::new(), SIMULATOR));
}

#[test]
fn an_ask_that_another_device_answers_is_withdrawn_and_says_by_whom() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session("hello");
    host.idle(&id);
    let mut screen = attached(&host, &id);
    screen.write(&format!("{}\r", script(&format!("[{BASH}]"))));
    screen.until("[s]top");
    screen.write("half an ans");
    screen.until("half an ans");
    let view = host
        .browser
        .json(&format!("GET /api/sessions/{id}/view"), "");
    let ask = view["asks"][0]["id"].as_str().unwrap();
    let answer = json!({"kind": "allow"}).to_string();
    host.browser
        .json(&format!("POST /api/sessions/{id}/asks/{ask}"), &answer);
    screen.until("withdrawn here: allowed by browser");
    screen.until("done in");
    let all = leave(screen);
    assert!(all.contains("✓"), "{all}");
}

#[test]
fn a_message_typed_before_a_request_appears_is_kept_and_does_not_answer_it() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session("hello");
    host.idle(&id);
    let mut screen = attached(&host, &id);
    screen.write("y");
    screen.until("❯ y");
    let message = json!({"text": script(&format!("[{BASH}]"))}).to_string();
    host.browser
        .json(&format!("POST /api/sessions/{id}/messages"), &message);
    screen.until("[s]top");
    screen.write("\r");
    screen.until("answer with one of the letters");
    screen.write("n\r");
    screen.until("✗");
    // The message is back on its line.
    screen.until("❯ y");
    screen.write("\u{15}");
    leave(screen);
}

#[test]
fn questions_are_numbered_lists_one_after_the_other() {
    questions_are_answered(&Host::start(Home::new(), SIMULATOR));
}

#[test]
fn ctrl_c_stops_the_turn_and_not_the_terminal() {
    is_interrupted(&Host::start(Home::new(), SIMULATOR));
}

#[test]
fn what_is_typed_while_a_turn_runs_waits_and_an_edited_input_runs() {
    let mut home = Home::new();
    let editor = home.script(
        "editor",
        "#!/bin/sh\nsed -i 's/touch made/touch edited/' \"$1\"\n",
    );
    home.set("EDITOR", &editor);
    let host = Host::start(home, SIMULATOR);
    let id = host.session(&script(&format!("[{BASH}]")));
    let mut screen = attached(&host, &id);
    screen.until("[s]top");
    screen.write("e\r");
    screen.until("✓");
    screen.until("Bash touch edited");
    screen.until("done in");
    screen.write(&format!(
        "{}\r",
        script(r#"[{"type":"text","text":"a b c","chunks":3,"delay":0.5}]"#)
    ));
    is_sent(&mut screen);
    screen.until("a");
    screen.write("and then this\u{1b}\r");
    screen.until("queued until the turn ends");
    screen.until("done in");
    screen.until("❯ and then this");
    screen.until("done in");
    leave(screen);
}

#[test]
fn a_stop_holds_queued_messages_and_they_are_sent_or_edited() {
    let host = Host::start(Home::new(), SIMULATOR);
    // Escaped, so that only the answer shows the word, not the prompt.
    let words = r"w\u006frd ".repeat(500);
    let slow = format!(r#"[{{"type":"text","text":"{words}","chunks":500,"delay":0.1}}]"#);
    let id = host.session(&script(&slow));
    let mut screen = attached(&host, &id);
    screen.until("word");
    screen.write("read this on the way\r");
    screen.until("sent; Claude reads it after the current step");
    for text in ["first", "second"] {
        screen.write(&format!("{text}\u{1b}\r"));
        screen.until("queued until the turn ends");
    }
    screen.write("\u{3}");
    screen.until("3 messages held");
    screen.write("/held\r");
    screen.until("1. read this on the way");
    screen.until("3. second");
    screen.write("/held edit 3\r");
    screen.until("2 messages held");
    screen.write(", changed\r");
    screen.until("❯ second, changed");
    screen.until("done in");
    screen.write("/held send\r");
    screen.until("❯ read this on the way");
    screen.until("❯ first");
    screen.until("done in");
    leave(screen);
}

#[test]
fn commands_that_the_cli_refuses_run_here_or_are_refused_with_the_place_that_has_them() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session("hello");
    host.idle(&id);
    let mut screen = attached(&host, &id);
    screen.write("/rewind\r");
    screen.until("/rewind works only in a terminal; it was not sent.");
    screen.write("/tasks\r");
    screen.until("no background tasks");
    screen.write("/status\r");
    screen.until("Version: ");
    screen.write("/plan\r");
    screen.until("Claude plans before it changes anything.");
    screen.write("/btw and why\r");
    screen.until("    ");
    screen.write("/fork look at the tests\r");
    screen.until("is a copy of this session");
    screen.write("/exit\r");
    let (_, all) = screen.end();
    assert!(!all.contains("isn't available"), "{all}");
    let view = host
        .browser
        .json(&format!("GET /api/sessions/{id}/view"), "");
    assert_eq!(view["info"]["permissionMode"], "plan");
}

#[test]
fn a_host_that_is_started_again_is_found_again() {
    let mut host = Host::start(Home::new(), SIMULATOR);
    let id = host.session(&script(r#"[{"type":"text","text":"Before."}]"#));
    host.idle(&id);
    let mut screen = attached(&host, &id);
    screen.until("Before.");
    host.restart();
    screen.until("the connection to the host is lost");
    screen.until("the host is back");
    screen.write(&format!(
        "{}\r",
        script(r#"[{"type":"text","text":"After."}]"#)
    ));
    screen.until("After.");
    screen.until("done in");
    let all = leave(screen);
    assert_eq!(
        all.matches("\nBefore.").count(),
        1,
        "nothing is shown twice: {all}"
    );
}

#[test]
fn what_is_missing_is_told_in_a_sentence() {
    let home = Home::new();
    let data = home.path().join("nothing").display().to_string();
    let output = home.output(&["attach", "--data", &data]);
    assert_eq!(output.status.code(), Some(2), "it is no terminal");
    assert!(text(&output.stderr).contains("attach needs a terminal"));
    let (status, said) = Terminal::start(home.command(&["attach", "--data", &data])).end();
    assert_eq!(status.code(), Some(1));
    assert!(
        said.contains("no server is running with") && said.contains("start one with `pilothouse`"),
        "{said}"
    );
    let host = Host::start(home, SIMULATOR);
    let elsewhere = host.home.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let id = host.session("hello");
    let data = host.data();
    let attach = |arguments: &[&str]| {
        let mut command = host.home.command(arguments);
        command.current_dir(&elsewhere);
        let (status, said) = Terminal::start(command).end();
        assert_eq!(status.code(), Some(1), "{said}");
        said
    };
    let said = attach(&["attach", "--data", &data]);
    assert!(
        said.contains("no session works in") && said.contains(&id[..8]),
        "{said}"
    );
    assert!(said.contains("`pilothouse attach --new`"), "{said}");
    let said = attach(&["attach", "ffffnone", "--data", &data]);
    assert!(
        said.contains("there is no session whose id begins with ffffnone"),
        "{said}"
    );
}

#[test]
fn a_host_with_tls_and_a_public_address_is_attached_to_by_its_socket() {
    let home = Home::new();
    let (certificate, key) = (home.path().join("cert.pem"), home.path().join("key.pem"));
    std::fs::write(
        &certificate,
        include_str!("../../../server/tests/it/keys/test.crt"),
    )
    .unwrap();
    std::fs::write(&key, include_str!("../../../server/tests/it/keys/test.key")).unwrap();
    let paths = [certificate, key].map(|path| path.display().to_string());
    let flags = [
        "--tls-cert",
        paths[0].as_str(),
        "--tls-key",
        paths[1].as_str(),
        "--public-url",
        "https://pilot.example/path",
    ];
    let host = Host::start_with(home, SIMULATOR, &flags);
    let data = host.data();
    let (status, said) = Terminal::start(host.home.command(&["attach", "--data", &data])).end();
    assert_eq!(status.code(), Some(1));
    assert!(
        said.contains("no session works in"),
        "the server answered: {said}"
    );
}

#[test]
fn a_session_that_cannot_start_asks_about_its_project_here() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session(&script(r#"[{"type":"text","text":"First."}]"#));
    host.idle(&id);
    let park = json!({"action": "park"}).to_string();
    let path = format!("/api/sessions/{id}");
    host.browser.json(&format!("POST {path}/lifecycle"), &park);
    let server = |command: &str| {
        let text = json!({"mcpServers": {"db": {"command": command}}}).to_string();
        std::fs::write(host.home.project().join(".mcp.json"), text).unwrap();
    };
    server("db-server");
    let mut screen = attached(&host, &id);
    screen.until("First.");
    let said = script(r#"[{"type":"text","text":"Second."}]"#);
    screen.write(&format!("{said}\r"));
    screen.until("MCP server db: db-server");
    screen.until("[q]uit");
    let summary = host.browser.json(&format!("GET {path}"), "");
    assert_eq!(summary["projectSettings"], "undecided");
    screen.write("perhaps\r");
    screen.until("[q]uit");
    screen.write("s\r");
    screen.until("Second.");
    screen.until("done in");
    let summary = host.browser.json(&format!("GET {path}"), "");
    assert_eq!(summary["projectSettings"], Value::Null);
    leave(screen);
}

/// Starts a session from the terminal, in the project of the host.
fn new_session(host: &Host) -> Terminal {
    Terminal::start(
        host.home
            .command(&["attach", "--new", "--data", &host.data()]),
    )
}

#[test]
fn a_session_is_started_in_this_directory() {
    let host = Host::start(Home::new(), SIMULATOR);
    let mut screen = new_session(&host);
    screen.until("and the session goes on");
    let said = script(r#"[{"type":"text","text":"Here I am."}]"#);
    screen.write(&format!("{said}\r"));
    screen.until("Here I am.");
    screen.until("done in");
    leave(screen);
    let sessions = host.browser.json("GET /api/sessions", "");
    let [session] = sessions["sessions"].as_array().unwrap().as_slice() else {
        panic!("{sessions}");
    };
    let project = host.home.project().canonicalize().unwrap();
    assert_eq!(session["project"], project.to_string_lossy().as_ref());
}

#[test]
fn a_new_session_asks_first_whether_its_project_may_run_programs() {
    let host = Host::start(Home::new(), SIMULATOR);
    let server = json!({"mcpServers": {"db": {"command": "db-server"}}}).to_string();
    std::fs::write(host.home.project().join(".mcp.json"), server).unwrap();
    let mut screen = new_session(&host);
    screen.until("MCP server db: db-server");
    screen.until("? ");
    screen.write("q\n");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(1), "{all}");
    assert!(all.contains("no session was started"), "{all}");
    let mut screen = new_session(&host);
    screen.until("? ");
    screen.write("w\n");
    screen.until("and the session goes on");
    leave(screen);
    let sessions = host.browser.json("GET /api/sessions", "");
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
}

#[test]
fn markdown_of_answers_is_rendered_in_the_colors_of_the_terminal() {
    let host = Host::start(Home::new(), SIMULATOR);
    let id = host.session(&script(
        r##"[{"type":"text","text":"# Done\n\nIt is **safe**, see `src/a.ts`.\n"}]"##,
    ));
    host.idle(&id);
    let mut screen = attached(&host, &id);
    screen.until("\u{1b}[1;4mDone\u{1b}[0m");
    screen.until("\u{1b}[1msafe\u{1b}[0m, see \u{1b}[36msrc/a.ts\u{1b}[0m.");
    let said = script(r#"[{"type":"text","text":"- one **two** three\n- four","chunks":9}]"#);
    screen.write(&format!("{said}\r"));
    screen.until("• one \u{1b}[1mtwo\u{1b}[0m three");
    screen.until("• four");
    leave(screen);
}
