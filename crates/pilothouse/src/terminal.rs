//! What a person at a terminal sees and answers: `run` and `attach` share all of it.

pub(crate) mod answers;
pub(crate) mod ask;
pub(crate) mod columns;
pub(crate) mod diff;
pub(crate) mod editor;
mod entries;
pub(crate) mod form;
pub(crate) mod guard;
pub(crate) mod lines;
pub(crate) mod markdown;
pub(crate) mod questions;
pub(crate) mod screen;
pub(crate) mod source;
pub(crate) mod tools;
pub(crate) mod transcript;
pub(crate) mod trust;
