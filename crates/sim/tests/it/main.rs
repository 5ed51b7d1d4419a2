//! Tests the simulator as a process.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a failed test may panic"
)]

mod sim_asks;
mod sim_faults;
mod sim_files;
mod sim_hosts;
mod sim_process;
mod sim_tour;
mod sim_turns;
mod sim_versions;
