//! Hooks: closures that run at certain events of a session.
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
//! - [`HookOutput::block`](crate::HookOutput::block) and [`end_turn`](crate::HookOutput::end_turn) work for every
//!   event; output for a single event goes into [`specific`](crate::HookOutput::specific), such as
//!   [`PreToolUseOutput`](crate::hook::PreToolUseOutput): allow, ask, replace the input, add context for the model.
//! - A handler may return a `Result`; an `Err` is a failure.
//!   [`HookOutput::asynchronous`](crate::HookOutput::asynchronous) lets the CLI continue immediately; no later output
//!   is possible.
//! - If there is no answer in time (600 s by default), a tool call is not run.
//! - When a handler fails, the action continues unless `block_on_failure` is set; a CLI that does not support that
//!   option is rejected at the start.
//! - `SessionStart` at the start of the CLI and `SessionEnd` are not sent to hosts (2.1.325).
