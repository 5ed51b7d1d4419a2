//! The transcripts: seeded, with the formats and key order of recordings of CLI 2.1.325.

mod frames;
mod prose;

use crate::corpus::frames::Session;

/// A transcript to parse.
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) make: fn() -> Vec<u8>,
}

pub(crate) const ALL: &[Corpus] = &[
    // Without frames that some peers reject (`command_lifecycle`, `keep_alive`): those would cost an error.
    Corpus {
        name: "mix",
        what: "streamed turns with tools, about 85% text deltas",
        make: mix,
    },
    Corpus {
        name: "delta",
        what: "text deltas only",
        make: delta,
    },
    Corpus {
        name: "big",
        what: "tool results of about 268 kB",
        make: big,
    },
];

const SEED: u64 = 2_026_1115;
/// The median and the maximum size of a tool's output in `mix`.
const OUTPUT_MEDIAN: f64 = 4_000.0;
const OUTPUT_SPREAD: f64 = 1.5;
const OUTPUT_MOST: usize = 400_000;

/// Streamed turns: a prompt is answered with several replies, most of them text, some with a tool call in between.
fn mix() -> Vec<u8> {
    let mut session = Session::new(SEED);
    while session.frames() < 100_000 {
        session.begin_turn();
        for _ in 0..session.random.between(1, 3) {
            session.begin_reply();
            let deltas = session.random.between(25, 74);
            session.text_block(deltas);
            let tool = session.tool_block();
            session.end_reply("tool_use");
            let size = session
                .random
                .size(OUTPUT_MEDIAN, OUTPUT_SPREAD, OUTPUT_MOST);
            session.tool_result(&tool, size);
        }
        session.begin_reply();
        let deltas = session.random.between(50, 186);
        session.text_block(deltas);
        session.end_reply("end_turn");
        session.end_turn();
    }
    session.into_bytes()
}

fn delta() -> Vec<u8> {
    let mut session = Session::new(SEED + 1);
    while session.frames() < 100_000 {
        session.text_delta();
    }
    session.into_bytes()
}

fn big() -> Vec<u8> {
    let mut session = Session::new(SEED + 2);
    while session.frames() < 150 {
        let tool = session.random.id("toolu_01");
        session.tool_result(&tool, 130_000);
    }
    session.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_of_deltas(text: &[u8]) -> f64 {
        let lines: Vec<_> = std::str::from_utf8(text).unwrap().lines().collect();
        let deltas = lines
            .iter()
            .filter(|line| line.contains(r#""type":"text_delta""#))
            .count();
        deltas as f64 / lines.len() as f64
    }

    #[test]
    fn the_mix_is_mostly_text_deltas() {
        let share = share_of_deltas(&mix());
        assert!((0.84..0.87).contains(&share), "{share}");
    }

    #[test]
    fn the_same_bytes_every_time() {
        assert!(mix() == mix());
        assert!(delta() == delta());
    }

    #[test]
    fn big_lines_are_big() {
        let text = big();
        let mean = text.len() / 150;
        assert!((255_000..285_000).contains(&mean), "{mean}");
    }
}
