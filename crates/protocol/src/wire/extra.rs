//! The members of an object that its type does not hold.

use crate::raw::RawJson;

/// What came with an object beyond its typed fields: unknown keys, known keys whose value did not fit, explicit nulls.
///
/// When the object is written, a key that stands here wins over the typed field of the same name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// Bit N: the N-th field of the type came as an explicit null.
    pub(crate) nulls: u64,
    pub(crate) members: Vec<(Box<str>, RawJson)>,
}

impl Extra {
    /// Returns the value under `key`.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        self.members
            .iter()
            .find(|(name, _)| &**name == key)
            .map(|(_, value)| value)
    }

    /// Sets the value under `key`, in place of one that is there.
    pub fn set(&mut self, key: &str, value: RawJson) {
        match self.members.iter_mut().find(|(name, _)| &**name == key) {
            Some((_, old)) => *old = value,
            None => self.members.push((key.into(), value)),
        }
    }

    /// Goes through the members in the order they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.members.iter().map(|(key, value)| (&**key, value))
    }

    /// Returns whether there is nothing here.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    #[inline]
    pub(crate) fn holds(&self, key: &str) -> bool {
        !self.members.is_empty() && self.get(key).is_some()
    }

    #[inline]
    pub(crate) fn was_null(&self, field: usize) -> bool {
        field < 64 && self.nulls & (1 << field) != 0
    }

    pub(crate) fn note_null(&mut self, field: usize, key: &str) {
        if field < 64 {
            self.nulls |= 1 << field;
        } else {
            self.set(key, RawJson::null());
        }
    }
}
