//! An elicitation of a server during a call.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::cli::asks::Answer;
use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

impl Sim {
    /// Sends the elicitation of a server to the host. Returns the call with a result: the script's own, or one that
    /// repeats the action of the user.
    pub(in crate::cli) async fn elicit(
        self: &Rc<Self>,
        turn: &Turn,
        call: &Call,
        question: &Map<String, Value>,
    ) -> Call {
        let answer = match self
            .open(request(&call.name, question))
            .answer(&turn.abort)
            .await
        {
            Ok(Answer::Success(Some(answer))) if is_action(&answer["action"]) => answer,
            // If the turn is aborted, the call is dropped; any other invalid response counts as closed.
            _ => json!({ "action": "cancel" }),
        };
        let mut told = call.clone();
        let outcome = told.outcome.get_or_insert_default();
        outcome
            .result
            .get_or_insert_with(|| format!("elicited {answer}").into());
        told
    }
}

fn is_action(action: &Value) -> bool {
    matches!(action.as_str(), Some("accept" | "decline" | "cancel"))
}

fn request(tool: &str, question: &Map<String, Value>) -> Value {
    let server = tool.split("__").nth(1).unwrap_or_default();
    let mut request = json!({
        "subtype": "elicitation", "mcp_server_name": server, "message": "", "mode": "form",
    });
    for (name, value) in question {
        request[name] = value.clone();
    }
    let properties = question
        .get("requested_schema")
        .and_then(|schema| schema["properties"].as_object());
    if let (Some(properties), None) = (properties, question.get("property_order")) {
        request["property_order"] = properties.keys().cloned().collect();
    }
    request
}
