//! The grid of `get_context_usage`.

use serde_json::{Value, json};

/// Ten rows of ten squares, each for a hundredth of the context window.
pub(super) fn grid(categories: &[Value], window: u64) -> Value {
    let mut squares = Vec::new();
    for category in categories
        .iter()
        .filter(|category| category["kind"] != "deferred")
    {
        let tokens = category["tokens"].as_u64().unwrap_or(0);
        let count = (tokens * 100).div_ceil(window).max(1);
        for _ in 0..count {
            squares.push(json!({
                "color": category["color"],
                "isFilled": category["kind"] == "used",
                "categoryName": category["name"],
                "tokens": tokens,
                "percentage": tokens * 100 / window,
                "squareFullness": 1,
            }));
        }
    }
    squares.truncate(100);
    squares
        .chunks(10)
        .map(|row| Value::from(row.to_vec()))
        .collect()
}

/// The theme color of a category.
pub(super) fn color_of(name: &str, kind: &str) -> &'static str {
    match (name, kind) {
        (_, "deferred") | ("System tools", _) => "inactive",
        ("Skills", _) => "warning",
        ("Messages", _) => "purple_FOR_SUBAGENTS_ONLY",
        _ => "promptBorder",
    }
}
