//! Times as the CLI writes them into its transcripts.

/// `2026-01-31T12:34:56.789Z` as milliseconds since 1970; `None` for any other text.
pub(crate) fn instant(text: &str) -> Option<u64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let mut date = date.splitn(3, '-').map(|part| part.parse::<u64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut clock = clock.splitn(3, ':').map(|part| part.parse::<u64>().ok());
    let (hours, minutes, seconds) = (clock.next()??, clock.next()??, clock.next()??);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    if hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    let millis = format!("{fraction:0<3}").get(..3)?.parse::<u64>().ok()?;
    let seconds = days(year, month, day) * 86_400 + hours * 3600 + minutes * 60 + seconds;
    Some(seconds * 1000 + millis)
}

/// Days since 1970. The year is counted from March, so that the leap day is its last.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let (year, month) = if month < 3 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let leap_days = year / 4 - year / 100 + year / 400;
    let before_1970 = 719_468;
    year * 365 + leap_days + (153 * month + 2) / 5 + day - 1 - before_1970
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
            "2026-13-01T00:00:00Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00Z",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
    }
}
