//! The one sanitizer for text that goes to a terminal.
//!
//! Text from sessions, tools, the CLI, archives and the server can contain control sequences. A terminal obeys them: it
//! changes its title, writes the clipboard, clears the screen or runs what it was told to type. Everything this program
//! prints that it did not write itself passes through one of the functions here.

use std::io::{self, IsTerminal, Write};

/// Stands for a character that would steer the terminal.
const REPLACEMENT: char = '\u{fffd}';
/// Stands for a line break in text that must stay on one line.
const LINE_BREAK: char = '⏎';

/// Replaces every character that would steer the terminal. Line breaks and tabs stay.
pub(crate) fn harmless(text: &str) -> String {
    if !text.contains(steers) {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n");
    let shown = |letter| if steers(letter) { REPLACEMENT } else { letter };
    text.chars().map(shown).collect()
}

/// Like [`harmless`], for text that must stay on one line, such as a title: a line break in it could fake a line of ours.
pub(crate) fn harmless_line(text: &str) -> String {
    let shown = |letter| match letter {
        '\n' => LINE_BREAK,
        letter => letter,
    };
    harmless(text)
        .trim_end_matches('\n')
        .chars()
        .map(shown)
        .collect()
}

/// Whether a character does something to the terminal or to its neighbors instead of being shown.
fn steers(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Direction marks: a command would look like another one.
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        // Line and paragraph separators, and characters without any width.
        '\u{2028}' | '\u{2029}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => true,
        // Tags: a whole text can hide in them.
        '\u{e0000}'..='\u{e007f}' => true,
        letter => letter.is_control(),
    }
}

/// Standard output for data: unchanged for a program or a file, harmless for a terminal.
pub(crate) fn stdout_for_data() -> Box<dyn Write> {
    let stdout = io::stdout();
    match stdout.is_terminal() {
        true => Box::new(Harmless::new(stdout.lock())),
        false => Box::new(stdout.lock()),
    }
}

/// Standard output for text that a person reads: harmless also in a pipe, which often ends in a terminal.
pub(crate) fn stdout_for_text() -> impl Write {
    Harmless::new(io::stdout().lock())
}

/// Makes everything that is written harmless.
struct Harmless<W: Write> {
    out: W,
    /// The beginning of a character whose end has not been written yet.
    partial: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    fn new(out: W) -> Self {
        Self {
            out,
            partial: Vec::new(),
        }
    }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.partial);
        all.extend_from_slice(bytes);
        let mut text = String::new();
        for chunk in all.utf8_chunks() {
            text.push_str(chunk.valid());
            let ends_here = chunk.invalid().as_ptr_range().end == all.as_ptr_range().end;
            match chunk.invalid() {
                [] => {}
                begun if ends_here && is_begun(begun) => self.partial = begun.to_vec(),
                _ => text.push(REPLACEMENT),
            }
        }
        self.out.write_all(harmless(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether bytes can become a character with those that follow.
fn is_begun(bytes: &[u8]) -> bool {
    let error = std::str::from_utf8(bytes).err();
    error.is_some_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_not_obeyed() {
        assert_eq!(harmless("a\tb\nc"), "a\tb\nc");
        assert_eq!(
            harmless("\u{1b}]0;title\u{7}x\r\u{9b}2J"),
            "\u{fffd}]0;title\u{fffd}x\u{fffd}\u{fffd}2J"
        );
        assert_eq!(harmless("rm \u{202e}txt.a"), "rm \u{fffd}txt.a");
        assert_eq!(harmless("ls\u{e0041}\u{200b}"), "ls\u{fffd}\u{fffd}");
        assert_eq!(harmless("one\r\ntwo\u{7}"), "one\ntwo\u{fffd}");
    }

    #[test]
    fn a_title_stays_on_its_line() {
        assert_eq!(
            harmless_line("Fix it\n✓ Bash rm\tdone\n"),
            "Fix it⏎✓ Bash rm\tdone"
        );
        assert_eq!(harmless_line("a\u{2028}b\u{85}c"), "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn a_writer_waits_for_the_end_of_a_character() {
        let text = "né\u{1b}[2J\u{9b}J 港".as_bytes();
        for size in 1..text.len() {
            let mut written = Vec::new();
            let mut out = Harmless::new(&mut written);
            text.chunks(size)
                .for_each(|chunk| out.write_all(chunk).unwrap());
            let written = String::from_utf8(written).unwrap();
            assert_eq!(written, "né\u{fffd}[2J\u{fffd}J 港", "in chunks of {size}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let mut written = Vec::new();
        Harmless::new(&mut written)
            .write_all(b"a\xffb\x9b")
            .unwrap();
        assert_eq!(written, "a\u{fffd}b\u{fffd}".as_bytes());
    }
}
