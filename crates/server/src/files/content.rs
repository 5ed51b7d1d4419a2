//! A file over HTTP: whole or in part, as what it is, and harmless whatever it is.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::open;
use crate::problem::Problem;

/// The most bytes of a file in one answer.
const MAX_BYTES: u64 = 16 << 20;
/// A file is shown as a page of no origin that loads nothing and runs nothing.
const POLICY: &str = "sandbox; default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";
/// How much of a file is looked at to tell text from the rest.
const HEAD: usize = 8 * 1024;

/// Reads a file, or the part of it that the request's `Range` asks for. Blocks.
pub(crate) fn content(root: &Path, path: &str, request: &HeaderMap) -> Result<Response, Problem> {
    let (mut file, length, found) = open::open(root, path)?;
    let range = request
        .get(header::RANGE)
        .and_then(|range| range.to_str().ok());
    let (status, start, end) = match range.map_or(Asked::Whole, |range| asked(range, length)) {
        Asked::Whole if length > MAX_BYTES => {
            return Err(Problem::refused("The file is too large to be sent whole.")
                .detail("Ask for parts of it with the header Range."));
        }
        Asked::Whole => (StatusCode::OK, 0, length),
        Asked::Part { start, end } => (StatusCode::PARTIAL_CONTENT, start, end),
        Asked::Nothing => return Ok(unsatisfiable(length)),
    };
    let media_type = match known_type(&found) {
        Some(known) => known,
        None => guessed_type(&mut file)?,
    };
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(end - start).read_to_end(&mut bytes)?;
    let mut response = (status, Body::from(bytes)).into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::ACCEPT_RANGES, "bytes"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_DISPOSITION, "inline"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if status == StatusCode::PARTIAL_CONTENT {
        let range = format!("bytes {start}-{}/{length}", end.saturating_sub(1));
        headers.insert(
            header::CONTENT_RANGE,
            HeaderValue::from_str(&range).map_err(Problem::internal)?,
        );
    }
    Ok(response)
}

/// What a `Range` asks for.
#[derive(Debug, PartialEq)]
enum Asked {
    Whole,
    /// From `start` up to and without `end`.
    Part {
        start: u64,
        end: u64,
    },
    Nothing,
}

/// Reads one range; several at once, or another unit, are answered with the whole file, as HTTP allows.
fn asked(range: &str, length: u64) -> Asked {
    let Some((first, last)) = range
        .strip_prefix("bytes=")
        .and_then(|range| range.split_once('-'))
    else {
        return Asked::Whole;
    };
    let number = |text: &str| text.trim().parse::<u64>();
    let (start, end) = match (number(first), number(last)) {
        (Ok(first), Ok(last)) if first <= last => (first, last.saturating_add(1)),
        (Ok(first), Err(_)) if last.trim().is_empty() => (first, length),
        (Err(_), Ok(last)) if first.trim().is_empty() => (length.saturating_sub(last), length),
        _ => return Asked::Whole,
    };
    if start >= length || end == start {
        return Asked::Nothing;
    }
    let end = end.min(length).min(start.saturating_add(MAX_BYTES));
    Asked::Part { start, end }
}

fn unsatisfiable(length: u64) -> Response {
    let mut response = StatusCode::RANGE_NOT_SATISFIABLE.into_response();
    if let Ok(value) = HeaderValue::from_str(&format!("bytes */{length}")) {
        response.headers_mut().insert(header::CONTENT_RANGE, value);
    }
    response
}

fn known_type(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    Some(match extension.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "ico" => "image/x-icon",
        "svg" => "image/svg+xml",
        "pdf" => "application/pdf",
        "mp4" => "video/mp4",
        "webm" => "video/webm",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "ipynb" => "application/x-ipynb+json",
        "zip" => "application/zip",
        "gz" => "application/gzip",
        "wasm" => "application/wasm",
        _ => return None,
    })
}

/// Text where its beginning is text.
fn guessed_type(file: &mut std::fs::File) -> Result<&'static str, Problem> {
    let mut head = Vec::new();
    file.take(HEAD as u64).read_to_end(&mut head)?;
    let is_text = match std::str::from_utf8(&head) {
        Ok(text) => !text.contains('\0'),
        // A character may be cut in two at the end of what was read.
        Err(error) => error.error_len().is_none() && error.valid_up_to() > 0,
    };
    Ok(if is_text {
        "text/plain; charset=utf-8"
    } else {
        "application/octet-stream"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_http_says() {
        let part = |start, end| Asked::Part { start, end };
        assert_eq!(asked("bytes=0-3", 10), part(0, 4));
        assert_eq!(asked("bytes=4-", 10), part(4, 10));
        assert_eq!(asked("bytes=-3", 10), part(7, 10));
        assert_eq!(asked("bytes=-30", 10), part(0, 10));
        assert_eq!(asked("bytes=8-99", 10), part(8, 10));
        assert_eq!(asked("bytes=10-", 10), Asked::Nothing);
        assert_eq!(asked("bytes=-0", 10), Asked::Nothing);
        assert_eq!(asked("bytes=0-1,4-5", 10), Asked::Whole);
        assert_eq!(asked("lines=0-1", 10), Asked::Whole);
        assert_eq!(asked("bytes=5-2", 10), Asked::Whole);
    }
}
