//! Messages to the model: text, images, documents.

mod media;

use std::path::Path;

use pilothouse_protocol::Input;
use pilothouse_protocol::content::{ContentBlock, Source};
use pilothouse_protocol::ids::MessageUuid;
pub use pilothouse_protocol::input::Priority;
use pilothouse_protocol::input::UserInput;

use crate::error::{Error, Result};
pub(crate) use media::Media;

/// A message to the model. Text converts into it: `session.send("hello")`.
///
/// Each message has a UUID, which the CLI uses to report its outcome. A UUID is used once: the CLI ignores a second
/// message with the same one.
///
/// ```no_run
/// # fn main() -> pilothouse_sdk::Result<()> {
/// use pilothouse_sdk::{Priority, Prompt};
///
/// let prompt = Prompt::text("What is wrong in this picture?")
///     .image_file("screenshot.png")?
///     .priority(Priority::Now);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    uuid: MessageUuid,
    blocks: Vec<ContentBlock>,
    /// The line around the blocks.
    line: UserInput,
}

impl Prompt {
    /// Creates a message from text. Text that begins with `/` is a command of the CLI.
    pub fn text(text: impl Into<String>) -> Self {
        Self::empty().and_text(text)
    }

    /// Creates an empty message, for images or documents without text.
    pub fn empty() -> Self {
        Self {
            uuid: MessageUuid::from(uuid::Uuid::new_v4().to_string()),
            blocks: Vec::new(),
            line: UserInput::blocks([]),
        }
    }

    /// Creates a command of the CLI, such as `compact`.
    pub fn command(name: &str, arguments: &str) -> Self {
        Self::text(format!("/{} {arguments}", name.trim_start_matches('/')).trim_end())
    }

    /// Adds text.
    #[must_use]
    pub fn and_text(self, text: impl Into<String>) -> Self {
        self.block(ContentBlock::text(text))
    }

    /// Adds an image from a file, up to 5 MB; its type is detected from its first bytes.
    pub fn image_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let media = Media::read(path.as_ref())?.expect_image()?;
        Ok(self.block(ContentBlock::image(media.source())))
    }

    /// Adds an image from bytes, up to 5 MB; its type is detected from its first bytes.
    pub fn image(self, bytes: &[u8]) -> Result<Self> {
        let media = Media::from_bytes(bytes.to_vec())?.expect_image()?;
        Ok(self.block(ContentBlock::image(media.source())))
    }

    /// Adds an image from base64. Its type and size are not checked.
    #[must_use]
    pub fn image_base64(self, media_type: &str, data: impl Into<String>) -> Self {
        self.block(ContentBlock::image(Source::base64(media_type, data)))
    }

    /// Adds a document from a file: a PDF up to 32 MB, or text.
    pub fn document_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let source = Media::read(path)?.document_source()?;
        let title = path.file_name().map(|name| name.to_string_lossy().into());
        Ok(self.block(ContentBlock::document(source, title)))
    }

    /// Adds a plain-text document.
    #[must_use]
    pub fn document_text(self, title: &str, text: impl Into<String>) -> Self {
        self.block(ContentBlock::document(
            Source::text(text),
            Some(title.into()),
        ))
    }

    /// Adds any block of the model's API.
    #[must_use]
    pub fn block(mut self, block: ContentBlock) -> Self {
        self.blocks.push(block);
        self
    }

    /// Sets when the message is processed.
    #[must_use]
    pub fn priority(mut self, priority: Priority) -> Self {
        self.line = self.line.with_priority(priority);
        self
    }

    /// Appends the message to the conversation without a turn.
    #[must_use]
    pub fn without_turn(mut self) -> Self {
        self.line = self.line.without_turn();
        self
    }

    /// Sends the text verbatim: no `@file` is expanded, no `/command` is run.
    #[must_use]
    pub fn verbatim(mut self) -> Self {
        self.line = self.line.verbatim();
        self
    }

    /// Sets any other field of the line.
    #[must_use]
    pub fn field(mut self, name: &str, value: serde_json::Value) -> Self {
        self.line.extra.set(name, value.into());
        self
    }

    /// Sets an existing UUID, to resend a message after a resume.
    #[must_use]
    pub fn with_uuid(mut self, uuid: MessageUuid) -> Self {
        self.uuid = uuid;
        self
    }

    /// Returns the UUID that identifies the message.
    pub fn uuid(&self) -> &MessageUuid {
        &self.uuid
    }

    pub(crate) fn check(&self) -> Result<()> {
        if self.blocks.is_empty() {
            return Err(Error::Content {
                reason: "the message is empty".into(),
            });
        }
        Ok(())
    }
}

