//! Where the part of a block ends that no later text can change.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::parser;

/// Returns the end of that part of a block that is still growing.
pub(super) fn end(source: &str, block: &Range<usize>) -> usize {
    let mut events = parser(source).into_offset_iter();
    match events.next() {
        Some((Event::Start(Tag::Paragraph | Tag::Heading { .. }), _)) => {
            let texts = events.filter_map(|(event, range)| match event {
                Event::Text(_) => Some(range),
                _ => None,
            });
            let mut open = texts.filter_map(|range| first_open(source, &range));
            let words = source.rfind(char::is_whitespace).unwrap_or_default();
            open.next().unwrap_or(words).min(words)
        }
        Some((Event::Start(Tag::CodeBlock(_)), _)) => {
            source.rfind('\n').map_or(block.start, |last| last + 1)
        }
        Some((Event::Start(Tag::List(_)), _)) => last_item(events).unwrap_or(block.start),
        _ => block.start,
    }
}

/// Where the last item of the list begins.
fn last_item<'a>(events: impl Iterator<Item = (Event<'a>, Range<usize>)>) -> Option<usize> {
    let mut depth = 0_u32;
    let mut last = None;
    for (event, range) in events {
        match event {
            Event::Start(Tag::Item) if depth == 0 => {
                last = Some(range.start);
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    last
}

/// The first sign in a text that later text can make the beginning of something.
fn first_open(source: &str, text: &Range<usize>) -> Option<usize> {
    let mut signs = source[text.clone()].char_indices();
    signs
        .find(|(place, letter)| {
            let at = text.start + place;
            let before = source[..at].chars().next_back();
            let rest = &source[at + letter.len_utf8()..];
            is_open(*letter, before, rest)
        })
        .map(|(place, _)| text.start + place)
}

fn is_open(letter: char, before: Option<char>, rest: &str) -> bool {
    let next = rest.chars().next();
    let opens_word = next.is_none_or(|next| !next.is_whitespace());
    match letter {
        '`' => true,
        '*' => opens_word,
        '_' => opens_word && !before.is_some_and(char::is_alphanumeric),
        '~' => next.is_none_or(|next| next == '~'),
        '[' => match rest.split_once(']') {
            Some((_, after)) => after.is_empty() || after.starts_with(['(', '[', ':']),
            None => true,
        },
        '<' => opens_word,
        '&' => !rest.contains([';', ' ', '\n']),
        '\\' => next.is_none(),
        // The line may become the head of a table.
        '|' => rest.lines().nth(2).is_none(),
        _ => false,
    }
}
