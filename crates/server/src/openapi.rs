//! The OpenAPI description: the table of routes and the JSON Schemas of the types that its handlers use.

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::idempotency;
use crate::routes::shape::{Answer, Body};
use crate::routes::{OPERATIONS, Operation};

/// The JSON Schemas of the types; a test of the view crate writes and checks them.
const SCHEMAS: &str = include_str!("openapi/schemas.json");

/// `GET /api/openapi.json`.
pub(crate) async fn show(State(app): State<App>) -> Json<Value> {
    Json(document(&app.cookie_name))
}

fn document(cookie: &str) -> Value {
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap_or_default();
    let mut paths = Map::new();
    for operation in OPERATIONS {
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
        "security": security(operation.access.name()),
        "responses": responses(operation),
    });
    let parameters = parameters(operation);
    if !parameters.is_empty() {
        described["parameters"] = Value::Array(parameters);
    }
    if let Some(body) = operation.shape.body {
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
    let in_path = path_parameters(operation.path).map(|name| {
        let schema = match name {
            "index" => json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}),
            _ => json!({"type": "string"}),
        };
        json!({"name": name, "in": "path", "required": true, "schema": schema})
    });
    let in_query = operation.shape.query.iter().map(|parameter| {
        let mut described = json!({
            "name": parameter.name,
            "in": "query",
            "description": parameter.description.trim(),
            "schema": parameter.kind.schema(),
        });
        if parameter.required {
            described["required"] = json!(true);
        }
        described
    });
    let mut parameters: Vec<Value> = in_path.chain(in_query).collect();
    if operation.takes_key {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header",
            "schema": {"type": "string", "pattern": idempotency::key_pattern()},
            "description": "The same key with the same request is carried out once and gets the same answer for a day.",
        }));
    }
    parameters
}

/// The names in braces of a path.
pub(crate) fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn request_body(body: Body) -> Value {
    let (required, media_type, schema) = match body {
        Body::Json(name) => (true, "application/json", schema_of(name())),
        Body::Optional(name) => (false, "application/json", schema_of(name())),
        Body::Bytes(media_type) => (true, media_type, json!({"type": "string", "minLength": 1})),
    };
    json!({"required": required, "content": {media_type: {"schema": schema}}})
}

fn responses(operation: &Operation) -> Value {
    let mut responses = Map::new();
    for (status, answer) in operation.shape.answers {
        let (description, content) = match *answer {
            Answer::Nothing => ("Done.", None),
            Answer::Json(name) => (
                "The answer.",
                Some(json!({"application/json": {"schema": schema_of(name())}})),
            ),
            Answer::Bytes(media_type) => ("The bytes.", Some(json!({media_type: {}}))),
            Answer::Files(media_types) => {
                let types = media_types
                    .iter()
                    .map(|name| ((*name).to_owned(), json!({})));
                ("The file.", Some(Value::Object(types.collect())))
            }
            Answer::Events(name) => (
                "Events, until one side ends the stream. The schema describes each event.",
                Some(json!({"text/event-stream": {"schema": event_of(name())}})),
            ),
        };
        let mut response = json!({"description": description});
        if let Some(content) = content {
            response["content"] = content;
        }
        responses.insert(status.to_string(), response);
    }
    let problem = json!({"$ref": "#/components/responses/Problem"});
    responses.insert("default".to_owned(), problem);
    Value::Object(responses)
}

/// The schema of a server-sent event whose data is of a type.
fn event_of(name: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            "event": {"type": "string"},
            "id": {"type": "string"},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": schema_of(name),
            },
        },
        "required": ["data"],
    })
}

/// The schema of a type by its Rust name: a list, a type of the view crate, or any object.
fn schema_of(name: &str) -> Value {
    if let Some(item) = list_item(name) {
        return json!({"type": "array", "items": schema_of(item)});
    }
    match short_name(name) {
        "Value" => json!({"type": "object"}),
        name => reference(name),
    }
}

/// The type of the items, if this names a `Vec`.
pub(crate) fn list_item(name: &str) -> Option<&str> {
    name.strip_prefix("alloc::vec::Vec<")?.strip_suffix('>')
}

/// A type without its modules.
pub(crate) fn short_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

#[cfg(test)]
mod tests;
