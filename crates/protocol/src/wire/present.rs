//! A list that is always written.

use std::ops::{Deref, DerefMut};

use super::{Reader, Wire, WireError};

/// A list whose key is required even if the list is empty. An object without it is malformed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present<T>(pub Vec<T>);

impl<T> Default for Present<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Deref for Present<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Present<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T> From<Vec<T>> for Present<T> {
    fn from(list: Vec<T>) -> Self {
        Self(list)
    }
}

impl<T> FromIterator<T> for Present<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T: Wire> Wire for Present<T> {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        // An empty list is written back as one, so no text needs to be kept.
        let (list, exact) = reader.apart(|reader| Vec::read(raw, reader));
        let list = list?;
        reader.exact &= exact || list.is_empty();
        Ok(Self(list))
    }

    fn write(&self, out: &mut String) {
        self.0.write(out);
    }
}
