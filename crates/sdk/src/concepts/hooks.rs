//! Hooks: closures at certain moments of a session.
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use std::time::Duration;
//! use pilothouse_sdk::{Cli, HookEvent, HookInput, HookOutput, HookPoint};
//!
//! let guard = HookPoint::on(HookEvent::PreToolUse).matching("Bash").timeout(Duration::from_secs(5)).block_on_failure();
//! let (session, events) = Cli::locate()?
//!     .session()
//!     .hook_at(guard, |call| async move {
//!         match &call.input {
//!             HookInput::PreToolUse(input) if input.tool_input.as_str().contains("sudo") => HookOutput::block("no sudo here"),
//!             _ => HookOutput::proceed(),
//!         }
//!     })
//!     .hook(HookEvent::Stop, "", |_| async { HookOutput::proceed() })
//!     .start()
//!     .await?;
//! # drop((session, events));
//! # Ok(())
//! # }
//! ```
//!
//! - The input is typed by event; an event of a newer CLI is `HookInput::Unknown`.
//! - A matcher is a list of exact names (`Bash|Write`) or a regular expression (`mcp__.*`).
//! - [`HookOutput::block`](crate::HookOutput::block) and [`end_turn`](crate::HookOutput::end_turn) work for every event; what only one event takes goes into [`specific`](crate::HookOutput::specific), such as [`PreToolUseOutput`](crate::hook::PreToolUseOutput): allow, ask, another input, more to read for the model.
//! - A handler may answer with a `Result`; an `Err` is a failure. [`HookOutput::asynchronous`](crate::HookOutput::asynchronous) lets the CLI go on at once; nothing can be said later.
//! - Without an answer in time (600 s unless said otherwise) a tool call is not run.
//! - A handler that fails lets the action go on, unless `block_on_failure`; a CLI that does not support that is refused at the start.
//! - `SessionStart` at the start of the CLI and `SessionEnd` are not delivered to hosts (2.1.325).
