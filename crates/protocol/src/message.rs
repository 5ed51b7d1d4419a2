//! What the CLI says: every line of its stdout.

use crate::stream::StreamEventMessage;
use crate::wire::wire_enum;

wire_enum! {
    /// A message from the CLI.
    pub enum Message by "type" {
        /// An event of the model's stream.
        "stream_event" => StreamEvent(StreamEventMessage),
    }
}
