//! Bounds of texts.

use std::ops::RangeInclusive;

/// The maximum length in characters, and the pattern of valid texts.
pub struct Text {
    pub(crate) longest: usize,
    pub(crate) pattern: Pattern,
}

/// The valid texts.
pub enum Pattern {
    Any,
    /// Texts without these characters, and with another first character than this one.
    Without {
        anywhere: &'static [RangeInclusive<char>],
        first: Option<char>,
    },
    OneOf(&'static [&'static str]),
    /// Texts that begin with one of these prefixes, followed by more text.
    Prefixes(&'static [&'static str]),
    /// Words that begin with the prefix, or equal one of these.
    PrefixOrOneOf(&'static str, &'static [&'static str]),
    Uuid,
}

impl Text {
    pub(crate) fn check(&self, text: &str) -> Result<(), String> {
        if text.chars().count() > self.longest {
            return Err(format!("must have at most {} characters", self.longest));
        }
        match self.pattern.takes(text) {
            true => Ok(()),
            false => Err(self.pattern.requirement()),
        }
    }
}

impl Pattern {
    fn takes(&self, text: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Without { anywhere, first } => {
                let is_excluded = |one| anywhere.iter().any(|range| range.contains(&one));
                !text.chars().any(is_excluded) && first.is_none_or(|first| !text.starts_with(first))
            }
            Self::OneOf(texts) => texts.contains(&text),
            Self::Prefixes(prefixes) => prefixes.iter().any(|prefix| text.starts_with(prefix)),
            Self::PrefixOrOneOf(prefix, texts) => {
                text.strip_prefix(prefix).is_some_and(is_word) || texts.contains(&text)
            }
            Self::Uuid => {
                text.len() == 36
                    && text.bytes().enumerate().all(|(index, byte)| match index {
                        8 | 13 | 18 | 23 => byte == b'-',
                        _ => byte.is_ascii_hexdigit(),
                    })
            }
        }
    }

    fn requirement(&self) -> String {
        match self {
            Self::Any => String::new(),
            Self::Without { first: None, .. } => "must not contain a null character".to_owned(),
            Self::Without {
                first: Some(first), ..
            } => {
                format!("must not contain control characters or begin with {first}")
            }
            Self::OneOf(texts) => format!("must be one of {}", texts.join(", ")),
            Self::Prefixes(prefixes) => format!("must begin with {}", prefixes.join(" or ")),
            Self::PrefixOrOneOf(..) => {
                "must be a control request that can be passed to the CLI".to_owned()
            }
            Self::Uuid => "must be a UUID such as 123e4567-e89b-42d3-a456-426614174000".to_owned(),
        }
    }
}

fn is_word(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns whether a text consists of white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| BLANKS.contains(&byte))
}

/// White space in every dialect of regular expressions.
pub(crate) const BLANKS: [u8; 4] = *b" \t\r\n";
