//! Errors and results.
//!
//! Output of the CLI is never an error: lines that are unknown, malformed, too long or not JSON are events.
//! [`Error`](crate::Error) has one variant for each way in which a caller can react.
//! When the CLI exits, all pending calls fail with [`Error::Exited`](crate::Error::Exited), which includes the status,
//! the end of stderr and the last error of a turn.
//!
//! A turn that failed, reached a limit or was interrupted has a result whose [`is_error`](crate::TurnResult::is_error)
//! is true.
//! [`Session::ask`](crate::Session::ask) and [`Cli::prompt`](crate::Cli::prompt) return it as
//! [`Error::Turn`](crate::Error::Turn), which includes that result:
//!
//! ```no_run
//! # async fn example() -> pilothouse_sdk::Result<()> {
//! use pilothouse_sdk::{Cli, Error, ResultSubtype};
//!
//! let (session, _events) = Cli::locate()?.session().max_turns(3).max_budget_usd(0.5).start().await?;
//! match session.ask("Refactor everything.").await {
//!     Ok(result) => println!("{result} for ${}", result.cost_usd()),
//!     Err(Error::Turn(result)) if result.was_interrupted() => println!("stopped"),
//!     Err(Error::Turn(result)) => match &result.subtype {
//!         ResultSubtype::ErrorMaxTurns => println!("it took too many rounds"),
//!         ResultSubtype::ErrorMaxBudget => println!("it cost too much: ${}", result.cost_usd()),
//!         _ => println!("failed: {:?}", result.error_text()),
//!     },
//!     Err(Error::Exited(exit)) => println!("{exit}"),
//!     Err(error) => return Err(error),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A turn that the session itself interrupted, at its deadline or because its budget is spent, is an
//! [`Error::Limit`](crate::Error::Limit).
//! [`Error::turn_result`](crate::Error::turn_result) returns the result of either, including its cost.
//!
//! [`Sent::outcome`](crate::Sent::outcome) does not judge: every result of the prompt is an
//! [`Outcome`](crate::Outcome), and only the exit of the CLI is an error.
