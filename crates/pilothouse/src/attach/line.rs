//! The line that is being typed. It knows no terminal: keys go in, a piece that fits a width comes out.

use super::keys::Key;
use crate::terminal::columns;

/// How many lines are remembered.
const REMEMBERED: usize = 200;

#[derive(Debug, Default)]
pub(super) struct Line {
    letters: Vec<char>,
    cursor: usize,
    earlier: Vec<String>,
    /// Which of the earlier lines is shown, and what was typed before it.
    recalled: Option<(usize, String)>,
}

impl Line {
    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// Takes the text out, and puts another in its place.
    pub(super) fn replace(&mut self, text: &str) -> String {
        let before = self.text();
        self.letters = text.chars().collect();
        self.cursor = self.letters.len();
        self.recalled = None;
        before
    }

    /// Takes the text out and remembers it.
    pub(super) fn take(&mut self) -> String {
        let text = self.replace("");
        if !text.trim().is_empty() && self.earlier.last() != Some(&text) {
            self.earlier.push(text.clone());
            let many = self.earlier.len().saturating_sub(REMEMBERED);
            self.earlier.drain(..many);
        }
        text
    }

    /// Does what a key does to a line; other keys do nothing.
    pub(super) fn press(&mut self, key: &Key) {
        match key {
            Key::Text(text) => {
                let letters: Vec<char> = text.chars().collect();
                let count = letters.len();
                self.letters.splice(self.cursor..self.cursor, letters);
                self.cursor += count;
            }
            Key::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            Key::Delete if self.cursor < self.letters.len() => {
                self.letters.remove(self.cursor);
            }
            Key::DeleteWord => {
                let start = self.word_start();
                self.letters.drain(start..self.cursor);
                self.cursor = start;
            }
            Key::DeleteToStart => {
                self.letters.drain(..self.cursor);
                self.cursor = 0;
            }
            Key::DeleteToEnd => self.letters.truncate(self.cursor),
            Key::Left => self.cursor = self.cursor.saturating_sub(1),
            Key::Right => self.cursor = self.letters.len().min(self.cursor + 1),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.letters.len(),
            Key::Up => self.recall(true),
            Key::Down => self.recall(false),
            _ => {}
        }
    }

    fn word_start(&self) -> usize {
        let before = &self.letters[..self.cursor];
        let word = before.iter().rposition(|letter| !letter.is_whitespace());
        let end = word.map_or(0, |last| last + 1);
        let gap = before[..end]
            .iter()
            .rposition(|letter| letter.is_whitespace());
        gap.map_or(0, |gap| gap + 1)
    }

    /// Shows an earlier line, or a later one of those, and at last what was typed before.
    fn recall(&mut self, back: bool) {
        let (shown, typed) = match self.recalled.take() {
            Some((shown, typed)) => (shown, typed),
            None => (self.earlier.len(), self.text()),
        };
        let next = if back {
            shown.saturating_sub(1)
        } else {
            self.earlier.len().min(shown + 1)
        };
        match self.earlier.get(next).cloned() {
            Some(text) => {
                self.replace(&text);
                self.recalled = Some((next, typed));
            }
            None => {
                self.replace(&typed);
            }
        }
    }

    /// The part around the cursor that fits, and how many columns the cursor stands before its end.
    pub(super) fn shown(&self, width: usize) -> (String, usize) {
        let mut from = 0;
        while columns(&self.letters[from..self.cursor]) > width.saturating_sub(1) {
            from += 1;
        }
        let mut to = self.letters.len();
        while columns(&self.letters[from..to]) > width.saturating_sub(1) && to > self.cursor {
            to -= 1;
        }
        let text = self.letters[from..to].iter().map(|&letter| visible(letter));
        (text.collect(), columns(&self.letters[self.cursor..to]))
    }
}

/// A line end of a pasted text is shown, and not obeyed.
fn visible(letter: char) -> char {
    match letter {
        '\n' => '⏎',
        '\t' => ' ',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    }
}

/// How many columns letters take.
fn columns(letters: &[char]) -> usize {
    let shown = letters.iter().map(|&letter| visible(letter));
    shown.map(columns::one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Line {
        let mut line = Line::default();
        line.press(&Key::Text(text.to_owned()));
        line
    }

    #[test]
    fn a_line_is_edited_where_the_cursor_is() {
        let mut line = typed("one two  three");
        line.press(&Key::DeleteWord);
        assert_eq!(line.text(), "one two  ");
        line.press(&Key::DeleteWord);
        assert_eq!(line.text(), "one ");
        line.press(&Key::Home);
        line.press(&Key::Delete);
        line.press(&Key::Right);
        line.press(&Key::Text("X".to_owned()));
        assert_eq!(line.text(), "nXe ");
        line.press(&Key::Backspace);
        line.press(&Key::DeleteToEnd);
        assert_eq!(line.text(), "n");
        line.press(&Key::DeleteToStart);
        assert!(line.is_empty());
        line.press(&Key::Backspace);
        line.press(&Key::Delete);
        assert!(line.is_empty());
    }

    #[test]
    fn earlier_lines_come_back_and_so_does_what_was_typed() {
        let mut line = typed("first");
        line.take();
        line.press(&Key::Text("second".to_owned()));
        line.take();
        line.press(&Key::Text("thi".to_owned()));
        for (key, text) in [
            (Key::Up, "second"),
            (Key::Up, "first"),
            (Key::Up, "first"),
            (Key::Down, "second"),
            (Key::Down, "thi"),
            (Key::Down, "thi"),
        ] {
            line.press(&key);
            assert_eq!(line.text(), text);
        }
    }

    #[test]
    fn a_long_line_is_shown_around_the_cursor() {
        let mut line = typed("0123456789");
        assert_eq!(line.shown(20), ("0123456789".to_owned(), 0));
        assert_eq!(line.shown(6), ("56789".to_owned(), 0));
        line.press(&Key::Home);
        assert_eq!(line.shown(6), ("01234".to_owned(), 5));
        assert_eq!(typed("a\nb").shown(9).0, "a⏎b");
        assert_eq!(typed("漢字漢字").shown(6).0, "漢字");
    }
}
