//! cc-sdk: its transport reads a line into a new string, parses it into a tree, checks the type, and converts the tree
//! by hand.

use bench_wire_meter::{Counts, for_each_line};
use serde_json::Value;

#[allow(unused_imports, reason = "the source is the crate's own")]
mod message_parser {
    include!(concat!(env!("OUT_DIR"), "/cc_sdk_message_parser.rs"));
}

pub(crate) fn run(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for_each_line(transcript, |line| {
        let outcome = String::from_utf8(line.to_vec())
            .map_err(drop)
            .and_then(|line| serde_json::from_str::<Value>(&line).map_err(drop))
            .and_then(|tree| {
                std::hint::black_box(tree.get("type").and_then(Value::as_str));
                message_parser::parse_message(tree).map_err(drop)
            });
        crate::count(&mut counts, outcome);
    });
    counts
}
