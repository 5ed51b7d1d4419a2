//! Checks of the repository itself: what no compiler looks at.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod files;
mod install;
mod links;
mod map;
mod packages;
mod tidy;
