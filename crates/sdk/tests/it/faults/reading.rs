//! Reading of any output.

use pilothouse_sdk::Event;
use pilothouse_sdk::protocol::{Meaning, Message};

use super::{Verdict, close, ensure, start};
use crate::support::frame;

/// Runs a turn and counts the frames of the conversation.
pub(super) async fn counted(scene: &str, expected: usize) -> Verdict {
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

pub(super) async fn unknown_block() -> Verdict {
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

pub(super) async fn tool_result() -> Verdict {
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

/// A bad line is an event, and the turn continues to its result.
pub(super) async fn continues(scene: &str) -> Verdict {
    let (session, mut events) = start(scene).await?;
    let sent = session
        .send("go")
        .await
        .map_err(|error| error.to_string())?;
    sent.result().await.map_err(|error| error.to_string())?;
    let mut told = false;
    // The outcome may be known before its event is queued, so events are read up to it.
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

pub(super) async fn says(scene: &str, text: &str) -> Verdict {
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

pub(super) async fn big_line(scene: &str, length: usize) -> Verdict {
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
