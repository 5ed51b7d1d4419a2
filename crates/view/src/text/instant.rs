//! Times as the CLI writes them into its transcripts.

use jiff::Timestamp;

/// `2026-01-31T12:34:56.789Z` as milliseconds since 1970; `None` for any other text.
pub(crate) fn instant(text: &str) -> Option<u64> {
    let time: Timestamp = text.parse().ok()?;
    u64::try_from(time.as_millisecond()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(instant("1970-01-01T00:00:00.000Z"), Some(0));
        assert_eq!(instant("2026-11-16T00:33:30.5Z"), Some(1_794_789_210_500));
        assert_eq!(instant("2024-02-29T23:59:59Z"), Some(1_709_251_199_000));
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "now",
            "1969-12-31T23:59:59Z",
            "2026-13-01T00:00:00Z",
            "2026-01-01T00:00:00",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }
}
