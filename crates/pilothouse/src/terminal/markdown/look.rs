//! How letters look, and the escapes for it.

use std::ops::BitOr;

/// Attributes and a color of the terminal's own palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look(u8);

impl Look {
    pub(super) const PLAIN: Self = Self(0);
    pub(super) const BOLD: Self = Self(1);
    pub(super) const DIM: Self = Self(1 << 1);
    pub(super) const ITALIC: Self = Self(1 << 2);
    pub(super) const UNDERLINED: Self = Self(1 << 3);
    pub(super) const STRUCK: Self = Self(1 << 4);
    pub(super) const CYAN: Self = Self(1 << 5);
    pub(super) const GREEN: Self = Self(1 << 6);
    pub(super) const RED: Self = Self(1 << 7);

    /// The codes of "select graphic rendition".
    fn codes(self) -> String {
        let all = [
            (Self::BOLD, "1"),
            (Self::DIM, "2"),
            (Self::ITALIC, "3"),
            (Self::UNDERLINED, "4"),
            (Self::STRUCK, "9"),
            (Self::CYAN, "36"),
            (Self::GREEN, "32"),
            (Self::RED, "31"),
        ];
        let set = all.iter().filter(|(look, _)| self.0 & look.0 != 0);
        set.map(|(_, code)| *code).collect::<Vec<_>>().join(";")
    }
}

impl BitOr for Look {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A letter on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) letter: char,
    pub(super) look: Look,
    /// Where in the source it comes from.
    pub(super) from: usize,
}

impl Glyph {
    pub(super) const LINE_END: Self = Self {
        letter: '\n',
        look: Look::PLAIN,
        from: 0,
    };
}

/// Writes letters with the escapes of their looks. No look lasts beyond its letters.
pub(super) fn styled(glyphs: &[Glyph]) -> String {
    let mut text = String::with_capacity(glyphs.len());
    for run in glyphs.chunk_by(|one, next| one.look == next.look) {
        let letters = run.iter().map(|glyph| glyph.letter);
        match run[0].look {
            Look::PLAIN => text.extend(letters),
            look => {
                text.push_str("\u{1b}[");
                text.push_str(&look.codes());
                text.push('m');
                text.extend(letters);
                text.push_str("\u{1b}[0m");
            }
        }
    }
    text
}
