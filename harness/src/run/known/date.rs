//! Days, as an entry's expiry names them.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// Reads `YYYY-MM-DD`; nothing, if it is no day.
    #[must_use]
    pub fn parse(text: &str) -> Option<Date> {
        let shape = |(at, byte): (usize, u8)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        if text.len() != 10 || !text.bytes().enumerate().all(shape) {
            return None;
        }
        let date = Date {
            year: text[..4].parse().ok()?,
            month: text[5..7].parse().ok()?,
            day: text[8..].parse().ok()?,
        };
        let real = (1..=12).contains(&date.month) && (1..=date.month_length()).contains(&date.day);
        real.then_some(date)
    }

    /// Today, in UTC.
    #[must_use]
    pub fn today() -> Date {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Date::after_epoch(since.map_or(0, |since| since.as_secs() / 86_400))
    }

    /// The day that is so many days after 1970-01-01.
    fn after_epoch(mut days: u64) -> Date {
        let mut date = Date {
            year: 1970,
            month: 1,
            day: 1,
        };
        while days >= date.year_length() {
            days -= date.year_length();
            date.year += 1;
        }
        while days >= u64::from(date.month_length()) {
            days -= u64::from(date.month_length());
            date.month += 1;
        }
        date.day += u32::try_from(days).unwrap_or(0);
        date
    }

    fn is_leap(self) -> bool {
        self.year.is_multiple_of(4)
            && (!self.year.is_multiple_of(100) || self.year.is_multiple_of(400))
    }

    fn year_length(self) -> u64 {
        365 + u64::from(self.is_leap())
    }

    fn month_length(self) -> u32 {
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u32::from(self.is_leap()),
            _ => 31,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_there_are_can_be_read() {
        for text in ["2026-02-28", "2024-02-29", "2000-02-29", "9999-12-31"] {
            assert_eq!(
                Date::parse(text).map(|date| date.to_string()),
                Some(text.to_owned())
            );
        }
        for text in [
            "",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-00",
            "2026-1-1",
            "2026/01/01",
            "+026-01-01",
            "2026-01-01 ",
            "٢٠٢٦-01",
        ] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_are_counted_as_the_calendar_has_them() {
        for (days, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
        ] {
            assert_eq!(Date::after_epoch(days).to_string(), text);
        }
        assert!(Date::parse("2026-01-31") < Date::parse("2026-02-01"));
    }
}
