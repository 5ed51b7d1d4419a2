//! Content of messages and results, as attachments and texts of entries.

use pilothouse_protocol::content::{Content, ContentBlock, Source};
use serde_json::Value;

use crate::entry::{Attachment, AttachmentKind, Citation};
use crate::json::Json;
use crate::text::cut_head;

/// Base64 of a picture up to this length travels inside the entry.
const INLINE: usize = 48 * 1024;

/// Everything in a content that is not plain text.
pub(super) fn attachments(content: &Content) -> Vec<Attachment> {
    let blocks = content.blocks().iter().enumerate();
    blocks
        .filter_map(|(index, block)| attachment(index, block))
        .collect()
}

fn attachment(index: usize, block: &ContentBlock) -> Option<Attachment> {
    let mut attachment = blank(index);
    match block {
        ContentBlock::Text(_) | ContentBlock::ToolResult(_) | ContentBlock::ToolUse(_) => {
            return None;
        }
        ContentBlock::Image(image) => {
            attachment.kind = AttachmentKind::Image;
            fill(&mut attachment, &image.source);
        }
        ContentBlock::Document(document) => {
            attachment.kind = AttachmentKind::Document;
            attachment.name = document.title.clone();
            fill(&mut attachment, &document.source);
        }
        ContentBlock::ToolReference(reference) => {
            attachment.kind = AttachmentKind::ToolReference;
            attachment.name = Some(reference.tool_name.clone());
        }
        ContentBlock::SearchResult(result) => {
            attachment.kind = AttachmentKind::SearchResult;
            attachment.name = result
                .extra
                .get("title")
                .and_then(|title| title.as_string());
            attachment.url = result
                .extra
                .get("source")
                .and_then(|source| source.as_string());
        }
        other => attachment.name = Some(other.tag().to_owned()),
    }
    Some(attachment)
}

fn blank(index: usize) -> Attachment {
    Attachment {
        kind: AttachmentKind::Other,
        media_type: None,
        name: None,
        url: None,
        text: None,
        data: None,
        index: u32::try_from(index).unwrap_or(u32::MAX),
        size: 0,
    }
}

fn fill(attachment: &mut Attachment, source: &Source) {
    match source {
        Source::Base64(source) => {
            attachment.media_type = Some(source.media_type.clone());
            // Three bytes stand in four characters.
            attachment.size = source.data.len() as u64 / 4 * 3;
            let is_image = attachment.kind == AttachmentKind::Image;
            if is_image && source.data.len() <= INLINE {
                attachment.data = Some(source.data.clone());
            }
        }
        Source::Url(source) => attachment.url = Some(source.url.clone()),
        Source::File(source) => attachment.name = Some(source.file_id.clone()),
        Source::Text(source) => {
            attachment.media_type = source.media_type.clone();
            attachment.size = source.data.len() as u64;
            attachment.text = Some(cut_head(&source.data));
        }
        Source::Content(source) => {
            let text = source.content.text();
            attachment.size = text.len() as u64;
            attachment.text = Some(cut_head(&text));
        }
        _ => {}
    }
}

/// The sources a text cites.
pub(super) fn citations(value: &Value) -> Vec<Citation> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(citation).collect()
}

fn citation(value: &Value) -> Citation {
    let text = |keys: &[&str]| {
        keys.iter()
            .find_map(|key| value.get(key)?.as_str())
            .map(str::to_owned)
    };
    Citation {
        citation_type: text(&["type"]).unwrap_or_default(),
        title: text(&["title", "document_title"]),
        url: text(&["url", "source"]),
        quote: text(&["cited_text"]),
        source: Json(value.clone()),
    }
}
