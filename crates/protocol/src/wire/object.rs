//! An object being read, and what stands for the ones that cannot be.

use super::{Extra, WireError};
use crate::json::{self, Member};
use crate::raw::RawJson;

/// The members of an object, taken out one by one by the types that know them.
pub struct Object<'a> {
    raw: &'a str,
    members: Vec<Member<'a>>,
}

impl<'a> Object<'a> {
    /// Splits a checked text into members.
    pub(crate) fn read(raw: &'a str) -> Result<Self, WireError> {
        if !raw.starts_with('{') {
            return Err(WireError::expected("an object", raw));
        }
        let members = json::members(raw).map_err(WireError::new)?;
        Ok(Self::new(raw, members))
    }

    pub(crate) fn new(raw: &'a str, mut members: Vec<Member<'a>>) -> Self {
        // JSON readers agree that the last of two equal keys counts; the earlier ones are dropped here once for all types.
        if has_duplicates(&members) {
            let mut seen = std::collections::HashSet::new();
            members.reverse();
            members.retain(|member| seen.insert(member.key.clone()));
            members.reverse();
        }
        Self { raw, members }
    }

    /// The text of the whole object.
    pub fn raw(&self) -> &'a str {
        self.raw
    }

    /// Takes a string member out: the tag of an enum.
    pub(crate) fn take_tag(&mut self, key: &str) -> Option<std::borrow::Cow<'a, str>> {
        let index = self.members.iter().position(|member| member.key == key)?;
        let raw = self.members[index].raw;
        let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
        let mut exact = true;
        let tag = json::unescape(inner, &mut exact);
        if !exact {
            return None;
        }
        self.members.remove(index);
        Some(tag)
    }

    /// Goes through the members that nobody took.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Member<'a>> + use<'a> {
        std::mem::take(&mut self.members).into_iter()
    }
}

/// Quadratic on purpose: objects of the wire have a dozen keys, and comparing lengths and first bytes beats hashing.
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

/// An object whose tag this version of the crate does not know. Nothing of it is lost.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// The value of the tag.
    pub tag: Box<str>,
    /// The whole object.
    pub raw: RawJson,
}

/// A value with a known tag, or none, that does not fit its type. Nothing of it is lost.
#[derive(Debug, Clone, PartialEq)]
pub struct Malformed {
    /// The value of the tag, if there was one.
    pub tag: Option<Box<str>>,
    /// Why it does not fit.
    pub error: WireError,
    /// The whole value.
    pub raw: RawJson,
}

impl Extra {
    /// Sets aside a member that no field takes.
    pub(crate) fn keep(&mut self, key: &str, raw: &str) {
        self.members.push((key.into(), RawJson::trusted(raw)));
    }
}
