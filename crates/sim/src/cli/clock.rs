//! Wall time as the CLI writes it, and ids.

use std::time::{SystemTime, UNIX_EPOCH};

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

/// The calendar date by the civil-from-days rule.
pub(super) fn format(ms: u64) -> String {
    let (seconds, millis) = (ms / 1000, ms % 1000);
    let days = i64::try_from(seconds / 86_400).unwrap_or(0) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

pub(super) fn uuid() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// A short id like those of tasks: a letter and eight characters.
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
