//! `pilothouse attach` to a session of a CLI.

use crate::host::Host;
use crate::pty::Terminal;

pub(crate) const BASH: &str = r#"{"type":"tool_use","name":"Bash","input":{"command":"touch made","description":"make a file"}}"#;

pub(crate) fn script(blocks: &str) -> String {
    format!("SCRIPT:{blocks}")
}

/// Attaches and waits until the prompt is there.
pub(crate) fn attached(host: &Host, session: &str) -> Terminal {
    let data = host.data();
    let mut screen = Terminal::start(host.home.command(&["attach", session, "--data", &data]));
    screen.until("and the session goes on");
    screen
}

/// Waits until a message is in the transcript.
pub(crate) fn is_sent(screen: &mut Terminal) {
    screen.until("\u{1b}[1m❯ ");
    screen.until("\n");
}

pub(crate) fn leave(screen: Terminal) -> String {
    let mut screen = screen;
    screen.write("\u{4}");
    let (status, all) = screen.end();
    assert_eq!(status.code(), Some(0), "{all}");
    assert!(all.contains("left; the session goes on"), "{all}");
    all
}

pub(crate) fn asks(host: &Host) {
    let bash = script(&format!("[{BASH}]"));
    let id = host.session("hello");
    host.idle(&id);
    let mut screen = attached(host, &id);
    screen.write(&format!("{bash}\r"));
    screen.until("[s]top");
    screen.write("what\r");
    screen.until("answer with one of the letters");
    screen.write("n use a branch first\r");
    screen.until("✗");
    screen.until("use a branch first");
    screen.until("done in");
    screen.write(&format!("{bash}\r"));
    screen.until("[s]top");
    screen.write("s\r");
    screen.until("stopped");
    screen.write(&format!("{}\r", script(&format!("[[{BASH}],[{BASH}]]"))));
    screen.until("[a]lways (Bash(touch");
    screen.write("a\r");
    screen.until("done in");
    let all = leave(screen);
    let asked = all.matches("[s]top").count();
    assert_eq!(
        asked, 4,
        "twice for the slip, once stopped, once always: {all}"
    );
}

pub(crate) fn questions_are_answered(host: &Host) {
    let question = script(
        r#"[{"type":"tool_use","name":"AskUserQuestion","input":{"questions":[{"question":"Which colour?","header":"Colour","multiSelect":false,"options":[{"label":"Red","description":"warm"},{"label":"Blue","description":"cold"}]},{"question":"How large?","header":"Size","multiSelect":false,"options":[{"label":"Small","description":""},{"label":"Large","description":""}]}]}}]"#,
    );
    let id = host.session(&question);
    let mut screen = attached(host, &id);
    screen.until("Which colour?");
    screen.until("2  Blue  cold");
    screen.until("empty to skip:");
    screen.write("2\r");
    screen.until("How large?");
    screen.write("as large as it gets\r");
    screen.until("done in");
    leave(screen);
    let view = host
        .browser
        .json(&format!("GET /api/sessions/{id}/view"), "");
    let closed = &view["closedAsks"][0]["state"]["answer"]["answers"];
    assert_eq!(closed["Which colour?"], "Blue", "{view}");
    assert_eq!(closed["How large?"], "as large as it gets", "{view}");
}

pub(crate) fn is_interrupted(host: &Host) {
    let slow = script(
        r#"[{"type":"text","text":"one two three four five six seven eight nine ten","chunks":10,"delay":3}]"#,
    );
    let id = host.session(&slow);
    let mut screen = attached(host, &id);
    is_sent(&mut screen);
    screen.until("one");
    screen.write("\u{3}");
    screen.until("stopping");
    screen.until("stopped");
    let all = leave(screen);
    assert!(!all.contains("nine ten\r"), "{all}");
}
