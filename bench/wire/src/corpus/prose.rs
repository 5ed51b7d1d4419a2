//! Text for the transcripts: words of a model, and output of tools.

use crate::random::Random;

const WORDS: &[&str] = &[
    "the", "session", "reads", "a", "line", "and", "writes", "it", "to", "log", "before", "anyone",
    "sees", "function", "returns", "when", "no", "more", "frames", "are", "left", "we", "should",
    "check", "that", "error", "is", "handled", "once", "test", "fails", "because", "of", "missing",
    "value", "in", "config", "so", "let", "me", "look", "at", "file", "again", "now", "this",
    "works", "as", "expected", "with", "two", "threads",
];
/// Parts of deltas other than plain letters: escapes and non-ASCII characters.
const ESCAPED: &[&str] = &[
    "\n\n",
    ":\n- ",
    "\"quoted\"",
    "`path\\name`",
    "\n```rust\n",
    "\t",
];
const BEYOND_ASCII: &[&str] = &["—", "→", "é", "“so”", "✓", "日本"];

/// The text of one delta: a few words, sometimes with characters to escape.
pub(crate) fn delta(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(2, 5) {
        text.push(' ');
        text.push_str(random.pick(WORDS));
    }
    if random.percent(12) {
        text.push_str(random.pick(ESCAPED));
    }
    if random.percent(4) {
        text.push_str(random.pick(BEYOND_ASCII));
    }
    text
}

/// Tool output of approximately the given size: numbered lines of source code.
pub(crate) fn output(random: &mut Random, size: usize) -> String {
    let mut text = String::with_capacity(size + 80);
    let mut number = 1;
    while text.len() < size {
        text.push_str(&format!("{number:>6}\t"));
        for _ in 0..random.between(3, 12) {
            text.push_str(random.pick(WORDS));
            text.push(if random.percent(8) { '_' } else { ' ' });
        }
        if random.percent(10) {
            text.push_str("= \"value\";");
        }
        if random.percent(1) {
            text.push_str(random.pick(BEYOND_ASCII));
        }
        text.push('\n');
        number += 1;
    }
    text
}

/// Writes a JSON string with the escapes of JavaScript's `JSON.stringify`.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
