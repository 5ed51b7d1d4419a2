//! Replaces what views show cut by the full text of the records that hold it.

use std::collections::BTreeMap;
use std::io;

use pilothouse_log::{LogDir, Record};
use pilothouse_view::entry::CutText;
use pilothouse_view::json::Json;
use pilothouse_view::{Entry, EntryBody, untruncated};

/// Replaces what entries show cut by the full text. Reads the log once, and only if something is cut.
pub(crate) fn fill(entries: &mut [Entry], log: &LogDir) -> io::Result<()> {
    let mut wanted: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, entry) in entries.iter_mut().enumerate() {
        for seq in cut(entry) {
            wanted.entry(seq).or_default().push(index);
        }
    }
    let (Some(first), Some(last)) = (
        wanted.keys().next().copied(),
        wanted.keys().next_back().copied(),
    ) else {
        return Ok(());
    };
    for record in log.read_after(first - 1)? {
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
pub(crate) fn cut(entry: &mut Entry) -> Vec<u64> {
    match &mut entry.body {
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
        body => {
            let mut lines = body.lines().into_iter();
            if lines.any(|line| untruncated::cut_line(line).is_some()) {
                return entry.id.record().into_iter().collect();
            }
            let texts = body.cut_texts().into_iter();
            texts
                .filter(|text| text.truncated)
                .filter_map(|text| text.seq)
                .collect()
        }
    }
}

/// Puts back what this record holds of an entry. What it does not tell stays as it is shown.
pub(crate) fn fill_from(entry: &mut Entry, record: &Record) {
    match &mut entry.body {
        EntryBody::User(message) => {
            if let Some(text) = untruncated::message_text(record) {
                message.text = whole(text);
            }
        }
        EntryBody::Tool(call) => {
            if call.input_cut
                && call.input_seq == Some(record.seq)
                && let Some(input) = untruncated::tool_input(record, &call.tool_use_id)
            {
                call.input = Json(input);
                call.input_cut = false;
            }
            let result = call
                .result
                .as_mut()
                .filter(|result| result.seq == record.seq);
            if let Some(result) = result
                && let Some(found) = untruncated::tool_result(record, &call.tool_use_id)
            {
                result.text = whole(found.text);
                result.structured = found.structured.map(Json);
                result.structured_cut = false;
            }
        }
        body => {
            for line in body.lines() {
                let whole = untruncated::cut_line(line)
                    .and_then(|(beginning, size)| find(&record.bytes, beginning, size));
                if let Some(whole) = whole {
                    *line = whole;
                }
            }
            let texts = body.cut_texts().into_iter();
            for text in texts.filter(|text| text.truncated && text.seq == Some(record.seq)) {
                let beginning = text.text.split("\n… ").next().unwrap_or_default();
                let size = usize::try_from(text.full_size).unwrap_or(usize::MAX);
                if let Some(found) = find(&record.bytes, beginning, size) {
                    *text = whole(found);
                }
            }
        }
    }
}

fn whole(text: String) -> CutText {
    CutText {
        full_size: text.len() as u64,
        text,
        truncated: false,
        seq: None,
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

    #[test]
    fn a_text_is_read_from_the_record_it_names_however_far_behind() {
        use pilothouse_log::{Kind, Who};
        use pilothouse_view::SessionFold;
        use serde_json::json;

        let directory = tempfile::tempdir().unwrap();
        let log = LogDir::new(directory.path());
        let mut segment = log.first_segment("s").unwrap();
        let hook = |subtype: &str, stdout: &str| {
            json!({"type": "system", "subtype": subtype, "hook_id": "h", "hook_name": "lint",
                   "hook_event": "PostToolUse", "stdout": stdout, "stderr": "", "output": "",
                   "exit_code": 0, "outcome": "success", "uuid": "u", "session_id": "s"})
        };
        // Shorter than what can be recognized by its beginning, and the same in the middle of another text.
        let output = format!("ok\n{}", "y".repeat(40 << 10));
        let mut fold = SessionFold::new();
        let mut entries = Vec::new();
        for seq in 1..=2_503 {
            let line = match seq {
                1 => hook("hook_started", "").to_string(),
                2_503 => hook("hook_response", &output).to_string(),
                _ => json!({"type": "keep_alive"}).to_string(),
            };
            let record = Record {
                seq,
                ..Record::new(Kind::Out, Who::Cli, line)
            };
            segment.write(&record).unwrap();
            fold.apply(&record);
            entries.extend(fold.take_settled());
        }
        segment.finish().unwrap();
        entries.extend(fold.view().entries.iter().cloned());
        fill(&mut entries, &log).unwrap();
        let shown = entries.iter().find_map(|entry| match &entry.body {
            EntryBody::Hook(run) => Some(run.stdout.clone()),
            _ => None,
        });
        assert_eq!(shown, Some(whole(output)));
    }
}
