//! Cutting what is long. The whole stays in the log and is served by the entry's id.

use serde_json::Value;

use crate::entry::CutText;

/// How many bytes of one text a view holds.
pub const TEXT_LIMIT: usize = 16 * 1024;

/// How many bytes of one string inside JSON a view holds, and of all strings of one value.
pub const JSON_LIMIT: usize = 16 * 1024;

/// How much of the limit the end of an output gets: that is where the errors are.
const TAIL: usize = TEXT_LIMIT / 4;

/// What stands around the number of bytes that are missing at the end of a line, and room for both.
const LEFT_OUT: &str = "\n… ";
const BYTES: &str = " bytes left out";
const MARK: usize = 64;

/// How many values of one JSON tree are kept.
const NODE_LIMIT: usize = 4096;

/// How deep a JSON tree is kept.
const DEPTH_LIMIT: usize = 64;

const PREVIEW: usize = 120;

/// Keeps the beginning.
pub(crate) fn cut_head(text: &str) -> CutText {
    let kept = head(text, TEXT_LIMIT);
    CutText {
        text: kept.to_owned(),
        truncated: kept.len() < text.len(),
        full_size: text.len() as u64,
        seq: None,
    }
}

/// Keeps the beginning and the end, whole lines where there are any.
pub(crate) fn cut_output(text: &str) -> CutText {
    if text.len() <= TEXT_LIMIT {
        return cut_head(text);
    }
    let first = head(text, TEXT_LIMIT - TAIL);
    let first = first.rfind('\n').map_or(first, |end| &first[..end]);
    let last = tail(text, TAIL);
    let last = last.find('\n').map_or(last, |start| &last[start + 1..]);
    let left_out = text.len() - first.len() - last.len();
    CutText {
        text: format!("{first}\n… {left_out} bytes left out …\n{last}"),
        truncated: true,
        full_size: text.len() as u64,
        seq: None,
    }
}

/// Keeps the beginning of a line and says how much is missing.
pub(crate) fn cut_line(line: &mut String) {
    if line.len() > TEXT_LIMIT {
        let kept = head(line, TEXT_LIMIT - MARK).len();
        let left_out = line.len() - kept;
        line.truncate(kept);
        line.push_str(&format!("{LEFT_OUT}{left_out}{BYTES}"));
    }
}

/// Returns the beginning and the full size of a line that was cut.
pub(crate) fn cut_line_parts(line: &str) -> Option<(&str, usize)> {
    let (kept, left_out) = line.strip_suffix(BYTES)?.rsplit_once(LEFT_OUT)?;
    let left_out: usize = left_out.parse().ok()?;
    Some((kept, kept.len().checked_add(left_out)?))
}

/// The first line of a text, short enough for a list.
pub(crate) fn preview(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default().trim_end();
    let kept: String = line.chars().take(PREVIEW).collect();
    if kept.len() < line.len() {
        format!("{kept}…")
    } else {
        kept
    }
}

/// Cuts long strings, long lists and deep trees. Returns whether anything was cut.
pub(crate) fn cut_json(value: &mut Value) -> bool {
    let mut budget = Budget {
        bytes: JSON_LIMIT * 2,
        nodes: NODE_LIMIT,
        cut: false,
    };
    budget.visit(value, 0);
    budget.cut
}

struct Budget {
    bytes: usize,
    nodes: usize,
    cut: bool,
}

impl Budget {
    fn visit(&mut self, value: &mut Value, depth: usize) {
        self.nodes = self.nodes.saturating_sub(1);
        match value {
            Value::String(text) => self.string(text),
            Value::Array(items) => {
                let kept = if depth < DEPTH_LIMIT {
                    items.len().min(self.nodes)
                } else {
                    0
                };
                self.cut |= kept < items.len();
                items.truncate(kept);
                for item in items {
                    self.visit(item, depth + 1);
                }
            }
            Value::Object(members) => {
                let kept = if depth < DEPTH_LIMIT {
                    members.len().min(self.nodes)
                } else {
                    0
                };
                if kept < members.len() {
                    self.cut = true;
                    *members = std::mem::take(members).into_iter().take(kept).collect();
                }
                for member in members.values_mut() {
                    self.visit(member, depth + 1);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn string(&mut self, text: &mut String) {
        let limit = JSON_LIMIT.min(self.bytes);
        let kept = head(text, limit).len();
        if kept < text.len() {
            self.cut = true;
            text.truncate(kept);
        }
        self.bytes -= kept;
    }
}

/// The longest beginning that is no longer than the limit and does not split a character.
fn head(text: &str, limit: usize) -> &str {
    &text[..text.floor_char_boundary(limit)]
}

fn tail(text: &str, limit: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(limit))..]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_text_is_whole() {
        let cut = cut_output("one\ntwo");
        assert_eq!(
            (cut.text.as_str(), cut.truncated, cut.full_size),
            ("one\ntwo", false, 7)
        );
    }

    #[test]
    fn long_output_keeps_both_ends() {
        let text: String = (0..10_000).map(|line| format!("line {line}\n")).collect();
        let cut = cut_output(&text);
        assert!(cut.truncated);
        assert_eq!(cut.full_size, text.len() as u64);
        assert!(cut.text.starts_with("line 0\n"));
        assert!(cut.text.ends_with("line 9999\n"));
        assert!(cut.text.len() < TEXT_LIMIT + 64);
    }

    #[test]
    fn a_character_is_never_split() {
        let text = "⚓".repeat(TEXT_LIMIT);
        assert!(
            cut_head(&text)
                .text
                .chars()
                .all(|character| character == '⚓')
        );
        assert!(cut_output(&text).text.contains("left out"));
    }

    #[test]
    fn json_is_cut_inside() {
        let mut value = json!({"filePath": "/a", "originalFile": "x".repeat(100_000), "n": 1});
        assert!(cut_json(&mut value));
        assert_eq!(value["filePath"], "/a");
        assert_eq!(value["n"], 1);
        assert_eq!(value["originalFile"].as_str().unwrap().len(), JSON_LIMIT);
        let mut small = json!({"a": [1, "two"]});
        assert!(!cut_json(&mut small));
        let mut many = json!(vec![1; 100_000]);
        assert!(cut_json(&mut many));
        assert!(many.as_array().unwrap().len() <= NODE_LIMIT);
    }

    #[test]
    fn a_preview_is_one_line() {
        assert_eq!(preview("\n first \nsecond"), "first");
        assert!(preview(&"word ".repeat(60)).ends_with('…'));
    }
}
