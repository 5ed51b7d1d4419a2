//! WebFetch and WebSearch: scripted results without network access.

use serde_json::{Value, json};

use super::{ToolResult, text};
use crate::cli::call::Call;

fn scripted(call: &Call) -> Option<String> {
    let outcome = call.outcome.as_ref()?;
    match &outcome.result {
        Some(Value::String(text)) => Some(text.clone()),
        Some(other) => Some(other.to_string()),
        None => outcome.stdout.clone(),
    }
}

pub(super) fn fetch(call: &Call) -> ToolResult {
    let url = text(call, "url");
    let Some(body) = scripted(call) else {
        let domain = crate::cli::permission::domain(url);
        return ToolResult::error(&format!(
            "Unable to verify if domain {domain} is safe to fetch. This may be due to network \
             restrictions or enterprise security policies blocking claude.ai."
        ));
    };
    ToolResult::success(
        body.clone(),
        json!({
            "bytes": body.len(), "code": 200, "codeText": "OK", "result": body, "durationMs": 12,
            "url": url,
        }),
    )
}

pub(super) fn search(call: &Call) -> ToolResult {
    let query = text(call, "query");
    let found = scripted(call).unwrap_or_else(|| "No links found.".to_owned());
    let content = format!("Web search results for query: \"{query}\"\n\n{found}");
    ToolResult::success(
        content,
        json!({
            "query": query, "results": [found], "durationSeconds": 0.1, "searchCount": 1,
        }),
    )
}
