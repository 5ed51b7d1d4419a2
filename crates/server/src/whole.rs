//! Puts back what views show cut, out of the records that hold it.

use std::collections::BTreeMap;
use std::io;

use pilothouse_protocol::log::Record;
use pilothouse_runner::LogDir;
use pilothouse_view::entry::CutText;
use pilothouse_view::json::Json;
use pilothouse_view::{Entry, EntryBody, full};

/// Makes entries whole. The log is read once more, and only when something was cut.
pub(crate) fn fill(entries: &mut [Entry], log: &LogDir) -> io::Result<()> {
    let mut wanted: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        for seq in cut(entry) {
            wanted.entry(seq).or_default().push(index);
        }
    }
    let Some(last) = wanted.keys().next_back().copied() else {
        return Ok(());
    };
    for record in log.read_after(0)? {
        let record = record?;
        for index in wanted.get(&record.seq).into_iter().flatten() {
            fill_from(&mut entries[*index], &record);
        }
        if record.seq >= last {
            break;
        }
    }
    Ok(())
}

/// The records that hold what an entry shows cut.
pub(crate) fn cut(entry: &Entry) -> Vec<u64> {
    match &entry.body {
        EntryBody::User(message) if message.text.truncated => {
            entry.id.record().into_iter().collect()
        }
        EntryBody::Tool(call) => {
            let input = call.input_seq.filter(|_| call.input_cut);
            let result = call
                .result
                .as_ref()
                .filter(|result| result.text.truncated || result.structured_cut);
            input
                .into_iter()
                .chain(result.map(|result| result.seq))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Puts back what this record holds of an entry. What it does not tell stays as it is shown.
pub(crate) fn fill_from(entry: &mut Entry, record: &Record) {
    match &mut entry.body {
        EntryBody::User(message) => {
            if let Some(text) = full::message_text(record) {
                message.text = whole(text);
            }
        }
        EntryBody::Tool(call) => {
            if call.input_cut
                && call.input_seq == Some(record.seq)
                && let Some(input) = full::tool_input(record, &call.tool_use_id)
            {
                call.input = Json(input);
                call.input_cut = false;
            }
            let result = call
                .result
                .as_mut()
                .filter(|result| result.seq == record.seq);
            if let Some(result) = result
                && let Some(found) = full::tool_result(record, &call.tool_use_id)
            {
                result.text = whole(found.text);
                result.structured = found.structured.map(Json);
                result.structured_cut = false;
            }
        }
        _ => {}
    }
}

fn whole(text: String) -> CutText {
    CutText {
        full_size: text.len() as u64,
        text,
        truncated: false,
    }
}
