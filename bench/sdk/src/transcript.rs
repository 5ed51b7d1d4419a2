//! One turn of any length: text replies with tool calls in between, and one result at the end.

use crate::corpus::frames::Session;

const SEED: u64 = 20_261_116;
/// The median, the spread and the maximum size of a tool's output.
const OUTPUT: (f64, f64, usize) = (4_000.0, 1.5, 400_000);

pub(crate) fn make(messages: usize) -> Vec<u8> {
    let mut session = Session::new(SEED);
    session.begin_turn();
    while session.frames() + 1 < messages {
        session.begin_reply();
        let deltas = session.random.between(40, 130);
        session.text_block(deltas);
        let tool = session.tool_block();
        session.end_reply("tool_use");
        let size = session.random.size(OUTPUT.0, OUTPUT.1, OUTPUT.2);
        session.tool_result(&tool, size);
    }
    session.end_turn();
    session.into_bytes()
}
