//! pilothouse-sdk, and the lower limit: reading the pipe and counting lines.

use std::path::PathBuf;
use std::process::Stdio;

use bench_sdk_meter::{Done, Outcome, Start, measure, order};
use pilothouse_sdk::hook::{HookEvent, HookOutput};
use pilothouse_sdk::protocol::Message;
use pilothouse_sdk::{Cli, Decision, Event, HookCall, PermissionRequest};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn main() -> Outcome {
    let order = order()?;
    let program = order.program.clone();
    match order.name.as_str() {
        "pilothouse-sdk" => measure(&order, move |start| ours(program.clone(), start)),
        "pipe" => measure(&order, move |start| pipe(program.clone(), start)),
        other => Err(format!("unknown host {other}").into()),
    }
}

async fn ours(program: PathBuf, start: Start) -> Outcome<Done> {
    let (session, mut events) = Cli::at(program)?
        .session()
        .permissions(|_: PermissionRequest| async { Decision::deny("no permission requests expected") })
        .hook(HookEvent::PreToolUse, "Bash", |_: HookCall| async {
            HookOutput::proceed()
        })
        .start()
        .await?;
    start.wait().await;
    session.send("go").await?;
    let mut seen = 0;
    while let Some(event) = events.next().await {
        let Event::Received(frame) = event else {
            continue;
        };
        // The response to the SDK's own first request is not part of the transcript.
        let Some(message) = frame.message() else {
            continue;
        };
        seen += u64::from(!matches!(message, Message::ControlResponse(_)));
        if matches!(message, Message::Result(_)) {
            return Ok(Done::new(seen, (session, events)));
        }
    }
    Err("the session ended".into())
}

/// The minimum work of any host: reading, and finding the ends of lines.
async fn pipe(program: PathBuf, start: Start) -> Outcome<Done> {
    let mut child = tokio::process::Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut stdin = child.stdin.take().ok_or("no stdin")?;
    let mut stdout = child.stdout.take().ok_or("no stdout")?;
    start.wait().await;
    stdin.write_all(b"{\"type\":\"user\"}\n").await?;
    drop(stdin);
    let mut buffer = vec![0; 64 * 1024];
    let mut lines = 0;
    loop {
        let read = stdout.read(&mut buffer).await?;
        if read == 0 {
            return Ok(Done::new(lines, child));
        }
        lines += buffer[..read].iter().filter(|byte| **byte == b'\n').count() as u64;
    }
}
