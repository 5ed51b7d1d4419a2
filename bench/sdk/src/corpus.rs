//! The frames of the wire benchmark, so that both use the same format.

#![allow(dead_code, reason = "the wire benchmark uses more of it")]

#[path = "../../wire/src/corpus/frames.rs"]
pub(crate) mod frames;
#[path = "../../wire/src/corpus/prose.rs"]
pub(crate) mod prose;
