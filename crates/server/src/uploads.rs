//! Files that go with messages.

use std::path::PathBuf;

use base64::Engine as _;
use pilothouse_api::message::{NewMessage, Upload};
use pilothouse_log::private;
use serde_json::{Value, json};

use crate::problem::Problem;

/// The largest file that is taken.
pub(crate) const MAX_BYTES: usize = 32 << 20;
/// The largest picture the model's API takes.
const MAX_PICTURE_BYTES: usize = 5 << 20;

/// Uploads are files in one directory, named by an id of ours; what they were called stands beside them.
pub(crate) struct Uploads {
    directory: PathBuf,
}

impl Uploads {
    pub(crate) fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    pub(crate) fn add(&self, name: &str, bytes: &[u8]) -> Result<Upload, Problem> {
        let media_type = media_type(bytes);
        if media_type.starts_with("image/") && bytes.len() > MAX_PICTURE_BYTES {
            return Err(Problem::invalid(
                "The picture is too large for the model: it takes up to 5 MB.",
            ));
        }
        if media_type == "application/octet-stream" {
            return Err(Problem::invalid(
                "Only pictures, PDF files and text can go with a message.",
            )
            .detail("Put other files into the project and mention them with @."));
        }
        private::create_dir_all(&self.directory)?;
        let id = uuid::Uuid::new_v4().simple().to_string();
        let name: String = name
            .chars()
            .filter(|character| !character.is_control())
            .take(200)
            .collect();
        let upload = Upload {
            id: id.clone(),
            name,
            media_type: media_type.to_owned(),
            size: bytes.len() as u64,
        };
        private::write(self.directory.join(&id), bytes)?;
        private::write(
            self.directory.join(format!("{id}.json")),
            serde_json::to_vec(&upload).unwrap_or_default(),
        )?;
        Ok(upload)
    }

    /// The blocks for what goes with a message. Blocks.
    pub(crate) fn of_message(&self, message: &NewMessage) -> Result<Vec<Value>, Problem> {
        let uploads: Vec<Upload> = message
            .uploads
            .iter()
            .map(|id| self.about(id))
            .collect::<Result<_, _>>()?;
        let size: u64 = uploads.iter().map(|upload| upload.size).sum();
        if size > MAX_BYTES as u64 {
            return Err(Problem::invalid(format!(
                "The files of one message are too large together: it takes up to {} MB.",
                MAX_BYTES >> 20
            )));
        }
        uploads.iter().map(|upload| self.block(upload)).collect()
    }

    fn about(&self, id: &str) -> Result<Upload, Problem> {
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Problem::not_found("upload"));
        }
        let about = std::fs::read(self.directory.join(format!("{id}.json")))
            .map_err(|_| Problem::not_found("upload"))?;
        serde_json::from_slice(&about).map_err(Problem::internal)
    }

    fn block(&self, upload: &Upload) -> Result<Value, Problem> {
        let bytes = std::fs::read(self.directory.join(&upload.id))?;
        let base64 = || base64::engine::general_purpose::STANDARD.encode(&bytes);
        Ok(match upload.media_type.as_str() {
            "text/plain" => json!({
                "type": "document",
                "title": upload.name,
                "source": {"type": "text", "media_type": "text/plain", "data": String::from_utf8_lossy(&bytes)},
            }),
            "application/pdf" => json!({
                "type": "document",
                "title": upload.name,
                "source": {"type": "base64", "media_type": upload.media_type, "data": base64()},
            }),
            _ => json!({
                "type": "image",
                "source": {"type": "base64", "media_type": upload.media_type, "data": base64()},
            }),
        })
    }
}

/// What the bytes are, by their beginning: names lie.
fn media_type(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xFF, 0xD8, 0xFF, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => "image/webp",
        [b'%', b'P', b'D', b'F', ..] => "application/pdf",
        _ if std::str::from_utf8(bytes).is_ok() => "text/plain",
        _ => "application/octet-stream",
    }
}
