//! The table of rules and calls, and what the real CLI makes of each pair.
//!
//! The verdicts of the CLI are committed in `fixtures/rules`: the engine is compared with them in every test run, and the real CLI in `tests/real`.
//! Starting the CLI takes longer than a hundred calls, so one process tries a rule of each topic at once: the calls of a topic are out of reach for the rules of the others.

mod call;
mod hand;
mod place;
mod tables;
mod tally;
mod verdicts;

pub(crate) use hand::{Hand, hands, rules, sample};
pub(crate) use place::Place;
pub(crate) use tally::Tally;
pub(crate) use verdicts::{Fate, RENEW, Verdicts};
