//! The path below which the host is reached through a proxy, whether the proxy takes it off or leaves it on.

use axum::body::Body;
use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A path such as `/pilot`, without a slash at the end; empty when the host is reached at the root.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Prefix(String);

impl Prefix {
    /// Takes the path of a public address.
    pub(crate) fn of(public_url: Option<&str>) -> Result<Self, String> {
        let Some(url) = public_url else {
            return Ok(Self::default());
        };
        let uri: Uri = url
            .parse()
            .map_err(|error| format!("{url} is not an address: {error}"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.query().is_some() {
            return Err(format!(
                "{url} is not an address such as https://pilot.example.com/host"
            ));
        }
        let path = uri.path().trim_end_matches('/').to_owned();
        // Such a path could not be told from one whose prefix the proxy took off.
        if path == "/api" || path.starts_with("/api/") || path == "/assets" {
            return Err(format!("the path of {url} is one of the host's own"));
        }
        Ok(Self(path))
    }

    /// The path for which a cookie is.
    pub(crate) fn cookie_path(&self) -> String {
        format!("{}/", self.0)
    }

    /// Takes the prefix off where it is on. The bare prefix is sent on to the page below it.
    pub(super) fn strip<B>(&self, mut request: Request<B>) -> Result<Request<B>, Box<Response>> {
        if self.0.is_empty() {
            return Ok(request);
        }
        let path = request.uri().path();
        let Some(rest) = path.strip_prefix(&self.0) else {
            return Ok(request);
        };
        if rest.is_empty() {
            let mut response = (StatusCode::PERMANENT_REDIRECT, Body::empty()).into_response();
            if let Ok(value) = HeaderValue::from_str(&self.cookie_path()) {
                response.headers_mut().insert(header::LOCATION, value);
            }
            return Err(Box::new(response));
        }
        if !rest.starts_with('/') {
            return Ok(request);
        }
        let rest = match request.uri().query() {
            Some(query) => format!("{rest}?{query}"),
            None => rest.to_owned(),
        };
        let mut parts = request.uri().clone().into_parts();
        if let Ok(path) = PathAndQuery::try_from(rest) {
            parts.path_and_query = Some(path);
            if let Ok(uri) = Uri::from_parts(parts) {
                *request.uri_mut() = uri;
            }
        }
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripped(prefix: &str, path: &str) -> String {
        let prefix = Prefix::of(Some(&format!("https://x.example{prefix}"))).unwrap();
        let request = Request::builder().uri(path).body(()).unwrap();
        match prefix.strip(request) {
            Ok(request) => request.uri().to_string(),
            Err(response) => format!("-> {}", response.headers()["location"].to_str().unwrap()),
        }
    }

    #[test]
    fn a_prefix_is_taken_off_once() {
        assert_eq!(stripped("/pilot/", "/pilot/api/host?a=b"), "/api/host?a=b");
        assert_eq!(stripped("/pilot", "/api/host"), "/api/host");
        assert_eq!(stripped("/pilot", "/pilot"), "-> /pilot/");
        assert_eq!(stripped("/pilot", "/pilots/x"), "/pilots/x");
        assert_eq!(stripped("", "/pilot"), "/pilot");
    }

    #[test]
    fn an_address_that_cannot_be_served_is_refused() {
        for url in [
            "x.example",
            "ftp://x.example",
            "https://x.example/api",
            "https://x.example/?a",
        ] {
            assert!(Prefix::of(Some(url)).is_err(), "{url}");
        }
    }
}
