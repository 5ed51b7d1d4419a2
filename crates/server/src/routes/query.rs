//! Query parameters: one declaration gives the type that handlers read and the schema of the API description.

use std::fmt;

use axum::extract::FromRequestParts;
use axum::extract::rejection::QueryRejection;
use axum::http::request::Parts;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::app::App;
use crate::problem::Problem;

/// The parameters of a handler.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = QueryRejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, QueryRejection> {
        let query = axum::extract::Query::from_request_parts(parts, app).await?;
        Ok(Self(query.0))
    }
}

/// The problem of a cursor that no page of the list returned.
pub(crate) fn unknown_cursor() -> Problem {
    Problem::refused("The cursor is not one of this list.").detail("Begin without a cursor.")
}

/// A type that [`parameters!`] declared.
pub(crate) trait Parameters {
    const PARAMETERS: &'static [Parameter];
}

/// One parameter of a query.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// One line, as a doc comment.
    pub(crate) description: &'static str,
    pub(crate) kind: Kind,
    pub(crate) required: bool,
}

/// The values that a parameter takes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Boolean,
    Integer { min: u64, max: u64 },
    OneOf(&'static [&'static str]),
}

impl Kind {
    pub(crate) fn schema(self) -> Value {
        match self {
            Self::Text => json!({"type": "string"}),
            Self::Boolean => json!({"type": "boolean"}),
            Self::Integer { min, max } => {
                json!({"type": "integer", "minimum": min, "maximum": max})
            }
            Self::OneOf(values) => json!({"type": "string", "enum": values}),
        }
    }
}

/// The type of a parameter's value.
pub(crate) trait ParameterValue {
    const KIND: Kind;
    const REQUIRED: bool = true;
}

impl ParameterValue for String {
    const KIND: Kind = Kind::Text;
}

impl ParameterValue for bool {
    const KIND: Kind = Kind::Boolean;
}

impl<T: ParameterValue> ParameterValue for Option<T> {
    const KIND: Kind = T::KIND;
    const REQUIRED: bool = false;
}

/// An integer between two bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Within<const MIN: u64, const MAX: u64>(u64);

/// A sequence or a time, as far as JSON numbers are exact.
pub(crate) type Whole = Within<0, { (1 << 53) - 1 }>;

impl<const MIN: u64, const MAX: u64> Within<MIN, MAX> {
    pub(crate) const fn get(self) -> u64 {
        self.0
    }

    pub(crate) const fn as_usize(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn as_u32(self) -> u32 {
        const { assert!(MAX <= u32::MAX as u64, "the bound does not fit") };
        self.0 as u32
    }
}

impl<const MIN: u64, const MAX: u64> ParameterValue for Within<MIN, MAX> {
    const KIND: Kind = Kind::Integer { min: MIN, max: MAX };
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Within<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let outside = || D::Error::custom(OutOfRange { min: MIN, max: MAX });
        // Text, because a number that does not fit into 64 bits is out of range like any other.
        let text = String::deserialize(deserializer)?;
        let value = text.parse().map_err(|_| outside())?;
        match (MIN..=MAX).contains(&value) {
            true => Ok(Self(value)),
            false => Err(outside()),
        }
    }
}

struct OutOfRange {
    min: u64,
    max: u64,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "must be an integer from {} to {}", self.min, self.max)
    }
}

/// Declares the parameters of a handler: a struct whose fields have one line of description each.
macro_rules! parameters {
    ($(#[$about:meta])* $visibility:vis struct $name:ident { $(#[doc = $description:literal] $of:vis $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(serde::Deserialize)]
        $visibility struct $name {
            $(#[doc = $description] $of $field: $type,)*
        }

        impl $crate::routes::query::Parameters for $name {
            const PARAMETERS: &'static [$crate::routes::query::Parameter] = &[$(
                $crate::routes::query::Parameter {
                    name: stringify!($field),
                    description: $description,
                    kind: <$type as $crate::routes::query::ParameterValue>::KIND,
                    required: <$type as $crate::routes::query::ParameterValue>::REQUIRED,
                },
            )*];
        }
    };
}

pub(crate) use parameters;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_integer_takes_its_bounds_and_nothing_outside() {
        let read =
            |text: &str| serde_json::from_value::<Within<1, 500>>(json!(text)).map(Within::get);
        assert_eq!((read("1").unwrap(), read("500").unwrap()), (1, 500));
        for text in ["0", "501", "-1", "1.0", "", "99999999999999999999"] {
            let error = read(text).unwrap_err().to_string();
            assert_eq!(error, "must be an integer from 1 to 500", "{text}");
        }
    }
}
