//! Splits blocks into deltas, in the same way for the simulator and the scripted model.

use serde_json::{Map, Value};

/// The default signature of a thinking block.
pub const DEFAULT_SIGNATURE: &str = "c2NyaXB0ZWQgdGhpbmtpbmc=";

/// The default length of a delta, in characters.
const PIECE_LENGTH: usize = 40;

/// Splits text into `chunks` deltas of nearly equal length, or by the default length.
///
/// There are never more deltas than characters, and always at least one.
pub fn pieces(text: &str, chunks: Option<u32>) -> Vec<&str> {
    let length = text.chars().count();
    let wanted = chunks.map_or_else(|| length.div_ceil(PIECE_LENGTH), |chunks| chunks as usize);
    let count = wanted.clamp(1, length.max(1));
    let mut starts = text.char_indices().map(|(at, _)| at);
    let mut pieces = Vec::with_capacity(count);
    let mut rest_from = 0;
    let mut taken = 0;
    for index in 1..count {
        let end = index * length / count;
        let Some(at) = starts.nth(end - taken) else {
            break;
        };
        taken = end + 1;
        pieces.push(&text[rest_from..at]);
        rest_from = at;
    }
    pieces.push(&text[rest_from..]);
    pieces
}

/// Splits a tool's input, as JSON text, into two deltas.
pub fn input_pieces(input: &Map<String, Value>) -> Vec<String> {
    let json = Value::Object(input.clone()).to_string();
    pieces(&json, Some(2))
        .into_iter()
        .map(str::to_owned)
        .collect()
}
