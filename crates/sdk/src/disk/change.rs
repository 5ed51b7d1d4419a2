//! Changes sessions on disk: name, copy, delete.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use pilothouse_protocol::ids::{MessageUuid, SessionId};
use serde_json::{Value, json};

use super::{Store, Transcript};
use crate::error::{Error, Result};

impl Store {
    /// Renames a session by appending a line to its transcript, as the CLI does.
    pub fn rename(&self, id: &SessionId, title: &str) -> Result<()> {
        append(&self.file(id)?, &title_line(id, title))
    }

    /// Sets the tag of a session; an empty one removes it.
    pub fn tag(&self, id: &SessionId, tag: &str) -> Result<()> {
        append(
            &self.file(id)?,
            &json!({"type": "tag", "tag": tag, "sessionId": id.as_str()}),
        )
    }

    /// Copies a conversation, optionally up to a message, and returns the ID of the copy.
    ///
    /// Every line gets its own UUID and a reference to its origin. File checkpoints are not copied.
    pub fn fork(&self, id: &SessionId, up_to: Option<&MessageUuid>) -> Result<SessionId> {
        let path = self.file(id)?;
        let transcript = Transcript::read(&path)?;
        let copy = SessionId::from(uuid::Uuid::new_v4().to_string());
        let mut lines = forked_lines(&transcript, id, &copy, up_to)?;
        let title = self.info(id)?.title.unwrap_or_else(|| id.to_string());
        lines.push(title_line(&copy, &format!("{title} (fork)")));
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let target = path.with_file_name(format!("{copy}.jsonl"));
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&target)
            .map_err(|error| Error::file("create", &target, error))?;
        file.write_all(text.as_bytes())
            .map_err(|error| Error::file("write", &target, error))?;
        Ok(copy)
    }

    /// Deletes a session with all of its files. This cannot be undone.
    pub fn delete(&self, id: &SessionId) -> Result<()> {
        let path = self.file(id)?;
        std::fs::remove_file(&path).map_err(|error| Error::file("delete", &path, error))?;
        let folder = path.with_extension("");
        match std::fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::file("delete", folder, error))
            }
            _ => Ok(()),
        }
    }
}

fn title_line(id: &SessionId, title: &str) -> Value {
    json!({"type": "custom-title", "customTitle": title, "sessionId": id.as_str()})
}

/// Appends a line; an unfinished last line is completed with a line break first.
fn append(path: &Path, line: &Value) -> Result<()> {
    let failed = |error| Error::file("write", path, error);
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .open(path)
        .map_err(failed)?;
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(-1)).is_ok() {
        file.read_exact(&mut last).map_err(failed)?;
    }
    let start = if last == *b"\n" { "" } else { "\n" };
    file.write_all(format!("{start}{line}\n").as_bytes())
        .map_err(failed)
}

fn forked_lines(
    transcript: &Transcript,
    id: &SessionId,
    copy: &SessionId,
    up_to: Option<&MessageUuid>,
) -> Result<Vec<Value>> {
    let mut uuids: HashMap<String, String> = HashMap::new();
    let mut lines = Vec::new();
    for message in &transcript.messages {
        let own = uuid::Uuid::new_v4().to_string();
        let mut line = message.raw.to_value();
        // The first copied line is the root of the copy.
        let parent = lines
            .last()
            .map_or(Value::Null, |last: &Value| last["uuid"].clone());
        line["parentUuid"] = parent;
        line["uuid"] = json!(own);
        line["sessionId"] = json!(copy.as_str());
        line["forkedFrom"] = json!({"sessionId": id.as_str(), "messageUuid": message.uuid});
        for field in ["logicalParentUuid", "sourceToolAssistantUUID"] {
            if let Some(known) = line[field].as_str().and_then(|uuid| uuids.get(uuid)) {
                line[field] = json!(known);
            }
        }
        uuids.insert(message.uuid.clone(), own);
        lines.push(line);
        if up_to.is_some_and(|last| last.as_str() == message.uuid) {
            return Ok(lines);
        }
    }
    match up_to {
        Some(missing) => Err(Error::NoSession {
            id: format!("{id} with a message {missing}"),
        }),
        None => Ok(lines),
    }
}
