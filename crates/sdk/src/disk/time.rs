//! Times as the CLI writes them: `2026-11-15T18:48:16.246Z`, here in milliseconds since 1970.

use jiff::Timestamp;

/// Parses a time. An offset is applied; digits beyond milliseconds are ignored.
pub(super) fn parse(text: &str) -> Option<i64> {
    let time: Timestamp = text.parse().ok()?;
    Some(time.as_millisecond())
}

/// Formats a time.
pub(super) fn format(millis: i64) -> String {
    let time = Timestamp::from_millisecond(millis).unwrap_or_default();
    format!("{time:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, millis) in [
            ("2026-11-15T18:48:16.246Z", 1_794_768_496_246),
            ("2000-02-29T00:00:00.000Z", 951_782_400_000),
            ("1970-01-01T00:00:00.000Z", 0),
            ("2024-12-31T23:59:59.999Z", 1_735_689_599_999),
        ] {
            assert_eq!(parse(text), Some(millis), "{text}");
            assert_eq!(format(millis), text);
        }
        assert_eq!(parse("2000-02-29T01:30:00+01:30"), Some(951_782_400_000));
        assert_eq!(parse("2000-02-29T00:00:00.1234567Z"), Some(951_782_400_123));
        for text in [
            "",
            "yesterday",
            "2000-02-29",
            "2000-13-01T00:00:00Z",
            "2000-02-29T00:00:00",
            "2000-02-29T00:00:00.xZ",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
