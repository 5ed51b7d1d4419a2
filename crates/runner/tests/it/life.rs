//! A session from its start to its end.

use std::time::Duration;

use pilothouse_log::{ExitReason, Kind, Who};
use pilothouse_runner::socket::Refusal;
use pilothouse_runner::{ClientError, Config, Durability, find, launch};
use rustix::process::Signal;

use crate::support::{Session, kill, texts, watch};

#[tokio::test]
async fn lines_go_both_ways_and_are_in_the_log() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let written = attached.order("say hello").await;
    attached.line("hello").await;

    let records = session.records();
    let kinds: Vec<_> = records.iter().map(|record| record.kind).collect();
    assert_eq!(kinds, [Kind::Spawn, Kind::In, Kind::Out]);
    let sequences: Vec<_> = records.iter().map(|record| record.seq).collect();
    assert_eq!(sequences, [1, 2, 3]);
    assert_eq!(written.seq, 2);
    assert_eq!(records[1].who, Who::Device("test".into()));
    assert_eq!(records[1].bytes, "say hello");
    assert_eq!((records[2].epoch, &records[2].who), (1, &Who::Cli));
}

#[tokio::test]
async fn the_spawn_record_names_variables_and_keeps_their_values_to_itself() {
    let mut session = Session::new();
    session.config.env = vec![("ANTHROPIC_API_KEY".into(), "very secret".into())];
    session.config.cli_version = Some("2.1.325".into());
    let launched = session.launch();
    let records = session.records();
    let spawn = records[0].spawn().unwrap();
    assert_eq!(spawn.env_names, ["ANTHROPIC_API_KEY"]);
    assert_eq!(spawn.cli_version.as_deref(), Some("2.1.325"));
    assert_eq!(
        (spawn.pid, spawn.runner_pid),
        (launched.cli_pid, launched.runner_pid)
    );
    assert!(!String::from_utf8_lossy(&records[0].bytes).contains("secret"));

    let mut attached = session.control(0).await;
    attached.order("env ANTHROPIC_API_KEY").await;
    attached.line("very secret").await;
    attached.order("env PILOTHOUSE_SESSION").await;
    let mark = attached.line("").await;
    assert!(mark.ends_with(&session.config.session), "{mark}");
}

#[tokio::test]
async fn a_cli_that_ends_by_itself_is_told_with_status_and_stderr() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    attached.order("err out of cheese").await;
    attached.record(|record| record.kind == Kind::Err).await;
    attached.order("exit 7").await;
    let (exit, records) = attached.exited().await;
    assert_eq!((exit.code, exit.signal), (Some(7), None));
    assert_eq!(exit.reason, ExitReason::Exited);
    assert_eq!(exit.stderr_tail, "out of cheese\n");
    let last = records.last().unwrap();
    assert_eq!(last.exit().unwrap(), exit);
    assert_eq!(session.records().last(), Some(last));
}

#[tokio::test]
async fn nothing_is_left_of_a_runner_but_the_log() {
    let mut session = Session::new();
    let launched = session.launch();
    let runner = watch(launched.runner_pid);
    let found = find(&session.log()).unwrap().unwrap();
    assert_eq!(found.pid, launched.runner_pid);
    assert_eq!(found.socket, session.config.socket);

    let mut attached = session.control(0).await;
    attached.order("exit 0").await;
    attached.exited().await;
    runner.gone().await;
    assert_eq!(find(&session.log()).unwrap(), None);
    let mut left: Vec<_> = std::fs::read_dir(&session.config.log_dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["00000001.phlog", "lock", "runner.err"]);
    let errors = std::fs::read_to_string(session.config.log_dir.join("runner.err"));
    assert_eq!(errors.unwrap(), "");
    assert!(!session.config.socket.exists());
}

#[tokio::test]
async fn half_a_line_at_the_end_is_kept() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    attached.order("half {\"type\":").await;
    attached.order("exit 0").await;
    let (exit, records) = attached.exited().await;
    assert_eq!(texts(&records, Kind::Out), ["{\"type\":"]);
    let half = records.iter().find(|record| record.kind == Kind::Out);
    assert_eq!(exit.half_line, half.map(|record| record.seq));
}

#[tokio::test]
async fn closing_stdin_lets_the_cli_end() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    attached.client.close_stdin().await.unwrap();
    let refused = attached.write("late", "say hello").await;
    assert!(
        matches!(
            refused,
            Err(ClientError::Closed
                | ClientError::Refused {
                    code: Refusal::Closed,
                    ..
                })
        ),
        "{refused:?}"
    );
    let (exit, _) = attached.exited().await;
    assert_eq!((exit.code, exit.reason), (Some(0), ExitReason::Exited));
}

