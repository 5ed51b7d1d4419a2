//! Starting, resuming and closing sessions.
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::Cli;
//! use pilothouse_sdk::disk::Store;
//!
//! let cli = Cli::locate()?;
//! let newest = Store::locate()?.list_project("/repo")?.into_iter().next();
//! let builder = cli.session().cwd("/repo");
//! let builder = match newest {
//!     Some(info) => builder.resume(info.id),
//!     None => builder,
//! };
//! let (session, events) = builder.start().await?;
//! session.ask("Where were we?").await?;
//! session.close().await?;
//! # drop(events);
//! # Ok(())
//! # }
//! ```
//!
//! - A new conversation gets an ID from this crate, which is therefore known before the first turn. `/clear` and a fork
//!   change it.
//! - A resumed conversation does not repeat its history: read it with [`disk`](crate::disk).
//! - `close` closes stdin, waits, sends SIGTERM, waits, kills; never SIGINT. Then all processes with the session's mark
//!   are ended: shells, their children, MCP servers.
//! - When the last [`Session`](crate::Session) and the [`Events`](crate::Events) are dropped, the same happens without
//!   the first wait. On Linux it also happens when the host is killed, as far as the CLI itself cleans up on SIGTERM.
//! - For a CLI in a container or on another machine, [`SessionBuilder::elsewhere`](crate::SessionBuilder::elsewhere)
//!   returns the arguments; the host starts it and connects to its pipes.
//! - [`Session::attach`](crate::Session::attach) attaches to a CLI that another host has initialized, over bytes or
//!   over lines with a history.
//! - Variables: `CLAUDE_CODE_ENTRYPOINT` and `CLAUDE_AGENT_SDK_VERSION` are set if unset,
//!   `CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS` is set, `CLAUDECODE`, `NODE_OPTIONS` and `DEBUG` are removed. Credentials
//!   are passed through and never read.
