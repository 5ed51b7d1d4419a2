//! Writes the table of docs/api.md and the page's client from the table of routes, or checks that they are up to date.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::operation::Operation;
use super::query::Kind;
use super::shape::{Answer, Body, TypeName};
use super::table::OPERATIONS;
use crate::openapi::{list_item, path_parameters, short_name};

const BEGIN: &str = "<!-- The table is made by `cargo xtask codegen`. -->\n";
const END: &str = "<!-- End of the table. -->\n";

/// Reads a file of the repository, and writes it anew or compares it with what it should be.
fn compare_or_write(path: &str, expected: impl FnOnce(&str) -> String) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = root.join(path);
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let expected = expected(&found);
    if std::env::var_os("PILOTHOUSE_CODEGEN").is_some_and(|value| value == "write") {
        std::fs::write(&file, expected).unwrap();
        return;
    }
    assert!(
        found == expected,
        "{path} is out of date: run `cargo xtask codegen`"
    );
}

#[test]
fn the_table_of_the_documentation_is_up_to_date() {
    compare_or_write("docs/api.md", |found| {
        let (before, rest) = found.split_once(BEGIN).unwrap();
        let (_, after) = rest.split_once(END).unwrap();
        let rows: String = OPERATIONS.iter().map(row).collect();
        format!(
            "{before}{BEGIN}\n| route | scope | description |\n|---|---|---|\n{rows}\n{END}{after}"
        )
    });
}

fn row(operation: &Operation) -> String {
    let mut path = operation.path.to_owned();
    for (index, parameter) in operation.shape.query.iter().enumerate() {
        path.push(if index == 0 { '?' } else { '&' });
        path.push_str(parameter.name);
        path.push('=');
    }
    let scope = operation.access.name().unwrap_or_default();
    let Operation {
        method, summary, ..
    } = operation;
    format!("| `{method} {path}` | {scope} | {summary} |\n")
}

#[test]
fn the_client_of_the_page_is_up_to_date() {
    compare_or_write("ui/src/api/routes.ts", |_| client());
}

fn client() -> String {
    let mut types = BTreeSet::new();
    let routes: String = OPERATIONS
        .iter()
        // The page opens the WebSocket with its own client; metrics are not part of the API.
        .filter(|operation| operation.path.starts_with("/api/") && operation.path != "/api/ws")
        .map(|operation| route(operation, &mut types))
        .collect();
    let types: String = types.iter().map(|name| format!("  {name},\n")).collect();
    format!(
        "// Made from the server's table of routes by `cargo xtask codegen`. Do not edit.\n\n\
         import type {{\n{types}}} from \"./generated\";\n\n\
         /** Every route: its parameters, body and answer, by method and path. */\n\
         export interface Routes {{\n{routes}}}\n"
    )
}

fn route(operation: &Operation, types: &mut BTreeSet<&'static str>) -> String {
    let mut members = Vec::new();
    let path: Vec<String> = path_parameters(operation.path)
        .map(|name| match name {
            "index" => format!("{name}: number"),
            _ => format!("{name}: string"),
        })
        .collect();
    if !path.is_empty() {
        members.push(format!("path: {{ {} }}", path.join("; ")));
    }
    let query: Vec<String> = operation
        .shape
        .query
        .iter()
        .map(|parameter| {
            let (mark, absent) = match parameter.required {
                true => ("", ""),
                false => ("?", " | undefined"),
            };
            format!("{}{mark}: {}{absent}", parameter.name, kind(parameter.kind))
        })
        .collect();
    if !query.is_empty() {
        let required = operation.shape.query.iter().any(|one| one.required);
        let mark = if required { "" } else { "?" };
        members.push(format!("query{mark}: {{ {} }}", query.join("; ")));
    }
    match operation.shape.body {
        None => {}
        Some(Body::Json(name)) => members.push(format!("body: {}", typescript(name, types))),
        Some(Body::Optional(name)) => members.push(format!("body?: {}", typescript(name, types))),
        Some(Body::Bytes(_)) => members.push("body: Blob".to_owned()),
    }
    members.push(format!("answer: {}", answer(operation, types)));
    let members: String = members
        .iter()
        .map(|member| format!("    {member};\n"))
        .collect();
    let scope = operation.access.name().map_or_else(
        || "Needs no login.".to_owned(),
        |scope| format!("Scope: {scope}."),
    );
    let Operation {
        method,
        path,
        summary,
        ..
    } = operation;
    format!("  /** {summary} {scope} */\n  \"{method} {path}\": {{\n{members}  }};\n")
}

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Text => "string".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer { .. } => "number".to_owned(),
        Kind::OneOf(values) => {
            let values: Vec<String> = values.iter().map(|value| format!("\"{value}\"")).collect();
            values.join(" | ")
        }
    }
}

/// All answers of an operation; files and events are read by other means than `call`.
fn answer(operation: &Operation, types: &mut BTreeSet<&'static str>) -> String {
    let answers: Vec<String> = operation
        .shape
        .answers
        .iter()
        .map(|(_, answer)| match *answer {
            Answer::Nothing => "undefined".to_owned(),
            Answer::Json(name) => typescript(name, types),
            Answer::Bytes(_) | Answer::Files(_) | Answer::Events(_) => "Blob".to_owned(),
        })
        .collect();
    let mut distinct = answers;
    distinct.dedup();
    distinct.join(" | ")
}

fn typescript(name: TypeName, types: &mut BTreeSet<&'static str>) -> String {
    let name = name();
    let (item, list) = match list_item(name) {
        Some(item) => (item, "[]"),
        None => (name, ""),
    };
    match short_name(item) {
        "Value" => "unknown".to_owned(),
        short => {
            types.insert(short);
            format!("{short}{list}")
        }
    }
}
