//! Values of fields for bounds.

use pilothouse_view::id::EntryId;
use pilothouse_view::json::Json;

use super::Bounded;
use super::text::is_blank;

/// The value of a field.
pub enum Given<'a> {
    Absent,
    Flag(bool),
    Number(f64),
    Text(&'a str),
    Json(&'a Json),
    List(Vec<Given<'a>>),
    Request(&'a dyn Bounded),
}

/// The type of a request field.
pub trait Field {
    /// Returns the value for the bounds.
    fn given(&self) -> Given<'_>;
}

impl Given<'_> {
    pub(crate) fn is_given(&self) -> bool {
        !matches!(self, Self::Absent | Self::Flag(false))
    }

    pub(crate) fn has_content(&self) -> bool {
        match self {
            Self::Text(text) => !is_blank(text),
            Self::List(items) => !items.is_empty(),
            _ => self.is_given(),
        }
    }
}

impl Field for str {
    fn given(&self) -> Given<'_> {
        Given::Text(self)
    }
}

impl Field for String {
    fn given(&self) -> Given<'_> {
        Given::Text(self)
    }
}

impl Field for EntryId {
    fn given(&self) -> Given<'_> {
        Given::Text(self.as_str())
    }
}

impl Field for bool {
    fn given(&self) -> Given<'_> {
        Given::Flag(*self)
    }
}

impl Field for f64 {
    fn given(&self) -> Given<'_> {
        Given::Number(*self)
    }
}

impl Field for u32 {
    fn given(&self) -> Given<'_> {
        Given::Number(f64::from(*self))
    }
}

impl Field for Json {
    fn given(&self) -> Given<'_> {
        Given::Json(self)
    }
}

impl<T: Field> Field for Option<T> {
    fn given(&self) -> Given<'_> {
        self.as_ref().map_or(Given::Absent, Field::given)
    }
}

impl<T: Field> Field for Vec<T> {
    fn given(&self) -> Given<'_> {
        Given::List(self.iter().map(Field::given).collect())
    }
}
