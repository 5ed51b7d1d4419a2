//! Testing a program that uses this crate, without a login and without a network.
//!
//! The simulator is a program that accepts the CLI's flags and plays what a script says: point `CLAUDE_PATH` at `pilothouse-sim`.
//! A prompt that contains `SCRIPT:` and JSON scripts the answer; any other gets a short one that quotes it. See the example `test_your_host`.
//!
//! Smaller tests need no process at all: a session can be attached to any pair of streams, with the test at the other end.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use pilothouse_sdk::{Decision, PermissionRequest, Session};
//! use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
//!
//! let (ours, theirs) = tokio::io::duplex(4096);
//! let (source, sink) = tokio::io::split(ours);
//! let deny = |request: PermissionRequest| async move { Decision::deny(format!("no {}", request.tool_name)) };
//! let (_session, _events) = Session::attach().permissions(deny).over(source, sink);
//!
//! let (source, mut sink) = tokio::io::split(theirs);
//! let ask = r#"{"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{}}}"#;
//! sink.write_all(format!("{ask}\n").as_bytes()).await?;
//! let mut answer = String::new();
//! BufReader::new(source).read_line(&mut answer).await?;
//! assert!(answer.contains("no Bash"));
//! # Ok(())
//! # }
//! ```
