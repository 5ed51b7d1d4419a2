//! Order of events, and what waits for what.
//!
//! One task reads the output of the CLI and never waits for anything except bytes.
//! For each frame it first processes the parts that concern the session itself (responses, requests, withdrawals, which
//! prompt a result answers), and then queues the frame as an [`Event`](crate::Event).
//! Frames that only their reader needs, deltas and tool results, are parsed when they are taken.
//! Methods of [`Session`](crate::Session) therefore never wait for unread events:
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! # use pilothouse_sdk::Cli;
//! let (session, events) = Cli::locate()?.session().start().await?;
//! let sent = session.send("Count to a million.").await?;
//! session.interrupt().await?;            // works although `events` is not read
//! let outcome = sent.outcome().await?;   // this too
//! # drop(events);
//! # Ok(())
//! # }
//! ```
//!
//! Unread events are kept up to 64 MiB, measured as memory.
//! Beyond that, unread deltas are dropped and replaced by one [`Event::Lagged`](crate::Event::Lagged); the complete
//! message follows.
//! Nothing else is dropped, so a CLI that prints much besides deltas can exceed the limit.
//! Dropping [`Events`](crate::Events) discards them and has no other effect.
//!
//! Handlers run in their own tasks, several at once, and may use the session:
//! awaiting a response of the CLI inside a handler does not deadlock.
//! A handler that holds a [`Session`](crate::Session) keeps it alive, so pass one only if it is needed.
//!
//! Prompts are matched with results by UUID, never by counting:
//! the CLI merges waiting prompts, adds them to a running turn, and starts turns by itself when a background task ends.
//! A [`Turn`](crate::Turn) has the steps of the turn that answers its prompt, from the start of that turn to its
//! result; steps of turns before or in between are left out.
//! A result is not always the end: [`Session::idle`](crate::Session::idle) waits until the CLI reports that nothing is
//! left to do.
