//! Testing a program that uses this crate, without an account and without network access.
//!
//! The simulator is a program that accepts the CLI's flags and answers with scripts.
//! A prompt with `SCRIPT:` and JSON scripts the answer; any other prompt gets a short answer that quotes it. See the
//! example `test_your_host`.
//!
//! There are two ways to get it:
//!
//! - The program `pilothouse-sim` is part of `pilothouse`. Set `CLAUDE_PATH` to it, or use [`Cli::at`](crate::Cli::at).
//! - Or build it with your own tests: add `pilothouse-sim` to `[dev-dependencies]` and create `examples/simulator.rs`,
//!   which cargo builds before it runs tests, in the folder `examples` next to that of the test program:
//!
//! ```text
//! fn main() {
//!     std::process::exit(pilothouse_sim::cli::main(std::env::args_os().skip(1)));
//! }
//! ```
//!
//! ```no_run
//! # fn simulator() -> Result<pilothouse_sdk::Cli, Box<dyn std::error::Error>> {
//! let tests = std::env::current_exe()?; // target/debug/deps/…
//! let folder = tests.ancestors().nth(2).ok_or("no folder")?;
//! let cli = pilothouse_sdk::Cli::at(folder.join("examples/simulator"))?;
//! # Ok(cli)
//! # }
//! ```
//!
//! Give each test its own home directory, so that no session is stored in yours: `.env("CLAUDE_CONFIG_DIR", folder)`.
//!
//! Smaller tests need no process: a session can be attached to any pair of streams, with the test at the other end.
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
