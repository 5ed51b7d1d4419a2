//! The members of an object that its type does not have.

use crate::raw::RawJson;

/// The members of an object besides its typed fields: unknown keys, known keys with an invalid value, explicit nulls.
///
/// When the object is written, a key in here takes precedence over the typed field of the same name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// Bit N: the N-th field of the type was an explicit null.
    pub(crate) nulls: u64,
    /// Usually empty, so it takes one word; never an empty list.
    members: Option<Box<Members>>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Members(Vec<Kept>);

/// A member that was set aside.
#[derive(Debug, Clone, PartialEq)]
struct Kept {
    key: Box<str>,
    value: RawJson,
    reason: Reason,
}

/// Why a member was set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The type has no field with this key.
    Unknown,
    /// The value does not match its field.
    Misfit,
    /// The value matches, and is kept only for its spelling, such as an empty list.
    Spelling,
}

impl Extra {
    /// Returns the value under `key`.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        let found = self.members().iter().find(|kept| &*kept.key == key);
        found.map(|kept| &kept.value)
    }

    /// Sets the value under `key`, replacing an existing one.
    pub fn set(&mut self, key: &str, value: RawJson) {
        let members = self.members_mut();
        match members.iter_mut().find(|kept| &*kept.key == key) {
            Some(kept) => kept.value = value,
            None => members.push(Kept {
                key: key.into(),
                value,
                reason: Reason::Unknown,
            }),
        }
    }

    /// Iterates over the members in their original order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.members().iter().map(|kept| (&*kept.key, &kept.value))
    }

    /// Iterates over the keys to report: unknown ones, and those with an invalid value.
    pub(crate) fn news(&self) -> impl Iterator<Item = &str> {
        let news = self
            .members()
            .iter()
            .filter(|kept| kept.reason != Reason::Spelling);
        news.map(|kept| &*kept.key)
    }

    /// Sets aside a member.
    pub(crate) fn keep(&mut self, key: &str, value: RawJson, reason: Reason) {
        self.members_mut().push(Kept {
            key: key.into(),
            value,
            reason,
        });
    }

    /// Returns whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_none()
    }

    fn members(&self) -> &[Kept] {
        match &self.members {
            Some(members) => &members.0,
            None => &[],
        }
    }

    /// Returns the list for adding members.
    fn members_mut(&mut self) -> &mut Vec<Kept> {
        &mut self.members.get_or_insert_default().0
    }

    #[inline]
    pub(crate) fn holds(&self, key: &str) -> bool {
        self.members.is_some() && self.get(key).is_some()
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