#[tokio::test]
async fn terminating_ends_a_cli_that_does_not_listen() {
    let mut session = Session::new();
    session.config.argv = ["sh", "-c", "trap '' HUP; sleep 1000"]
        .map(String::from)
        .to_vec();
    session.launch();
    let mut attached = session.control(0).await;
    attached
        .client
        .terminate(Duration::from_millis(50))
        .await
        .unwrap();
    let (exit, _) = attached.exited().await;
    assert_eq!((exit.signal, exit.reason), (Some(15), ExitReason::Told));
}

#[tokio::test]
async fn a_signal_reaches_the_cli() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let signal = Signal::USR1.as_raw();
    attached.client.signal(signal).await.unwrap();
    let (exit, _) = attached.exited().await;
    assert_eq!(
        (exit.signal, exit.reason),
        (Some(signal), ExitReason::Exited)
    );
}

#[tokio::test]
async fn a_runner_that_is_told_to_end_ends_the_cli_properly() {
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    attached.caught_up().await;
    kill(launched.runner_pid, Signal::TERM);
    let (exit, _) = attached.exited().await;
    assert_eq!(exit.reason, ExitReason::RunnerStopped);
}

#[tokio::test]
async fn what_a_cli_leaves_behind_ends_with_it() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let mut children = Vec::new();
    for order in ["child", "stubborn", "scrubbed"] {
        attached.order(order).await;
        children.push(watch(attached.line("child ").await.parse().unwrap()));
    }
    attached.order("exit 0").await;
    attached.exited().await;
    for child in children {
        child.gone().await;
    }
}

#[tokio::test]
async fn a_program_that_is_not_there_is_told() {
    let mut session = Session::new();
    session.config.argv = vec!["/nowhere/claude".into()];
    let error = launch(&session.program, &session.config).unwrap_err();
    assert!(error.to_string().contains("/nowhere/claude"), "{error}");
    let records = session.records();
    let exit = records.last().unwrap().exit().unwrap();
    assert_eq!(exit.reason, ExitReason::NotStarted);
    assert!(!session.config.socket.exists());

    session.config.argv = vec![env!("CARGO_BIN_EXE_fake-cli").into()];
    assert_eq!(session.launch().epoch, 2);
}

#[test]
fn why_a_program_cannot_start_is_logged_whatever_else_fails() {
    let mut session = Session::new();
    session.config.argv = vec!["/nowhere/claude".into()];
    // What an earlier runner announced cannot be taken back.
    std::fs::create_dir_all(session.config.log_dir.join("runner.json")).unwrap();
    let error = launch(&session.program, &session.config).unwrap_err();
    assert!(error.to_string().contains("/nowhere/claude"), "{error}");
    let exit = session.records().last().unwrap().exit().unwrap();
    assert_eq!(exit.reason, ExitReason::NotStarted);
    assert!(exit.message.unwrap().contains("/nowhere/claude"));
}

#[tokio::test]
async fn a_session_has_one_runner() {
    let session = Session::started();
    let error = launch(&session.program, &session.config).unwrap_err();
    assert!(error.to_string().contains("a writer already"), "{error}");
    let mut attached = session.control(0).await;
    attached.order("say still here").await;
    attached.line("still here").await;
}

#[test]
fn a_config_that_makes_no_sense_is_refused() {
    let session = Session::new();
    let with = |change: fn(&mut Config)| {
        let mut config = session.config.clone();
        change(&mut config);
        launch(&session.program, &config).unwrap_err().to_string()
    };
    assert!(with(|config| config.session = "a:b".into()).contains("session"));
    assert!(with(|config| config.argv.clear()).contains("program"));
    assert!(with(|config| config.cwd = "here".into()).contains("absolute"));
}

