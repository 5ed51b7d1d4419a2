//! The server over real sockets.

mod client;
mod login;
