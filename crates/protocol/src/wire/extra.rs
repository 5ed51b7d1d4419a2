//! The members of an object that its type does not hold.

use crate::raw::RawJson;

/// What came with an object beyond its typed fields: unknown keys, known keys whose value did not fit, explicit nulls.
///
/// When the object is written, a key that stands here wins over the typed field of the same name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Extra {
    /// Bit N: the N-th field of the type came as an explicit null.
    pub(crate) nulls: u64,
    /// Mostly nothing, so it takes one word; never an empty list.
    members: Option<Box<Members>>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Members(Vec<Kept>);

/// One member that was set aside.
#[derive(Debug, Clone, PartialEq)]
struct Kept {
    key: Box<str>,
    value: RawJson,
    reason: Reason,
}

/// Why a member was set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// No field has this key.
    Unknown,
    /// The value does not fit its field.
    Misfit,
    /// The value fits, and is kept only for its spelling, such as an empty list.
    Spelling,
}

impl Extra {
    /// Returns the value under `key`.
    pub fn get(&self, key: &str) -> Option<&RawJson> {
        let found = self.members().iter().find(|kept| &*kept.key == key);
        found.map(|kept| &kept.value)
    }

    /// Sets the value under `key`, in place of one that is there.
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

    /// Goes through the members in the order they came.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawJson)> {
        self.members().iter().map(|kept| (&*kept.key, &kept.value))
    }

    /// Goes through the keys that are news: unknown ones, and those whose value did not fit.
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

    /// Returns whether there is nothing here.
    pub fn is_empty(&self) -> bool {
        self.members.is_none()
    }

    fn members(&self) -> &[Kept] {
        match &self.members {
            Some(members) => &members.0,
            None => &[],
        }
    }

    /// The list, to be added to.
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