impl From<Prompt> for Input {
    fn from(prompt: Prompt) -> Self {
        let mut line = prompt.line;
        line.message = UserInput::blocks(prompt.blocks).message;
        line.uuid = Some(prompt.uuid);
        // Empty, as in the official SDKs.
        line.session_id = Some("".into());
        line.into()
    }
}

impl From<&str> for Prompt {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Prompt {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&String> for Prompt {
    fn from(text: &String) -> Self {
        Self::text(text)
    }
}

impl From<std::borrow::Cow<'_, str>> for Prompt {
    fn from(text: std::borrow::Cow<'_, str>) -> Self {
        Self::text(text)
    }
}

#[cfg(test)]
mod tests {
    use pilothouse_protocol::InputFrame;
    use serde_json::{Value, json};

    use super::*;

    fn line(prompt: &Prompt) -> Value {
        let frame = InputFrame::from_message(prompt.clone().into());
        serde_json::from_slice(&frame.bytes).unwrap()
    }

    #[test]
    fn a_message_has_a_uuid_of_its_own_and_what_it_was_given() {
        let prompt = Prompt::text("look")
            .image(b"\x89PNG\r\n\x1a\nrest")
            .unwrap()
            .document_text("notes", "some words")
            .priority(Priority::Later)
            .verbatim()
            .without_turn();
        let line = line(&prompt);
        assert_eq!(line["uuid"], prompt.uuid().as_str());
        assert_eq!(
            (
                &line["priority"],
                &line["client_composed"],
                &line["shouldQuery"]
            ),
            (&json!("later"), &json!(true), &json!(false))
        );
        let content = &line["message"]["content"];
        assert_eq!(content[0], json!({"type": "text", "text": "look"}));
        assert_eq!(content[1]["source"]["media_type"], "image/png");
        assert_eq!(content[2]["title"], "notes");
        assert_ne!(prompt.uuid(), Prompt::text("look").uuid());
    }

    #[test]
    fn documents_are_sent_as_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            path
        };
        let pdf = Prompt::empty()
            .document_file(file("a.pdf", b"%PDF-1.7"))
            .unwrap();
        let text = Prompt::empty()
            .document_file(file("b.md", b"# Words"))
            .unwrap();
        let pdf = &line(&pdf)["message"]["content"][0];
        assert_eq!(
            (&pdf["title"], &pdf["source"]["media_type"]),
            (&json!("a.pdf"), &json!("application/pdf"))
        );
        let text = &line(&text)["message"]["content"][0];
        assert_eq!(
            text["source"],
            json!({"type": "text", "media_type": "text/plain", "data": "# Words"})
        );
        let picture = file("c.gif", b"GIF89a");
        let error = Prompt::empty().document_file(&picture).unwrap_err();
        assert!(
            error.to_string().contains("not a document but image/gif"),
            "{error}"
        );
        assert!(Prompt::empty().image_file(&picture).is_ok());
        let missing = folder.path().join("none.png");
        assert!(matches!(
            Prompt::empty().image_file(missing),
            Err(Error::File { .. })
        ));
    }

    #[test]
    fn any_text_is_a_message() {
        let owned = String::from("hello");
        for prompt in [
            Prompt::from("hello"),
            Prompt::from(&owned),
            Prompt::from(String::from_utf8_lossy(b"hello")),
        ] {
            assert_eq!(line(&prompt)["message"]["content"][0]["text"], "hello");
        }
        assert_eq!(
            line(&Prompt::command("/compact", "the tests"))["message"]["content"][0]["text"],
            "/compact the tests"
        );
        assert!(Prompt::empty().check().is_err());
    }
}
