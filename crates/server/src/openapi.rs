//! The description of the API, made of the types it speaks and a table of what can be done.

mod operations;
mod table;

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::guard::Caller;

use self::operations::{Answer, Body, Operation, Query};

/// The JSON Schemas of the types; a test of the view crate writes and checks them.
const SCHEMAS: &str = include_str!("openapi/schemas.json");

/// `GET /api/openapi.json`.
pub(crate) async fn show(State(app): State<App>, _: Caller) -> Json<Value> {
    Json(document(&app.cookie_name))
}

fn document(cookie: &str) -> Value {
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
    let mut paths = Map::new();
    for operation in table::OPERATIONS.iter().copied().flatten() {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method.to_lowercase()] = describe(operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Pilothouse",
            "summary": "Sessions of the Claude Code CLI, hosted.",
            "description": "Errors are problems: `code` is a word for programs, `title` says what happened, `detail` what to do. Live views come by server-sent events or over the WebSocket; docs/api.md says how.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        // The document lies one level below the root, wherever a proxy puts that.
        "servers": [{"url": ".."}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {"Problem": {
                "description": "It was not done; the problem says why and what to do.",
                "content": {"application/problem+json": {"schema": reference("Problem")}},
            }},
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "A token for scripts."},
                "cookie": {"type": "apiKey", "in": "cookie", "name": cookie, "description": "The cookie of a page."},
                "key": {"type": "apiKey", "in": "header", "name": "x-pilothouse-key", "description": "The key of a page, needed beside the cookie."},
            },
        },
    })
}

fn describe(operation: &Operation) -> Value {
    let mut described = json!({
        "operationId": operation_id(operation),
        "summary": operation.summary,
        "security": security(operation.scope),
        "responses": responses(operation),
    });
    let parameters = parameters(operation);
    if !parameters.is_empty() {
        described["parameters"] = Value::Array(parameters);
    }
    if let Some(body) = operation.body {
        described["requestBody"] = request_body(body);
    }
    described
}

/// `getSessionsEntries` for `GET /api/sessions/{id}/entries`; a name in braces at the end is a `By`.
fn operation_id(operation: &Operation) -> String {
    let mut id = operation.method.to_lowercase();
    let path = operation.path.trim_start_matches("/api");
    let words = path.split(['/', '.']).filter(|word| !word.is_empty());
    for word in words {
        let (before, word) = match word.strip_prefix('{') {
            Some("id}") => continue,
            Some(name) => ("By", name.trim_end_matches('}')),
            None => ("", word),
        };
        let (first, rest) = word.split_at(1);
        id.push_str(before);
        id.push_str(&first.to_uppercase());
        id.push_str(rest);
    }
    if operation.path.ends_with("{id}") {
        id.push_str("ById");
    }
    id
}

/// What lets a request in: a token of this scope, or the cookie and the key of a device that has it.
fn security(scope: Option<&str>) -> Value {
    match scope {
        Some(scope) => json!([{"bearer": [scope]}, {"cookie": [scope], "key": [scope]}]),
        None => json!([]),
    }
}

fn parameters(operation: &Operation) -> Vec<Value> {
    let in_path = operation.path.split('/').filter_map(|part| {
        let name = part.strip_prefix('{')?.strip_suffix('}')?;
        let kind = if name == "index" { "integer" } else { "string" };
        Some(json!({"name": name, "in": "path", "required": true, "schema": {"type": kind}}))
    });
    let in_query = operation.query.iter().map(|query| {
        let Query { name, kind, what } = query;
        json!({"name": name, "in": "query", "description": what, "schema": {"type": kind}})
    });
    let mut parameters: Vec<Value> = in_path.chain(in_query).collect();
    if operation.takes_key() {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "schema": {"type": "string"},
            "description": "The same key with the same request is carried out once and gets the same answer for a day.",
        }));
    }
    parameters
}

fn request_body(body: Body) -> Value {
    match body {
        Body::Json(name) => json!({
            "required": true, "content": {"application/json": {"schema": reference(name)}},
        }),
        Body::Optional(name) => json!({
            "required": false, "content": {"application/json": {"schema": reference(name)}},
        }),
        Body::Bytes(media) => json!({"required": true, "content": {media: {}}}),
    }
}

fn responses(operation: &Operation) -> Value {
    let mut responses = Map::new();
    for (status, answer) in operation.answers {
        let content = match answer {
            Answer::Nothing => None,
            Answer::Json(name) => Some(json!({"application/json": {"schema": reference(name)}})),
            Answer::List(name) => Some(json!({"application/json": {
                "schema": {"type": "array", "items": reference(name)}
            }})),
            Answer::Any => Some(json!({"application/json": {"schema": {"type": "object"}}})),
            Answer::Bytes(media) => Some(json!({*media: {}})),
            Answer::Events(name) => Some(json!({"text/event-stream": {"schema": reference(name)}})),
        };
        let mut response = json!({"description": answer.words()});
        if let Some(content) = content {
            response["content"] = content;
        }
        responses.insert(status.to_string(), response);
    }
    let problem = json!({"$ref": "#/components/responses/Problem"});
    responses.insert("default".to_owned(), problem);
    Value::Object(responses)
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

#[cfg(test)]
mod tests;
