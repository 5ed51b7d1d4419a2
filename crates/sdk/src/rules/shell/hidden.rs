//! Detects commands whose name is only known at run time.

use super::text::{is_separator, readings, unquoted};
use super::wrappers::{is_wrapper, passes_on, program};

/// Returns whether the name of any part of a command is only known at run time, because it is expanded or substituted.
pub(in crate::rules) fn hides_a_name(command: &str) -> bool {
    readings(command).iter().any(|reading| hides(reading))
}

fn hides(command: &str) -> bool {
    // For each open parenthesis, whether it is part of a word of the enclosing command.
    let mut substitutes = Vec::new();
    let (mut in_backticks, mut at_name, mut before) = (false, true, ' ');
    // Whether the last piece ended where a name was expected.
    let mut was_due = true;
    for piece in command.split_inclusive(is_separator) {
        let text = piece.strip_suffix(is_separator).unwrap_or(piece);
        let end = piece.chars().next_back().unwrap_or(' ');
        let plain = unquoted(text);
        let name = Name::of(&plain);
        // Words that are combined from others, and a name that is only partly in this piece.
        let makes_words = before == '{' && text.starts_with(|c: char| !c.is_whitespace());
        let is_made = makes_words && was_due;
        at_name &= !makes_words || was_due;
        let goes_on = name.is_open && matches!(end, '{' | '`') && !in_backticks;
        if at_name && (name.is_expanded || is_made || goes_on) {
            return true;
        }
        was_due = at_name && name.is_due;
        at_name = match end {
            // The name is the result of a substitution, or follows a redirection.
            '`' | '<' | '>' if was_due && !in_backticks => return true,
            '`' => {
                in_backticks = !in_backticks;
                in_backticks
            }
            '<' | '>' | '}' => false,
            '(' => {
                let word = text.ends_with('$') || (text.is_empty() && matches!(before, '<' | '>'));
                substitutes.push(word);
                true
            }
            ')' => !substitutes.pop().unwrap_or(false),
            '{' => !text.ends_with('$'),
            _ => true,
        };
        before = end;
    }
    false
}

/// The name of the command at the beginning of a piece.
struct Name {
    /// The name, or a word that a wrapper may run, is only known at run time.
    is_expanded: bool,
    /// The name is still expected.
    is_due: bool,
    /// The name reaches the end of the piece, so it may continue after it.
    is_open: bool,
}

impl Name {
    fn of(plain: &str) -> Self {
        let is_cut = plain.ends_with(|c: char| !c.is_whitespace());
        let words = || plain.split_whitespace();
        let at = words().position(|word| !passes_on(word) || is_find(word));
        let name = at.and_then(|at| words().nth(at));
        // The options of a wrapper cannot be distinguished from the command that it runs.
        let is_wrapped = words().take(at.unwrap_or_default()).any(is_wrapper);
        let expands = |word: &str| word.contains(['$', '*', '?', '[']);
        Self {
            is_expanded: name.is_some_and(expands)
                || (is_wrapped && words().any(|word| word.contains('$'))),
            is_due: name.is_none() && !is_cut,
            is_open: is_cut && at.is_some_and(|at| words().count() == at + 1),
        }
    }
}

/// `find` searches more often than it runs commands.
fn is_find(word: &str) -> bool {
    program(word) == "find"
}
