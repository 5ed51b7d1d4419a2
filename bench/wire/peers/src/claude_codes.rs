//! claude-codes: its client reads a line into a new string, copies the trimmed line, and calls the public parser.

use bench_wire_meter::{Counts, for_each_line};
use claude_codes::ClaudeOutput;

pub(crate) fn run(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for_each_line(transcript, |line| {
        let outcome = String::from_utf8(line.to_vec())
            .map_err(drop)
            .and_then(|line| {
                let trimmed = line.trim().to_string();
                ClaudeOutput::parse_json_tolerant(&trimmed).map_err(drop)
            });
        crate::count(&mut counts, outcome.map(Some));
    });
    counts
}
