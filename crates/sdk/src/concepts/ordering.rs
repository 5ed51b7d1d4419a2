//! What comes when, and what waits for what.
//!
//! One task reads what the CLI prints and never waits for anything but bytes.
//! Of each frame it first serves what concerns the session itself (answers to requests, asks, withdrawals, which prompt a result answers),
//! and then queues the frame as an [`Event`](crate::Event).
//! Frames that concern nobody but their reader, pieces of an answer and results of tools, are parsed when they are taken and not before.
//! So a method of [`Session`](crate::Session) never waits behind events that nobody has read:
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! # use pilothouse_sdk::Cli;
//! let (session, events) = Cli::locate()?.session().start().await?;
//! let sent = session.send("Count to a million.").await?;
//! session.interrupt().await?;            // works, though nobody reads `events`
//! let outcome = sent.outcome().await?;   // this too
//! # drop(events);
//! # Ok(())
//! # }
//! ```
//!
//! Unread events are kept up to 64 MiB, counted as the memory they take.
//! Past that, unread deltas are dropped and one [`Event::Lagged`](crate::Event::Lagged) stands in their place; the whole message follows.
//! Nothing else is dropped, so a CLI that prints much besides deltas while nobody reads can take more.
//! Dropping [`Events`](crate::Events) discards them and costs nothing.
//!
//! Handlers run in tasks of their own, several at once, and may use the session:
//! awaiting an answer of the CLI inside a handler does not deadlock.
//! A handler that holds a [`Session`](crate::Session) keeps it alive, though; give it one only if it must have it.
//!
//! Prompts are bound to results by uuid and never by counting:
//! the CLI merges prompts that wait, folds them into a running turn, and starts turns by itself when a background task ends.
//! A [`Turn`](crate::Turn) has the steps of the turn that answers its prompt, from when the CLI takes the prompt up to that result; steps of turns before or between are left out.
//! A result is not the end either: [`Session::idle`](crate::Session::idle) waits for the CLI's own word that nothing more will come.
