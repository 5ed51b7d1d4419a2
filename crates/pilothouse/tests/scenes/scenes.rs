//! What is tried both with the simulator and with the real CLI.

pub(crate) mod attach;
pub(crate) mod doctor;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod tap;
