//! Commands with the real CLI.

use crate::cli::{Real, path};
use crate::host::Host;
use crate::scenes::replay::plays_in_a_terminal;
use crate::scenes::tap::{tapped_in_a_terminal, tapped_session};
use crate::scenes::{attach, run};
use crate::support::{Home, text};

/// Nobody is signed in to the real CLI in a home of its own, and nothing of it leaves this machine.
pub(crate) fn a_real_cli_without_a_login_has_its_code_and_its_way_out() {
    let mut home = Home::new();
    let claude = path();
    home.set("ANTHROPIC_BASE_URL", "http://127.0.0.1:9");
    let output = home.output(&["run", "--claude", &claude, "hello"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(
        said.contains("type /login, or set ANTHROPIC_API_KEY"),
        "{said}"
    );
    let output = home.output(&["doctor", "--claude", &claude]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(
        said.contains(": verified") && said.contains("Nobody is signed in."),
        "{said}"
    );
}

pub(crate) fn the_person_allows_denies_and_stops_with_the_real_cli() {
    let mut home = Home::new();
    let real = Real::new(&mut home);
    run::asks_at_the_prompt(&home, &real.path);
    run::streams_and_is_interrupted(&home, &real.path);
    run::questions_are_answered(&home, &real.path);
}

pub(crate) fn a_hosted_session_of_the_real_cli_is_steered() {
    let mut home = Home::new();
    let real = Real::new(&mut home);
    let host = Host::start(home, &real.path);
    attach::asks(&host);
    attach::questions_are_answered(&host);
    attach::is_interrupted(&host);
}

pub(crate) fn a_session_of_the_real_cli_is_recorded_and_checked() {
    let mut home = Home::new();
    let real = Real::new(&mut home);
    tapped_session(&home, &real.path);
    tapped_in_a_terminal(&home, &real.path);
}

pub(crate) fn a_recording_of_the_real_cli_plays_in_a_terminal() {
    let mut home = Home::new();
    let real = Real::new(&mut home);
    plays_in_a_terminal(&home, &real.path);
}
