//! How full the context is, as `/context` of older CLIs tells it: a Markdown table.

use crate::turn::{ContextCategory, ContextKind, ContextUsage};

const HEADING: &str = "## Context Usage";

/// Reads the report; `None` for any other text.
pub(crate) fn from_markdown(text: &str, at: u64) -> Option<ContextUsage> {
    let report = &text[text.find(HEADING)?..];
    let (used, rest) = field(report, "Tokens")?.split_once('/')?;
    let (max, percentage) = rest.split_once('(').unwrap_or((rest, ""));
    Some(ContextUsage {
        used_tokens: number(used)?,
        max_tokens: number(max),
        percentage: percentage.trim_end_matches([')', '%', ' ']).parse().ok(),
        reported: true,
        categories: categories(report),
        model: field(report, "Model").map(|model| model.trim().to_owned()),
        at,
    })
}

/// What follows `**Name:**` on its line.
fn field<'a>(report: &'a str, name: &str) -> Option<&'a str> {
    let label = format!("**{name}:**");
    report
        .lines()
        .find_map(|line| line.trim().strip_prefix(label.as_str()))
}

/// The rows of the first table.
fn categories(report: &str) -> Vec<ContextCategory> {
    let rows = report
        .lines()
        .map(str::trim)
        .skip_while(|line| !line.starts_with('|'));
    rows.take_while(|line| line.starts_with('|'))
        .filter_map(category)
        .collect()
}

fn category(row: &str) -> Option<ContextCategory> {
    let mut cells = row.trim_matches('|').split('|').map(str::trim);
    let (name, tokens) = (cells.next()?, number(cells.next()?)?);
    let lower = name.to_lowercase();
    let kind = if lower.contains("free") {
        ContextKind::Free
    } else if lower.contains("buffer") {
        ContextKind::Buffer
    } else if lower.contains("deferred") {
        ContextKind::Deferred
    } else {
        ContextKind::Used
    };
    Some(ContextCategory {
        name: name.to_owned(),
        tokens,
        kind,
    })
}

/// `16k`, `1.2k`, `3,200`, `1.5m` as numbers.
fn number(text: &str) -> Option<u64> {
    let text = text.trim().replace(',', "").to_lowercase();
    let (digits, factor) = match text.strip_suffix(['k', 'm']) {
        Some(digits) => (digits, if text.ends_with('k') { 1e3 } else { 1e6 }),
        None => (text.as_str(), 1.0),
    };
    let value: f64 = digits.trim().parse().ok()?;
    (value.is_finite() && value >= 0.0).then(|| (value * factor).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "## Context Usage\n\n**Model:** claude-sonnet-4-5  \n\
        **Tokens:** 23.9k / 200k (12%)\n\n| Category | Tokens | Percentage |\n\
        |---|---|---|\n| System prompt | 3,200 | 1% |\n| Autocompact buffer | 33k | 16% |\n\
        | Free space | 176.9k | 88% |\n\n### Skills\n\n| Skill | Source | Tokens |\n| a | b | 8 |\n";

    #[test]
    fn the_table_is_read() {
        let usage = from_markdown(REPORT, 7).unwrap();
        assert_eq!(
            (usage.used_tokens, usage.max_tokens),
            (23_900, Some(200_000))
        );
        assert_eq!(usage.percentage, Some(12.0));
        assert_eq!(usage.model.as_deref(), Some("claude-sonnet-4-5"));
        let kinds: Vec<_> = usage
            .categories
            .iter()
            .map(|one| (one.tokens, one.kind))
            .collect();
        assert_eq!(
            kinds,
            [
                (3200, ContextKind::Used),
                (33_000, ContextKind::Buffer),
                (176_900, ContextKind::Free)
            ]
        );
    }

    #[test]
    fn other_text_is_not_a_report() {
        assert!(from_markdown("Total cost: $0.04", 0).is_none());
        assert!(from_markdown("## Context Usage\nnothing", 0).is_none());
    }
}
