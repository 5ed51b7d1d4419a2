//! Host patterns of WebFetch.

use serde_json::Value;

/// `domain:example.com`, or `domain:*.example.com`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HostPattern {
    host: String,
    /// Subdomains match, but not the host itself.
    below: bool,
}

impl HostPattern {
    pub(super) fn parse(content: &str) -> Option<Self> {
        let domain = content.strip_prefix("domain:")?.to_ascii_lowercase();
        let (host, below) = match domain.strip_prefix("*.") {
            Some(host) => (host.to_owned(), true),
            None => (domain, false),
        };
        let plain = !host.is_empty()
            && host
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
        plain.then_some(Self { host, below })
    }

    /// Matches by name, and matches IP addresses by their number in any notation.
    pub(super) fn matches_loosely(&self, host: &str) -> bool {
        let number = ipv4(host);
        self.matches(host) || (number.is_some() && number == ipv4(&self.host))
    }

    pub(super) fn matches(&self, host: &str) -> bool {
        if self.below {
            return host
                .strip_suffix(&self.host)
                .is_some_and(|rest| rest.ends_with('.'));
        }
        host == self.host
    }
}

/// Parses an IPv4 address like a browser: up to four numbers, of which the last fills the remaining bytes; `0x7f`,
/// `0177` and `127` are equal.
fn ipv4(host: &str) -> Option<u32> {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None if text.len() > 1 && text.starts_with('0') => u32::from_str_radix(text, 8).ok(),
        None => text.parse().ok(),
    };
    let numbers: Option<Vec<u32>> = host.split('.').map(number).collect();
    let numbers = numbers?;
    let (last, first) = numbers.split_last()?;
    let room = 4_usize.checked_sub(first.len())?;
    let fits = room == 4 || *last < 1 << (8 * room);
    let start = first
        .iter()
        .zip([24, 16, 8])
        .try_fold(0, |sum, (part, shift)| {
            (*part < 256).then(|| sum | part << shift)
        })?;
    (fits && room > 0).then_some(start | last)
}

/// Returns the host of the URL in an input; `None` if it is ambiguous.
pub(super) fn host(input: &Value) -> Option<String> {
    let url = input.get("url")?.as_str()?;
    let (scheme, rest) = url.split_once("://")?;
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    // Deceptive URLs have a user name before the host.
    if authority.contains('@') || authority.contains('[') {
        return None;
    }
    let host = authority
        .split(':')
        .next()?
        .trim_end_matches('.')
        .to_ascii_lowercase();
    let plain = !host.is_empty()
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    plain.then_some(host)
}
