//! The description of the API against a running host: its methods and its scopes.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::ground::Ground;
use crate::scopes::SCOPES;

pub(crate) async fn document(ground: &Ground) -> Value {
    ground.ok("GET", "/api/openapi.json", Value::Null).await
}

/// Method and path of everything described, with its scope.
fn operations(document: &Value) -> Vec<(String, String, Option<String>)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(move |(method, operation)| {
                let scope = operation["security"][0]["bearer"][0].as_str();
                (
                    method.to_uppercase(),
                    path.clone(),
                    scope.map(str::to_owned),
                )
            })
        })
        .collect()
}

#[tokio::test]
async fn the_description_has_exactly_the_methods_that_the_host_takes() {
    let ground = Ground::start().await;
    let document = document(&ground).await;
    for (path, methods) in document["paths"].as_object().unwrap() {
        // No address takes this method, and the refusal names those that it takes.
        let filled = path.replace(['{', '}'], "");
        let answer = ground.call("TRACE", &filled, Value::Null).await;
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

#[tokio::test]
async fn the_description_the_page_and_the_scope_test_name_the_same_scopes() {
    let ground = Ground::start().await;
    let document = document(&ground).await;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md");
    let page = std::fs::read_to_string(page).unwrap();
    for (method, path, scope) in operations(&document) {
        let scope = scope.unwrap_or_default();
        assert_eq!(
            documented(&page, &method, &path).as_deref(),
            Some(scope.as_str()),
            "{method} {path} in docs/api.md"
        );
        if scope.is_empty() {
            continue;
        }
        let tested = SCOPES.iter().find(|(_, tested_method, tested, _)| {
            *tested_method == method && fits(&path, tested.split('?').next().unwrap())
        });
        let tested = tested.unwrap_or_else(|| panic!("{method} {path} is in no scope test"));
        assert_eq!(tested.0, scope, "{method} {path} in the scope test");
    }
}

/// The scope that the table of the page gives an operation.
fn documented(page: &str, method: &str, path: &str) -> Option<String> {
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (address, scopes) = (cells[1], cells[2]);
        let scopes: Vec<&str> = scopes.split(", ").collect();
        let words: Vec<&str> = address.split(['`', ' ', ',']).collect();
        let methods: Vec<&&str> = words
            .iter()
            .filter(|word| word.chars().all(|letter| letter.is_ascii_uppercase()))
            .filter(|word| !word.is_empty())
            .collect();
        let named = words.iter().filter(|word| word.starts_with('/'));
        let mut named = named.map(|word| word.split('?').next().unwrap_or_default());
        // Further addresses of a row are given by their ends.
        let first = named.next()?;
        let stem = first.rsplit_once('/').map_or("", |(stem, _)| stem);
        let others: Vec<String> = named.map(|end| format!("{stem}{end}")).collect();
        if first != path && !others.iter().any(|other| other == path) {
            continue;
        }
        if let Some(index) = methods.iter().position(|known| **known == method) {
            let scope = scopes.get(index).or(scopes.first());
            return scope.map(|scope| (*scope).to_owned());
        }
    }
    None
}

/// Whether an address is one of a path with names in braces. What is written out goes before a name.
fn fits(path: &str, address: &str) -> bool {
    let (path, address): (Vec<&str>, Vec<&str>) =
        (path.split('/').collect(), address.split('/').collect());
    path.len() == address.len()
        && path
            .iter()
            .zip(&address)
            .all(|(part, found)| part == found || (part.starts_with('{') && *found != "import"))
}
