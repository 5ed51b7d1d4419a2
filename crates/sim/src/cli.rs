//! The simulated CLI.
