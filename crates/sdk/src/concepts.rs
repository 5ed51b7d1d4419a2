//! Chapters on how sessions work; documentation only.

pub mod cancellation;
pub mod errors;
pub mod hooks;
pub mod migration;
pub mod ordering;
pub mod permissions;
pub mod sessions;
pub mod testing;
pub mod tools;
