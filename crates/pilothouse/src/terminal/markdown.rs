//! Markdown in the terminal's own colors, while it streams.
//!
//! A block is final when the next one begins. Of the last block only what no later text can change is shown: whole
//! words of a paragraph, whole lines of code, and all items of a list but the last.

mod look;
mod page;
mod render;
mod stable;
mod table;

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag};

use look::{Glyph, styled};

/// How much of a text is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it: no more text comes.
    All,
    /// What will not change.
    Stable,
    /// The lines that will not change.
    WholeLines,
}

/// A text that grows.
#[derive(Default)]
pub(crate) struct Markdown {
    /// The text from the beginning of the first block that is not shown completely.
    source: String,
    /// How many letters of that block are shown.
    shown: usize,
    /// How long the text was when that block was last rendered.
    rendered: usize,
    /// How wide the terminal was when that block began: its lines are broken there.
    width: Option<usize>,
    /// Whether a block stands above.
    has_above: bool,
}

impl Markdown {
    /// Renders a whole text.
    pub(crate) fn render(text: &str, width: usize) -> String {
        let mut markdown = Self::default();
        markdown.push(text);
        markdown.take(width, Part::All)
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.source.push_str(text);
    }

    /// Returns what can be shown after what was returned before, for a terminal of so many columns.
    pub(crate) fn take(&mut self, width: usize, part: Part) -> String {
        let mut glyphs = Vec::new();
        if part == Part::All || self.has_grown() {
            while self.take_block(width, part, &mut glyphs) {}
            self.rendered = self.source.len();
        }
        if part == Part::All {
            *self = Self::default();
        }
        styled(&glyphs)
    }

    /// Whether enough has come to look at it: rendering a long block for each word would take ever longer.
    fn has_grown(&self) -> bool {
        self.source.len() - self.rendered > self.source.len() / 64
    }

    /// Takes what can be shown of the first block. Returns whether the block is complete.
    fn take_block(&mut self, columns: usize, part: Part, glyphs: &mut Vec<Glyph>) -> bool {
        let Some(block) = first_block(&self.source, part) else {
            return false;
        };
        let width = *self.width.get_or_insert(columns);
        let source = &self.source[..block.range.end];
        let mut page = Vec::new();
        if self.has_above {
            page.push(Glyph::LINE_END);
        }
        page.extend(render::render(source, width));
        let mut end = page.len();
        if !block.is_closed {
            let bound = stable::end(source, &block.range);
            end = page.iter().take_while(|glyph| glyph.from < bound).count();
        }
        if part == Part::WholeLines {
            let lines = page[..end].iter().rposition(|glyph| glyph.letter == '\n');
            end = lines.map_or(0, |last| last + 1);
        }
        glyphs.extend_from_slice(page.get(self.shown..end).unwrap_or_default());
        self.shown = self.shown.max(end);
        if !block.is_closed {
            return false;
        }
        self.source.drain(..block.range.end);
        (self.shown, self.rendered, self.width) = (0, 0, None);
        self.has_above = true;
        true
    }
}

/// The block that a text begins with.
struct Block {
    range: Range<usize>,
    /// No later text belongs to it.
    is_closed: bool,
}

fn first_block(source: &str, part: Part) -> Option<Block> {
    let mut depth = 0_u32;
    let mut first: Option<(Range<usize>, Kind)> = None;
    for (event, range) in parser(source).into_offset_iter() {
        let is_top = depth == 0;
        match &event {
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth -= 1;
                continue;
            }
            _ => {}
        }
        match &first {
            Some((block, kind)) if is_top => {
                // The beginning of a table's row is no row yet.
                let is_row = *kind == Kind::Table && !source[range.start..].contains('\n');
                return Some(Block {
                    range: block.clone(),
                    is_closed: part == Part::All || !is_row,
                });
            }
            None => first = Some((range, Kind::of(&event))),
            Some(_) => {}
        }
    }
    let (range, kind) = first?;
    let has_gap = kind == Kind::Prose && source[range.end..].contains('\n');
    Some(Block {
        is_closed: part == Part::All || has_gap,
        range,
    })
}

/// What decides whether a block is complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Prose,
    Table,
    Other,
}

impl Kind {
    fn of(event: &Event<'_>) -> Self {
        match event {
            Event::Start(Tag::Paragraph | Tag::Heading { .. }) => Self::Prose,
            Event::Start(Tag::Table(_)) => Self::Table,
            _ => Self::Other,
        }
    }
}

fn parser(source: &str) -> Parser<'_> {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    Parser::new_ext(source, options)
}

mod tests;
