//! The description is complete: no name without a type, no operation ID twice.

use std::collections::BTreeSet;

use serde_json::Value;

use super::document;

#[test]
fn every_reference_leads_somewhere_and_every_operation_has_its_own_name() {
    let document = document("cookie");
    let mut references = Vec::new();
    let mut names = Vec::new();
    collect(&document, &mut references, &mut names);
    assert!(references.len() > 300, "{}", references.len());
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!(distinct.len(), names.len(), "{names:?}");
}

fn collect(value: &Value, references: &mut Vec<String>, names: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match (name.as_str(), member) {
                    ("$ref", Value::String(reference)) => references.push(reference.clone()),
                    ("operationId", Value::String(id)) => names.push(id.clone()),
                    _ => collect(member, references, names),
                }
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| collect(item, references, names)),
        _ => {}
    }
}
