//! What the browser and scripts say to the host, and what they hear: the types of `/api`.
//!
//! They stand beside the view so that one file of TypeScript is made of both.
//! Requests refuse what they do not know; answers may grow.

pub mod audit;
pub mod doctor;
pub mod host;
pub mod message;
pub mod project;
pub mod push;
pub mod rules;
pub mod session;
pub mod settings;
pub mod socket;
pub mod usage;
pub mod wire;
