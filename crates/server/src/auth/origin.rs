//! The hosts and origins that requests may name. Pages of other sites and rebound DNS names are rejected.

use std::net::SocketAddr;

use axum::http::uri::{Authority, PathAndQuery};
use axum::http::{HeaderMap, Uri, header};

use crate::listen::{Localhost, reachable};
use crate::problem::Problem;

/// The hosts and origins of this server.
///
/// A page lives at one name of this machine: at `localhost` its cookie and key could go to another program that listens
/// on the other loopback address, now or while the server is stopped.
#[derive(Debug, Clone)]
pub(crate) struct AllowedOrigins {
    /// The address of pages, `scheme://host:port`.
    home: String,
    /// Hosts of this machine whose pages are redirected to `home`, as `host:port`.
    aliases: Vec<String>,
    /// `host:port`, lower case.
    hosts: Vec<String>,
    /// `scheme://host:port`, lower case, without a default port.
    origins: Vec<String>,
    /// The origin of the public address.
    public: Option<String>,
}

impl AllowedOrigins {
    /// Lists the hosts and origins of a listener and of the public URL.
    pub(crate) fn new(
        address: SocketAddr,
        localhost: Localhost,
        tls: bool,
        public_url: Option<&str>,
    ) -> Self {
        let port = address.port();
        let scheme = if tls { "https" } else { "http" };
        let address = reachable(address).to_string();
        let home = format!("{scheme}://{address}");
        let mut aliases = ["localhost", "127.0.0.1", "[::1]"]
            .map(|name| format!("{name}:{port}"))
            .to_vec();
        aliases.retain(|alias| *alias != address);
        let mut hosts = vec![address];
        // With TLS, another program has no certificate for these names.
        if localhost == Localhost::Ours || tls {
            hosts.extend_from_slice(&aliases);
        }
        if tls {
            aliases.clear();
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
        aliases.extend(aliases.iter().filter_map(bare).collect::<Vec<_>>());
        origins.extend(origins.iter().filter_map(bare).collect::<Vec<_>>());
        Self {
            home,
            aliases,
            hosts,
            origins,
            public,
        }
    }

    /// Returns where a page is that was requested by an alias.
    pub(crate) fn home_of_page(&self, uri: &Uri, headers: &HeaderMap) -> Option<String> {
        let name = text(headers, &header::HOST)?.to_lowercase();
        let path = uri.path_and_query().map_or("/", PathAndQuery::as_str);
        self.aliases
            .contains(&name)
            .then(|| format!("{}{path}", self.home))
    }

    /// Rejects a request that names another host in any place.
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

    /// Rejects a request from a page of another origin. Programs other than browsers send no origin.
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

    /// Whether a page at the public URL made the request.
    pub(crate) fn is_public(&self, headers: &HeaderMap) -> bool {
        let origin = text(headers, &header::ORIGIN).map(str::to_lowercase);
        origin.is_some() && origin == self.public
    }

    /// Like [`AllowedOrigins::check_origin`], but rejects requests without an origin: for WebSockets of browsers.
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
        let public = Some("https://host.example/pilothouse");
        let origins = AllowedOrigins::new(address, Localhost::Ours, false, public);
        for (origin, allowed) in [
            ("http://localhost", true),
            ("http://127.0.0.1:80", true),
            ("https://host.example", true),
            ("http://host.example", false),
            ("https://host.example.evil.example", false),
            ("http://localhost:8080", false),
            ("null", false),
        ] {
            let checked = origins.check_origin(&headers("origin", origin));
            assert_eq!(checked.is_ok(), allowed, "{origin}");
        }
    }

    #[test]
    fn without_an_origin_the_browser_says_whose_page_it_is() {
        let address = "127.0.0.1:80".parse().unwrap();
        let origins = AllowedOrigins::new(address, Localhost::Ours, false, None);
        for (site, allowed) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
        ] {
            let headers = headers("sec-fetch-site", site);
            assert_eq!(origins.check_origin(&headers).is_ok(), allowed, "{site}");
            assert!(origins.require_origin(&headers).is_err(), "{site}");
        }
        assert!(origins.check_origin(&HeaderMap::new()).is_ok());
    }

    #[test]
    fn a_page_lives_at_one_name_of_this_machine() {
        let uri = "/s/1?x=y".parse().unwrap();
        for (listen, name, home) in [
            (
                "127.0.0.1:80",
                "localhost",
                Some("http://127.0.0.1:80/s/1?x=y"),
            ),
            (
                "127.0.0.1:7477",
                "LOCALHOST:7477",
                Some("http://127.0.0.1:7477/s/1?x=y"),
            ),
            (
                "127.0.0.1:7477",
                "[::1]:7477",
                Some("http://127.0.0.1:7477/s/1?x=y"),
            ),
            (
                "[::1]:7477",
                "127.0.0.1:7477",
                Some("http://[::1]:7477/s/1?x=y"),
            ),
            (
                "0.0.0.0:7477",
                "localhost:7477",
                Some("http://127.0.0.1:7477/s/1?x=y"),
            ),
            ("127.0.0.1:7477", "127.0.0.1:7477", None),
            ("127.0.0.1:7477", "localhost:80", None),
            ("127.0.0.1:7477", "host.example", None),
        ] {
            let public = Some("https://host.example");
            let origins =
                AllowedOrigins::new(listen.parse().unwrap(), Localhost::NotOurs, false, public);
            let found = origins.home_of_page(&uri, &headers("host", name));
            assert_eq!(found.as_deref(), home, "{name} at {listen}");
        }
    }

    #[test]
    fn a_name_that_may_be_anothers_is_refused() {
        let address = "127.0.0.1:7477".parse().unwrap();
        let uri = "/api/host".parse().unwrap();
        for (localhost, allowed) in [(Localhost::Ours, true), (Localhost::NotOurs, false)] {
            let origins = AllowedOrigins::new(address, localhost, false, None);
            let check = |name| origins.check_host(&uri, &headers("host", name)).is_ok();
            assert_eq!(check("localhost:7477"), allowed, "{localhost:?}");
            assert_eq!(check("[::1]:7477"), allowed, "{localhost:?}");
            assert!(check("127.0.0.1:7477"));
        }
    }
}
