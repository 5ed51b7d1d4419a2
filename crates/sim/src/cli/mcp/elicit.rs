//! A server's question to the person, in the middle of a call.

use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::cli::asks::Answer;
use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

impl Sim {
    /// Asks the person what a server wants to know. Returns the call with a result: the script's own, or one that
    /// repeats what the person did.
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
            // A turn that stops drops the call; anything else that is no answer counts as closed.
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
