//! The fault scenes: what a host must survive. Prints one row for each, with our verdict.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pilothouse_sdk::protocol::{Meaning, Message};
use pilothouse_sdk::{
    CloseTimeouts, Decision, Error, Event, Events, PermissionRequest, Session, SessionBuilder,
    processes_marked,
};
use serde_json::Value;

use crate::support::{fault, frame, gone, grandchildren, program};

/// What a scene came to: how it went, or what went wrong.
type Verdict = Result<String, String>;

macro_rules! ensure {
    ($condition:expr, $($text:tt)*) => {
        if !$condition {
            return Err(format!($($text)*));
        }
    };
}

#[tokio::test(flavor = "multi_thread")]
async fn faults() {
    let mut failed = Vec::new();
    let mut table = String::from("\n| scene | pilothouse-sdk | ms |\n|---|---|---:|\n");
    macro_rules! scene {
        ($name:literal, $run:expr) => {{
            let began = Instant::now();
            let verdict = tokio::time::timeout(Duration::from_secs(60), $run)
                .await
                .unwrap_or_else(|_| Err("HANG".into()));
            let text = verdict
                .as_ref()
                .map_or_else(|error| format!("**{error}**"), Clone::clone);
            table.push_str(&format!(
                "| {} | {text} | {} |\n",
                $name,
                began.elapsed().as_millis()
            ));
            if verdict.is_err() {
                failed.push($name);
            }
        }};
    }
    scene!("plain turn", counted("plain", 3));
    scene!(
        "unknown frame + unknown system subtype (frames seen)",
        counted("unknown_frames", 6)
    );
    scene!(
        "keep_alive, rate_limit_event, tool_progress, command_lifecycle, autocompact_state",
        counted("side_frames", 8)
    );
    scene!("unknown content block", unknown_block());
    scene!("tool_result reaches the app", tool_result());
    scene!("non-JSON line", continues("not_json"));
    scene!("truncated JSON line", continues("truncated"));
    scene!("invalid UTF-8 in a line", continues("invalid_utf8"));
    scene!(
        "frame split inside a code point",
        says("split_code_point", "\u{1F680}")
    );
    scene!(
        "raw U+2028/2029 in a string",
        says("line_separators", "before\u{2028}between\u{2029}after")
    );
    scene!(
        "16 MB line, default limits",
        big_line("big_line", 16 * 1024 * 1024)
    );
    scene!(
        "18 MB in small frames, one turn",
        counted("many_frames", 60_002)
    );
    scene!("2 MB on stderr", counted("stderr_flood", 2));
    scene!("exit(7) mid-turn", exit_mid_turn());
    scene!("SIGKILL mid-frame", killed_mid_frame());
    scene!("exit(1) before any output", exit_before_output());
    scene!("can_use_tool answered", ask("ask"));
    scene!("…while 20 000 frames flood", ask("ask_in_flood"));
    scene!("…callback waits for the consumer", ask_waits_for_consumer());
    scene!("unknown control_request answered", unknown_request());
    scene!("interrupt() with 5 000 unread frames", interrupt_unread());
    scene!("child ignores EOF and SIGTERM", stubborn());
    scene!("grandchild keeps running", grandchild());
    table.push_str("| *beyond the 23:* | | |\n");
    scene!(
        "grandchild of a CLI that exits by itself",
        grandchild_of_exited()
    );
    scene!(
        "50 MB line, default limits",
        big_line("huge_line", 50_000_000)
    );
    scene!("CLI that stops reading stdin", deaf());
    // Written past the capture of the test harness: the table is the point.
    std::io::stdout().write_all(table.as_bytes()).unwrap();
    assert!(failed.is_empty(), "failed: {failed:?}");
}

async fn start(scene: &str) -> Result<(Session, Events), String> {
    begin(fault(scene)).await
}

async fn begin(builder: SessionBuilder) -> Result<(Session, Events), String> {
    let (session, events) = builder.start().await.map_err(|error| error.to_string())?;
    Ok((session, events))
}

async fn close(session: &Session) -> Result<(), String> {
    let exit = session.close().await.map_err(|error| error.to_string())?;
    let left = session.mark().map(processes_marked).unwrap_or_default();
    ensure!(left.is_empty(), "{} processes left", left.len());
    ensure!(exit.is_success(), "closed with {exit}");
    Ok(())
}

