//! Facts that a person read off the recordings: recording, path, value.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::recording;

const FACTS: &str = include_str!("facts.tsv");

#[test]
fn facts_hold() {
    let mut views: BTreeMap<&str, Value> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in FACTS.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        let (name, path, value) = (
            parts.next().unwrap(),
            parts.next().unwrap(),
            parts.next().unwrap(),
        );
        let expected: Value = serde_json::from_str(value).unwrap();
        let view = views
            .entry(name)
            .or_insert_with(|| recording::view(&recording::named(name).records));
        let found = look_up(view, path);
        if !same(&found, &expected) {
            wrong.push(format!("{name} {path}: expected {expected}, found {found}"));
        }
        count += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} facts are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(count >= 150, "only {count} facts");
}

fn same(found: &Value, expected: &Value) -> bool {
    match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
        _ => found == expected,
    }
}

/// `kinds` and `kinds.sub` list the kinds of entries, `count.tool` counts them, `tool[1].state`
/// looks into the body of the second one (`@` into the entry), `view.…` into the view.
fn look_up(view: &Value, path: &str) -> Value {
    let entries = view["entries"].as_array().unwrap();
    let kind = |entry: &Value| entry["body"]["kind"].as_str().unwrap().to_owned();
    let kinds = |sub: bool| {
        let entries = entries
            .iter()
            .filter(|entry| entry.get("parent").is_some() == sub);
        Value::from(entries.map(kind).collect::<Vec<_>>().join(" "))
    };
    match path {
        "kinds" => return kinds(false),
        "kinds.sub" => return kinds(true),
        _ => {}
    }
    let (head, rest) = path.split_once('.').unwrap();
    match head {
        "view" => walk(view, rest),
        "count" => Value::from(entries.iter().filter(|entry| kind(entry) == rest).count()),
        _ => {
            let (name, index) = head.trim_end_matches(']').split_once('[').unwrap();
            let mut entries = entries.iter().filter(|entry| kind(entry) == name);
            let entry = entries
                .nth(index.parse().unwrap())
                .cloned()
                .unwrap_or_default();
            match rest.strip_prefix('@') {
                Some(rest) => walk(&entry, rest),
                None => walk(&entry["body"], rest),
            }
        }
    }
}

fn walk(value: &Value, path: &str) -> Value {
    let mut value = value;
    for part in path.split('.') {
        value = match (value, part) {
            (Value::Array(items), "length") => return Value::from(items.len()),
            (Value::Object(members), "length") => return Value::from(members.len()),
            (Value::Array(items), index) => items
                .get(index.parse::<usize>().unwrap())
                .unwrap_or(&Value::Null),
            (value, key) => &value[key],
        };
    }
    value.clone()
}
