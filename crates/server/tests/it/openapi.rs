//! The API description against a running server: its operations, with requests made from its schemas.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::harness::Harness;

pub(crate) async fn document(harness: &Harness) -> Value {
    harness.ok("GET", "/api/openapi.json", Value::Null).await
}

/// A request to one operation.
pub(crate) struct Call {
    /// None for an operation that needs no login.
    pub(crate) scope: Option<String>,
    pub(crate) method: String,
    pub(crate) address: String,
    pub(crate) body: String,
}

/// The smallest valid request to every operation. Path parameters name nothing that exists.
pub(crate) fn operations(document: &Value) -> Vec<Call> {
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            calls.push(call(document, path, method, operation));
        }
    }
    calls
}

fn call(document: &Value, path: &str, method: &str, operation: &Value) -> Call {
    let mut address = path.to_owned();
    let mut query = Vec::new();
    let parameters = operation["parameters"].as_array();
    for parameter in parameters.into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        let value = smallest(document, &parameter["schema"]);
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        match parameter["in"].as_str().unwrap() {
            "path" => address = address.replace(&format!("{{{name}}}"), &text),
            "query" if parameter["required"] == true => query.push(format!("{name}={text}")),
            _ => {}
        }
    }
    if !query.is_empty() {
        address = format!("{address}?{}", query.join("&"));
    }
    let content = operation["requestBody"]["content"].as_object();
    let body = match content.and_then(|content| content.iter().next()) {
        None => String::new(),
        Some((media_type, content)) if media_type == "application/json" => {
            smallest(document, &content["schema"]).to_string()
        }
        Some(_) => "x".to_owned(),
    };
    Call {
        scope: operation["security"][0]["bearer"][0]
            .as_str()
            .map(str::to_owned),
        method: method.to_uppercase(),
        address,
        body,
    }
}

/// A small value that a schema allows: only required members, the first of several choices.
fn smallest(document: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        return smallest(document, document.pointer(&reference[1..]).unwrap());
    }
    if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return value.clone();
    }
    for word in ["oneOf", "anyOf"] {
        if let Some(first) = schema[word].get(0).filter(|_| schema["type"].is_null()) {
            return smallest(document, first);
        }
    }
    let kind = schema["type"].as_str().or(schema["type"][0].as_str());
    match kind {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let members = required.map(|name| {
                let name = name.as_str().unwrap();
                let value = smallest(document, &schema["properties"][name]);
                (name.to_owned(), value)
            });
            Value::Object(members.collect::<Map<String, Value>>())
        }
        Some("array") => json!([]),
        Some("boolean") => json!(false),
        Some("integer" | "number") => json!(schema["minimum"].as_u64().unwrap_or_default()),
        Some("string") => json!("none"),
        _ => Value::Null,
    }
}

#[tokio::test]
async fn the_description_has_exactly_the_methods_that_the_host_takes() {
    let harness = Harness::start().await;
    let document = document(&harness).await;
    for (path, methods) in document["paths"].as_object().unwrap() {
        // No address takes this method, and the refusal names those that it takes.
        let filled = path.replace(['{', '}'], "");
        let answer = harness.call("TRACE", &filled, Value::Null).await;
        assert_eq!(answer.status, 405, "{path}: {}", answer.body);
        let allow = answer
            .head
            .lines()
            .find_map(|line| line.strip_prefix("allow: "));
        let allowed: BTreeSet<&str> = allow
            .unwrap()
            .split(',')
            .filter(|method| *method != "head")
            .collect();
        let described: BTreeSet<&str> = methods
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(described, allowed, "{path}");
    }
}