/// Runs a turn and counts the frames of the conversation.
async fn counted(scene: &str, expected: usize) -> Verdict {
    let (session, mut events) = start(scene).await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let mut seen = 0;
    while let Some(event) = events.next().await {
        match event {
            Event::Received(frame) => {
                let message = frame.message().ok_or("a frame is no message")?;
                seen += usize::from(!message.tag().starts_with("control_"));
                if matches!(message, Message::Result(_)) {
                    break;
                }
            }
            Event::Lagged(_) => return Err("frames were dropped".into()),
            Event::Exited(exit) => return Err(exit.to_string()),
            _ => {}
        }
    }
    sent.result().await.map_err(|error| error.to_string())?;
    close(&session).await?;
    ensure!(seen == expected, "{seen}/{expected}");
    Ok(format!("ok, {seen}/{expected}"))
}

async fn unknown_block() -> Verdict {
    let (session, mut events) = start("unknown_block").await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let seen = frame(&mut events, |frame| frame["type"] == "assistant")
        .await
        .ok_or("no frame")?;
    ensure!(
        seen["message"]["content"][0]["rays"] == 7,
        "the block was changed"
    );
    close(&session).await?;
    Ok("ok, kept whole".into())
}

async fn tool_result() -> Verdict {
    let (session, mut events) = start("tool_result").await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let seen = frame(&mut events, |frame| frame["type"] == "user")
        .await
        .ok_or("no frame")?;
    ensure!(
        seen["message"]["content"][0]["content"] == "a file",
        "another result: {seen}"
    );
    close(&session).await?;
    Ok("ok".into())
}

/// A bad line is an event, and the turn goes on to its result.
async fn continues(scene: &str) -> Verdict {
    let (session, mut events) = start(scene).await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    sent.result().await.map_err(|error| error.to_string())?;
    let mut told = false;
    // The result may be known before its event has been queued, so the events are read up to it.
    while let Some(event) = events.next().await {
        let Event::Received(frame) = event else {
            continue;
        };
        told |= matches!(frame.meaning, Meaning::NotJson { .. });
        if matches!(frame.message(), Some(Message::Result(_))) {
            break;
        }
    }
    close(&session).await?;
    ensure!(told, "the line was not told");
    Ok("continues, line is an event".into())
}

async fn says(scene: &str, text: &str) -> Verdict {
    let (session, mut events) = start(scene).await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let seen = frame(&mut events, |frame| frame["type"] == "assistant")
        .await
        .ok_or("no frame")?;
    ensure!(
        seen["message"]["content"][0]["text"] == text,
        "the text was changed"
    );
    close(&session).await?;
    Ok("ok".into())
}

