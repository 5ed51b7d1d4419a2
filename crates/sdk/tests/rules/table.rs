//! The table of rules and calls, with the verdict of the real CLI for each pair.
//!
//! The verdicts of the CLI are committed in `fixtures/rules`: every test run compares the engine with them, and
//! `tests/real` compares the real CLI.
//! Starting the CLI takes longer than a hundred calls, so one process tests a rule of each topic at once: the rules of
//! a topic do not apply to the calls of other topics.

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
