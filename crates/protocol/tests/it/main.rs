//! Tests the protocol against real recordings and every row of the surface.
#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

mod command_line;
mod properties;
mod recordings;
mod rows;
mod rows_control;
mod rows_hook;
mod rows_input;
mod rows_out;
mod tools;
