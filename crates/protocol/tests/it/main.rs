//! The protocol against real recordings and against every row of the surface.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod command_line;
mod properties;
mod recordings;
mod rows;
mod rows_control;
mod rows_hook;
mod rows_input;
mod rows_out;
mod tools;
