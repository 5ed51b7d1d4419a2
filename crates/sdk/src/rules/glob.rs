//! Name patterns: `*` matches any number of characters, `?` matches one.

/// Matches segments against the beginning of a path: a pattern for a folder matches its contents too.
pub(super) fn pieces_match(pieces: &[String], folders: &[&str]) -> bool {
    matched(pieces, folders, &name_matches)
}

/// Like `pieces_match`, with character sets: `[a-z]`, `[!a]`; a backslash escapes a character.
pub(super) fn pieces_match_loosely(pieces: &[String], folders: &[&str]) -> bool {
    matched(pieces, folders, &|piece, folder| {
        tokens_match(&tokens(piece), &folder.chars().collect::<Vec<_>>())
    })
}

fn matched(pieces: &[String], folders: &[&str], names: &dyn Fn(&str, &str) -> bool) -> bool {
    match (pieces, folders) {
        ([], _) => true,
        ([star], _) if star == "**" => !folders.is_empty(),
        ([star, rest @ ..], _) if star == "**" => {
            (0..=folders.len()).any(|skipped| matched(rest, &folders[skipped..], names))
        }
        (_, []) => false,
        ([piece, rest @ ..], [folder, below @ ..]) => {
            names(piece, folder) && matched(rest, below, names)
        }
    }
}

/// Matches one name.
pub(super) fn name_matches(pattern: &str, name: &str) -> bool {
    let plain = |character| match character {
        '*' => Token::Many,
        '?' => Token::One,
        other => Token::Set(vec![(other, other)], true),
    };
    let pattern: Vec<Token> = pattern.chars().map(plain).collect();
    tokens_match(&pattern, &name.chars().collect::<Vec<_>>())
}

/// A token of a pattern.
enum Token {
    /// Any number of characters.
    Many,
    /// Any one character.
    One,
    /// One character inside these ranges, or outside of them.
    Set(Vec<(char, char)>, bool),
}

impl Token {
    fn takes(&self, character: char) -> bool {
        match self {
            Self::Many | Self::One => true,
            Self::Set(ranges, wanted) => {
                let in_range = |(first, last): &(char, char)| (*first..=*last).contains(&character);
                ranges.iter().any(in_range) == *wanted
            }
        }
    }
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = pattern.chars();
    while let Some(character) = rest.next() {
        let set = (character == '[').then(|| set(rest.as_str())).flatten();
        let token = match (character, set) {
            (_, Some((set, behind))) => {
                rest = behind.chars();
                set
            }
            ('*', _) => Token::Many,
            ('?', _) => Token::One,
            ('\\', _) => rest.next().map_or(Token::One, single),
            (other, _) => single(other),
        };
        tokens.push(token);
    }
    tokens
}

fn single(character: char) -> Token {
    Token::Set(vec![(character, character)], true)
}

/// Parses a set after its opening bracket. Returns the set and the remaining text.
fn set(text: &str) -> Option<(Token, &str)> {
    let (inner, wanted) = match text.strip_prefix(['!', '^']) {
        Some(inner) => (inner, false),
        None => (text, true),
    };
    // A closing bracket in the first position is part of the set.
    let first = inner.chars().next()?.len_utf8();
    let end = first + inner[first..].find(']')?;
    let members: Vec<char> = inner[..end].chars().collect();
    let mut ranges = Vec::new();
    let mut rest = &members[..];
    while let [first, behind @ ..] = rest {
        rest = match behind {
            ['-', last, behind @ ..] => {
                ranges.push((*first, *last));
                behind
            }
            _ => {
                ranges.push((*first, *first));
                behind
            }
        };
    }
    Some((Token::Set(ranges, wanted), &inner[end + 1..]))
}

fn tokens_match(pattern: &[Token], name: &[char]) -> bool {
    let (mut at, mut position) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while position < name.len() {
        match pattern.get(at) {
            Some(Token::Many) => {
                star = Some((at, position));
                at += 1;
            }
            Some(token) if token.takes(name[position]) => {
                at += 1;
                position += 1;
            }
            _ => {
                let Some((star_at, taken)) = star else {
                    return false;
                };
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                position = taken + 1;
            }
        }
    }
    let rest = &pattern[at..];
    rest.iter().all(|token| matches!(token, Token::Many))
}
