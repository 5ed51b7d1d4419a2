//! Tests of the simulator as a process.

mod sim_asks;
mod sim_faults;
mod sim_files;
mod sim_hosts;
mod sim_process;
mod sim_tour;
mod sim_turns;
mod sim_versions;
