//! Other Rust libraries for the same wire, each measured with only the steps that its own client takes for a line.
//!
//! Not included for any of them: the read from the pipe, channels between tasks, logging.

use std::io;

use bench_wire_meter::{Counts, Parser, serve};

mod anthropic_agent_sdk;
mod cc_sdk;
mod claude_agent_sdk_rs;
mod claude_codes;

fn main() -> io::Result<()> {
    serve(&[
        Parser {
            name: "cc-sdk 0.8.1",
            run: |transcript| cc_sdk::run(transcript),
        },
        Parser {
            name: "claude-agent-sdk-rs 0.6.4",
            run: |transcript| claude_agent_sdk_rs::run(transcript),
        },
        Parser {
            name: "claude-codes 2.1.316",
            run: |transcript| claude_codes::run(transcript),
        },
        Parser {
            name: "anthropic-agent-sdk 0.2.75",
            run: |transcript| anthropic_agent_sdk::run(transcript),
        },
    ])
}

/// Counts the outcome of one line.
fn count<T, E>(counts: &mut Counts, outcome: Result<Option<T>, E>) {
    match outcome {
        Ok(Some(message)) => {
            std::hint::black_box(message);
            counts.read += 1;
        }
        Ok(None) => counts.dropped += 1,
        Err(_) => counts.refused += 1,
    }
}
