//! Hosts that WebFetch may reach.

use serde_json::Value;

/// `domain:example.com`, or `domain:*.example.com`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HostPattern {
    host: String,
    /// Hosts below it match, not the host itself.
    below: bool,
}

impl HostPattern {
    pub(super) fn parse(content: &str) -> Option<Self> {
        let domain = content.strip_prefix("domain:")?.trim().to_ascii_lowercase();
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

    pub(super) fn matches(&self, host: &str) -> bool {
        if self.below {
            return host
                .strip_suffix(&self.host)
                .is_some_and(|rest| rest.ends_with('.'));
        }
        host == self.host
    }
}

/// Returns the host of the address in an input; `None` if it cannot be told for certain.
pub(super) fn host(input: &Value) -> Option<String> {
    let url = input.get("url")?.as_str()?;
    let (scheme, rest) = url.split_once("://")?;
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") {
        return None;
    }
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    // A name before the host is how addresses deceive.
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
