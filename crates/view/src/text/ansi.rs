//! Terminal codes in text that is shown as prose.

/// Removes terminal escape sequences. Text without any is returned as it is.
pub(crate) fn strip_ansi(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\u{1b}' {
            plain.push(character);
            continue;
        }
        match characters.next() {
            // A control sequence ends with a character from `@` to `~`.
            Some('[') => {
                while characters
                    .next()
                    .is_some_and(|next| !('@'..='~').contains(&next))
                {}
            }
            // An operating system command ends with a bell or with `ESC \`.
            Some(']') => {
                while let Some(next) = characters.next() {
                    if next == '\u{7}' {
                        break;
                    }
                    if next == '\u{1b}' {
                        characters.next_if_eq(&'\\');
                        break;
                    }
                }
            }
            // Every other sequence is one character long.
            _ => {}
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::strip_ansi;

    #[test]
    fn colours_and_links_go_and_text_stays() {
        assert_eq!(strip_ansi("\u{1b}[1;31mred\u{1b}[0m ⚓"), "red ⚓");
        assert_eq!(
            strip_ansi("\u{1b}]8;;http://a\u{7}link\u{1b}]8;;\u{1b}\\."),
            "link."
        );
        assert_eq!(strip_ansi("plain"), "plain");
        assert_eq!(strip_ansi("open \u{1b}["), "open ");
    }
}
