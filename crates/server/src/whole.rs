//! Puts back what views show cut, out of the records that hold it.

use std::collections::BTreeMap;
use std::io;

use pilothouse_protocol::log::Record;
use pilothouse_runner::LogDir;
use pilothouse_view::entry::CutText;
use pilothouse_view::json::Json;
use pilothouse_view::{Entry, EntryBody, full};

/// How far behind the beginning of an entry a text of it is looked for.
pub(crate) const REACH: u64 = 2_000;
/// A shorter beginning would be found in texts that are not meant.
const SHORTEST: usize = 64;

/// Makes entries whole. The log is read once more, and only when something was cut.
pub(crate) fn fill(entries: &mut [Entry], log: &LogDir) -> io::Result<()> {
    let mut wanted: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let mut searched = Vec::new();
    for (index, entry) in entries.iter_mut().enumerate() {
        for seq in cut(entry) {
            wanted.entry(seq).or_default().push(index);
        }
        if let Some(from) = entry.id.record().filter(|_| is_searched(entry)) {
            searched.push((from..=from + REACH, index));
        }
    }
    let ends = searched.iter().map(|(reach, _)| *reach.end());
    let Some(last) = ends.chain(wanted.keys().copied()).max() else {
        return Ok(());
    };
    for record in log.read_after(0)? {
        let record = record?;
        for index in wanted.get(&record.seq).into_iter().flatten() {
            fill_from(&mut entries[*index], &record);
        }
        for (reach, index) in &searched {
            if reach.contains(&record.seq) {
                search(&mut entries[*index], &record);
            }
        }
        if record.seq >= last {
            break;
        }
    }
    Ok(())
}

/// Whether an entry shows a text cut without saying which record holds it.
pub(crate) fn is_searched(entry: &mut Entry) -> bool {
    texts(entry).iter().any(|text| text.truncated)
}

/// Puts texts back that this record holds, known by how they begin and how long they are.
pub(crate) fn search(entry: &mut Entry, record: &Record) {
    let cut = texts(entry).into_iter().filter(|text| text.truncated);
    for text in cut {
        let beginning = text.text.split("\n… ").next().unwrap_or_default();
        let size = usize::try_from(text.full_size).unwrap_or(usize::MAX);
        if beginning.len() < SHORTEST || record.bytes.len() < size {
            continue;
        }
        if let Some(found) = find(&record.bytes, beginning, size) {
            *text = whole(found);
        }
    }
}

/// The texts of an entry that come from records it does not name.
fn texts(entry: &mut Entry) -> Vec<&mut CutText> {
    match &mut entry.body {
        EntryBody::Command(output) => vec![&mut output.text],
        EntryBody::Compaction(compaction) => compaction.summary.iter_mut().collect(),
        EntryBody::Hook(run) => vec![&mut run.stdout, &mut run.stderr],
        EntryBody::Continued(continued) => vec![&mut continued.text],
        EntryBody::Injected(injected) => vec![&mut injected.text],
        EntryBody::Raw(raw) => vec![&mut raw.line],
        _ => Vec::new(),
    }
}

/// A text of so many bytes that begins so: the line itself, or a part of a string inside it.
fn find(line: &[u8], beginning: &str, size: usize) -> Option<String> {
    if line.len() == size && line.starts_with(beginning.as_bytes()) {
        return String::from_utf8(line.to_vec()).ok();
    }
    let value: serde_json::Value = serde_json::from_slice(line).ok()?;
    strings(&value).into_iter().find_map(|text| {
        let at = text.find(beginning)?;
        text.get(at..at.checked_add(size)?).map(str::to_owned)
    })
}

fn strings(value: &serde_json::Value) -> Vec<&str> {
    match value {
        serde_json::Value::String(text) => vec![text],
        serde_json::Value::Array(items) => items.iter().flat_map(strings).collect(),
        serde_json::Value::Object(members) => members.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_a_line_and_inside_its_strings() {
        let text = format!("{}\n\"quoted\" to the end", "begins so ".repeat(10));
        let beginning = &text[..80];
        let line =
            serde_json::json!({"message": {"content": [{"text": format!("<out>{text}</out>")}]}});
        let found = find(line.to_string().as_bytes(), beginning, text.len());
        assert_eq!(found.as_deref(), Some(text.as_str()));
        let raw = format!("{text}, and what came after it");
        let found = find(raw.as_bytes(), beginning, raw.len());
        assert_eq!(found.as_deref(), Some(raw.as_str()));
        assert_eq!(find(raw.as_bytes(), "nothing begins so", 5), None);
    }
}
