//! Integers of requests.
//!
//! JSON Schema accepts `3.0` as an integer, and some languages write it in this form.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// Reads an integer.
pub(crate) fn integer<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    Whole::deserialize(deserializer)?.convert()
}

/// Reads an integer that may be absent.
pub(crate) fn optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: TryFrom<u64>,
{
    let whole = Option::<Whole>::deserialize(deserializer)?;
    whole.map(Whole::convert).transpose()
}

struct Whole(u64);

impl Whole {
    fn convert<T: TryFrom<u64>, E: Error>(self) -> Result<T, E> {
        let outside = |_| E::invalid_value(Unexpected::Unsigned(self.0), &"a smaller integer");
        T::try_from(self.0).map_err(outside)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer that is not negative")
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
        Ok(Whole(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Whole, E> {
        let negative = |_| E::invalid_value(Unexpected::Signed(value), &self);
        u64::try_from(value).map(Whole).map_err(negative)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Whole, E> {
        // The first number that does not fit is 2^64, which a double represents exactly.
        let fits = value.fract() == 0.0 && (0.0..18_446_744_073_709_551_616.0).contains(&value);
        match fits {
            true => Ok(Whole(value as u64)),
            false => Err(E::invalid_value(Unexpected::Float(value), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::from_str;

    use crate::message::UpdateQueued;
    use crate::session::LookAt;

    #[test]
    fn integers_may_have_a_fraction_of_zero() {
        let turns = |text: &str| from_str::<LookAt>(&format!(r#"{{"turns": {text}}}"#));
        for text in ["7", "7.0", "70e-1"] {
            assert_eq!(turns(text).unwrap().turns, 7, "{text}");
        }
        for text in ["7.5", "-1", "-1.0", "4294967296", "1e300", "\"7\"", "null"] {
            assert!(turns(text).is_err(), "{text}");
        }
        let place = |text: &str| from_str::<UpdateQueued>(text).unwrap().place;
        assert_eq!(place(r#"{"place": 2.0}"#), Some(2));
        assert_eq!((place(r#"{"place": null}"#), place("{}")), (None, None));
    }
}
