//! Stopping, by the CLI and by us.
//!
//! - [`Session::interrupt`](crate::Session::interrupt) stops the turn in every state. Two within one turn are one: a second would stop the turn that waited behind the first.
//! - Without a receipt in 10 s the CLI does not respond, which is [`Error::Unresponsive`](crate::Error::Unresponsive) and an event; [`Session::kill_and_resume`](crate::Session::kill_and_resume) starts over.
//! - What the CLI withdraws cancels the token of its handler; the handler has a second to put things in order, and is dropped.
//! - All futures of this crate may be dropped. A request whose future is dropped is forgotten; [`Events::next`](crate::Events::next) loses nothing.
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::{Cli, Error};
//!
//! let (session, events) = Cli::locate()?.session().start().await?;
//! let (session, events) = match session.interrupt().await {
//!     Err(Error::Unresponsive { .. }) => session.kill_and_resume().await?,
//!     _ => (session, events),
//! };
//! # drop((session, events));
//! # Ok(())
//! # }
//! ```
