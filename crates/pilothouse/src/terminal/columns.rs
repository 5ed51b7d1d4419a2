//! How much room text takes on a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How wide a terminal is taken to be where it does not tell.
const USUAL: usize = 80;

/// How many columns the terminal behind a stream has now; it may be another number a moment later.
pub(crate) fn of(stream: impl std::os::fd::AsFd) -> usize {
    let size = rustix::termios::tcgetwinsize(stream);
    match size.map(|size| usize::from(size.ws_col)) {
        Ok(0) | Err(_) => USUAL,
        Ok(columns) => columns,
    }
}

/// How many columns a text takes.
pub(crate) fn taken(text: &str) -> usize {
    text.width()
}

/// How many columns a letter takes: those of East Asia and pictures take two, marks on other letters none.
pub(crate) fn one(letter: char) -> usize {
    letter.width().unwrap_or_default()
}

/// Cuts a text to so many columns, and shows that it was cut.
pub(crate) fn cut(text: &str, room: usize) -> String {
    if taken(text) <= room {
        return text.to_owned();
    }
    let mut left = room.saturating_sub(1);
    let fits = text.chars().take_while(|&letter| {
        let fits = one(letter) <= left;
        left = left.saturating_sub(one(letter));
        fits
    });
    let mut cut: String = fits.collect();
    if room > 0 {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_by_columns_and_not_by_letters() {
        assert_eq!(cut("Bash ls", 7), "Bash ls");
        assert_eq!(cut("Bash ls -l", 7), "Bash l…");
        assert_eq!(taken("港の船"), 6);
        assert_eq!(cut("港の船", 6), "港の船");
        assert_eq!(cut("港の船", 5), "港の…");
        assert_eq!(cut("港の船", 4), "港…", "half a letter cannot be shown");
        assert_eq!(taken("e\u{301}"), 1, "a mark stands on its letter");
        assert_eq!(cut("abc", 0), "");
    }
}
