//! Runners with real processes, real sockets and real files.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of tests fail the test"
)]

mod attach;
mod death;
mod disk;
mod life;
mod load;
mod size;
mod support;
