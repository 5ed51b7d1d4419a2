//! The public types of the server: requests and responses of `/api`, and the messages of its WebSocket.
//!
//! TypeScript types and JSON Schemas are generated from them and from the types of the view (`cargo xtask codegen`).
//! Requests reject unknown fields; responses may gain fields.

pub mod audit;
pub mod bounds;
pub mod doctor;
pub mod host;
mod integer;
pub mod message;
pub mod project;
pub mod push;
pub mod rules;
pub mod session;
pub mod settings;
pub mod socket;
pub mod usage;
pub mod wire;

#[cfg(test)]
mod generated;
