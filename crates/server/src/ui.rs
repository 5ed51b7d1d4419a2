//! The page, embedded in the binary.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// Debug builds read the folder when asked; release builds carry it.
#[derive(RustEmbed)]
#[folder = "ui-dist"]
#[allow_missing = true]
struct Page;

/// No inline scripts, nothing from elsewhere; pictures may be data or made in the page.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves a file of the page, or the page itself for any address that names no file.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = Page::get(path).filter(|_| !path.is_empty()) {
        let cache = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        return answer(path, file, cache);
    }
    let names_a_file = path
        .rsplit('/')
        .next()
        .is_some_and(|name| name.contains('.'));
    if names_a_file {
        return (StatusCode::NOT_FOUND, "no such file").into_response();
    }
    match Page::get("index.html") {
        Some(file) => answer("index.html", file, "no-cache"),
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

fn answer(path: &str, file: EmbeddedFile, cache: &'static str) -> Response {
    let mut response = Response::new(Body::from(file.data.into_owned()));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(media_type(path)),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    );
    response
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
