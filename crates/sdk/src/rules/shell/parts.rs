//! Splits a command for deny rules: pieces between separators, inside substitutions, after wrappers.

use super::text::{is_separator, readings, unquoted};
use super::wrappers::{is_wrapper, passes_on, program};

/// Returns whether any part of a command that may run matches. A part is its words, separated by one space.
pub(in crate::rules) fn any_part(command: &str, fits: impl Fn(&str) -> bool) -> bool {
    readings(command).iter().any(|reading| {
        // The target of a redirection does not change the command.
        let bare = without_redirections(reading);
        let mut pieces = reading.split(is_separator).chain(bare.split(is_separator));
        // The whole text is for rules that name a compound command.
        fits(&spaced(reading)) || pieces.any(|piece| any_of_piece(piece, &fits))
    })
}

fn any_of_piece(piece: &str, fits: impl Fn(&str) -> bool) -> bool {
    let plain = unquoted(piece);
    // The words of `{a,b}` are separate at run time.
    let apart = plain.replace(',', " ");
    [piece, &plain, &apart].into_iter().any(|text| {
        let words = spaced(text);
        // A possible comment is also left out.
        let comment = if words.starts_with('#') {
            Some(0)
        } else {
            words.find(" #")
        };
        any_tail(&words, &fits) || comment.is_some_and(|at| any_tail(&words[..at], &fits))
    })
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes each redirection: its number, its operator and its target.
fn without_redirections(command: &str) -> String {
    let mut bare = String::new();
    let mut rest = command;
    while let Some(at) = rest.find(['<', '>']) {
        let before = rest[..at].trim_end_matches('&');
        let word = before.trim_end_matches(|c: char| c.is_ascii_digit());
        // Digits belong to the operator only if they form a separate word.
        let is_number = word.is_empty() || word.ends_with(|c: char| c.is_whitespace());
        bare.push_str(if is_number { word } else { before });
        bare.push(' ');
        let place = rest[at..].trim_start_matches(['<', '>', '&', '|']);
        let place = place.trim_start_matches([' ', '\t']);
        let end = place.find(|c: char| c.is_whitespace() || is_separator(c));
        rest = &place[end.unwrap_or(place.len())..];
    }
    bare.push_str(rest);
    bare
}

/// Tries the command, and its rest without assignments, shell keywords and wrappers.
fn any_tail(words: &str, fits: impl Fn(&str) -> bool) -> bool {
    let mut rest = words;
    let mut wrapped = false;
    while !rest.is_empty() {
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        // The second is the same program without its path.
        if fits(rest) || fits(&rest[word.len() - program(word).len()..]) {
            return true;
        }
        // After a wrapper every word may be the command: the wrapper's options cannot be distinguished safely.
        wrapped |= is_wrapper(word);
        if !wrapped && word != "$" && !passes_on(word) {
            return false;
        }
        rest = behind;
    }
    false
}
