//! By what names the host may be reached: a page of another site, or a name that was made to point here, is refused.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

use crate::problem::Problem;

/// The names by which the host is reached.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    /// `host:port`, lower case.
    hosts: Vec<String>,
    /// `scheme://host:port`, lower case, without a default port.
    origins: Vec<String>,
    /// The origin of the public address.
    public: Option<String>,
}

impl Names {
    /// The names of a listener, and the public address if the host has one.
    pub(crate) fn new(address: std::net::SocketAddr, tls: bool, public_url: Option<&str>) -> Self {
        let port = address.port();
        let scheme = if tls { "https" } else { "http" };
        let mut hosts = vec![
            format!("localhost:{port}"),
            format!("127.0.0.1:{port}"),
            format!("[::1]:{port}"),
        ];
        if !address.ip().is_unspecified() && !address.ip().is_loopback() {
            hosts.push(address.to_string().to_lowercase());
        }
        let mut origins: Vec<_> = hosts
            .iter()
            .map(|host| format!("{scheme}://{host}"))
            .collect();
        let mut public = None;
        if let Some((origin, host)) = public_url.and_then(split_url) {
            public = Some(origin.clone());
            origins.push(origin);
            hosts.push(host);
        }
        // Browsers leave out the port where it is the scheme's own.
        let default_port = if tls { ":443" } else { ":80" };
        let bare = |name: &String| name.strip_suffix(default_port).map(str::to_owned);
        hosts.extend(hosts.iter().filter_map(bare).collect::<Vec<_>>());
        origins.extend(origins.iter().filter_map(bare).collect::<Vec<_>>());
        Self {
            hosts,
            origins,
            public,
        }
    }

    /// Refuses a request that was sent to another name, in any place where it names one.
    pub(crate) fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let mut said = headers.get_all(header::HOST).iter();
        let first = said.next().map(|value| value.to_str().unwrap_or_default());
        let more = said.map(|value| value.to_str().unwrap_or_default());
        let in_address = uri.authority().map(Authority::as_str);
        let names = std::iter::once(first.unwrap_or_default()).chain(more);
        for name in names.chain(in_address) {
            let name = name.to_lowercase();
            if !self.hosts.contains(&name) {
                let title = format!("This host does not answer to the name {name:?}.");
                return Err(Problem::forbidden(title)
                    .detail("Start it with --public-url and the address you use."));
            }
        }
        Ok(())
    }

    /// Refuses a request that a page of another origin made. Programs other than browsers send no origin.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let site = headers
            .get("sec-fetch-site")
            .and_then(|value| value.to_str().ok());
        let origin = text(headers, &header::ORIGIN).map(str::to_lowercase);
        let foreign = match (&origin, site) {
            (Some(origin), _) => !self.origins.contains(origin),
            (None, Some(site)) => !matches!(site, "same-origin" | "none"),
            (None, None) => false,
        };
        if foreign {
            return Err(Problem::forbidden(
                "This request was made by a page of another site.",
            ));
        }
        Ok(())
    }

    /// Whether a page made the request that was reached by the public address.
    pub(crate) fn is_public(&self, headers: &HeaderMap) -> bool {
        let origin = text(headers, &header::ORIGIN).map(str::to_lowercase);
        origin.is_some() && origin == self.public
    }

    /// Like [`Names::check_origin`], and there must be one: for WebSockets of browsers.
    pub(crate) fn require_origin(&self, headers: &HeaderMap) -> Result<(), Problem> {
        if !headers.contains_key(header::ORIGIN) {
            return Err(Problem::forbidden("A page must say its origin."));
        }
        self.check_origin(headers)
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Splits a URL into its origin and its `host:port`.
fn split_url(url: &str) -> Option<(String, String)> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?.to_lowercase();
    // Browsers leave out the port where it is the scheme's own.
    let host = match scheme.to_lowercase().as_str() {
        "https" => host.strip_suffix(":443").unwrap_or(&host).to_owned(),
        _ => host.strip_suffix(":80").unwrap_or(&host).to_owned(),
    };
    Some((format!("{}://{host}", scheme.to_lowercase()), host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        headers
    }

    #[test]
    fn an_origin_must_be_one_of_the_names_and_not_begin_like_one() {
        let address = "127.0.0.1:80".parse().unwrap();
        let names = Names::new(address, false, Some("https://host.example/pilothouse"));
        for (origin, allowed) in [
            ("http://localhost", true),
            ("http://127.0.0.1:80", true),
            ("https://host.example", true),
            ("http://host.example", false),
            ("https://host.example.evil.example", false),
            ("http://localhost:8080", false),
            ("null", false),
        ] {
            let checked = names.check_origin(&headers("origin", origin));
            assert_eq!(checked.is_ok(), allowed, "{origin}");
        }
    }

    #[test]
    fn without_an_origin_the_browser_says_whose_page_it_is() {
        let names = Names::new("127.0.0.1:80".parse().unwrap(), false, None);
        for (site, allowed) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
        ] {
            let headers = headers("sec-fetch-site", site);
            assert_eq!(names.check_origin(&headers).is_ok(), allowed, "{site}");
            assert!(names.require_origin(&headers).is_err(), "{site}");
        }
        assert!(names.check_origin(&HeaderMap::new()).is_ok());
    }
}
