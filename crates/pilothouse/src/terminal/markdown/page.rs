//! A page of letters: lines broken between words, with what stands before each line.

use super::look::{Glyph, Look};
use crate::sanitize::harmless;
use crate::terminal::columns;

/// What stands before the lines of a list item or a quote.
struct Margin {
    first: String,
    rest: String,
    look: Look,
    /// Whether the first line has it.
    is_begun: bool,
}

pub(super) struct Page {
    width: usize,
    glyphs: Vec<Glyph>,
    margins: Vec<Margin>,
    /// Columns taken in this line; none when its margin does not stand there yet.
    column: Option<usize>,
    /// The word at the end, which may belong into the next line, and the space before it.
    word: Vec<Glyph>,
    space: Option<Glyph>,
    /// The newest place in the source.
    at: usize,
}

impl Page {
    pub(super) fn new(width: usize) -> Self {
        Self {
            width,
            glyphs: Vec::new(),
            margins: Vec::new(),
            column: None,
            word: Vec::new(),
            space: None,
            at: 0,
        }
    }

    pub(super) fn finish(mut self) -> Vec<Glyph> {
        self.end_line();
        self.glyphs
    }

    /// How many columns lines have beside their margins.
    pub(super) fn room(&self) -> usize {
        let taken = self
            .margins
            .iter()
            .map(|margin| columns::taken(&margin.rest));
        self.width.saturating_sub(taken.sum())
    }

    /// Indents what follows: `first` stands before the next line, `rest` before those after it.
    pub(super) fn indent(&mut self, first: &str, rest: &str, look: Look, from: usize) {
        self.end_line();
        self.at = from;
        self.margins.push(Margin {
            first: first.to_owned(),
            rest: rest.to_owned(),
            look,
            is_begun: false,
        });
    }

    /// Ends what is indented. An item without content has its sign all the same.
    pub(super) fn outdent(&mut self) {
        let is_sign = |margin: &Margin| !margin.is_begun && margin.first != margin.rest;
        if self.margins.last().is_some_and(is_sign) {
            self.begin_line();
        }
        self.end_line();
        self.margins.pop();
    }

    /// Adds prose. Lines are broken between its words.
    pub(super) fn text(&mut self, text: &str, look: Look, from: usize) {
        let mut place = from;
        for letter in harmless(text).chars() {
            let glyph = Glyph {
                letter,
                look,
                from: place,
            };
            // Where a letter was replaced the places after it are not exact, and still in order.
            place += letter.len_utf8();
            match letter {
                '\n' => self.line_break(glyph.from),
                ' ' | '\t' => {
                    self.end_word();
                    let letter = ' ';
                    self.space = Some(Glyph { letter, ..glyph });
                }
                _ => self.word.push(glyph),
            }
        }
        self.at = self.at.max(place);
    }

    /// Adds text whose lines stay as they are.
    pub(super) fn verbatim(&mut self, text: &str, look: Look, from: usize) {
        self.end_word();
        let mut place = from;
        for letter in harmless(text).chars() {
            if letter == '\n' {
                self.line_break(place);
            } else {
                self.at = self.at.max(place);
                self.begin_line();
                self.push(Glyph {
                    letter,
                    look,
                    from: place,
                });
            }
            place += letter.len_utf8();
        }
        self.at = self.at.max(place);
    }

    /// Ends the line if it has begun.
    pub(super) fn end_line(&mut self) {
        self.end_word();
        self.space = None;
        if self.column.is_some() {
            self.line_break(self.at);
        }
    }

    /// Ends the line, and leaves one empty.
    pub(super) fn gap(&mut self) {
        self.end_line();
        self.line_break(self.at);
    }

    fn line_break(&mut self, from: usize) {
        self.end_word();
        self.space = None;
        self.glyphs.push(Glyph {
            from,
            ..Glyph::LINE_END
        });
        self.column = None;
    }

    /// Writes the word, into the next line if it has no room in this one.
    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        let Some(first) = word.first().copied() else {
            return;
        };
        let taken: usize = word.iter().map(|glyph| columns::one(glyph.letter)).sum();
        if let (Some(space), Some(column)) = (self.space.take(), self.column) {
            match column + 1 + taken > self.width {
                true => self.line_break(space.from),
                false => self.push(space),
            }
        }
        self.at = self.at.max(first.from);
        self.begin_line();
        word.into_iter().for_each(|glyph| self.push(glyph));
    }

    /// Puts the margin before a line that has not begun.
    fn begin_line(&mut self) {
        if self.column.is_some() {
            return;
        }
        self.column = Some(0);
        let mut before = Vec::new();
        for margin in &mut self.margins {
            let text = match std::mem::replace(&mut margin.is_begun, true) {
                true => &margin.rest,
                false => &margin.first,
            };
            before.extend(text.chars().map(|letter| Glyph {
                letter,
                look: margin.look,
                from: self.at,
            }));
        }
        before.into_iter().for_each(|glyph| self.push(glyph));
    }

    fn push(&mut self, glyph: Glyph) {
        let column = self.column.get_or_insert(0);
        *column += columns::one(glyph.letter);
        self.glyphs.push(glyph);
    }
}
