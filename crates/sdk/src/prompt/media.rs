//! Type and size checks of images and documents.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use pilothouse_protocol::content::Source;

use crate::error::{Error, Result};

/// The maximum size of an image for the model's API.
const LARGEST_IMAGE: usize = 5 * 1024 * 1024;
/// The maximum size of a document.
const LARGEST_DOCUMENT: usize = 32 * 1024 * 1024;

pub(crate) struct Media {
    bytes: Vec<u8>,
    media_type: &'static str,
}

impl Media {
    pub(super) fn read(path: &Path) -> Result<Self> {
        let size = std::fs::metadata(path)
            .map_err(|error| Error::file("read", path, error))?
            .len();
        if size > LARGEST_DOCUMENT as u64 {
            return Err(too_large(size, LARGEST_DOCUMENT));
        }
        let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, error))?;
        Self::from_bytes(bytes)
    }

    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        let media_type = media_type(&bytes)
            .ok_or_else(|| refuse("neither a picture (PNG, JPEG, GIF, WebP), a PDF, nor text"))?;
        Ok(Self { bytes, media_type })
    }

    pub(crate) fn expect_image(self) -> Result<Self> {
        if !self.media_type.starts_with("image/") {
            return Err(refuse(&format!("not a picture but {}", self.media_type)));
        }
        if self.bytes.len() > LARGEST_IMAGE {
            return Err(too_large(self.bytes.len() as u64, LARGEST_IMAGE));
        }
        Ok(self)
    }

    pub(super) fn source(&self) -> Source {
        Source::base64(self.media_type, self.base64())
    }

    pub(crate) fn media_type(&self) -> &'static str {
        self.media_type
    }

    pub(crate) fn base64(&self) -> String {
        STANDARD.encode(&self.bytes)
    }

    pub(super) fn document_source(self) -> Result<Source> {
        match self.media_type {
            "application/pdf" => Ok(self.source()),
            "text/plain" => {
                let text =
                    String::from_utf8(self.bytes).map_err(|_| refuse("text that is not UTF-8"))?;
                Ok(Source::text(text))
            }
            other => Err(refuse(&format!("not a document but {other}"))),
        }
    }
}

/// Detects the type from the first bytes; file names can be wrong.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    let known: [(&[u8], &str); 5] = [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"%PDF-", "application/pdf"),
    ];
    if let Some((_, name)) = known.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(name);
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("image/webp");
    }
    (!bytes.contains(&0) && std::str::from_utf8(bytes).is_ok()).then_some("text/plain")
}

fn refuse(reason: &str) -> Error {
    Error::Content {
        reason: reason.into(),
    }
}

fn too_large(size: u64, limit: usize) -> Error {
    refuse(&format!(
        "{size} bytes are more than the {limit} that may be sent"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide() {
        assert_eq!(media_type(b"\x89PNG\r\n\x1a\nrest"), Some("image/png"));
        assert_eq!(media_type(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(media_type(b"%PDF-1.7"), Some("application/pdf"));
        assert_eq!(media_type("plain \u{e9}".as_bytes()), Some("text/plain"));
        assert_eq!(media_type(b"\x00\x01\x02"), None);
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let mut bytes = b"\xff\xd8\xff".to_vec();
        bytes.resize(LARGEST_IMAGE + 1, 0);
        let error = Media::from_bytes(bytes)
            .unwrap()
            .expect_image()
            .err()
            .unwrap();
        assert!(
            error.to_string().contains("5242881 bytes are more"),
            "{error}"
        );
    }

    #[test]
    fn text_is_no_picture() {
        let error = Media::from_bytes(b"hello".to_vec())
            .unwrap()
            .expect_image()
            .err()
            .unwrap();
        assert_eq!(
            error.to_string(),
            "content cannot be sent: not a picture but text/plain"
        );
    }
}
