//! A web service that streams answers as server-sent events: `curl -N -d 'Why is the sky blue?' http://127.0.0.1:3000/ask`.
//!
//! A client that disconnects drops the stream, and with it the turn and its session.
#![allow(clippy::print_stdout, reason = "it talks to a terminal")]

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, Sse};
use axum::{Router, routing::post};
use futures_util::{Stream, StreamExt};
use pilothouse_sdk::Cli;

type Failure = (StatusCode, String);

async fn ask(
    State(cli): State<Cli>,
    prompt: String,
) -> Result<Sse<impl Stream<Item = Result<Event, axum::Error>>>, Failure> {
    // Untrusted prompts are answered without tools and with a time limit.
    let session = cli.session().tools([] as [&str; 0]);
    let session = session.turn_deadline(Duration::from_secs(300));
    let turn = session.stream(prompt).await;
    let turn = turn.map_err(|error| (StatusCode::BAD_GATEWAY, error.to_string()))?;
    Ok(Sse::new(turn.map(|step| Event::default().json_data(&step))))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args()
        .nth(1)
        .unwrap_or("127.0.0.1:3000".to_owned());
    let listener = tokio::net::TcpListener::bind(address).await?;
    println!("listening on {}", listener.local_addr()?);
    let service = Router::new().route("/ask", post(ask));
    axum::serve(listener, service.with_state(Cli::locate()?)).await?;
    Ok(())
}
