//! Tests that no processes remain after any kind of end of a session.

use std::process::{Command, Stdio};
use std::time::Duration;

use pilothouse_sdk::protocol::permission::CanUseTool;
use pilothouse_sdk::{CloseTimeouts, Decision, Error, Event, PermissionRequest, processes_marked};

use crate::support::{fault, gone, grandchildren, program, soon};

#[tokio::test(flavor = "multi_thread")]
async fn drop_kills_grandchildren() {
    let (session, mut events) = fault("grandchildren").start().await.unwrap();
    session.send("go").await.unwrap();
    let mut pids = grandchildren(&session, &mut events).await;
    pids.push(session.pid().unwrap());
    let mark = session.mark().unwrap().clone();
    drop(session);
    drop(events);
    // A process that was just forked has the mark too.
    pids.extend(processes_marked(&mark));
    for pid in pids {
        assert!(gone(pid).await, "process {pid} is left");
    }
    assert_eq!(processes_marked(&mark), Vec::<u32>::new());
}

#[test]
fn the_end_of_a_runtime_kills_grandchildren() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (session, events, mark) = runtime.block_on(async {
        let (session, mut events) = fault("grandchildren").start().await.unwrap();
        session.send("go").await.unwrap();
        grandchildren(&session, &mut events).await;
        let mark = session.mark().unwrap().clone();
        (session, events, mark)
    });
    assert!(!processes_marked(&mark).is_empty());
    // No session is closed: its tasks are dropped with their runtime.
    drop(runtime);
    assert_eq!(processes_marked(&mark), Vec::<u32>::new());
    drop((session, events));
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_ends_everything() {
    let (session, mut events) = fault("grandchildren").start().await.unwrap();
    session.send("go").await.unwrap();
    let pids = grandchildren(&session, &mut events).await;
    let exit = soon("the end", session.kill()).await;
    assert!(exit.expected);
    for pid in pids {
        assert!(gone(pid).await, "process {pid} is left");
    }
    assert_eq!(processes_marked(session.mark().unwrap()), Vec::<u32>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_holder_is_enough_to_go_on() {
    let (session, mut events) = fault("plain").start().await.unwrap();
    let other = session.clone();
    drop(session);
    let sent = other.send("go").await.unwrap();
    drop(other);
    // Only the events are left, and the turn still completes.
    sent.result().await.unwrap();
    assert!(events.next().await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn exit_fails_pending_requests_with_stderr() {
    let (session, _events) = fault("exit_mid_turn").start().await.unwrap();
    let sent = session.send("go").await.unwrap();
    let pending = session.request_raw("get_status", serde_json::Value::Null);
    let (outcome, pending) = soon("the end", async { tokio::join!(sent.outcome(), pending) }).await;
    for error in [outcome.unwrap_err(), pending.unwrap_err()] {
        let text = error.to_string();
        assert!(matches!(error, Error::Exited(_)), "{text}");
        assert!(
            text.contains("exit code 7") && text.contains("something broke inside"),
            "{text}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_a_handler_denies_in_a_real_session() {
    let builder = fault("ask_panic").permissions(|_: PermissionRequest| async { panic!("a bug") });
    let (session, mut events) = builder.start().await.unwrap();
    session.send("go").await.unwrap();
    let answered = crate::support::frame(&mut events, |frame| frame["type"] == "answered")
        .await
        .unwrap();
    assert_eq!(answered["response"]["response"]["behavior"], "deny");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ask_by_hand_is_answered_once() {
    let (session, mut events) = fault("ask").answer_by_hand().start().await.unwrap();
    session.send("go").await.unwrap();
    crate::support::frame(&mut events, |frame| frame["type"] == "control_request")
        .await
        .unwrap();
    let open = session.open_requests();
    let request = open[0].asked::<CanUseTool>().unwrap();
    assert_eq!(request.tool_name, "Bash");
    session
        .answer(&request.request_id, Decision::deny("no"))
        .await
        .unwrap();
    assert!(matches!(
        session.answer(&request.request_id, Decision::allow()).await,
        Err(Error::NotOpen { .. })
    ));
    let answered = crate::support::frame(&mut events, |frame| frame["type"] == "answered")
        .await
        .unwrap();
    assert_eq!(answered["response"]["response"]["message"], "no");
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_of_stderr_are_handed_out() {
    let (lines, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let builder =
        fault("exit_mid_turn").on_stderr(move |line| lines.send(line.to_owned()).unwrap());
    let (session, _events) = builder.start().await.unwrap();
    session.send("go").await.unwrap();
    assert_eq!(
        soon("a line", heard.recv()).await.unwrap(),
        "Error: something broke inside"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_is_given_up_leaves_nothing() {
    // The program is not a CLI: it never responds.
    let folder = tempfile::tempdir().unwrap();
    let silent = folder.path().join("silent");
    std::fs::write(
        &silent,
        "#!/bin/sh\necho $$ > \"$PID_FILE\"\nexec sleep 300\n",
    )
    .unwrap();
    std::os::unix::fs::PermissionsExt::set_mode(
        &mut std::fs::metadata(&silent).unwrap().permissions(),
        0o755,
    );
    std::fs::set_permissions(&silent, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let pid_file = folder.path().join("pid");
    let fifo = Command::new("mkfifo").arg(&pid_file).status().unwrap();
    assert!(fifo.success());
    let starting = pilothouse_sdk::Cli::at(&silent)
        .unwrap()
        .session()
        .env("PID_FILE", &pid_file)
        .start();
    let reading = tokio::task::spawn_blocking(move || std::fs::read_to_string(pid_file).unwrap());
    let pid: u32 = tokio::select! {
        _ = starting => panic!("it cannot have started"),
        pid = reading => pid.unwrap().trim().parse().unwrap(),
    };
    assert!(gone(pid).await, "process {pid} is left");
}

#[tokio::test]
async fn a_directory_that_is_missing_is_named() {
    let started = fault("plain").cwd("/nowhere/at/all").start().await;
    let error = started.map(|_| ()).unwrap_err().to_string();
    assert!(
        error.starts_with("work in: ") && error.ends_with(": /nowhere/at/all"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_and_resume_starts_anew() {
    let (session, _events) = fault("plain").start().await.unwrap();
    session.ask("go").await.unwrap();
    let old = session.pid().unwrap();
    let (again, mut events) = session.kill_and_resume().await.unwrap();
    assert!(gone(old).await);
    assert_ne!(again.pid().unwrap(), old);
    again.ask("go on").await.unwrap();
    again
        .close_within(CloseTimeouts::new(
            Duration::from_secs(5),
            Duration::from_secs(5),
        ))
        .await
        .unwrap();
    let mut last = None;
    while let Some(event) = events.next().await {
        last = Some(event);
    }
    assert!(matches!(last, Some(Event::Exited(exit)) if exit.expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_is_killed_takes_the_cli_along() {
    // This test is also the host, in its own process.
    if std::env::var_os("AS_HOST").is_some() {
        let (session, _events) = fault("plain").start().await.unwrap();
        eprintln!("CLI {}", session.pid().unwrap());
        return std::future::pending::<()>().await;
    }
    // Build the program first, so that the host does not have to.
    program("fault-cli");
    let mut host = Command::new(std::env::current_exe().unwrap())
        .args([
            "process::a_host_that_is_killed_takes_the_cli_along",
            "--exact",
            "--nocapture",
        ])
        .env("AS_HOST", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(host.stderr.take().unwrap()));
    let pid: u32 = loop {
        let line = lines.next().unwrap().unwrap();
        if let Some(pid) = line.strip_prefix("CLI ") {
            break pid.parse().unwrap();
        }
    };
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(gone(pid).await, "the CLI is left");
}
