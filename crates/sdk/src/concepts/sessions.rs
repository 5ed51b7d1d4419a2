//! Beginning, taking up, ending.
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
//! - A new conversation gets an id of our choice, so it is known before the first turn. `/clear` and a fork change it.
//! - A resumed conversation does not tell its history again: read it with [`disk`](crate::disk).
//! - `close` closes stdin, waits, sends SIGTERM, waits, kills; never SIGINT. Then everything that carries the session's mark is ended: shells, their children, MCP servers.
//! - When the last [`Session`](crate::Session) and the [`Events`](crate::Events) are dropped, the same happens without the first wait. On Linux it also happens when the host is killed, as far as the CLI itself cleans up on SIGTERM.
//! - A CLI in a container or on another machine is started by you and spoken to over its pipes: [`SessionBuilder::elsewhere`](crate::SessionBuilder::elsewhere) says with what arguments.
//! - A CLI that another host introduced itself to can be attached to: [`Session::attach`](crate::Session::attach), over bytes or over lines with a history.
//! - Variables: `CLAUDE_CODE_ENTRYPOINT` and `CLAUDE_AGENT_SDK_VERSION` are set if unset, `CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS` is set, `CLAUDECODE`, `NODE_OPTIONS` and `DEBUG` are removed. Credentials pass through and are never read.
