//! A process of this user at the socket of the data directory, through which terminals attach without a login.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio::process::Command;

use crate::harness::Harness;
use crate::programs::program;
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "The socket of the data directory",
        vec![
            attack!(
                a_process_inside_a_session_is_refused,
                "From a tool of a session, connect to the socket through which terminals attach, and allow the session's own requests",
                "A process that carries the mark of a session, or descends from one that does, is refused"
            ),
            elsewhere(
                "pilothouse-process mark::tests::a_peer_that_has_ended_may_not_connect",
                "Connect, send an answer and exit before the server checks which process that was",
                "A peer that has ended, or cannot be read, is refused",
            ),
            attack!(
                the_socket_is_for_this_user_alone,
                "Connect to it as another user of the machine",
                "The socket and its directory can be opened by this user only, and the user of each peer is checked"
            ),
        ],
    )
}

fn socket(harness: &Harness) -> PathBuf {
    let told = std::fs::read(harness.data().join("server.json")).unwrap();
    let told: Value = serde_json::from_slice(&told).unwrap();
    told["socket"].as_str().unwrap().into()
}

async fn answer(mut command: Command) -> String {
    let output = command.output().await.unwrap();
    String::from_utf8(output.stdout).unwrap()
}

async fn a_process_inside_a_session_is_refused() {
    let harness = Harness::start().await;
    let (program, socket) = (program("host-under-test"), socket(&harness));
    let mut outside = Command::new(&program);
    outside.arg("connect").arg(&socket);
    outside.env_remove("PILOTHOUSE_SESSION");
    let outside = answer(outside).await;
    assert!(outside.starts_with("HTTP/1.1 200"), "{outside}");

    let mut inside = Command::new(&program);
    inside.arg("connect").arg(&socket);
    inside.env("PILOTHOUSE_SESSION", "another");
    let inside = answer(inside).await;
    assert!(inside.starts_with("HTTP/1.1 403"), "{inside}");

    // The shell waits for its child, which dropped the mark.
    let mut below = Command::new("sh");
    below
        .args([
            "-c",
            "env -u PILOTHOUSE_SESSION \"$0\" connect \"$1\"; true",
        ])
        .arg(&program)
        .arg(&socket)
        .env("PILOTHOUSE_SESSION", "another");
    let below = answer(below).await;
    assert!(below.starts_with("HTTP/1.1 403"), "{below}");
}

async fn the_socket_is_for_this_user_alone() {
    let harness = Harness::start().await;
    let socket = socket(&harness);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&socket), 0o600);
    assert_eq!(mode(socket.parent().unwrap()), 0o700);
}
