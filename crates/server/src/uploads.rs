//! Files that go with messages.
//!
//! An upload is deleted once the log has its message, content included, and otherwise after 30 days.
//! What remains of it then names the message, so that a message whose answer was lost can be sent again.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use pilothouse_api::message::{NewMessage, Upload};
use pilothouse_log::private;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::blocking::blocking;
use crate::problem::Problem;

/// The largest file that is taken.
pub(crate) const MAX_BYTES: usize = 32 << 20;
/// The largest picture the model's API takes.
const MAX_PICTURE_BYTES: usize = 5 << 20;
/// How long an upload waits for its message.
const KEEP: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// How often old uploads are looked for.
const PRUNE_EVERY: Duration = Duration::from_secs(60 * 60);

/// Uploads are files in one directory, named by an id of ours; a second file describes each.
#[derive(Clone)]
pub(crate) struct Uploads {
    directory: Arc<Path>,
}

/// The description of an upload.
#[derive(Serialize, Deserialize)]
struct Description {
    #[serde(flatten)]
    upload: Upload,
    /// The message that brought its content into a log; the upload itself is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used_by: Option<String>,
}

/// The uploads of a message on its way to the log.
pub(crate) struct Attached {
    uploads: Uploads,
    ids: Vec<String>,
}

impl Attached {
    /// Deletes the uploads: the log has the message with their content.
    pub(crate) async fn logged(self, message: Option<String>) {
        if self.ids.is_empty() {
            return;
        }
        let deleted = blocking(move || {
            let mut ids = self.ids.iter();
            Ok(ids.try_for_each(|id| self.uploads.retire(id, message.clone()))?)
        });
        if let Err(problem) = deleted.await {
            tracing::warn!(?problem, "cannot delete the uploads of a sent message");
        }
    }
}

impl Uploads {
    pub(crate) fn new(directory: PathBuf) -> Self {
        Self {
            directory: directory.into(),
        }
    }

