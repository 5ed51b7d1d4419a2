//! One block as letters on a page.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use super::look::{Glyph, Look};
use super::page::Page;
use super::parser;
use super::table::Table;

/// The longest rule.
const RULE: usize = 40;

/// Renders the block that `source` holds.
pub(super) fn render(source: &str, width: usize) -> Vec<Glyph> {
    let mut renderer = Renderer {
        page: Page::new(width),
        looks: Vec::new(),
        lists: Vec::new(),
        links: Vec::new(),
        code: None,
        table: None,
        follows: false,
    };
    for (event, range) in parser(source).into_offset_iter() {
        renderer.event(event, &range);
    }
    renderer.page.finish()
}

/// What lines of code are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Code {
    Plain,
    Diff,
}

struct Renderer {
    page: Page,
    looks: Vec<Look>,
    /// The next number of each open list; none for those with bullets.
    lists: Vec<Option<u64>>,
    /// Addresses of open links and pictures, and the text inside.
    links: Vec<(String, String)>,
    code: Option<Code>,
    table: Option<Table>,
    /// A block stands above in the same item or quote.
    follows: bool,
}

impl Renderer {
    fn event(&mut self, event: Event<'_>, range: &Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) => match self.code {
                Some(code) => self.code(&text, code, range.start),
                None => self.text(&text, self.look(), range.start),
            },
            Event::Code(text) => self.text(&text, self.look() | Look::CYAN, range.start),
            Event::InlineHtml(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.text(&text, self.look() | Look::DIM, range.start);
            }
            Event::Html(text) => self.page.verbatim(&text, Look::DIM, range.start),
            Event::FootnoteReference(name) => self.text(&name, self.look(), range.start),
            Event::SoftBreak | Event::HardBreak => self.text("\n", self.look(), range.start),
            Event::Rule => {
                let rule = "─".repeat(RULE.min(self.page.room()));
                self.page.verbatim(&rule, Look::DIM, range.start);
            }
            Event::TaskListMarker(is_done) => {
                let sign = if is_done { "☑ " } else { "☐ " };
                self.text(sign, self.look(), range.start);
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.block(),
            Tag::Heading { level, .. } => {
                self.block();
                self.push(match level {
                    HeadingLevel::H1 => Look::BOLD | Look::UNDERLINED,
                    _ => Look::BOLD,
                });
            }
            Tag::BlockQuote(_) => {
                self.block();
                self.page.indent("│ ", "│ ", Look::DIM, range.start);
            }
            Tag::CodeBlock(kind) => {
                self.block();
                self.page.indent("  ", "  ", Look::PLAIN, range.start);
                self.code = Some(match kind {
                    CodeBlockKind::Fenced(language) if &*language == "diff" => Code::Diff,
                    _ => Code::Plain,
                });
            }
            Tag::List(first) => {
                // A list in an item follows its text without a gap.
                if self.lists.is_empty() {
                    self.block();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                let sign = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        let sign = format!("{number}. ");
                        *number = number.saturating_add(1);
                        sign
                    }
                    _ => "• ".to_owned(),
                };
                let rest = " ".repeat(sign.chars().count());
                self.page.indent(&sign, &rest, Look::PLAIN, range.start);
                self.follows = false;
            }
            Tag::Table(alignments) => {
                self.block();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead | Tag::TableRow => self.in_table(Table::begin_row),
            Tag::TableCell => self.in_table(Table::begin_cell),
            Tag::Emphasis => self.push(Look::ITALIC),
            Tag::Strong => self.push(Look::BOLD),
            Tag::Strikethrough => self.push(Look::STRUCK),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push((dest_url.into_string(), String::new()));
                self.push(Look::UNDERLINED);
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.end_block(),
            TagEnd::Heading(_) => {
                self.looks.pop();
                self.end_block();
            }
            TagEnd::BlockQuote(_) => self.outdent(),
            TagEnd::CodeBlock => {
                self.code = None;
                self.outdent();
            }
            TagEnd::Item => self.outdent(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.follows = true;
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    table.draw(&mut self.page, range.start);
                }
                self.end_block();
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.looks.pop();
            }
            TagEnd::Link | TagEnd::Image => {
                self.looks.pop();
                if let Some((address, text)) = self.links.pop()
                    && address != text
                    && address.strip_prefix("mailto:") != Some(&text)
                {
                    let look = self.look() | Look::DIM;
                    self.text(&format!(" ({address})"), look, range.end);
                }
            }
            _ => {}
        }
    }

    /// Begins a block, apart from the one above.
    fn block(&mut self) {
        if std::mem::take(&mut self.follows) {
            self.page.gap();
        }
    }

    fn end_block(&mut self) {
        self.page.end_line();
        self.follows = true;
    }

    fn outdent(&mut self) {
        self.page.outdent();
        self.follows = true;
    }

    fn push(&mut self, look: Look) {
        self.looks.push(self.look() | look);
    }

    fn look(&self) -> Look {
        self.looks.last().copied().unwrap_or_default()
    }

    fn text(&mut self, text: &str, look: Look, from: usize) {
        if let Some((_, inside)) = self.links.last_mut() {
            inside.push_str(text);
        }
        match &mut self.table {
            Some(table) => table.text(text, look),
            None => self.page.text(text, look, from),
        }
    }

    fn code(&mut self, text: &str, code: Code, from: usize) {
        let mut place = from;
        for line in text.split_inclusive('\n') {
            let look = match line.as_bytes().first() {
                Some(b'+') if code == Code::Diff => Look::GREEN,
                Some(b'-') if code == Code::Diff => Look::RED,
                _ => Look::PLAIN,
            };
            self.page.verbatim(line, look, place);
            place += line.len();
        }
    }

    fn in_table(&mut self, act: impl FnOnce(&mut Table)) {
        if let Some(table) = &mut self.table {
            act(table);
        }
    }
}
