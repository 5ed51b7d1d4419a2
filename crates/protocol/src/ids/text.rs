//! The text of an identifier, without an allocation for IDs of common length.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Enough for a UUID (36) and the API's own IDs (about 30).
const INLINE: usize = 38;

/// An identifier that is stored as such a text.
pub(crate) trait Identifier: Default {
    fn text_mut(&mut self) -> &mut IdText;
}

/// A short text that is copied instead of allocated: every line has three or four of them.
#[derive(Clone)]
pub(crate) struct IdText(Place);

#[derive(Clone)]
enum Place {
    /// The first `length` bytes, taken from a `str`.
    Inline { length: u8, bytes: [u8; INLINE] },
    /// Anything longer.
    Heap(Box<str>),
}

impl IdText {
    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        match &self.0 {
            // The bytes come from a `str`; validating them again is cheaper than an allocation.
            Place::Inline { .. } => std::str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Place::Heap(text) => text,
        }
    }

    #[inline]
    fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Place::Inline { length, bytes } => {
                bytes.get(..usize::from(*length)).unwrap_or_default()
            }
            Place::Heap(text) => text.as_bytes(),
        }
    }

    /// Sets the text to the first `length` bytes of a text, which must end at a character boundary.
    ///
    /// If the text is long enough, a fixed number of bytes is copied, which is cheaper than the exact number; bytes
    /// past the length are never read.
    #[inline]
    pub(crate) fn set_prefix(&mut self, text: &str, length: usize) -> Option<()> {
        let prefix = text.get(..length)?;
        if let Place::Inline {
            length: short,
            bytes,
        } = &mut self.0
            && length <= INLINE
        {
            *short = u8::try_from(length).ok()?;
            match text.as_bytes().first_chunk() {
                Some(source) => *bytes = *source,
                None => bytes.get_mut(..length)?.copy_from_slice(prefix.as_bytes()),
            }
        } else {
            *self = Self::from(prefix);
        }
        Some(())
    }

    #[inline]
    fn inline(text: &str) -> Option<Self> {
        let mut bytes = [0; INLINE];
        let length = u8::try_from(text.len()).ok()?;
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        Some(Self(Place::Inline { length, bytes }))
    }
}

impl From<&str> for IdText {
    #[inline]
    fn from(text: &str) -> Self {
        Self::inline(text).unwrap_or_else(|| Self(Place::Heap(text.into())))
    }
}

impl From<Box<str>> for IdText {
    fn from(text: Box<str>) -> Self {
        Self::inline(&text).unwrap_or(Self(Place::Heap(text)))
    }
}

impl Default for IdText {
    #[inline]
    fn default() -> Self {
        let bytes = [0; INLINE];
        Self(Place::Inline { length: 0, bytes })
    }
}

impl fmt::Debug for IdText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl PartialEq for IdText {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for IdText {}

impl PartialOrd for IdText {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for IdText {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for IdText {
    /// Hashes like a `str`, because maps are searched by `str`.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::IdText;
    use crate::ids::SessionId;

    #[test]
    fn short_and_long_ids_are_their_text() {
        for length in [0, 1, 36, 37, 38, 39, 40, 300] {
            for letter in ["a", "é", "\u{1f600}"] {
                let text = letter.repeat(length);
                let id = SessionId::from(text.as_str());
                assert_eq!(id.as_str(), text);
                assert_eq!(id, SessionId::new(text.clone()));
                assert_eq!(format!("{id:?}"), format!("SessionId({text:?})"));
            }
        }
    }

    #[test]
    fn a_prefix_is_as_good_as_its_text() {
        let text = "é".repeat(40);
        for length in 0..=text.len() {
            for mut id in [IdText::default(), IdText::from("z".repeat(50).as_str())] {
                let expected = text.get(..length).map(IdText::from);
                let set = id.set_prefix(&text, length);
                assert_eq!(set.map(|()| id), expected, "{length}");
            }
        }
        assert_eq!(IdText::default().set_prefix("abc", 4), None);
    }

    #[test]
    fn sets_are_searched_by_text() {
        let texts = ["short", "a text that is longer than what is held in place"];
        let hashed: HashSet<_> = texts.into_iter().map(SessionId::from).collect();
        let sorted: BTreeSet<_> = texts.into_iter().map(SessionId::from).collect();
        assert!(texts.iter().all(|text| hashed.contains(*text)));
        assert!(texts.iter().all(|text| sorted.contains(*text)));
    }
}
