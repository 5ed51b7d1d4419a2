//! Command patterns: `npm test` exactly, `git log:*` by prefix, `git * main` with wildcards.

use super::shell::Simple;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CommandPattern {
    /// This command.
    Exact(String),
    /// This command with any arguments.
    Prefix(String),
    /// Literal segments with any text between them.
    Wildcard(Vec<String>),
}

impl CommandPattern {
    pub(super) fn parse(content: &str) -> Self {
        if let Some(prefix) = content.strip_suffix(":*") {
            return Self::Prefix(prefix.to_owned());
        }
        let pieces = split_wildcards(content);
        if pieces.len() == 1 {
            return Self::Exact(pieces[0].clone());
        }
        Self::Wildcard(pieces)
    }

    /// Matches a completely parsed command.
    pub(super) fn matches(&self, command: &Simple) -> bool {
        match self {
            // The CLI compares the whole text here, including spaces.
            Self::Exact(exact) => command.text() == exact,
            Self::Prefix(prefix) => begins_with_words(command.words(), prefix),
            Self::Wildcard(pieces) => wildcard(pieces, command.words()),
        }
    }

    /// Matches a possible part of a command, with its words separated by one space.
    pub(super) fn matches_part(&self, part: &str) -> bool {
        match self {
            Self::Exact(exact) => part == collapse(exact),
            Self::Prefix(prefix) => begins_with_words(part, &collapse(prefix)),
            Self::Wildcard(pieces) => wildcard(pieces, part),
        }
    }
}

/// `git log` begins `git log -1`, but not `git logs`.
fn begins_with_words(command: &str, prefix: &str) -> bool {
    command
        .strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits at stars; a star or backslash after a backslash is literal.
fn split_wildcards(content: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut characters = content.chars();
    while let Some(character) = characters.next() {
        match character {
            '*' => pieces.push(String::new()),
            '\\' => {
                let next = characters.next();
                if !matches!(next, Some('*' | '\\')) {
                    push(&mut pieces, '\\');
                }
                if let Some(next) = next {
                    push(&mut pieces, next);
                }
            }
            other => push(&mut pieces, other),
        }
    }
    pieces
}

fn push(pieces: &mut [String], character: char) {
    if let Some(last) = pieces.last_mut() {
        last.push(character);
    }
}

/// Finds the segments in order; the first must begin the command and the last must end it.
fn wildcard(pieces: &[String], command: &str) -> bool {
    let [first, middle @ .., last] = pieces else {
        return false;
    };
    // `npm run *` also matches `npm run`, if it is the only wildcard.
    if middle.is_empty() && last.is_empty() && first.strip_suffix(' ') == Some(command) {
        return true;
    }
    let Some(mut rest) = command.strip_prefix(first.as_str()) else {
        return false;
    };
    for piece in middle {
        match rest.find(piece.as_str()) {
            Some(found) => rest = &rest[found + piece.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last.as_str())
}
