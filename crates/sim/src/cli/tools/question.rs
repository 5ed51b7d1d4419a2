//! AskUserQuestion: the answers are part of the permission response.

use serde_json::{Map, Value, json};

use super::ToolResult;
use crate::cli::call::Call;
use crate::cli::session::Sim;

pub(super) fn check(call: &Call) -> Result<(), ToolResult> {
    let questions = call.input.get("questions").and_then(Value::as_array);
    let Some(questions) = questions else {
        return Err(ToolResult::invalid(
            "InputValidationError: AskUserQuestion failed due to the following issue:\nThe required \
             parameter `questions` is missing",
        ));
    };
    let lonely = questions.iter().position(|question| {
        question["options"]
            .as_array()
            .is_none_or(|options| options.len() < 2)
    });
    let Some(index) = lonely else { return Ok(()) };
    let issues = json!([{
        "origin": "array",
        "code": "too_small",
        "minimum": 2,
        "inclusive": true,
        "path": ["questions", index, "options"],
        "message": "Too small: expected array to have >=2 items",
    }]);
    let issues = serde_json::to_string_pretty(&issues).unwrap_or_default();
    Err(ToolResult::plain_error(
        &format!(
            "<tool_use_error>InputValidationError: This call included a question with fewer than 2 \
             options, so it was rejected and the person never saw it.\n\n{issues}</tool_use_error>"
        ),
        &format!("InputValidationError: {issues}"),
    ))
}

/// The error for invalid answers of a host, in the format of the CLI.
pub(super) fn answer_issue(input: &Map<String, Value>) -> Option<String> {
    let answers = input.get("answers")?.as_object()?;
    let wrong = answers
        .iter()
        .find(|(_, answer)| !answer.is_string() && !answer.is_array());
    let (question, answer) = wrong?;
    let kind = if answer.is_number() {
        "number"
    } else {
        "object"
    };
    Some(format!(
        "AskUserQuestion failed due to the following issue:\nThe parameter `answers.{question}` type is \
         expected as `string` but provided as `{kind}`"
    ))
}

pub(super) fn answer(sim: &Sim, call: &Call) -> ToolResult {
    let questions = call
        .input
        .get("questions")
        .cloned()
        .unwrap_or_else(|| json!([]));
    let answers = call
        .input
        .get("answers")
        .cloned()
        .unwrap_or_else(|| json!({}));
    let annotations = call.input.get("annotations").cloned();
    let mut pairs = Vec::new();
    let mut is_free_text = false;
    let mut given = serde_json::Map::new();
    for question in questions.as_array().into_iter().flatten() {
        let Some(text) = question["question"].as_str() else {
            continue;
        };
        let Some(answer) = answers.get(text) else {
            continue;
        };
        let shown = match answer {
            Value::String(answer) => answer.clone(),
            Value::Array(several) => several
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(","),
            other if sim.features().shows_any_answer => other.to_string(),
            _ => continue,
        };
        let labels = question["options"].as_array().into_iter().flatten();
        let labels: Vec<&str> = labels
            .filter_map(|option| option["label"].as_str())
            .collect();
        let parts = shown.split(',').map(str::trim);
        is_free_text |= !labels.contains(&shown.as_str())
            && !parts.into_iter().all(|part| labels.contains(&part));
        let note = annotations
            .as_ref()
            .and_then(|notes| notes[text]["notes"].as_str());
        is_free_text |= note.is_some();
        let note = note
            .filter(|_| sim.features().shows_answer_notes)
            .map(|note| format!(" notes: {note}"))
            .unwrap_or_default();
        pairs.push(format!("\"{text}\"=\"{shown}\"{note}"));
        given.insert(text.to_owned(), answer.clone());
    }
    let name = if pairs.is_empty() {
        "questions_unanswered"
    } else if is_free_text {
        "questions_answered_freely"
    } else {
        "questions_answered"
    };
    let content = sim.message(name, &[("answers", &pairs.join(", "))]);
    let mut response = json!({ "questions": questions, "answers": given });
    if let Some(annotations) = annotations {
        response["annotations"] = annotations;
    }
    ToolResult::success(content, response)
}
