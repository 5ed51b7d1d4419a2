//! What the host says: every line the CLI accepts on its stdin.

use crate::wire::{wire_enum, wire_struct};

wire_enum! {
    /// A message to the CLI.
    pub enum Input by "type" {
        /// A sign of life; ignored by the CLI.
        "keep_alive" => KeepAlive(KeepAlive),
    }
}

wire_struct! {
    /// A sign of life.
    #[derive(Default)]
    pub struct KeepAlive {
    }
}
