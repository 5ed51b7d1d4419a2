//! What is an error and what is not.
//!
//! What the CLI prints never is: lines that are unknown, malformed, too long or not JSON are events.
//! An [`Error`](crate::Error) has one variant for each thing a caller can do about it.
//! When the CLI exits, everything that waits fails with [`Error::Exited`](crate::Error::Exited), which holds the status, the end of stderr and the last error of a turn.
//!
//! A turn that fails is a result whose `is_error` is true, whatever its subtype says:
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::protocol::message::ResultSubtype;
//! use pilothouse_sdk::{Cli, Error, Outcome};
//!
//! let (session, _events) = Cli::locate()?.session().max_turns(3).max_budget_usd(0.5).start().await?;
//! match session.send("Refactor everything.").await?.outcome().await {
//!     Ok(Outcome::Finished(result)) => match &result.subtype {
//!         ResultSubtype::ErrorMaxTurns => println!("it took too many rounds"),
//!         ResultSubtype::ErrorMaxBudget => println!("it cost too much"),
//!         _ if result.failed() => println!("failed: {:?}", result.error_text()),
//!         _ => println!("{:?} for ${}", result.text(), result.cost.usd),
//!     },
//!     Ok(_) => println!("taken back"),
//!     Err(Error::Exited(exit)) => println!("{exit}"),
//!     Err(error) => return Err(error),
//! }
//! # Ok(())
//! # }
//! ```
