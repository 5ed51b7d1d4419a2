//! Processes that exit, or refuse to.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use pilothouse_sdk::{CloseTimeouts, Error, Event, Events, processes_marked};

use super::{Verdict, begin, ensure, start};
use crate::support::{fault, gone, grandchildren, program};

pub(super) async fn exit_mid_turn() -> Verdict {
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

pub(super) async fn killed_mid_frame() -> Verdict {
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

pub(super) async fn exit_before_output() -> Verdict {
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

/// The stream of events ends once.
async fn ends_once(events: &mut Events) -> Result<(), String> {
    let mut exits = 0;
    while let Some(event) = events.next().await {
        exits += usize::from(matches!(event, Event::Exited(_)));
    }
    ensure!(exits == 1, "{exits} ends");
    Ok(())
}

pub(super) async fn stubborn() -> Verdict {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let wrapper = folder.path().join("claude");
    // Ignored signals stay ignored after exec.
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

pub(super) async fn grandchild() -> Verdict {
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

pub(super) async fn grandchild_of_exited() -> Verdict {
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

pub(super) async fn deaf() -> Verdict {
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
