//! Other SDKs in Rust, each with its normal client.
//!
//! Limits that would end the run are raised if the SDK has an option for it.

use std::path::PathBuf;

use bench_sdk_meter::{Done, Outcome, Start, measure, order};
use futures::StreamExt;

/// More than the whole transcript: one peer counts the bytes of all lines.
const ENOUGH: usize = 1 << 30;

fn main() -> Outcome {
    let order = order()?;
    let program = order.program.clone();
    match order.name.as_str() {
        "claude-codes" => measure(&order, move |start| claude_codes(program.clone(), start)),
        "claude-agent-sdk-rs" => measure(&order, move |start| {
            claude_agent_sdk_rs(program.clone(), start)
        }),
        "cc-sdk" => measure(&order, move |start| cc_sdk(program.clone(), start)),
        "anthropic-agent-sdk" => measure(&order, move |start| {
            anthropic_agent_sdk(program.clone(), start)
        }),
        other => Err(format!("unknown host {other}").into()),
    }
}

async fn claude_codes(program: PathBuf, start: Start) -> Outcome<Done> {
    use claude_codes::{AsyncClient, ClaudeCliBuilder, ClaudeInput, ClaudeOutput};

    let builder = ClaudeCliBuilder::new().command(program);
    let mut client = AsyncClient::from_builder(builder).await?;
    start.wait().await;
    client
        .send(&ClaudeInput::user_message_without_session("go"))
        .await?;
    let mut seen = 0;
    loop {
        let message = client.receive().await?;
        seen += 1;
        if matches!(message, ClaudeOutput::Result(_)) {
            return Ok(Done::new(seen, client));
        }
    }
}

async fn claude_agent_sdk_rs(program: PathBuf, start: Start) -> Outcome<Done> {
    use claude_agent_sdk_rs::{ClaudeAgentOptions, ClaudeClient, Message};

    let options = ClaudeAgentOptions::builder()
        .cli_path(program)
        .include_partial_messages(true)
        .max_buffer_size(ENOUGH)
        .build();
    let mut client = ClaudeClient::new(options);
    client.connect().await?;
    start.wait().await;
    client.query("go").await?;
    let mut seen = 0;
    let mut messages = client.receive_messages();
    while let Some(message) = messages.next().await {
        seen += 1;
        if matches!(message?, Message::Result(_)) {
            drop(messages);
            return Ok(Done::new(seen, client));
        }
    }
    Err("the stream ended".into())
}

async fn cc_sdk(program: PathBuf, start: Start) -> Outcome<Done> {
    use cc_sdk::{ClaudeCodeOptions, ClaudeSDKClient, Message, SubprocessTransport};

    let options = ClaudeCodeOptions {
        include_partial_messages: true,
        ..Default::default()
    };
    let transport = SubprocessTransport::with_cli_path(options.clone(), program);
    let mut client = ClaudeSDKClient::with_transport(options, Box::new(transport));
    client.connect(None).await?;
    start.wait().await;
    let mut messages = Box::pin(client.receive_messages().await);
    client.send_user_message("go".to_owned()).await?;
    let mut seen = 0;
    while let Some(message) = messages.next().await {
        seen += 1;
        if matches!(message?, Message::Result { .. }) {
            drop(messages);
            return Ok(Done::new(seen, client));
        }
    }
    Err("the stream ended".into())
}

async fn anthropic_agent_sdk(program: PathBuf, start: Start) -> Outcome<Done> {
    use anthropic_agent_sdk::{ClaudeAgentOptions, ClaudeSDKClient, Message};

    let options = ClaudeAgentOptions::builder()
        .include_partial_messages(true)
        .max_buffer_size(ENOUGH)
        .build();
    let mut client = ClaudeSDKClient::new(options, Some(program)).await?;
    start.wait().await;
    client.send_message("go").await?;
    let mut seen = 0;
    while let Some(message) = client.next_message().await {
        seen += 1;
        if matches!(message?, Message::Result { .. }) {
            return Ok(Done::new(seen, client));
        }
    }
    Err("the stream ended".into())
}
