//! Checks of the repository that no compiler does.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod files;
mod install;
mod links;
mod map;
mod packages;
mod tidy;
