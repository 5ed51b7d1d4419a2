//! Diffs in colour.

use std::io::{self, Write};

use serde_json::Value;

use crate::sanitize::harmless_line;
use crate::style::{Paint, Style};

/// How many lines of a diff are shown.
pub(super) const LINES: usize = 40;

/// The fields of a call that are shown as what they take away and what they put in its place.
pub(super) const PROPOSED: [&str; 4] = ["old_string", "new_string", "content", "new_source"];

/// Shows the patch of a tool's result, if it has one.
pub(crate) fn write_patch(out: &mut dyn Write, result: &Value, style: Style) -> io::Result<()> {
    let hunks = result.get("structuredPatch").and_then(Value::as_array);
    let lines = hunks
        .into_iter()
        .flatten()
        .filter_map(|hunk| hunk.get("lines")?.as_array())
        .flatten()
        .filter_map(Value::as_str);
    write_lines(out, lines.map(str::to_owned).collect(), style)
}

/// Shows what a call would put in place of what.
pub(super) fn write_proposal(out: &mut dyn Write, input: &Value, style: Style) -> io::Result<()> {
    let text = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default();
    let marked = |mark: char, text: &str| {
        text.lines()
            .map(move |line| format!("{mark}{line}"))
            .collect::<Vec<_>>()
    };
    let [old, new @ ..] = PROPOSED;
    let mut lines = marked('-', text(old));
    lines.extend(new.iter().flat_map(|name| marked('+', text(name))));
    write_lines(out, lines, style)
}

fn write_lines(out: &mut dyn Write, lines: Vec<String>, style: Style) -> io::Result<()> {
    for line in lines.iter().take(LINES) {
        let line = harmless_line(line);
        let line = match line.as_bytes().first() {
            Some(b'+') => style.paint(Paint::Green, &line),
            Some(b'-') => style.paint(Paint::Red, &line),
            _ => style.paint(Paint::Dim, &line),
        };
        writeln!(out, "    {line}")?;
    }
    match lines.len().checked_sub(LINES) {
        None | Some(0) => Ok(()),
        Some(more) => writeln!(out, "    … {more} more lines"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_patch_is_shown_line_by_line_in_its_colours() {
        let result = json!({"structuredPatch": [{"lines": [" a", "-b", "+c"]}]});
        let mut plain = Vec::new();
        write_patch(&mut plain, &result, Style::Plain).unwrap();
        assert_eq!(
            String::from_utf8(plain).unwrap(),
            "     a\n    -b\n    +c\n"
        );
        let mut colour = Vec::new();
        write_patch(&mut colour, &result, Style::Colour).unwrap();
        assert!(
            String::from_utf8(colour)
                .unwrap()
                .contains("\u{1b}[31m-b\u{1b}[0m")
        );
    }

    #[test]
    fn a_long_patch_is_cut_and_says_so() {
        let lines: Vec<String> = (0..50).map(|line| format!("+{line}")).collect();
        let mut out = Vec::new();
        write_patch(
            &mut out,
            &json!({"structuredPatch": [{"lines": lines}]}),
            Style::Plain,
        )
        .unwrap();
        assert!(
            String::from_utf8(out)
                .unwrap()
                .ends_with("… 10 more lines\n")
        );
    }
}
