//! Interrupts and cancellation.
//!
//! - [`Session::interrupt`](crate::Session::interrupt) stops the turn in every state. Two interrupts within one turn
//!   count as one, because a second would stop the turn of the next prompt.
//! - If there is no receipt within 10 s, the CLI is unresponsive: the method returns
//!   [`Error::Unresponsive`](crate::Error::Unresponsive), and there is an event;
//!   [`Session::kill_and_resume`](crate::Session::kill_and_resume) restarts the CLI.
//! - When the CLI withdraws a request, the token of its handler is cancelled; the handler has a second to clean up
//!   before it is dropped.
//! - All futures of this crate may be dropped. A request whose future is dropped is discarded;
//!   [`Events::next`](crate::Events::next) loses nothing.
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