#[tokio::test]
async fn a_session_that_nobody_needs_ends() {
    let mut session = Session::new();
    session.config.unattended_ms = Some(100);
    let launched = session.launch();
    let runner = watch(launched.runner_pid);
    let attached = session.control(0).await;
    attached.order(r#"{"type":"user"}"#).await;
    let status = attached.client.status().await.unwrap();
    assert!(!status.idle && status.controlled && status.stdin_open);
    attached.order(r#"say {"type":"result"}"#).await;
    drop(attached);
    runner.gone().await;
    let exit = session.records().last().unwrap().exit().unwrap();
    assert_eq!(exit.reason, ExitReason::Idle);
}

#[tokio::test]
async fn a_session_with_a_schedule_stays_without_a_server() {
    let mut session = Session::new();
    session.config.unattended_ms = Some(100);
    let launched = session.launch();
    let runner = watch(launched.runner_pid);
    let attached = session.control(0).await;
    let call = |name: &str, input: &str| {
        format!(
            r#"say {{"type":"assistant","message":{{"id":"m","content":[{{"type":"tool_use","id":"{name}","name":"{name}","input":{input}}}]}}}}"#
        )
    };
    let result = |name: &str, result: &str| {
        format!(
            r#"say {{"type":"user","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"{name}"}}]}},"tool_use_result":{result}}}"#
        )
    };
    attached
        .order(&call("CronCreate", r#"{"cron":"0 3 * * *","prompt":"p"}"#))
        .await;
    let created = r#"{"id":"7c","humanSchedule":"daily","recurring":true,"nextFireAt":9e12}"#;
    attached.order(&result("CronCreate", created)).await;
    attached.order(r#"say {"type":"result"}"#).await;
    drop(attached);
    // A session without the job would be gone by now.
    let mut other = Session::new();
    other.config.unattended_ms = Some(200);
    let launched = other.launch();
    watch(launched.runner_pid).gone().await;
    let attached = session.control(0).await;
    attached.order(&call("CronDelete", r#"{"id":"7c"}"#)).await;
    attached
        .order(&result("CronDelete", r#"{"id":"7c"}"#))
        .await;
    attached.order(r#"say {"type":"result"}"#).await;
    drop(attached);
    runner.gone().await;
    let exit = session.records().last().unwrap().exit().unwrap();
    assert_eq!(exit.reason, ExitReason::Idle);
}

#[tokio::test]
async fn a_session_with_background_work_stays_without_a_server() {
    let mut session = Session::new();
    session.config.unattended_ms = Some(100);
    let launched = session.launch();
    let runner = watch(launched.runner_pid);
    let attached = session.control(0).await;
    let tasks = |tasks: &str| {
        format!(r#"say {{"type":"system","subtype":"background_tasks_changed","tasks":{tasks}}}"#)
    };
    attached.order(&tasks(r#"[{"task_id":"b1"}]"#)).await;
    attached.order(r#"say {"type":"result"}"#).await;
    drop(attached);
    // A session without the task would be gone by now.
    let mut other = Session::new();
    other.config.unattended_ms = Some(200);
    let launched = other.launch();
    watch(launched.runner_pid).gone().await;
    let attached = session.control(0).await;
    attached.order(&tasks("[]")).await;
    drop(attached);
    runner.gone().await;
    let exit = session.records().last().unwrap().exit().unwrap();
    assert_eq!(exit.reason, ExitReason::Idle);
}

#[tokio::test]
async fn a_session_is_idle_when_the_cli_says_so() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let state = |state: &str| {
        format!(r#"{{"type":"system","subtype":"session_state_changed","state":"{state}"}}"#)
    };
    let result = r#"{"type":"result"}"#.to_owned();
    assert!(attached.client.status().await.unwrap().idle);
    attached.order(r#"{"type":"user"}"#).await;
    assert!(!attached.client.status().await.unwrap().idle);
    // A CLI that tells its state may go on after a result; one that does not is done then.
    for (line, idle) in [
        (r#"{"type":"control_request"}"#.to_owned(), false),
        (result.clone(), true),
        (state("running"), false),
        (result, false),
        (state("requires_action"), false),
        (state("idle"), true),
    ] {
        attached.order(&format!("say {line}")).await;
        attached.line(&line).await;
        assert_eq!(attached.client.status().await.unwrap().idle, idle, "{line}");
    }
}

#[tokio::test]
async fn notes_stand_between_the_lines() {
    let session = Session::started();
    let mut attached = session.control(0).await;
    let note = pilothouse_log::Renamed {
        name: Some("engine".into()),
        ..Default::default()
    };
    let noted = attached
        .client
        .note("n-1", Who::Host, note.clone(), Durability::Written)
        .await
        .unwrap();
    let record = attached.record(|record| record.kind == Kind::Note).await;
    assert_eq!((record.seq, record.id.as_deref()), (noted.seq, Some("n-1")));
    assert_eq!(record.note(), Some(note.into()));
}
