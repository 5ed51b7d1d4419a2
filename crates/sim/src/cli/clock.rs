//! Timestamps in the format of the CLI, and IDs.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Milliseconds since 1970.
pub(super) fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| {
            u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
        })
}

/// `2026-11-15T18:48:16.246Z`
pub(super) fn timestamp() -> String {
    format(now_ms())
}

/// The calendar date and the time of day.
pub(super) fn format(ms: u64) -> String {
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    let time = Timestamp::from_millisecond(ms).unwrap_or_default();
    format!("{time:.3}")
}

pub(super) fn uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// A short ID like those of tasks: a letter and eight characters.
pub(super) fn short_id(prefix: char, length: usize) -> String {
    const ALPHABET: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let random = uuid::Uuid::new_v4().as_u128();
    let mut text = String::from(prefix);
    let mut rest = random;
    for _ in 0..length {
        let index = usize::try_from(rest % 36).unwrap_or(0);
        text.push(char::from(ALPHABET[index]));
        rest /= 36;
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_are_calendar_dates() {
        assert_eq!(super::format(1_794_768_496_246), "2026-11-15T18:48:16.246Z");
        assert_eq!(super::format(951_782_400_000), "2000-02-29T00:00:00.000Z");
    }
}