async fn big_line(scene: &str, length: usize) -> Verdict {
    let (session, mut events) = start(scene).await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let seen = frame(&mut events, |frame| frame["type"] == "assistant")
        .await
        .ok_or("no frame")?;
    let text = seen["message"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    ensure!(text.len() == length, "{} bytes arrived", text.len());
    close(&session).await?;
    Ok("ok".into())
}

async fn exit_mid_turn() -> Verdict {
    let (session, mut events) = start("exit_mid_turn").await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let Err(Error::Exited(exit)) = sent.outcome().await else {
        return Err("no error".into());
    };
    ensure!(exit.code == Some(7), "code {:?}", exit.code);
    ensure!(exit.stderr_tail.contains("something broke"), "no stderr");
    ends_once(&mut events).await?;
    Ok("error + code + stderr".into())
}

async fn killed_mid_frame() -> Verdict {
    let (session, mut events) = start("killed_mid_frame").await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let Err(Error::Exited(exit)) = sent.outcome().await else {
        return Err("no error".into());
    };
    ensure!(exit.signal == Some(9), "signal {:?}", exit.signal);
    ends_once(&mut events).await?;
    Ok("error + signal".into())
}

async fn exit_before_output() -> Verdict {
    match fault("exit_before_output").start().await {
        Err(Error::Exited(exit)) => {
            ensure!(
                exit.code == Some(1) && exit.stderr_tail.contains("no configuration here"),
                "{exit}"
            );
            Ok("error + code + stderr".into())
        }
        Err(error) => Err(error.to_string()),
        Ok(_) => Err("it started".into()),
    }
}

/// The stream of events has one end.
async fn ends_once(events: &mut Events) -> Result<(), String> {
    let mut exits = 0;
    while let Some(event) = events.next().await {
        exits += usize::from(matches!(event, Event::Exited(_)));
    }
    ensure!(exits == 1, "{exits} ends");
    Ok(())
}

async fn ask(scene: &str) -> Verdict {
    let builder = fault(scene).permissions(|_: PermissionRequest| async { Decision::allow() });
    let (session, mut events) = begin(builder).await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let answered = frame(&mut events, |frame| frame["type"] == "answered")
        .await
        .ok_or("NO-REPLY")?;
    ensure!(
        answered["response"]["response"]["behavior"] == "allow",
        "{answered}"
    );
    sent.result().await.map_err(|error| error.to_string())?;
    close(&session).await?;
    Ok("ok".into())
}

async fn ask_waits_for_consumer() -> Verdict {
    let consumed = Arc::new(tokio::sync::Notify::new());
    let waits = Arc::clone(&consumed);
    let builder = fault("ask_in_flood").permissions(move |_: PermissionRequest| {
        let waits = Arc::clone(&waits);
        async move {
            waits.notified().await;
            Decision::allow()
        }
    });
    let (session, mut events) = begin(builder).await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    frame(&mut events, |frame| frame["type"] == "control_request")
        .await
        .ok_or("no ask")?;
    consumed.notify_one();
    frame(&mut events, |frame| frame["type"] == "answered")
        .await
        .ok_or("NO-REPLY")?;
    close(&session).await?;
    Ok("ok".into())
}

async fn unknown_request() -> Verdict {
    let (session, mut events) = start("unknown_request").await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let answered: Value = frame(&mut events, |frame| frame["type"] == "answered")
        .await
        .ok_or("NO-REPLY")?;
    ensure!(
        answered["response"]["error_code"] == "unsupported_request",
        "{answered}"
    );
    close(&session).await?;
    Ok("error reply".into())
}

async fn interrupt_unread() -> Verdict {
    let (session, events) = start("unread").await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    session
        .interrupt()
        .await
        .map_err(|error| error.to_string())?;
    sent.outcome().await.map_err(|error| error.to_string())?;
    drop(events);
    close(&session).await?;
    Ok("ok".into())
}

async fn stubborn() -> Verdict {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let wrapper = folder.path().join("claude");
    // What is ignored stays ignored over exec.
    std::fs::write(
        &wrapper,
        format!(
            "#!/bin/sh\ntrap '' TERM\nexec {} \"$@\"\n",
            program("fault-cli").display()
        ),
    )
    .map_err(|error| error.to_string())?;
    std::fs::set_permissions(&wrapper, std::fs::Permissions::from_mode(0o755))
        .map_err(|error| error.to_string())?;
    let timeouts = CloseTimeouts::new(Duration::from_millis(300), Duration::from_millis(300));
    let cli = pilothouse_sdk::Cli::at(&wrapper).map_err(|error| error.to_string())?;
    let (session, mut events) = begin(
        cli.session()
            .env("FAULT_SCENE", "stubborn")
            .close_timeouts(timeouts),
    )
    .await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let pids = grandchildren(&session, &mut events).await;
    let began = Instant::now();
    let exit = session.close().await.map_err(|error| error.to_string())?;
    let took = began.elapsed();
    ensure!(exit.signal == Some(9), "ended by {exit}");
    for pid in pids {
        ensure!(gone(pid).await, "process {pid} left");
    }
    ensure!(
        session
            .mark()
            .is_none_or(|mark| processes_marked(mark).is_empty()),
        "processes left"
    );
    Ok(format!("ok, killed after {} ms", took.as_millis()))
}

async fn grandchild() -> Verdict {
    let (session, mut events) = start("grandchildren").await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let pids = grandchildren(&session, &mut events).await;
    let exit = session.close().await.map_err(|error| error.to_string())?;
    for pid in pids {
        ensure!(gone(pid).await, "process {pid} left");
    }
    ensure!(
        session
            .mark()
            .is_none_or(|mark| processes_marked(mark).is_empty()),
        "processes left"
    );
    Ok(format!("ok, {} swept", exit.swept))
}

async fn grandchild_of_exited() -> Verdict {
    let (session, mut events) = start("grandchildren_then_exit").await?;
    session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    let pids = grandchildren(&session, &mut events).await;
    session
        .send("now leave")
        .await
        .map_err(|error| error.to_string())?;
    let exit = session.exited().await;
    ensure!(exit.code == Some(0), "{exit}");
    for pid in pids {
        ensure!(gone(pid).await, "process {pid} left");
    }
    ends_once(&mut events).await?;
    Ok(format!("ok, {} swept", exit.swept))
}

async fn deaf() -> Verdict {
    let timeouts = CloseTimeouts::new(Duration::from_millis(300), Duration::from_secs(2));
    let (session, _events) = begin(fault("deaf").close_timeouts(timeouts)).await?;
    let stuck = tokio::spawn({
        let session = session.clone();
        async move { session.send("x".repeat(4_000_000)).await.map(|_| ()) }
    });
    let exit = session.close().await.map_err(|error| error.to_string())?;
    ensure!(exit.signal == Some(15), "ended by {exit}");
    ensure!(
        stuck.await.is_ok_and(|sent| sent.is_err()),
        "the write did not fail"
    );
    Ok("ok, write fails at close".into())
}
