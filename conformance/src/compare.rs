//! Differences between two recordings of one scenario.

use serde_json::Value;

use crate::lanes::{Lanes, kind};

/// The differences between the expected and the actual output, one sentence each.
pub(crate) fn compare(expected: &Lanes, actual: &Lanes) -> Vec<String> {
    let mut differences = Vec::new();
    let mut names: Vec<&String> = expected.lanes.keys().chain(actual.lanes.keys()).collect();
    names.sort();
    names.dedup();
    let none = Vec::new();
    for name in names {
        let left = expected.lanes.get(name).unwrap_or(&none);
        let right = actual.lanes.get(name).unwrap_or(&none);
        lanes_of_a_name(name, left, right, &mut differences);
    }
    // The order is only meaningful if no frames are missing.
    if differences.is_empty() && expected.spine != actual.spine {
        differences.push(order(&expected.spine, &actual.spine));
    }
    differences
}

/// The differences to the closest of the expected outputs.
pub(crate) fn closest(seen: &[Lanes], actual: &Lanes) -> Vec<String> {
    seen.iter()
        .map(|expected| compare(expected, actual))
        .min_by_key(Vec::len)
        .unwrap_or_else(|| vec!["there is nothing to compare with".to_owned()])
}

/// Lanes of one name are a multiset: equal ones are removed, the rest is paired in order.
fn lanes_of_a_name(
    name: &str,
    left: &[Vec<Value>],
    right: &[Vec<Value>],
    differences: &mut Vec<String>,
) {
    let mut right: Vec<&Vec<Value>> = right.iter().collect();
    let mut left_over = Vec::new();
    for lane in left {
        match right.iter().position(|other| *other == lane) {
            Some(same) => drop(right.remove(same)),
            None => left_over.push(lane),
        }
    }
    let none = Vec::new();
    let count = left_over.len().max(right.len());
    for index in 0..count {
        let expected = left_over.get(index).copied().unwrap_or(&none);
        let actual = right.get(index).copied().unwrap_or(&none);
        frames(name, expected, actual, differences);
    }
}

/// Aligns the frames of two lanes by kind and compares the pairs.
fn frames(name: &str, left: &[Value], right: &[Value], differences: &mut Vec<String>) {
    let (mut at, mut to) = (0, 0);
    while at < left.len() || to < right.len() {
        match (left.get(at), right.get(to)) {
            (Some(expected), Some(actual)) if kind(expected) == kind(actual) => {
                values(
                    &format!("{name}: {}", kind(expected)),
                    expected,
                    actual,
                    differences,
                );
                at += 1;
                to += 1;
            }
            (Some(expected), Some(actual)) => {
                let comes_later = right[to..]
                    .iter()
                    .any(|frame| kind(frame) == kind(expected));
                if comes_later {
                    differences.push(format!("{name}: unexpected {}", describe(actual)));
                    to += 1;
                } else {
                    differences.push(format!("{name}: missing {}", describe(expected)));
                    at += 1;
                }
            }
            (Some(expected), None) => {
                differences.push(format!("{name}: missing {}", describe(expected)));
                at += 1;
            }
            (None, Some(actual)) => {
                differences.push(format!("{name}: unexpected {}", describe(actual)));
                to += 1;
            }
            (None, None) => return,
        }
    }
}

fn describe(frame: &Value) -> String {
    format!("{} {}", kind(frame), short(frame))
}

fn values(path: &str, left: &Value, right: &Value, differences: &mut Vec<String>) {
    match (left, right) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (name, value) in expected {
                match actual.get(name) {
                    Some(other) => values(&format!("{path}.{name}"), value, other, differences),
                    None => differences.push(format!("{path}.{name}: missing {}", short(value))),
                }
            }
            for (name, value) in actual {
                if !expected.contains_key(name) {
                    differences.push(format!("{path}.{name}: unexpected {}", short(value)));
                }
            }
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            for (index, (value, other)) in expected.iter().zip(actual).enumerate() {
                values(&format!("{path}[{index}]"), value, other, differences);
            }
        }
        (left, right) if left != right => {
            differences.push(format!(
                "{path}: {} instead of {}",
                short(right),
                short(left)
            ));
        }
        _ => {}
    }
}

fn order(expected: &[String], actual: &[String]) -> String {
    let at = expected
        .iter()
        .zip(actual)
        .take_while(|(left, right)| left == right)
        .count();
    let get = |spine: &[String]| {
        spine
            .get(at)
            .cloned()
            .unwrap_or_else(|| "the end".to_owned())
    };
    let before = at.checked_sub(1).and_then(|at| expected.get(at)).cloned();
    format!(
        "order: {} instead of {} after {}",
        get(actual),
        get(expected),
        before.unwrap_or_else(|| "the start".to_owned())
    )
}

/// The value's JSON, truncated to a readable length.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(160) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lane(frames: Vec<Value>) -> Lanes {
        let mut lanes = Lanes::default();
        lanes.lanes.insert("message".to_owned(), vec![frames]);
        lanes
    }

    #[test]
    fn differences_name_their_path() {
        let expected = lane(vec![
            json!({"type": "a", "x": {"y": 1}}),
            json!({"type": "b"}),
        ]);
        let actual = lane(vec![json!({"type": "a", "x": {"y": 2}, "z": 0})]);
        assert_eq!(
            compare(&expected, &actual),
            [
                "message: a.x.y: 2 instead of 1",
                "message: a.z: unexpected 0",
                "message: missing b {\"type\":\"b\"}",
            ]
        );
    }

    #[test]
    fn order_matters_in_the_spine_but_not_between_lanes() {
        let two = |first: i32, second: i32| {
            let mut lanes = Lanes::default();
            lanes.lanes.insert(
                "message".to_owned(),
                vec![vec![json!(first)], vec![json!(second)]],
            );
            lanes.spine = vec![first.to_string(), second.to_string()];
            lanes
        };
        assert_eq!(compare(&two(1, 2), &two(1, 2)), Vec::<String>::new());
        assert_eq!(
            compare(&two(1, 2), &two(2, 1)),
            ["order: 2 instead of 1 after the start"]
        );
    }
}
