//! The page, embedded in the binary.
//!
//! The build of the page leaves its larger files compressed; that is how they are carried and sent.

use std::borrow::Cow;
use std::io::Read;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

/// Debug builds read the folder when asked; release builds carry it.
#[derive(RustEmbed)]
#[folder = "ui-dist"]
#[allow_missing = true]
struct Page;

/// No inline scripts, nothing from elsewhere; pictures may be data or made in the page.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page, as it is carried.
struct File {
    bytes: Cow<'static, [u8]>,
    compressed: bool,
}

impl File {
    fn find(path: &str) -> Option<Self> {
        let carried = |path: &str| Page::get(path).map(|file| file.data);
        let plain = carried(path).map(|bytes| (bytes, false));
        let (bytes, compressed) =
            plain.or_else(|| Some((carried(&format!("{path}.gz"))?, true)))?;
        Some(Self { bytes, compressed })
    }

    /// Unpacks the file for a reader that takes plain text only.
    fn unpacked(self) -> std::io::Result<Self> {
        let mut bytes = Vec::new();
        GzDecoder::new(&*self.bytes).read_to_end(&mut bytes)?;
        Ok(Self {
            bytes: bytes.into(),
            compressed: false,
        })
    }
}

/// Serves a file of the page, or the page itself for any address that names no file.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = File::find(path).filter(|_| !path.is_empty()) {
        let cache = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        return answer(path, file, cache, &headers);
    }
    let names_a_file = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'));
    if names_a_file {
        return (StatusCode::NOT_FOUND, "no such file").into_response();
    }
    match File::find("index.html") {
        Some(file) => answer("index.html", file, "no-cache", &headers),
        None => (
            StatusCode::SERVICE_UNAVAILABLE,
            "This build has no web page inside: run `cargo xtask run`. The API under /api works.\n",
        )
            .into_response(),
    }
}

/// A word that changes with every build of the page.
pub(crate) fn build() -> String {
    let hash = Page::get("index.html").map(|file| file.metadata.sha256_hash());
    hash.map_or_else(
        || "none".to_owned(),
        |hash| hash[..8].iter().map(|byte| format!("{byte:02x}")).collect(),
    )
}

fn answer(path: &str, file: File, cache: &'static str, request: &HeaderMap) -> Response {
    let file = if file.compressed && !takes_gzip(request) {
        match file.unpacked() {
            Ok(file) => file,
            Err(error) => {
                tracing::error!(path, %error, "a file of the page is damaged");
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
        }
    } else {
        file
    };
    let bytes = match file.bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, media_type(path));
    set(header::CACHE_CONTROL, cache);
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::VARY, "accept-encoding");
    if file.compressed {
        set(header::CONTENT_ENCODING, "gzip");
    }
    response
}

/// Whether the reader takes what is carried.
fn takes_gzip(request: &HeaderMap) -> bool {
    let accepted = request.get_all(header::ACCEPT_ENCODING);
    let lists = accepted.iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let names_it = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"));
        names_it && !refused
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::takes_gzip;

    fn takes(accepted: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        takes_gzip(&headers)
    }

    #[test]
    fn browsers_get_what_is_carried_and_others_plain_text() {
        assert!(takes("gzip, deflate, br, zstd"));
        assert!(takes("br;q=1.0, GZIP;q=0.8"));
        assert!(!takes("br, deflate"));
        assert!(!takes("gzip;q=0, identity"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
