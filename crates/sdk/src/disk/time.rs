//! Times as the CLI writes them: `2026-11-15T18:48:16.246Z`, here in milliseconds since 1970.

const DAY: i64 = 86_400_000;

/// Reads a time. An offset is taken into account; digits beyond milliseconds are not.
pub(super) fn parse(text: &str) -> Option<i64> {
    let (date, clock) = text.split_once(['T', 't', ' '])?;
    let (clock, offset) = split_offset(clock)?;
    let mut date = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, ""));
    let mut whole = whole.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (whole.next()??, whole.next()??, whole.next()??);
    let is_fraction = fraction.chars().all(|digit| digit.is_ascii_digit());
    let in_range = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second);
    if !in_range || !is_fraction {
        return None;
    }
    let millis: i64 = format!("{fraction:0<3}")[..3].parse().ok()?;
    let seconds = (hour * 60 + minute) * 60 + second;
    Some(days_since_1970(year, month, day) * DAY + seconds * 1000 + millis - offset)
}

/// Splits off the offset, in milliseconds.
fn split_offset(clock: &str) -> Option<(&str, i64)> {
    if let Some(clock) = clock.strip_suffix(['Z', 'z']) {
        return Some((clock, 0));
    }
    let at = clock.rfind(['+', '-'])?;
    let (hours, minutes) = clock[at + 1..].split_once(':')?;
    let minutes = hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?;
    let sign = if clock[at..].starts_with('-') { -1 } else { 1 };
    Some((&clock[..at], sign * minutes * 60_000))
}

/// Writes a time.
pub(super) fn format(millis: i64) -> String {
    let (year, month, day) = date_of(millis.div_euclid(DAY));
    let rest = millis.rem_euclid(DAY);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Counts days, with years that begin in March so that a leap day is their last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The date of a day: found by trying, as the two directions must agree.
fn date_of(days: i64) -> (i64, i64, i64) {
    let mut year = 1970 + days.div_euclid(366);
    while days_since_1970(year + 1, 1, 1) <= days {
        year += 1;
    }
    let starts = |month: &i64| days_since_1970(year, *month, 1) <= days;
    let month = (1..=12).rev().find(starts).unwrap_or(1);
    (year, month, days - days_since_1970(year, month, 1) + 1)
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
