//! Validates responses to permission requests.

use serde_json::{Map, Value, json};

use crate::cli::call::Call;
use crate::cli::session::Sim;

impl Sim {
    /// Applies the permission updates of a response, if it allows the call.
    pub(in crate::cli) fn apply_grants(&self, response: &Value) {
        if response["behavior"] == "allow" && issues(response).is_none() {
            self.apply_updates(&response["updatedPermissions"]);
        }
    }
}

/// Returns whether the small model is asked for the command prefix before the request to the host.
pub(super) fn asks_for_prefix(call: &Call, fields: &Map<String, Value>) -> bool {
    call.name == "Bash"
        && fields.get("decision_reason").and_then(Value::as_str)
            == Some("This command requires approval")
}

/// The schema issues of a response: one list for each kind of response. A response without a payload is null.
pub(super) fn issues(response: &Value) -> Option<String> {
    let (allow, deny) = if response.is_object() {
        (allow_issues(response), deny_issues(response))
    } else {
        let issue = wrong_type(json!([]), "object", "undefined");
        (vec![issue.clone()], vec![issue])
    };
    if allow.is_empty() || deny.is_empty() {
        return None;
    }
    let issues = json!([{
        "code": "invalid_union",
        "errors": [allow, deny],
        "path": [],
        "message": "Invalid input",
    }]);
    serde_json::to_string_pretty(&issues).ok()
}

fn allow_issues(response: &Value) -> Vec<Value> {
    let mut issues = wrong_behavior(response, "allow");
    match response.get("updatedInput") {
        Some(Value::Object(_)) => {}
        other => issues.push(wrong_type(json!(["updatedInput"]), "record", kind(other))),
    }
    issues
}

fn deny_issues(response: &Value) -> Vec<Value> {
    let mut issues = wrong_behavior(response, "deny");
    match response.get("message") {
        Some(Value::String(_)) => {}
        other => issues.push(wrong_type(json!(["message"]), "string", kind(other))),
    }
    issues
}

fn wrong_behavior(response: &Value, wanted: &str) -> Vec<Value> {
    if response["behavior"] == wanted {
        return Vec::new();
    }
    vec![json!({
        "code": "invalid_value",
        "values": [wanted],
        "path": ["behavior"],
        "message": format!("Invalid input: expected \"{wanted}\""),
    })]
}

fn wrong_type(path: Value, expected: &str, received: &str) -> Value {
    json!({
        "expected": expected,
        "code": "invalid_type",
        "path": path,
        "message": format!("Invalid input: expected {expected}, received {received}"),
    })
}

fn kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "undefined",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::Array(_)) => "array",
        Some(Value::Object(_)) => "object",
    }
}

/// The error of a tool that runs with an unchecked input.
pub(super) fn unchecked_input_error(call: &Call) -> Option<String> {
    let field = match call.name.as_str() {
        "Bash" => {
            let missing = !call.input.get("command").is_some_and(Value::is_string);
            let message = "Cannot read properties of undefined (reading 'includes')";
            return missing.then(|| message.to_owned());
        }
        "Read" | "Write" | "Edit" => "file_path",
        "NotebookEdit" => "notebook_path",
        _ => return None,
    };
    match call.input.get(field) {
        Some(Value::String(_)) => None,
        other => Some(format!("Path must be a string, received {}", kind(other))),
    }
}
