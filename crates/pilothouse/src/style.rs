//! Colour, where there is a terminal that wants it.

use std::io::IsTerminal;

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Colour,
}

/// What a piece of text is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Bold,
    Dim,
    Red,
    Green,
    Yellow,
    Cyan,
}

impl Style {
    /// Colour on a terminal, unless NO_COLOR is set or the terminal knows none.
    pub(crate) fn of(stream: &impl IsTerminal) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if stream.is_terminal() && !set("NO_COLOR") && !dumb {
            Self::Colour
        } else {
            Self::Plain
        }
    }

    pub(crate) fn paint(self, paint: Paint, text: &str) -> String {
        if self == Self::Plain {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Bold => 1,
            Paint::Dim => 2,
            Paint::Red => 31,
            Paint::Green => 32,
            Paint::Yellow => 33,
            Paint::Cyan => 36,
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Makes text from elsewhere safe for a terminal: what would steer it is shown and not obeyed.
pub(crate) fn harmless(text: &str) -> String {
    let steers = |letter: char| {
        letter.is_control() && letter != '\n' && letter != '\t'
            // These turn the direction of what follows, so that a command would look like another one.
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(steers) {
        return text.to_owned();
    }
    text.chars()
        .map(|letter| if steers(letter) { '\u{fffd}' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_not_obeyed() {
        assert_eq!(harmless("a\tb\nc"), "a\tb\nc");
        assert_eq!(
            harmless("\u{1b}]0;title\u{7}x\r\u{9b}2J"),
            "\u{fffd}]0;title\u{fffd}x\u{fffd}\u{fffd}2J"
        );
        assert_eq!(harmless("rm \u{202e}txt.a"), "rm \u{fffd}txt.a");
    }
}
