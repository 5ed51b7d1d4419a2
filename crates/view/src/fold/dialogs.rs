//! Dialogs of the CLI: what they ask, and the answers it takes.

use serde_json::Value;

use crate::ask::{DialogAsk, DialogChoice};
use crate::json::Json;

/// The kinds of dialogs that can be answered. A host declares exactly these in `initialize`.
pub const DIALOG_KINDS: [&str; 2] = [REFUSAL, OUTSIDE_READS];

/// The model declined, and another one could try.
const REFUSAL: &str = "refusal_fallback_prompt";
/// In auto mode a tool wants to read outside the project.
const OUTSIDE_READS: &str = "auto_mode_outside_reads";

pub(super) fn dialog(kind: &str, payload: Value) -> DialogAsk {
    let text = |key: &str| payload.get(key).and_then(Value::as_str).map(str::to_owned);
    let (title, words, choices) = match kind {
        REFUSAL => {
            let model = |key: &str| text(key).unwrap_or_else(|| "another model".to_owned());
            let retry = format!("Retry with {}", model("fallbackModel"));
            let choices = vec![
                choice("retry_fallback", &retry),
                choice("edit_prompt", "Edit the message"),
            ];
            let title = format!("{} declined to answer", model("originalModel"));
            (Some(title), text("guidanceText"), choices)
        }
        OUTSIDE_READS => {
            let parts = [text("question"), text("path"), text("explainer")];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            (text("title"), Some(parts.join("\n\n")), options(&payload))
        }
        _ => (None, None, Vec::new()),
    };
    DialogAsk {
        dialog: kind.to_owned(),
        title,
        text: words.filter(|text| !text.is_empty()),
        choices,
        payload: Json(payload),
    }
}

fn options(payload: &Value) -> Vec<DialogChoice> {
    let options = payload["options"].as_array().into_iter().flatten();
    let options = options.filter_map(|option| {
        let value = option["value"].as_str()?;
        Some(choice(value, option["label"].as_str().unwrap_or(value)))
    });
    options.collect()
}

fn choice(value: &str, label: &str) -> DialogChoice {
    DialogChoice {
        value: value.to_owned(),
        label: label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_declared_kind_has_a_title_and_answers() {
        let refusal =
            json!({"originalModel": "Fable", "fallbackModel": "Opus 5.5", "guidanceText": "Why."});
        let reads = json!({"title": "Read outside?", "question": "May it?", "path": "/etc", "explainer": "It is auto.",
            "options": [{"value": "allow", "label": "Allow"}, {"value": "ask_again", "label": "Ask again"}]});
        for kind in DIALOG_KINDS {
            let payload = if kind == REFUSAL { &refusal } else { &reads };
            let asked = dialog(kind, payload.clone());
            assert!(asked.title.is_some() && asked.text.is_some(), "{kind}");
            assert_eq!(asked.choices.len(), 2, "{kind}");
        }
        let retry = &dialog(REFUSAL, refusal).choices[0];
        assert_eq!(
            (retry.value.as_str(), retry.label.as_str()),
            ("retry_fallback", "Retry with Opus 5.5")
        );
        assert!(dialog("unheard_of", json!({})).choices.is_empty());
    }
}
