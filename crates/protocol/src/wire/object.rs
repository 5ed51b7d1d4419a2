//! Parsing of objects, and the types for objects that cannot be parsed.

use super::extra::Reason;
use super::{Extra, Reader, Wire, WireError};
use crate::json::{self, Member};
use crate::raw::RawJson;

/// The members of an object, taken one by one by its type.
pub struct Object<'a> {
    raw: &'a str,
    members: Vec<Member<'a>>,
    keys: KeySet,
}

impl<'a> Object<'a> {
    /// Splits a validated text into members.
    pub(crate) fn read(raw: &'a str) -> Result<Self, WireError> {
        if !raw.starts_with('{') {
            return Err(WireError::expected("an object", raw));
        }
        let members = json::members(raw).map_err(WireError::new)?;
        Ok(Self::new(raw, members))
    }

    pub(crate) fn new(raw: &'a str, mut members: Vec<Member<'a>>) -> Self {
        let mut keys = KeySet::default();
        let maybe_duplicates = members
            .iter()
            .fold(false, |maybe, member| keys.add(&member.key) | maybe);
        // JSON parsers agree that the last of two equal keys counts; drop the earlier ones once for all types.
        if maybe_duplicates && has_duplicates(&members) && members.iter().all(|member| member.exact)
        {
            let mut seen = std::collections::HashSet::new();
            members.reverse();
            members.retain(|member| seen.insert(member.key.clone()));
            members.reverse();
        }
        Self { raw, members, keys }
    }

    /// Returns the text of the whole object.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Takes a string member: the tag of an enum.
    pub(crate) fn take_tag(&mut self, key: &str) -> Option<std::borrow::Cow<'a, str>> {
        let mut members = self.members.iter_mut();
        let member = members.find(|member| member.key == key && !member.is_taken())?;
        let inner = member.raw.strip_prefix('"')?.strip_suffix('"')?;
        let mut exact = true;
        let tag = json::unescape(inner, &mut exact);
        if !exact {
            return None;
        }
        member.take();
        Some(tag)
    }

    /// Passes the remaining members to the fields of a type.
    ///
    /// Fails for an object with a key that has no exact text: it can only be kept unparsed.
    pub(crate) fn fields(&mut self) -> Result<Fields<'a>, WireError> {
        if self.members.iter().any(|member| !member.exact) {
            return Err(WireError::new("a key holds half of a surrogate pair"));
        }
        let members = std::mem::take(&mut self.members);
        Ok(Fields {
            members,
            keys: self.keys,
            at: 0,
            next: 0,
            extra: Extra::default(),
        })
    }
}

/// The members of an object during parsing: each field of the type takes its own, in the order of their declaration.
pub(crate) struct Fields<'a> {
    members: Vec<Member<'a>>,
    keys: KeySet,
    /// The index after the last taken member: most often that of the next field.
    at: usize,
    /// The index of the next field of the type.
    next: usize,
    extra: Extra,
}

impl<'a> Fields<'a> {
    /// Takes the value of the next field; sets aside an invalid one if the type allows it.
    #[inline]
    pub(crate) fn take<T: Wire>(
        &mut self,
        key: &'static str,
        reader: &mut Reader<'_>,
    ) -> Result<T, WireError> {
        let field = self.next;
        self.next += 1;
        if !self.keys.may_hold(key) {
            return absent(key);
        }
        match self.remove(key) {
            Some(raw) => self.read(field, key, raw, reader),
            None => absent(key),
        }
    }

    fn read<T: Wire>(
        &mut self,
        field: usize,
        key: &'static str,
        raw: &str,
        reader: &mut Reader<'_>,
    ) -> Result<T, WireError> {
        if T::OPTIONAL && raw == "null" {
            self.extra.note_null(field, key);
            return absent(key);
        }
        let (value, exact) = reader.apart(|reader| T::read(raw, reader));
        match value {
            Ok(value) => {
                if !exact {
                    self.extra.keep(key, reader.keep(raw), Reason::Spelling);
                }
                Ok(value)
            }
            Err(error) => {
                let fallback = T::absent()
                    .filter(|_| T::OPTIONAL)
                    .ok_or_else(|| error.in_field(key))?;
                self.extra.keep(key, reader.keep(raw), Reason::Misfit);
                Ok(fallback)
            }
        }
    }

    /// Takes the text of a member.
    fn remove(&mut self, key: &str) -> Option<&'a str> {
        let (before, after) = self.members.split_at_mut_checked(self.at)?;
        let members = after.iter_mut().chain(before);
        let (steps, member) = members
            .enumerate()
            .find(|(_, member)| member.key == key && !member.is_taken())?;
        let raw = member.take();
        self.at += steps + 1;
        if self.at >= self.members.len() {
            self.at -= self.members.len();
        }
        Some(raw)
    }

    /// Keeps the members that no field took.
    pub(crate) fn rest(mut self, type_name: &str, reader: &mut Reader<'_>) -> Extra {
        for member in self.members.iter().filter(|member| !member.is_taken()) {
            let value = reader.keep(member.raw);
            self.extra.keep(&member.key, value, Reason::Unknown);
        }
        reader.report(|audit| audit.news(type_name, &self.extra));
        self.extra
    }
}

/// Returns the value of an absent key.
#[inline]
fn absent<T: Wire>(key: &'static str) -> Result<T, WireError> {
    T::absent().ok_or_else(|| WireError::missing(key))
}

/// A set of the keys of an object: types have many fields but objects have few members, so a bit mostly avoids a
/// search.
#[derive(Clone, Copy, Default)]
struct KeySet(u64);

impl KeySet {
    /// Adds a key. Returns `false` if the key was certainly not in the set.
    fn add(&mut self, key: &str) -> bool {
        let may_hold = self.may_hold(key);
        self.0 |= Self::bit(key);
        may_hold
    }

    #[inline]
    fn may_hold(self, key: &str) -> bool {
        self.0 & Self::bit(key) != 0
    }

    /// Keys of the wire differ in their length and in their first and last letter.
    #[inline]
    fn bit(key: &str) -> u64 {
        let (first, last) = match key.as_bytes() {
            [] => (0, 0),
            [first, .., last] => (usize::from(*first), usize::from(*last)),
            [only] => (usize::from(*only), 0),
        };
        1 << ((key.len() + 5 * first + 11 * last) % 64)
    }
}

/// Quadratic by design: objects of the wire have about a dozen keys, and comparing lengths and first bytes is faster
/// than hashing.
fn has_duplicates(members: &[Member<'_>]) -> bool {
    if members.len() > 64 {
        let unique: std::collections::HashSet<_> =
            members.iter().map(|member| &member.key).collect();
        return unique.len() != members.len();
    }
    members.iter().enumerate().any(|(index, member)| {
        members[..index]
            .iter()
            .any(|earlier| earlier.key == member.key)
    })
}

/// An object with an unknown tag. All of it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// The value of the tag.
    pub tag: Box<str>,
    /// The whole object.
    pub raw: RawJson,
}

/// A value with a known tag, or none, that does not match its type. All of it is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Malformed {
    /// The value of the tag, if any.
    pub tag: Option<Box<str>>,
    /// The reason why it does not match.
    pub error: WireError,
    /// The whole value.
    pub raw: RawJson,
}
