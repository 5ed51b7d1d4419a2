//! Untruncated entries, read again from the records that hold them.

use base64::Engine as _;
use pilothouse_log::Record;
use pilothouse_view::untruncated::{FullAttachment, message_attachment, result_attachment};
use pilothouse_view::{Entry, EntryBody};

use super::start::Shared;
use crate::problem::Problem;
use crate::untruncated;

/// A file that came with a message or a result.
pub(crate) struct AttachmentBytes {
    pub(crate) media_type: String,
    pub(crate) bytes: Vec<u8>,
}

/// Fills in what an entry shows cut. What its record no longer tells stays as it is shown. Blocks.
pub(super) fn entry(shared: &Shared, session: &str, mut entry: Entry) -> Entry {
    for seq in untruncated::cut(&mut entry) {
        if let Some(record) = record(shared, session, seq) {
            untruncated::fill_from(&mut entry, &record);
        }
    }
    entry
}

/// One attachment of an entry, by its index. Blocks.
pub(super) fn attachment(
    shared: &Shared,
    session: &str,
    entry: &Entry,
    index: u32,
) -> Result<AttachmentBytes, Problem> {
    let found = match &entry.body {
        EntryBody::Tool(call) => call
            .result
            .as_ref()
            .and_then(|result| record(shared, session, result.seq))
            .and_then(|held| result_attachment(&held, &call.tool_use_id, index)),
        _ => entry
            .id
            .record()
            .and_then(|seq| record(shared, session, seq))
            .and_then(|held| message_attachment(&held, index)),
    };
    bytes(found.ok_or_else(|| Problem::not_found("attachment"))?)
}

fn bytes(found: FullAttachment) -> Result<AttachmentBytes, Problem> {
    let bytes = if found.is_base64 {
        base64::engine::general_purpose::STANDARD
            .decode(found.data)
            .map_err(|_| Problem::not_found("readable attachment"))?
    } else {
        found.data.into_bytes()
    };
    Ok(AttachmentBytes {
        media_type: found.media_type,
        bytes,
    })
}

fn record(shared: &Shared, session: &str, seq: u64) -> Option<Record> {
    let mut records = shared.log_dir(session).read_after(seq - 1).ok()?;
    records.next()?.ok().filter(|record| record.seq == seq)
}
