//! Tests of the view over fixtures and recordings.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on may panic")]

mod facts;
mod fixtures;
mod imported;
mod invariants;
mod log;
mod outline;
mod properties;
mod recording;
mod seeds;
mod size;
mod snapshots;
mod truth;
mod untruncated;