    /// Stores an upload. Blocks.
    pub(crate) fn add(&self, name: &str, bytes: &[u8]) -> Result<Upload, Problem> {
        let media_type = media_type(bytes);
        if media_type.starts_with("image/") && bytes.len() > MAX_PICTURE_BYTES {
            return Err(Problem::refused(
                "The picture is too large for the model: it takes up to 5 MB.",
            ));
        }
        if media_type == "application/octet-stream" {
            return Err(Problem::refused(
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
        let description = Description {
            upload,
            used_by: None,
        };
        self.describe(&description)?;
        Ok(description.upload)
    }

    /// Reads the uploads of a message to an existing session into blocks.
    ///
    /// Uploads that this very message used already have no blocks: the session knows the message and ignores the copy.
    pub(crate) async fn attach(
        &self,
        message: &NewMessage,
    ) -> Result<(Vec<Value>, Attached), Problem> {
        self.read(message.uploads.clone(), message.uuid.clone())
            .await
    }

    /// Reads the uploads of the first message of a session, if there is one.
    pub(crate) async fn attach_first(
        &self,
        message: Option<&NewMessage>,
    ) -> Result<(Vec<Value>, Attached), Problem> {
        let ids = message.map_or_else(Vec::new, |message| message.uploads.clone());
        self.read(ids, None).await
    }

    async fn read(
        &self,
        ids: Vec<String>,
        resent: Option<String>,
    ) -> Result<(Vec<Value>, Attached), Problem> {
        let attached = Attached {
            uploads: self.clone(),
            ids,
        };
        if attached.ids.is_empty() {
            return Ok((Vec::new(), attached));
        }
        blocking(move || {
            let blocks = attached.uploads.blocks(&attached.ids, resent.as_deref())?;
            Ok((blocks, attached))
        })
        .await
    }

    fn blocks(&self, ids: &[String], resent: Option<&str>) -> Result<Vec<Value>, Problem> {
        let mut uploads = Vec::with_capacity(ids.len());
        for id in ids {
            let Description { upload, used_by } = self.about(id)?;
            match used_by.as_deref() {
                None => uploads.push(upload),
                Some(message) if resent == Some(message) => {}
                Some(_) => return Err(Problem::not_found("upload")),
            }
        }
        let size: u64 = uploads.iter().map(|upload| upload.size).sum();
        if size > MAX_BYTES as u64 {
            return Err(Problem::refused(format!(
                "The files of one message are too large together: it takes up to {} MB.",
                MAX_BYTES >> 20
            )));
        }
        uploads.iter().map(|upload| self.block(upload)).collect()
    }

    fn about(&self, id: &str) -> Result<Description, Problem> {
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(Problem::not_found("upload"));
        }
        let about =
            std::fs::read(self.description(id)).map_err(|_| Problem::not_found("upload"))?;
        serde_json::from_slice(&about).map_err(Problem::internal)
    }

    fn description(&self, id: &str) -> PathBuf {
        self.directory.join(format!("{id}.json"))
    }

    fn describe(&self, description: &Description) -> io::Result<()> {
        let bytes = serde_json::to_vec(description)?;
        private::write(self.description(&description.upload.id), bytes)
    }

    /// Deletes the content of an upload and notes its message.
    fn retire(&self, id: &str, message: Option<String>) -> io::Result<()> {
        // A second message with the same upload may have been faster.
        let Ok(mut description) = self.about(id) else {
            return Ok(());
        };
        match message {
            Some(message) => {
                description.used_by = Some(message);
                self.describe(&description)?;
            }
            None => std::fs::remove_file(self.description(id))?,
        }
        remove(&self.directory.join(id))
    }

    /// Deletes old uploads until the server ends.
    pub(crate) async fn keep_house(self, closing: CancellationToken) {
        let mut every = tokio::time::interval(PRUNE_EVERY);
        loop {
            tokio::select! {
                () = closing.cancelled() => return,
                _ = every.tick() => {}
            }
            let uploads = self.clone();
            let pruned = blocking(move || Ok(uploads.prune(SystemTime::now())?));
            if let Err(problem) = pruned.await {
                tracing::warn!(?problem, "cannot delete old uploads");
            }
        }
    }

    /// Deletes what is older than an upload may become.
    fn prune(&self, now: SystemTime) -> io::Result<()> {
        let found = match std::fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            found => found?,
        };
        for entry in found {
            let entry = entry?;
            let written = entry.metadata()?.modified()?;
            if now.duration_since(written).is_ok_and(|age| age >= KEEP) {
                remove(&entry.path())?;
            }
        }
        Ok(())
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

/// Removes a file that may be gone already.
fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn uploads() -> (tempfile::TempDir, Uploads) {
        let directory = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(directory.path().join("uploads"));
        (directory, uploads)
    }

    fn files(uploads: &Uploads) -> usize {
        std::fs::read_dir(&uploads.directory).unwrap().count()
    }

    fn message(uuid: Option<&str>, id: &str) -> NewMessage {
        NewMessage {
            uuid: uuid.map(str::to_owned),
            uploads: vec![id.to_owned()],
            ..NewMessage::default()
        }
    }

    #[tokio::test]
    async fn a_message_that_is_sent_again_finds_its_upload_used_by_itself() {
        let (_directory, uploads) = uploads();
        let id = uploads.add("notes.txt", b"notes").unwrap().id;
        let (blocks, attached) = uploads.attach(&message(Some("a"), &id)).await.unwrap();
        assert_eq!(blocks[0]["source"]["data"], "notes");
        attached.logged(Some("a".into())).await;
        assert_eq!(files(&uploads), 1, "only the description is left");
        let (blocks, _) = uploads.attach(&message(Some("a"), &id)).await.unwrap();
        assert!(blocks.is_empty());
        assert!(uploads.attach(&message(Some("b"), &id)).await.is_err());
        let first = message(Some("a"), &id);
        assert!(
            uploads.attach_first(Some(&first)).await.is_err(),
            "a new session does not know the message"
        );
    }

    #[test]
    fn an_upload_waits_thirty_days_for_its_message() {
        let (_directory, uploads) = uploads();
        let now = SystemTime::now();
        uploads.prune(now).unwrap();
        uploads.add("notes.txt", b"notes").unwrap();
        uploads.prune(now + KEEP / 2).unwrap();
        assert_eq!(files(&uploads), 2);
        uploads.prune(now + KEEP * 2).unwrap();
        assert_eq!(files(&uploads), 0);
    }
}
