//! Preprocesses the text of a command.

use super::variables::with_variables;

/// Returns the possible interpretations of a command: a line continuation joins or separates words, quoted text may be
/// one word,
/// variables are replaced by their assigned values, and escapes for characters and white space are decoded.
pub(super) fn readings(command: &str) -> Vec<String> {
    let plain = decoded(command)
        .replace("${IFS}", " ")
        .replace("$IFS", " ")
        .replace("$@", "")
        .replace('\u{feff}', " ");
    let mut readings = vec![plain.replace("\\\n", " ")];
    if plain.contains("\\\n") {
        readings.push(plain.replace("\\\n", ""));
    }
    let set: Vec<String> = readings
        .iter()
        .filter_map(|text| with_variables(text))
        .collect();
    readings.extend(set);
    let glued: Vec<String> = readings.iter().filter_map(|text| glued(text)).collect();
    readings.extend(glued);
    readings
}

/// Replaces quoted spaces and separators by underscores, so that quoted text stays one word. `None` if nothing changes.
fn glued(command: &str) -> Option<String> {
    let mut text = String::with_capacity(command.len());
    let mut quote = None;
    for character in command.chars() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if character == open => quote = None,
            _ => {}
        }
        let parts = matches!(character, ' ' | '\t' | '\n' | ';' | '&' | '|' | '<' | '>');
        text.push(if quote.is_some() && parts {
            '_'
        } else {
            character
        });
    }
    (text != command).then_some(text)
}

pub(super) fn is_separator(character: char) -> bool {
    matches!(
        character,
        ';' | '&' | '|' | '\n' | '\r' | '(' | ')' | '`' | '{' | '}' | '<' | '>'
    )
}

/// Removes quotes and escapes, including quotes that begin with a dollar.
pub(super) fn unquoted(piece: &str) -> String {
    let plain = piece.replace("$'", "'").replace("$\"", "\"");
    plain.replace(['"', '\'', '\\'], "")
}

/// Decodes numeric character escapes in `$'…'`.
fn decoded(command: &str) -> String {
    let mut text = String::new();
    let mut rest = command;
    while let Some(at) = rest.find("$'") {
        let (before, quoted) = rest.split_at(at + 2);
        text.push_str(before);
        let end = end_of_quote(quoted);
        text.push_str(&without_numbers(&quoted[..end]));
        rest = &quoted[end..];
    }
    text.push_str(rest);
    text
}

/// Returns the position of the closing quote; an escaped quote does not count.
fn end_of_quote(quoted: &str) -> usize {
    let mut escaped = false;
    for (at, character) in quoted.char_indices() {
        match character {
            '\'' if !escaped => return at,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    quoted.len()
}

fn without_numbers(quoted: &str) -> String {
    let mut text = String::new();
    let mut rest = quoted;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let (digits, radix, skipped) = match escape.chars().next() {
            Some('x') => (2, 16, 1),
            Some('u') => (4, 16, 1),
            Some('U') => (8, 16, 1),
            Some('0'..='7') => (3, 8, 0),
            _ => (0, 10, 0),
        };
        let number = &escape[skipped..];
        let length = number
            .chars()
            .take(digits)
            .take_while(|digit| digit.is_digit(radix))
            .count();
        match u32::from_str_radix(&number[..length], radix).map(char::from_u32) {
            Ok(Some(character)) => {
                text.push(character);
                rest = &number[length..];
            }
            _ => {
                text.push('\\');
                rest = escape;
            }
        }
    }
    text.push_str(rest);
    text
}
