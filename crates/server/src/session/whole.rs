//! Entries as they are, with nothing cut: read again from the records that hold them.

use base64::Engine as _;
use pilothouse_protocol::log::Record;
use pilothouse_view::entry::CutText;
use pilothouse_view::full::{self, FullAttachment};
use pilothouse_view::{Entry, EntryBody};

use super::start::Shared;
use crate::problem::Problem;

/// A file that came with a message or a result.
pub(crate) struct AttachmentBytes {
    pub(crate) media_type: String,
    pub(crate) bytes: Vec<u8>,
}

/// Fills in what an entry shows cut. What its record no longer tells stays as it is shown. Blocks.
pub(super) fn entry(shared: &Shared, session: &str, mut entry: Entry) -> Entry {
    let record = |seq| record(shared, session, seq);
    match &mut entry.body {
        EntryBody::User(user) if user.text.truncated => {
            let whole = entry.id.record().and_then(record);
            let whole = whole.as_ref().and_then(full::message_text);
            user.text = whole.map_or(user.text.clone(), uncut);
        }
        EntryBody::Tool(call) => {
            let id = call.tool_use_id.clone();
            if let Some(held) = call.input_seq.filter(|_| call.input_cut).and_then(record)
                && let Some(input) = full::tool_input(&held, &id)
            {
                call.input = input.into();
                call.input_cut = false;
            }
            if let Some(result) = &mut call.result
                && (result.text.truncated || result.structured_cut)
                && let Some(whole) =
                    record(result.seq).and_then(|held| full::tool_result(&held, &id))
            {
                result.text = uncut(whole.text);
                result.structured = whole.structured.map(Into::into);
                result.structured_cut = false;
            }
        }
        _ => {}
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
            .and_then(|held| full::result_attachment(&held, &call.tool_use_id, index)),
        _ => entry
            .id
            .record()
            .and_then(|seq| record(shared, session, seq))
            .and_then(|held| full::message_attachment(&held, index)),
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

fn uncut(text: String) -> CutText {
    CutText {
        full_size: text.len() as u64,
        truncated: false,
        text,
    }
}
