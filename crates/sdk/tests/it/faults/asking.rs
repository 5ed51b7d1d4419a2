//! Requests and responses during heavy output.

use std::sync::Arc;

use pilothouse_sdk::{Decision, PermissionRequest};
use serde_json::Value;

use super::{Verdict, begin, close, ensure, start};
use crate::support::{fault, frame};

pub(super) async fn ask(scene: &str) -> Verdict {
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

pub(super) async fn ask_waits_for_consumer() -> Verdict {
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

pub(super) async fn unknown_request() -> Verdict {
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

pub(super) async fn interrupt_unread() -> Verdict {
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
