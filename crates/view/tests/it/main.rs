//! Tests of the view over fixtures and recordings.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod facts;
mod fixtures;
mod invariants;
mod properties;
mod recording;
mod size;
